"""A server's league in a file, from which anyone can count it again: a line for each seat.

``docs/league-definitions.md`` says how; a test recounts seasons and nights by that page alone.
"""

import asyncio
import csv
import io
import unicodedata
from collections.abc import Awaitable, Callable, Iterable, Iterator, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass
from fractions import Fraction
from typing import IO, Final, NamedTuple, TypeVar
from zipfile import ZIP_DEFLATED, ZipFile

from bot.face.markdown import plain
from bot.league.match_table import (
    COLUMNS,
    NEWEST,
    Cell,
    Cursor,
    Names,
    Page,
    match_lines,
    told_time,
)
from bot.night.night import Night, Round, Table
from bot.night.plan import StoredNight
from bot.night.standings import board_percents, scores
from db.repositories.export import Exports

NIGHT_COLUMNS: Final = (
    *("night", "game", "form", "begins", "round", "number", "person", "name", "table", "round was"),
    *("judged", "rank", "seat", "score", "points"),
)

MOST_MATCHES: Final = 20_000
"""The newest, in a file that is sent to Discord."""

MOST_NIGHTS: Final = 200

LARGEST: Final = 8_388_608
"""Bytes after which such a file takes no further page; Discord takes ten million at most."""

_FORMULA: Final = "=+-@"
"""A cell that begins with one of these, however wide, is reckoned by spreadsheets."""

T = TypeVar("T")


class Exported(NamedTuple):
    """What a file has."""

    matches: int
    nights: int
    since: int | None
    """When the oldest match was finished, ms since 1970, if there are older ones; else None."""


@dataclass(frozen=True, slots=True)
class Packed:
    """Where pages are written to: a ZIP file, by a thread of ``executor``."""

    file: IO[bytes]
    executor: Executor | None = None
    bounded: bool = False
    """Whether it is for moderators: then :data:`MOST_MATCHES` and the like hold."""

    async def do(self, work: Callable[[], None]) -> None:
        """Do some work in the thread."""
        await asyncio.get_running_loop().run_in_executor(self.executor, work)

    def full(self, count: int, most: int) -> bool:
        """Whether no further page may be added."""
        return self.bounded and (count >= most or self.file.tell() >= LARGEST)


class _Filled(NamedTuple):
    size: int
    since: int | None


class _Sheet(NamedTuple):
    to: IO[bytes]
    packed: Packed
    most: int

    async def fill(
        self,
        columns: Sequence[str],
        read: Callable[[Cursor], Awaitable[Page[T]]],
        lines: Callable[[T], Iterable[Sequence[Cell]]],
    ) -> _Filled:
        count, cursor = 0, NEWEST
        await self.packed.do(lambda: _write(self.to, [columns], begin=True))
        while (page := await read(cursor)).size:
            if self.packed.full(count, self.most):
                return _Filled(count, cursor[0])

            def add(page: Page[T] = page) -> None:
                _write(self.to, (line for each in page.found for line in lines(each)))

            await self.packed.do(add)
            count, cursor = count + page.size, page.last
        return _Filled(count, None)


async def pack(exports: Exports, guild: int, packed: Packed) -> Exported:
    """Write a server's ranked matches and its nights into a ZIP file, the newest first.

    Nothing slow is done on the event loop. Raises ``StoreUnavailableError``.
    """
    names = Names()
    with ZipFile(packed.file, "w", ZIP_DEFLATED) as archive:
        with archive.open("matches.csv", "w") as to:
            sheet = _Sheet(to, packed, MOST_MATCHES)
            matches = await sheet.fill(
                COLUMNS,
                lambda before: exports.matches(guild, before),
                lambda match: match_lines(match, names, whole=not packed.bounded),
            )
        with archive.open("nights.csv", "w") as to:
            sheet = _Sheet(to, packed, MOST_NIGHTS)
            nights = await sheet.fill(
                NIGHT_COLUMNS, lambda before: exports.nights(guild, before), night_lines
            )
    return Exported(matches.size, nights.size, matches.since)


def _write(to: IO[bytes], lines: Iterable[Iterable[Cell]], *, begin: bool = False) -> None:
    """Append lines of CSV; a file begins with the sign by which spreadsheets know UTF-8."""
    text = io.StringIO()
    csv.writer(text).writerows([_safe(cell) for cell in line] for line in lines)
    to.write(text.getvalue().encode("utf-8-sig" if begin else "utf-8"))


def _safe(cell: Cell) -> Cell:
    """Return a cell that no spreadsheet takes for a formula, whatever parts its columns."""
    if not isinstance(cell, str):
        return cell
    line = cell.replace(";", ",")
    return f"'{line}" if unicodedata.normalize("NFKC", line[:1]) in [*_FORMULA] else line


def night_lines(past: StoredNight) -> Iterator[Sequence[Cell]]:
    """Yield a line for each person and round, and for each seat of Kai's at a duplicate night."""
    night, plan = past.night, past.plan
    start = f"#{plan.id}", plan.setup.game, night.form, told_time(plan.starts_at)
    points = _points(night)
    for number, each in enumerate(night.rounds, 1):
        for person in night.people:
            who = past.people[person]
            named = f"id {who.user}" if who.user is not None and who.user > 0 else "former"
            yield (
                *(*start, number, person + 1, named, plain(who.name)),
                *_of_round(each, person),
                points[person][number - 1],
            )
        for at, table in enumerate(each.tables, 1):
            for seat, score in enumerate(table.scores):
                if seat not in table.sat:
                    yield (
                        *(*start, number, None, "Kai", "Kai", at, "finished"),
                        *(None, None, seat + 1, score, None),
                    )


def _points(night: Night) -> dict[int, list[Cell]]:
    """Return everyone's points of each round, or percentages of each board."""
    if night.form == "duplicate":
        percents = board_percents(night)
        boards = range(1, len(night.rounds) + 1)
        return {
            who: [_told(percents.get(who, {}).get(board, Fraction(0))) for board in boards]
            for who in night.people
        }
    return {who: [_told(each) for each in found] for who, found in scores(night).items()}


def _told(points: Fraction | None) -> Cell:
    return None if points is None else round(float(points), 9)


def _of_round(each: Round, person: int) -> Sequence[Cell]:
    for at, table in enumerate(each.tables, 1):
        if person in table.seats:
            return (at, *_at_table(table, person))
    return None, "bye" if person in each.byes else "not seated", None, None, None, None


def _at_table(table: Table, person: int) -> Sequence[Cell]:
    place = table.seats.index(person)
    judged = "gone" if person in table.away else "absent" if person in table.absent else "played"
    if table.ranks is None:
        return "given up", "gone" if person in table.away else None, None, None, None
    seat = table.sat[place] if table.sat else None
    score = table.scores[seat] if seat is not None else None
    return "finished", judged, table.ranks[place], None if seat is None else seat + 1, score
