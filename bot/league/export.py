"""A server's league in a file, from which anyone can count it again: a line for each seat.

What the columns mean, and how everything follows from them, is told by
``docs/league-definitions.md``; a test recounts seasons and nights by that page alone.
"""

import asyncio
import csv
import io
import unicodedata
from collections.abc import Awaitable, Callable, Iterable, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass
from typing import IO, Final, NamedTuple, TypeVar
from zipfile import ZIP_DEFLATED, ZipFile

from bot.league.match_table import COLUMNS, NEWEST, Cell, Cursor, Names, Page, match_lines
from bot.night.plan import NIGHT_COLUMNS, night_lines
from db.repositories.export import Exports

MOST_MATCHES: Final = 20_000
"""The number of matches, the newest ones, in a file that is sent to Discord."""

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
    """Whether it is for moderators: it takes :data:`MOST_MATCHES` and :data:`MOST_NIGHTS` at most,
    and about :data:`LARGEST` bytes."""

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
    """A CSV file of a ZIP file."""

    to: IO[bytes]
    packed: Packed
    most: int

    async def fill(
        self,
        columns: Sequence[str],
        read: Callable[[Cursor], Awaitable[Page[T]]],
        lines: Callable[[T], Iterable[Sequence[Cell]]],
    ) -> _Filled:
        """Write page after page."""
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
