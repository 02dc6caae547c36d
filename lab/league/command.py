"""``python -m lab league``: plays simulated leagues and prints what the ratings are worth."""

from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from statistics import fmean, stdev
from typing import Final, TypeAlias

import numpy as np

from lab.arena.table import aligned
from lab.league.abuse import ABUSES, FARMS, MOST, Abuse, farmed, gain
from lab.league.attacks import ATTACKS, Attack, attacked
from lab.league.ratings import (
    MILESTONES,
    MISSING,
    SIZES,
    Ours,
    Quality,
    System,
    Truth,
    deviations,
    matches_per_second,
    quality,
    rivals,
)
from lab.league.world import LEAGUES, Plan, new_skills, played

FOLDED: Final = 10_000
"""Matches of four seats, to measure the speed."""

Row: TypeAlias = tuple[str, ...]


def league_lab(leagues: int, seed: int) -> int:
    """Print the figures, each the mean of a number of leagues; return the exit status 0."""
    for line in report(leagues, seed):
        print(line, flush=True)
    return 0


def report(leagues: int, seed: int) -> Iterator[str]:
    """Yield the lines of the output: five tables in Markdown, and the speed."""
    yield f"Each figure is the mean of {leagues:,} leagues from seed {seed}, ± one standard error."
    yield ""
    qualities = (row for plan in LEAGUES for row in _qualities(plan, leagues, seed))
    yield from _table(
        ("league", "ratings", "log loss", "more than ours", "Spearman", "Kendall"), qualities
    )
    yield ""
    names = (f"deviation after {count}" for count in MILESTONES)
    yield from _table(("seats", "ratings", *names), _deviations(leagues, seed))
    yield ""
    abused = (
        _abused(abuse, leagues, seed, caps=caps) for abuse in ABUSES for caps in (False, True)
    )
    yield from _table(
        ("abuse", "caps", "the abuser", "deviation", "best of the honest", "mean place"), abused
    )
    yield ""
    farms = (
        (farm.name, f"{MOST:,}", f"{farmed(farm, forgets=True):,}", f"{farmed(farm):,}")
        for farm in FARMS
    )
    forgotten = "with, if a deletion forgets"
    yield from _table(("accounts", "points without caps", forgotten, "with"), farms)
    yield ""
    yield from _table(
        ("end of a match", "rating", "points of a month", "matches in it"),
        (_attacked(attack, leagues, seed) for attack in ATTACKS),
    )
    yield ""
    rate = matches_per_second(FOLDED, seed)
    yield f"{FOLDED:,} matches of four seats: {rate:,.0f} a second of CPU, in one thread."


def _systems() -> Sequence[tuple[str, Callable[[], System]]]:
    return (("ours", Ours), *rivals())


def _qualities(plan: Plan, leagues: int, seed: int) -> Iterator[Row]:
    found: defaultdict[str, list[Quality]] = defaultdict(list)
    for league in range(leagues):
        source = np.random.default_rng([seed, league])
        skills = new_skills(plan.people, source)
        matches = list(played(plan, skills, source))
        for name, new in _systems():
            found[name].append(quality(new(), matches, skills))
        found["the hidden skills"].append(quality(Truth(skills), matches, skills))
    own = found["ours"]
    for name, each in found.items():
        more = [one.loss - ours.loss for one, ours in zip(each, own, strict=True)]
        loss, *order = (_mean(values, 3) for values in zip(*each, strict=True))
        yield plan.name, name, loss, "—" if each is own else _mean(more, 4), *order
    if not any(rivals()):
        yield plan.name, MISSING, "—", "—", "—", "—"


def _deviations(leagues: int, seed: int) -> Iterator[Row]:
    for size in SIZES:
        for name, new in _systems():
            found = [deviations(new, size, seed + league) for league in range(leagues)]
            yield str(size), name, *(f"{fmean(each):.0f}" for each in zip(*found, strict=True))


def _abused(abuse: Abuse, leagues: int, seed: int, *, caps: bool) -> Row:
    found = [gain(abuse, seed + league, caps=caps) for league in range(leagues)]
    return (
        abuse.name,
        "with" if caps else "without",
        _mean([each.abuser.mean for each in found], 0),
        f"{fmean(each.abuser.deviation for each in found):.0f}",
        _mean([each.best.mean for each in found], 0),
        f"{fmean(each.place for each in found):.1f}",
    )


def _attacked(attack: Attack, leagues: int, seed: int) -> Row:
    found = [attacked(attack, seed + league) for league in range(leagues)]
    return attack.name, *(_mean(values, 0) for values in zip(*found, strict=True))


def _mean(values: Sequence[float], digits: int) -> str:
    mean = f"{fmean(values):.{digits}f}"
    if len(values) < 2:
        return mean
    return f"{mean} ± {stdev(values) / len(values) ** 0.5:.{digits}f}"


def _table(head: Row, rows: Iterator[Row]) -> Iterator[str]:
    yield from aligned([head, tuple("---" for _ in head), *rows])
