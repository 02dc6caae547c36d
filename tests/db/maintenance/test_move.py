"""Everything moves from one database to another, both ways between SQLite and PostgreSQL."""

import os
import sqlite3
import subprocess
import sys
from collections.abc import Sequence
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest
from sqlalchemy import Row, select, text

from bot.__main__ import main
from bot.daily.days import Score
from bot.daily.deal import Deal, Ended, Key, StoredRound
from bot.league.settings import Visibility
from bot.night.night import Joined, Opened
from bot.night.plan import Attendee, NightPlan, StoredNight
from bot.puzzle.puzzle import Answer, GrownAnswer, Match, NewPuzzle
from bot.tables.entries import TableSetup
from bot.tables.quiet_hours import QuietHours
from bot.tables.store import ALL_SERVERS, Bookmark, Deferral, Effects, MatchResult, Phase, Tally
from db import schema
from db.maintenance.copying import CopyError, move
from db.maintenance.upgrade import upgrade
from db.storage import Storage, open_storage
from tests.db.samples import GUILD, MINA, SAM, START, acted, gift, listing, result, scores
from tests.helpers import PATIENCE
from tests.house.files import ROOT


@pytest.fixture
async def furnished_url(url: str) -> str:
    async with open_storage(url) as storage:
        batch = [acted(number) for number in range(1, 1300)]
        await storage.store.append("t", 0, batch, Effects(listing("t", Phase.CLOSED), result("t")))
        rated = _told(scores("r", MINA, SAM))
        await storage.store.append("r", 0, [acted(1)], Effects(listing("r", Phase.CLOSED), rated))
        await storage.store.append("u", 0, [acted(1)], Effects(listing("u"), board="00 1"))
        await storage.bookmarks.set_bookmark(Bookmark("u", 2, GUILD, START, 1))
        await storage.bookmarks.set_reminder("u", GUILD)
        await storage.deferrals.note(Deferral(GUILD, "token", 0, START))
        await storage.reviews.ask("t", "1.1", START)
        await storage.league.change_settings(GUILD, {"mention": False})
        await storage.ledger.book(gift("to begin with", 11, 100))
        await storage.leases.claim(ALL_SERVERS, 1, START)
        await storage.writer.write({schema.milestones: [("book", 1, START)]})
        await storage.people.choose(MINA.id, Visibility.HIDDEN)
        await storage.dailies.seal(Deal(1, bytes(32), START))
        await storage.dailies.see(START, START + 1)
        moves = ((0, "take draw"),)
        daily = StoredRound(Key(1, MINA.id), GUILD, "Mina", "normal 1", START, moves)
        night = NightPlan("0" * 10, GUILD, 2, MINA.id, TableSetup(game="kapow"), 4, START)
        await storage.nights.plan(
            StoredNight(night, (Opened(seed="00", sizes=(4,)),), (), (START,))
        )
        await storage.nights.append(
            night.id, 1, [Joined(person=0)], START, [Attendee(MINA.id, "Mina")]
        )
        await storage.ping_subscriptions.choose(GUILD, MINA.id, every=True)
        await storage.ping_subscriptions.ask(night.id, MINA.id, wanted=True, changes=1)
        await storage.ping_subscriptions.begin(night.id, [MINA.id], START)
        await storage.answers.add(Answer(1, MINA.id, "0123456789", "take draw", True, START))
        await storage.dailies.begin(replace(daily, ended=Ended(Score(4, 9), START)))
        await storage.server_puzzles.agree(SAM.id, START)
        grown = Match("t", GUILD, "kapow", (SAM.id,), START)
        assert await storage.server_puzzles.add(grown, NewPuzzle("0123456789", 1, "{}"), 1)
        await storage.server_puzzles.answer(GrownAnswer("0123456789", 7, "take draw", True, START))
        assert await storage.privacy.lives.begin(7, START, new=True)
        await storage.quiet_hours.choose(MINA.id, QuietHours("Europe/Berlin", 23, 7))
        async with storage.engine.begin() as connection:
            await connection.execute(
                text("INSERT INTO places VALUES (1, 'kapow', '2027-01', 7, 1)")
            )
            await connection.execute(text("INSERT INTO announcements VALUES (1, 'week', 2, NULL)"))
            done = {"table_id": "t", "number": 3, "guild": 1, "game": "kapow", "at": 4}
            await connection.execute(
                schema.interventions.insert(),
                {**done, "what": "end", "user_id": 7, "removed_id": None, "together": True},
            )
    return url


