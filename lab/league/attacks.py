"""What someone gains who bends the ends of matches: leaves, or has others removed or leaving.

Everyone plays honestly for four weeks. Then one person, of average skill, attacks for eight weeks,
five matches a week, while the others play on. A match has two halves; who is behind after the
first one is seen by all. Whatever Kai takes over it plays like a person of average skill.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Final, NamedTuple, TypeAlias

import numpy as np

from bot.league.counting import START_MEAN
from bot.league.periods import period_at
from lab.league.abuse import DAYS, HONEST, HONEST_DAYS, honest_tables
from lab.league.world import NOISE, Capped, Ended, Match, new_skills

ATTACKER: Final = HONEST
FRIEND: Final = HONEST + 1
"""Who plays honestly with others, too."""
SPARE: Final = HONEST + 2
"""An account that only ever sits down; this number and the one above it."""

MATCHES: Final = 40
FEBRUARY: Final = 31 * 86_400_000

EARLY: Final = Ended("left", 0.4)
LATE: Final = Ended("left", 0.6)
AT_ONCE: Final = Ended("left", 0.0)
REMOVED_EARLY: Final = Ended("removed", 0.4)
REMOVED_LATE: Final = Ended("removed", 0.6)

Ends: TypeAlias = Mapping[int, Ended]
"""By seat."""

Plan: TypeAlias = Callable[[Sequence[int], Sequence[float]], Ends | None]
"""Takes the players and what they have reached by half-time; returns who goes.

None if the match is ended then, without a result.
"""


class Attack(NamedTuple):
    """How the attacker plays."""

    name: str
    strangers: int
    """Honest people at the table, others each time."""
    plan: Plan
    accounts: tuple[int, ...] = ()
    """Who sits there besides the attacker and the strangers."""


class Won(NamedTuple):
    """What came of it."""

    rating: float
    points: int
    """Of February, in which there are some twenty of the attacker's matches."""
    matches: int
    """Those of them that count for the attacker."""


def attacked(attack: Attack, seed: int) -> Won:
    """Return where the attacker is at the end of a league."""
    league, source = Capped(), np.random.default_rng(seed)
    skills = (*new_skills(HONEST, source), *(START_MEAN,) * 4)
    matches = [*_honest_matches(skills, source), *_attacks(attack, skills, source)]
    for match in sorted(matches, key=lambda match: match.day):
        league.add(match)
    totals = league.totals(ATTACKER, period_at("month", FEBRUARY))
    return Won(league.rating(ATTACKER).mean, totals.points, totals.matches)


def _honest_matches(skills: Sequence[float], source: np.random.Generator) -> Iterator[Match]:
    for day, players in honest_tables(source, before=[FRIEND]):
        if match := _played(day, players, skills, source, _on):
            yield match


def _attacks(
    attack: Attack, skills: Sequence[float], source: np.random.Generator
) -> Iterator[Match]:
    for number in range(MATCHES):
        day = HONEST_DAYS + (DAYS - HONEST_DAYS) * number / MATCHES
        strangers = map(int, source.choice(HONEST, attack.strangers, replace=False))
        players = [ATTACKER, *attack.accounts, *strangers]
        if match := _played(day, players, skills, source, attack.plan):
            yield match


def _played(
    day: float,
    players: Sequence[int],
    skills: Sequence[float],
    source: np.random.Generator,
    plan: Plan,
) -> Match | None:
    luck = source.gumbel(0.0, NOISE / 2**0.5, (2, len(players)))
    kai = START_MEAN / 2
    first = [float(skills[who] / 2 + by) for who, by in zip(players, luck[0], strict=True)]
    ended = plan(players, first)
    if ended is None:
        return None
    scores = []
    for seat, (who, half, by) in enumerate(zip(players, first, luck[1], strict=True)):
        how = ended.get(seat)
        if how is None:
            scores.append(half + skills[who] / 2 + by)
        else:
            own = half if how.share else kai + float(luck[0][seat])
            scores.append(-1.0 if how.how == "lost" else own + kai + by)
    ranks = tuple(1 + sum(round(other) > round(own) for other in scores) for own in scores)
    return Match(day, tuple(players), ranks, ended)


def _on(_players: Sequence[int], _first: Sequence[float]) -> Ends:
    return {}


def _when_behind(how: Ended) -> Plan:
    """Return the plan of leaving if anyone is ahead."""
    return lambda _, first: {0: how} if first[0] < max(first) else {}


def _without_the_leader(how: Ended) -> Plan:
    """Return the plan of having anyone removed who is ahead of the attacker and all others."""
    return lambda _, first: {first.index(max(first)): how} if first[0] < max(first) else {}


def _ended_when_behind(_players: Sequence[int], first: Sequence[float]) -> Ends | None:
    return {} if first[0] == max(first) else None


def _leaves(players: Sequence[int], _first: Sequence[float]) -> Ends:
    """Let the friend leave at once."""
    return {players.index(FRIEND): AT_ONCE}


def _loses(players: Sequence[int], _first: Sequence[float]) -> Ends:
    """Let the friend lose on purpose."""
    return {players.index(FRIEND): Ended("lost", 1.0)}


def _loses_in_company(players: Sequence[int], first: Sequence[float]) -> Ends:
    """Let the friend lose, and two accounts sit down and leave, so that the two are not alone."""
    gone = {players.index(account): AT_ONCE for account in (SPARE, SPARE + 1)}
    return {**_loses(players, first), **gone}


ATTACKS: Final = (
    Attack("plays on, four seats", 3, _on),
    Attack("leaves early when behind, four seats", 3, _when_behind(EARLY)),
    Attack("leaves late when behind, four seats", 3, _when_behind(LATE)),
    Attack("has the leader removed early, four seats", 3, _without_the_leader(REMOVED_EARLY)),
    Attack("has the leader removed late, four seats", 3, _without_the_leader(REMOVED_LATE)),
    Attack("plays on, two seats", 1, _on),
    Attack("leaves early when behind, two seats", 1, _when_behind(EARLY)),
    Attack("has it ended when behind, two seats", 1, _ended_when_behind),
    Attack("a friend plays on, two seats", 0, _on, (FRIEND,)),
    Attack("a friend loses on purpose, two seats", 0, _loses, (FRIEND,)),
    Attack(
        "the same, and two accounts leave at once",
        0,
        _loses_in_company,
        (FRIEND, SPARE, SPARE + 1),
    ),
    Attack("a friend leaves at once, two seats", 0, _leaves, (FRIEND,)),
    Attack("a friend plays on, four seats", 2, _on, (FRIEND,)),
    Attack("a friend loses on purpose, four seats", 2, _loses, (FRIEND,)),
    Attack("a friend leaves at once, four seats", 2, _leaves, (FRIEND,)),
)
