"""The league as a table: what is in the file, and what is not."""

import csv
import io
import subprocess
import sys
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path
from typing import IO
from zipfile import ZipFile

from bot.league.export import LARGEST, MOST_MATCHES, Packed, pack
from bot.league.match_table import COLUMNS, MATCHES_A_PAGE
from db.storage import Storage, open_storage
from tests.db.samples import GUILD, START
from tests.db.worlds import forget, keep, kept, world
from tests.helpers import PATIENCE
from tests.house.files import ROOT

NAMES = (
    *(
        *("=1+1", "+1", "-1", "@SUM(A1)", "\N{FULLWIDTH EQUALS SIGN}1+1", "\t=1", "a;=1"),
        *('a";=1', "a\n=1", "Ünal, “the hat”"),
    ),
    *("=HYPERLINK(A1)", "\N{RIGHT-TO-LEFT OVERRIDE}=1", " =1"),
)
"""What spreadsheets may take for a formula, and what may break a line."""


def lines(file: IO[bytes]) -> list[dict[str, str]]:
    with ZipFile(file) as archive:
        text = archive.read("matches.csv").decode("utf-8-sig")
    return list(csv.DictReader(io.StringIO(text, newline="")))


async def exported(storage: Storage, guild: int = GUILD) -> list[dict[str, str]]:
    file = io.BytesIO()
    told = await pack(storage.exports, guild, Packed(file))
    found = lines(file)
    assert told.since is None
    assert told.matches == len({line["match"] for line in found})
    return found


async def test_every_seat_of_every_ranked_match_has_a_line(storage: Storage) -> None:
    played = await kept(storage, 1)
    for guild in {match.guild for match in played}:
        found = await exported(storage, guild)
        told = [(line["match"], int(line["seat"]), int(line["rank"])) for line in found]
        assert sorted(told) == sorted(
            (f"#{match.table}", seat.seat + 1, seat.rank)
            for match in played
            if match.guild == guild and match.ranked
            for seat in match.seats
        )
        assert [line["finished"] for line in found] == sorted(
            (line["finished"] for line in found), reverse=True
        )
    assert await exported(storage, 5) == []


async def test_no_name_is_a_formula(storage: Storage) -> None:
    """Also for a spreadsheet whose columns are parted by semicolons or tabs."""
    match = world(1)[0]
    for number, name in enumerate(NAMES):
        await keep(
            storage,
            replace(
                match,
                table=f"t{number}",
                guild=GUILD,
                ranked=True,
                finished_at=START + number,
                seats=tuple(replace(seat, name=name) for seat in match.seats),
            ),
        )
    file = io.BytesIO()
    await pack(storage.exports, GUILD, Packed(file))
    with ZipFile(file) as archive:
        text = archive.read("matches.csv").decode("utf-8-sig")
    assert ";" not in text
    assert "\t" not in text
    assert text.count("\r\n") == text.count("\n") == len(NAMES) * len(match.seats) + 1
    for row in csv.reader(io.StringIO(text, newline="")):
        assert len(row) == len(COLUMNS)
        for cell in row:
            assert not cell.strip().startswith(("=", "+", "@", "\N{FULLWIDTH EQUALS SIGN}")), cell
            assert not cell.startswith("-") or float(cell) < 0


async def test_moderators_are_not_told_who_came_back(sqlite_storage: Storage) -> None:
    """What goes on counting after a deletion is in the file for those alone who run the bot."""
    match = next(match for match in world(1) if match.counted and len(match.seats) > 3)
    people = [seat for seat in match.seats if seat.user is not None]
    for number in range(2):
        await keep(sqlite_storage, replace(match, table=f"t{number}", finished_at=START + number))
        if not number:
            await forget(sqlite_storage, people[0].user or 0, START)
    for bounded in (False, True):
        file = io.BytesIO()
        await pack(sqlite_storage.exports, match.guild, Packed(file, bounded=bounded))
        found = lines(file)
        former = {line["name"] for line in found if line["person"] == "former 1"}
        assert former == {"Former player"}
        assert any(line["earlier"] for line in found) == (not bounded)


def _cells(found: Sequence[dict[str, str]], column: str) -> set[str]:
    return {line[column] for line in found}


def command(url: str, file: Path) -> tuple[int, str]:
    """Export from the command line; return the status, and what was said."""
    done = subprocess.run(
        [sys.executable, "-m", "bot", "league", "export", str(GUILD), str(file)],
        cwd=file.parent,
        check=False,
        capture_output=True,
        text=True,
        env={"PYTHONPATH": str(ROOT), "DATABASE_URL": url},
        timeout=PATIENCE,
    )
    return done.returncode, done.stdout + done.stderr


async def test_the_command_line_writes_all_of_it_once(sqlite_url: str, tmp_path: Path) -> None:
    async with open_storage(sqlite_url) as storage:
        await kept(storage, 1)
        found = await exported(storage)
    file = tmp_path / "league.zip"
    matches = len(_cells(found, "match"))
    status, said = command(sqlite_url, file)
    told = f"Exported {matches} ranked matches and 0 nights to {file}.\n"
    assert (status, said) == (0, told)
    with file.open("rb") as written:
        assert lines(written) == found
    before = file.read_bytes()
    assert command(sqlite_url, file) == (1, f"{file} already exists.\n")
    assert file.read_bytes() == before


def test_the_command_line_leaves_no_file_where_there_is_no_league(tmp_path: Path) -> None:
    url = f"sqlite+aiosqlite:///{tmp_path / 'nothing.db'}"
    status, said = command(url, tmp_path / "league.zip")
    assert status == 1
    assert "There is no database of this bot yet." in said
    assert not (tmp_path / "league.zip").exists()


class Enough(Packed):
    """A file that takes two pages."""

    def full(self, count: int, most: int) -> bool:
        return most == MOST_MATCHES and count > MATCHES_A_PAGE


async def test_a_file_that_is_full_has_the_newest_and_says_since_when(storage: Storage) -> None:
    first = next(match for match in world(1) if match.ranked)
    for number in range(2 * MATCHES_A_PAGE + 1):
        at = START + number
        await keep(storage, replace(first, table=f"{number:04}", guild=GUILD, finished_at=at))
    file = io.BytesIO()
    with ThreadPoolExecutor(1) as thread:
        told = await pack(storage.exports, GUILD, Enough(file, thread))
    assert told == (2 * MATCHES_A_PAGE, 0, START + 1)
    found = lines(file)
    assert len(_cells(found, "match")) == 2 * MATCHES_A_PAGE
    assert f"#{2 * MATCHES_A_PAGE:04}" in _cells(found, "match")
    assert "#0000" not in _cells(found, "match")


def test_a_full_file_takes_no_further_page() -> None:
    packed = Packed(io.BytesIO(bytes(LARGEST)), bounded=True)
    assert not packed.full(8, 9)
    assert packed.full(9, 9)
    packed.file.seek(LARGEST)
    assert packed.full(8, 9)
    assert not Packed(io.BytesIO()).full(10**9, 9)