def _told(result: MatchResult) -> MatchResult:
    first, *others = result.seats
    return replace(result, seats=(replace(first, tally=Tally(9, facts={"columns": 2})), *others))


async def test_everything_moves_to_postgres(furnished_url: str, empty_postgres_url: str) -> None:
    await _check_move(furnished_url, empty_postgres_url)


async def test_everything_moves_to_sqlite(furnished_url: str, tmp_path: Path) -> None:
    await _check_move(furnished_url, f"sqlite+aiosqlite:///{tmp_path / 'new.db'}")


async def _check_move(source: str, target: str) -> None:
    await _check_moved(source, target, await move(source, target))


async def _check_moved(source: str, target: str, moved: int) -> None:
    async with open_storage(source) as old, open_storage(target) as new:
        for table in schema.metadata.sorted_tables:
            rows = await _rows(old, table.name)
            assert rows
            assert await _rows(new, table.name) == rows
            moved -= len(rows)
        await new.store.append("u", 1, [acted(2)])
    assert moved == 0


async def _rows(storage: Storage, name: str) -> Sequence[Row[tuple[object, ...]]]:
    table = schema.metadata.tables[name]
    async with storage.engine.connect() as connection:
        return (await connection.execute(select(table).order_by(*table.primary_key))).all()


async def test_rows_are_not_mixed_with_others(furnished_url: str, tmp_path: Path) -> None:
    target = f"sqlite+aiosqlite:///{tmp_path / 'new.db'}"
    await upgrade(target)
    async with open_storage(target) as lived_in:
        await lived_in.store.append("another", 0, [acted(9)], Effects(listing("another")))
        with pytest.raises(CopyError, match="not empty"):
            await move(furnished_url, target)
        assert await lived_in.store.listings() == [listing("another")]
        assert await lived_in.store.load("another") == [acted(9)]
        assert await lived_in.store.load("t") == []


async def test_all_rows_arrive_or_none(furnished_url: str, tmp_path: Path) -> None:
    """The last table that is filled refuses its rows."""
    target = f"sqlite+aiosqlite:///{tmp_path / 'new.db'}"
    await upgrade(target)
    last = schema.metadata.sorted_tables[-1].name
    with closing(sqlite3.connect(tmp_path / "new.db")) as connection:
        connection.execute(
            f"CREATE TRIGGER refusal BEFORE INSERT ON {last} "
            "BEGIN SELECT RAISE(ABORT, 'no rows here'); END"
        )
    with pytest.raises(CopyError, match="Nothing was moved: no rows here"):
        await move(furnished_url, target)
    async with open_storage(target) as untouched:
        assert await _rows(untouched, "tables") == []


def _move_by_command(old_url: str, new_url: str, *more: str) -> "subprocess.CompletedProcess[str]":
    return subprocess.run(
        [sys.executable, "-m", "bot", "db", "move", old_url, *more],
        cwd=ROOT,
        check=False,
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        env={**os.environ, "DATABASE_URL": new_url},
    )


async def test_the_command_moves_everything(furnished_url: str, tmp_path: Path) -> None:
    target = f"sqlite+aiosqlite:///{tmp_path / 'new.db'}"
    done = _move_by_command(furnished_url, target)
    assert (done.returncode, done.stderr) == (0, "")
    first, number, last = done.stdout.split()
    assert (first, last) == ("Copied", "rows.")
    await _check_moved(furnished_url, target, int(number))


async def test_the_command_moves_all_to_postgres(sqlite_url: str, empty_postgres_url: str) -> None:
    async with open_storage(sqlite_url) as storage:
        await storage.store.append("t", 0, [acted(1)], Effects(listing("t")))
    done = _move_by_command(sqlite_url, empty_postgres_url)
    assert (done.returncode, done.stderr) == (0, "")
    async with open_storage(empty_postgres_url) as moved:
        assert await moved.store.load("t") == [acted(1)]
        assert await moved.store.listings() == [listing("t")]


