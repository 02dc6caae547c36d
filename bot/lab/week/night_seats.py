"""Check who sat where in each round of a night, by the words of ``docs/nights.md``."""

from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from itertools import product
from typing import Final, NamedTuple

from bot.games.registry import GAMES
from bot.lab.week.night_rows import Course, Event, NightRow
from bot.lab.week.table_logs import TableLog, players

__all__ = ["busy_at", "faults"]

_WANTED: Final = (4, 3, 5, 2)
_PAIRS: Final = 4
"""People who play boards at two tables of two."""


def faults(night: NightRow, logs: Collection[TableLog]) -> Iterator[str]:
    """Yield what is wrong: everyone who is here sits once or has a bye, and byes go around.

    Those who still play another match with a live clock are late, and nobody else.
    """
    byes = Counter[int]()
    for number, event in enumerate(night.events):
        if event["kind"] == "round seated":
            before = Course(night.events[:number])
            late = {*event.get("busy", ())}
            busy = busy_at(night, night.times[number], logs)
            lines = [*_round(night, event, before.here - late, byes)]
            if not busy.surely & before.here <= late <= busy.perhaps & before.here:
                lines.append(f"{sorted(late)} are late of {sorted(before.here)}, and play: {busy}")
            yield from (f"night {night.id}, round {len(before.rounds) + 1}: {one}" for one in lines)
            byes.update(event["byes"])
    # Of a round robin that somebody has left, any table may be too small.
    left = any(event["kind"] == "left" for event in night.events)
    if (night.form == "swiss" or not left) and max(byes.values(), default=0) > 1:
        yield f"night {night.id}: somebody has two byes"


class Busy(NamedTuple):
    """Who plays elsewhere by a live clock at a time: some things happen at just that time."""

    surely: frozenset[int]
    perhaps: frozenset[int]


def busy_at(night: NightRow, at: int, logs: Collection[TableLog]) -> Busy:
    """Return who of a night's people plays at a time; nobody is busy for a round robin."""
    if night.form == "round robin":
        return Busy(frozenset(), frozenset())
    numbers = {user: number for number, user in enumerate(night.users)}
    before, after = (
        frozenset(numbers[user] for user in players(logs, until) if user in numbers)
        for until in (at, at + 1)
    )
    return Busy(before & after, before | after)


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
