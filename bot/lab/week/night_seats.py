"""Check who sat where in each round of a night, by the words of ``docs/nights.md``."""

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import product
from typing import Final

from bot.games.registry import GAMES
from bot.lab.week.night_rows import Course, Event, NightRow

__all__ = ["faults"]

_WANTED: Final = (4, 3, 5, 2)
_PAIRS: Final = 4
"""People who play boards at two tables of two."""


def faults(night: NightRow) -> Iterator[str]:
    """Yield what is wrong: everyone who is here sits once or has a bye, and byes go around."""
    byes = Counter[int]()
    for number, event in enumerate(night.events):
        if event["kind"] == "round seated":
            before = Course(night.events[:number])
            lines = _round(night, event, before.here, byes)
            yield from (f"night {night.id}, round {len(before.rounds) + 1}: {one}" for one in lines)
            byes.update(event["byes"])
    # Of a round robin that somebody has left, any table may be too small.
    left = any(event["kind"] == "left" for event in night.events)
    if (night.form == "swiss" or not left) and max(byes.values(), default=0) > 1:
        yield f"night {night.id}: somebody has two byes"


def _round(night: NightRow, event: Event, here: set[int], byes: Counter[int]) -> Iterator[str]:
    seated = [*(who for table in event["tables"] for who in table), *event["byes"]]
    if sorted(seated) != sorted(here):
        yield f"it seats {seated} of {sorted(here)}"
    sizes = sorted(len(table) for table in event["tables"])
    allowed = [size for size in _WANTED if size in GAMES[night.game].seats]
    if night.form == "duplicate":
        yield from _alike(event, len(here), allowed)
        return
    if not {*sizes} <= {*allowed}:
        yield f"it has tables of {sizes}"
    if night.form == "swiss" and sizes != _sizes(len(here), allowed):
        yield f"it has tables of {sizes} for {len(here)} people"
    fewest = sorted(byes[who] for who in here)[: len(event["byes"])]
    if night.form == "swiss" and sorted(byes[who] for who in event["byes"]) != fewest:
        yield "a bye goes to somebody who has had more than others"


def _alike(event: Event, people: int, allowed: Sequence[int]) -> Iterator[str]:
    """At least two tables have the same number of seats, and Kai takes as few as he can."""
    sizes = [len(table) for table in event["tables"]]
    if people == _PAIRS and 2 in allowed:
        seats = 2
    else:
        kais = {size: max(2, -(-people // size)) * size - people for size in allowed if size > 2}
        usual = list(kais)[:2]
        seats = min(usual, key=kais.__getitem__)
    tables = max(2, -(-people // seats))
    if event["seats"] != seats or len(sizes) != tables or max(sizes) - min(sizes) > 1:
        yield f"it has tables of {sizes}, of {event['seats']} seats each, for {people} people"
    if max(sizes) > seats or event["byes"]:
        yield f"it has tables of {sizes} and byes for {event['byes']}"


def _sizes(people: int, allowed: Sequence[int]) -> Sequence[int]:
    """Return the sizes of the tables that seat most people, with fewest of those wanted least."""
    ways = product(*(range(people // size + 1) for size in allowed))
    sums = [(people - sum(map(int.__mul__, way, allowed)), way[::-1]) for way in ways]
    _, best = min((rest, way) for rest, way in sums if rest >= 0)
    return sorted(
        size for size, count in zip(allowed, best[::-1], strict=True) for _ in range(count)
    )