class Shell:
    """Runs the command in this process, for what it refuses: that takes no time to start."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
        self._monkeypatch, self._capsys = monkeypatch, capsys

    def move(self, old_url: str, new_url: str, *more: str) -> tuple[int, str, str]:
        """Return the exit status, and what was printed as output and as errors."""
        self._monkeypatch.setenv("DATABASE_URL", new_url)
        try:
            status = main(["db", "move", old_url, *more])
        except SystemExit as end:
            status = int(end.code or 0)
        return status, *self._capsys.readouterr()


@pytest.fixture
def shell(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Shell:
    return Shell(monkeypatch, capsys)


SECRET = "hush"
NOWHERE = f"postgresql+asyncpg://mina:{SECRET}@127.0.0.1:1/cards"


@pytest.mark.parametrize(
    ("old", "sentence"),
    [
        ("sqlite+aiosqlite:///{folder}/none.db", "There is no database of this bot at the old"),
        ("sqlite+aiosqlite:///{folder}/empty.db", "There is no database of this bot at the old"),
        ("sqlite+aiosqlite:///{folder}/text.db", "The old database can't be used: file is not"),
        ("sqlite+aiosqlite:///{folder}/before.db", "The old database's schema is 0001, and this"),
        ("sqlite+aiosqlite:///:memory:", "The old database's address can't be used"),
        (NOWHERE, "The old database can't be used: "),
        (f"{NOWHERE}?sslmode=disable", "The old database can't be used: "),
    ],
)
def test_an_old_database_that_cannot_be_used_is_said_in_a_line(
    shell: Shell, empty_database: Path, tmp_path: Path, old: str, sentence: str
) -> None:
    (tmp_path / "empty.db").touch()
    (tmp_path / "text.db").write_text("no database\n" * 100)
    (tmp_path / "before.db").write_bytes(empty_database.read_bytes())
    with closing(sqlite3.connect(tmp_path / "before.db")) as connection:
        connection.execute("UPDATE alembic_version SET version_num = '0001'")
        connection.commit()
    new = tmp_path / "new.db"
    *done, errors = shell.move(old.format(folder=tmp_path), f"sqlite+aiosqlite:///{new}")
    assert done == [1, ""]
    assert errors.startswith(sentence)
    assert errors.count("\n") == 1
    assert SECRET not in errors
    assert not new.exists()


@pytest.mark.parametrize("new", [NOWHERE, f"{NOWHERE}?sslmode=disable"])
def test_a_new_database_of_no_use_is_told(shell: Shell, sqlite_url: str, new: str) -> None:
    *done, errors = shell.move(sqlite_url, new)
    assert done == [1, ""]
    assert errors.startswith("The new database can't be used: ")
    assert errors.count("\n") == 1
    assert SECRET not in errors


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        ([f"mysql://mina:{SECRET}@localhost/cards"], "It should begin with sqlite+aiosqlite"),
        ([f"postgresql+asyncpg://mina:{SECRET}@host:x/cards"], "It isn't a URL. Write a"),
        ([f"postgresql+asyncpg://mina:1/{SECRET}@x:y@host/cards"], "It isn't a URL. Write a"),
        ([f"postgresql+asyncpg://mina:{SECRET}@[::1/cards"], "It isn't a URL. Write a"),
        ([NOWHERE, NOWHERE], "unrecognized arguments: postgresql+asyncpg://mina:***@127"),
    ],
)
def test_a_wrong_url_is_refused_and_no_password_is_printed(
    shell: Shell, sqlite_url: str, arguments: list[str], sentence: str
) -> None:
    first, *more = arguments
    *done, errors = shell.move(first, sqlite_url, *more)
    assert done == [2, ""]
    usage, fault = errors.splitlines()
    assert usage.startswith("usage: python -m bot")
    assert sentence in fault
    assert SECRET not in errors
