"""What others could make use of: answers whose time tells hidden cards, and costly files.

Timing side channels: the same click is answered at two tables that differ only in cards hidden from
the person, and as much as possible: in ascending order at one, in descending order at the other.
Only clicks with equal answers count, since cards that are shown need no guessing.
"""

import itertools
import math
import random
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from statistics import median
from typing import Final

from bot.game.contract import Seat
from bot.game.deck import SECRET_BYTES, Chance
from bot.game.plain_toml import MAX_LINE_LENGTH, MAX_LINES
from bot.game.record import Record
from bot.game.replay import check_record
from bot.games.chowpow.rules.options import DEFAULT, read_deck_file
from bot.games.faces import face_of
from bot.games.kabobo.rules.game import KABOBO
from bot.games.kabobo.rules.options import KaboboOptions
from bot.games.registry import GAMES
from bot.tables import entries as log
from bot.tables.apply import evolve, open_state
from bot.tables.entries import Occupant, Person, Place
from bot.tables.state import TableState
from cogs.core.arguments import LARGEST_FILE
from cogs.core.page import Page
from cogs.play.hand import hand, hand_page
from lab.bench.figure import HOSTED, Figure, ratio, setup

PEOPLE: Final = tuple(Person(id=number, name=f"P{number}") for number in range(1, 5))

TIMES: Final = 5
"""How often each file is parsed; the shortest time counts."""

OPTIONS: Final[Mapping[str, int]] = {"max_turns": 100, "max_rounds": 100}

DRAGGING: Final = ("draw", "decline", "season", "discard")
"""The actions that make a match of Kabobo! as long as possible."""


@dataclass(frozen=True, slots=True)
class TablePair:
    """One click at two tables that look the same to the person."""

    rising: TableState
    falling: TableState
    seat: Seat
    entry: log.Acted


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


def figures_of_inputs(size: int) -> Iterator[Figure]:
    """Measure the costliest deck files, and the check of a record of this size."""
    worst = max(_cpu(read_deck_file, text) for text in worst_decks())
    usual = _cpu(read_deck_file, DEFAULT.read_text("utf-8"))
    yield Figure(
        f"CPU the worst deck, {LARGEST_FILE // 1024} KiB",
        f"{worst * 1e3:.2f} ms",
        f"{usual * 1e3:.2f} ms, the usual deck",
        ratio(worst, usual),
    )
    record = long_record(size)
    checked = _cpu(lambda text: check_record(text, GAMES), record)
    yield Figure(f"CPU a record of {size // 1024} KiB, checked", f"{checked * 1e3:.1f} ms")


def answer(table: TableState, pair: TablePair) -> Page:
    """Handle a click, without storage, and make the answer."""
    after = evolve(table, pair.entry)
    return hand_page(hand(after, face_of(after.game), pair.seat), "[to the table](…)")


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
    place = Place(guild=1, channel=1)
    opened = log.Opened(at=0, place=place, host=PEOPLE[0], setup=setup(1), secret=secret)
    seats = tuple(Occupant(person=person) for person in PEOPLE)
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


def worst_decks() -> Iterator[str]:
    """Yield the costliest texts that still reach the TOML parser: with many small values."""
    for line in ("{}=1", "{}.a=1", "[{}.a]", '{}="' + "\\\\" * 12 + '"', "{}=1979-05-27T07:32:00Z"):
        yield _fitted(line.format(f"a{number}") for number in range(MAX_LINES))
    for item in ("1,", '"",', "[],"):
        row = item * (LARGEST_FILE // MAX_LINES // len(item) - 1)
        yield _fitted(("x = [", *(row[:MAX_LINE_LENGTH] for _ in range(MAX_LINES - 2)), "]"))


def long_record(size: int) -> str:
    """Return the record of a long legal match of Kabobo!, at most ``size`` bytes."""
    chance = Chance(bytes(SECRET_BYTES), ("",) * 6)
    state, _ = KABOBO.new(KaboboOptions(**OPTIONS), 6, chance)
    record = Record(KABOBO.name, chance.secret, ("a",) * 6, ("",) * 6, tuple(OPTIONS.items()))
    actions: list[tuple[int, str]] = []
    room = size - len(str(record))
    while to_act := KABOBO.to_act(state):
        seat = min(to_act)
        legal = KABOBO.legal(state, seat)
        action = next((a for word in DRAGGING for a in legal if str(a).startswith(word)), legal[0])
        room -= len(f"{seat} {action}\n")
        if room < 0:
            break
        actions.append((seat, str(action)))
        state, _ = KABOBO.apply(state, seat, action)
    return str(replace(record, actions=tuple(actions)))


def _fitted(lines: Iterable[str]) -> str:
    """Return as many lines as fit in a file."""
    text = "\n".join(lines)
    return text if len(text) <= LARGEST_FILE else text[:LARGEST_FILE].rpartition("\n")[0]


def _cpu(read: Callable[[str], object], text: str) -> float:
    """Return the CPU seconds of this thread for parsing a text, valid or not."""
    times = []
    for _ in range(TIMES):
        start = time.thread_time()
        with suppress(ValueError):  # It is not a deck, but it takes parsing to find out.
            read(text)
        times.append(time.thread_time() - start)
    return min(times)
