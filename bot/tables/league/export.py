"""The league as a table: a line for each seat, from which anyone can count the league again.

What the columns mean, and how everything follows from them, is told by
``docs/league-definitions.md``; a test recounts seasons by that page alone.
"""

import asyncio
import csv
import io
import json
import unicodedata
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import IO, Final, NamedTuple, Protocol, TypeAlias
from zipfile import ZIP_DEFLATED, ZipFile

from bot.face.markdown import plain
from bot.game.contract import Seat
from bot.league.bands import band_of
from bot.league.book import Limits
from bot.league.caps import Limit
from bot.league.counting import Player
from bot.league.ratings import Rating
from bot.tables.core.store import MatchResult, SeatResult
from bot.tables.league.results import league_match

__all__ = [
    "COLUMNS",
    "LARGEST",
    "MATCHES_A_PAGE",
    "MOST_MATCHES",
    "NEWEST",
    "Counted",
    "Cursor",
    "Exported",
    "Exports",
    "Names",
    "Packed",
    "Page",
    "Worth",
    "pack",
    "rows",
]

MATCHES_A_PAGE: Final = 50
"""So many matches are read and written at once."""

MOST_MATCHES: Final = 20_000
"""So many matches, the newest, are in a file that is sent to Discord."""

LARGEST: Final = 8_388_608
"""Bytes after which such a file takes no further page; Discord takes ten million at most."""


COLUMNS: Final = (
    *("match", "game", "finished", "counted", "full length", "options", "seats", "band"),
    *("kai version", "seat", "person", "name", "kai", "kai levels", "kai rating"),
    *("rank", "total", "own turns", "kai turns", "end", "judged", "points", "won"),
    *("mean before", "deviation before", "mean after", "deviation after"),
    *("no points from", "no rating from"),
)
"""In the order of the file."""

_ENDS: Final = {None: "there", "kicked": "removed"}
"""What stands for why an owner was not there at the end, where the word is another one."""

_FORMULA: Final = "=+-@"
"""A cell that begins with one of these, however wide, is reckoned by spreadsheets."""

Cursor: TypeAlias = tuple[int, str]
"""When a match was finished, and its table: matches before that are older."""

NEWEST: Final[Cursor] = (2**63 - 1, "")

Cell: TypeAlias = str | int | float | None


class Worth(NamedTuple):
    """What a match was worth to a person for whom it counts."""

    points: int
    won: bool | None
    """None where that is not kept."""
    before: Rating
    after: Rating
    limits: Limits


class Counted(NamedTuple):
    """A ranked match with what was booked of it."""

    match: MatchResult
    worth: Mapping[Seat, Worth]
    """By seat; only of people for whom it counts."""


class Page(NamedTuple):
    """Some matches; they are made of what was read only when they are asked for."""

    matches: Iterable[Counted]
    size: int
    last: Cursor
    """The oldest of them."""


class Exports(Protocol):
    """Reads what is exported; ``db`` implements it. All calls raise ``StoreUnavailableError``."""

    async def matches(self, guild: int, before: Cursor = NEWEST) -> Page:
        """Return the next :data:`MATCHES_A_PAGE` ranked matches of a server, newest first."""


class Exported(NamedTuple):
    """What a file has."""

    matches: int
    since: int | None
    """When the oldest match was finished, ms since 1970, if there are older ones; else None."""


@dataclass(frozen=True, slots=True)
class Packed:
    """Where pages are written to: a ZIP file, by a thread of ``executor``."""

    file: IO[bytes]
    executor: Executor | None = None
    most: int | None = None
    """So many matches at most, and about :data:`LARGEST` bytes; None for all there are."""

    async def do(self, work: Callable[[], None]) -> None:
        """Do some work in the thread."""
        await asyncio.get_running_loop().run_in_executor(self.executor, work)

    def full(self, matches: int) -> bool:
        """Whether no further page may be added."""
        return self.most is not None and (matches >= self.most or self.file.tell() >= LARGEST)


