"""Timing side channels: whether the time of an answer depends on hidden cards.

The same click is answered at two tables that differ only in cards hidden from the person, and as
much as possible: in ascending order at one, in descending order at the other. Only clicks with
equal answers count, since cards that are shown need no guessing.
"""

import itertools
import math
import random
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from statistics import median
from typing import Final

from bot.game.contract import Seat
from bot.games.faces import face_of
from bot.lab.bench.figure import Figure
from bot.lab.bench.hosted import HOSTED, setup
from bot.tables.core import entries as log
from bot.tables.core.apply import evolve, open_state
from bot.tables.core.state import TableState
from cogs.layouts.hand import hand, hand_page
from cogs.layouts.page import Page

__all__ = [
    "TablePair",
    "answer",
    "differences",
    "figure_of_secrecy",
    "median_between",
    "table_pairs",
]

PEOPLE: Final = tuple(log.Person(id=number, name=f"P{number}") for number in range(1, 5))


@dataclass(frozen=True, slots=True)
class TablePair:
    """One click at two tables that look the same to the person."""

    rising: TableState
    falling: TableState
    seat: Seat
    entry: log.Acted


def answer(table: TableState, pair: TablePair) -> Page:
    """Handle a click, without storage, and make the answer."""
    after = evolve(table, pair.entry)
    return hand_page(hand(after, face_of(after.game), pair.seat), "[to the table](…)")


def figure_of_secrecy(seconds: float) -> Figure:
    """Answer clicks at pairs of tables for this long; compare the medians."""
    end = time.perf_counter() + seconds
    pairs = itertools.takewhile(lambda _: time.perf_counter() < end, table_pairs())
    rising, found = differences(pairs)
    low, middle, high = median_between(found)
    return Figure(
        "a click, other cards hidden",
        f"{(rising + middle) / 1e3:.1f} µs ({len(found):,} pairs; 95% of the ratio: "
        f"{1 + low / rising:.3f} to {1 + high / rising:.3f})",
        f"{rising / 1e3:.1f} µs, the same click",
        f"{1 + middle / rising:.3f}",
    )


def differences(
    pairs: Iterable[TablePair],
    do: Callable[[TableState, TablePair], object] = answer,
    clock: Callable[[], int] = time.perf_counter_ns,
) -> tuple[float, Sequence[int]]:
    """Return the median time at the rising tables, and the extra time at each falling table.

    ``do`` answers a click, ``clock`` returns nanoseconds.
    """
    rising, longer = [], []
    wheel = random.Random(5)  # noqa: S311 - not security-relevant
    for pair in pairs:
        times, answers = {}, []
        for way in wheel.sample((1, -1), 2):
            start = clock()
            answers.append(do(pair.rising if way > 0 else pair.falling, pair))
            times[way] = clock() - start
        if answers[0] == answers[1]:
            rising.append(times[1])
            longer.append(times[-1] - times[1])
    return median(rising), longer


def table_pairs() -> Iterator[TablePair]:
    """Yield clicks from the middle of random matches of four, endlessly."""
    wheel = random.Random(4)  # noqa: S311 - the same clicks in every run
    while True:
        table = _begun(wheel.randbytes(32).hex())
        while table.to_act:
            seat = min(table.to_act)
            action = str(wheel.choice(HOSTED.legal(table.position, seat)))
            entry = log.Acted(at=table.last_at, seat=seat, action=action)
            yield TablePair(_with(table, seat, 1), _with(table, seat, -1), seat, entry)
            table = evolve(table, entry)


def _begun(secret: str) -> TableState:
    place = log.Place(guild=1, channel=1)
    opened = log.Opened(at=0, place=place, host=PEOPLE[0], setup=setup(1), secret=secret)
    seats = tuple(log.Occupant(person=person) for person in PEOPLE)
    started = log.Started(at=0, seats=seats, cuts=("",) * len(seats))
    return evolve(open_state("0" * 10, opened, {HOSTED.name: HOSTED}), started)


def _with(table: TableState, seat: Seat, step: int) -> TableState:
    """Return the table with unknown cards in ascending (1) or descending (-1) order."""
    position = HOSTED.permute_unknown(table.position, seat, lambda cards: sorted(cards)[::step])
    return replace(table, position=position)


def median_between(values: Sequence[int]) -> tuple[float, float, float]:
    """Return the median with its 95 % interval by ranks: low, median, high."""
    ordered = sorted(values)
    reach = 0.98 * math.sqrt(len(ordered))
    middle = (len(ordered) - 1) / 2
    low, high = max(0, math.floor(middle - reach)), min(len(ordered) - 1, math.ceil(middle + reach))
    return ordered[low], median(ordered), ordered[high]