async def pack(exports: Exports, guild: int, packed: Packed) -> Exported:
    """Write the ranked matches of a server into a ZIP file with a CSV file, newest first.

    Nothing slow is done on the event loop. Raises ``StoreUnavailableError``.
    """
    names, count, cursor = Names(), 0, NEWEST
    with ZipFile(packed.file, "w", ZIP_DEFLATED) as archive, archive.open("matches.csv", "w") as to:
        await packed.do(lambda: _write(to, [COLUMNS], begin=True))
        while (page := await exports.matches(guild, cursor)).size:
            if packed.full(count):
                return Exported(count, cursor[0])

            def add(page: Page = page) -> None:
                _write(to, (row for each in page.matches for row in rows(each, names)))

            await packed.do(add)
            count, cursor = count + page.size, page.last
    return Exported(count, None)


class Names:
    """Numbers the former players of a file, in the order in which they come. Mutable."""

    def __init__(self) -> None:
        self._numbers: dict[int, int] = {}

    def of(self, seat: SeatResult) -> str:
        """Return who sat there, so that the same person is called the same everywhere."""
        if seat.kai is not None:
            return "Kai"
        if seat.user is None:
            return "former"
        if seat.user > 0:
            return f"id {seat.user}"
        return f"former {self._numbers.setdefault(seat.user, len(self._numbers) + 1)}"


def rows(counted: Counted, names: Names | None = None) -> Iterator[Sequence[Cell]]:
    """Yield the line of each seat of a match."""
    match, known = counted.match, names or Names()
    players = {player.seat: player for player in league_match(match).players}
    start = (
        *(f"#{match.table}", match.game, _time(match.finished_at), _yes(match.counted)),
        *(_yes(match.full_length), json.dumps(match.options, ensure_ascii=False)),
        *(len(match.seats), f"seats {band_of(len(match.seats))}", match.kai_version or None),
    )
    for seat in match.seats:
        worth = counted.worth.get(seat.seat)
        yield (
            *(*start, seat.seat + 1, known.of(seat), plain(seat.name)),
            *_kai(match, seat, players[seat.seat]),
            *(seat.rank, seat.total),
            *((seat.tally.own_turns, seat.tally.kai_turns) if seat.tally else (None, None)),
            *_judged(seat, players[seat.seat]),
            *(_worth(worth) if worth else (None,) * 8),
        )


def _kai(match: MatchResult, seat: SeatResult, player: Player) -> Sequence[Cell]:
    """Return Kai's level, how many decisions were made at which, and the rating it stands for."""
    if seat.kai is None:
        return None, None, None
    levels = seat.tally.levels if seat.tally else {}
    told = " ".join(f"{level} {count}" for level, count in sorted(levels.items()))
    anchor = match.anchors.get(player.kai or "")
    return seat.kai, told, anchor.mean if anchor else None


def _judged(seat: SeatResult, player: Player) -> Sequence[Cell]:
    """Return whether the owner was there at the end, and how that counts."""
    if seat.kai is not None:
        return None, None
    return _ENDS.get(seat.held, seat.held), player.attendance.value


def _worth(worth: Worth) -> Sequence[Cell]:
    return (
        *(worth.points, _yes(worth.won), *worth.before, *worth.after),
        *(_limits(worth.limits.points), _limits(worth.limits.rating)),
    )


def _limits(limits: Mapping[Seat, Limit]) -> str:
    """Return which seats do not count, and why: such as ``seat 2 week 11, seat 4 new 3``."""
    return ", ".join(f"seat {seat + 1} {why} {number}" for seat, (why, number) in limits.items())


def _time(at: int) -> str:
    """Return a time in UTC to the millisecond, as spreadsheets read it."""
    return (
        datetime.fromtimestamp(at // 1000, UTC).strftime("%Y-%m-%d %H:%M:%S.") + f"{at % 1000:03}"
    )


def _yes(flag: bool | None) -> Cell:  # noqa: FBT001
    return None if flag is None else "yes" if flag else "no"


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
