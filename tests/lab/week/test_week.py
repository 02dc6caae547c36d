"""A small week is played by processes that are killed, and a recount finds what is wrong."""

import asyncio
import logging
import sqlite3
from collections.abc import Callable, Sequence
from contextlib import closing
from pathlib import Path
from typing import NamedTuple

import pytest

from db.storage import open_storage
from lab.week import evening_rows
from lab.week.command import daily_week, recounted
from lab.week.daily_recount import Kept, faults as daily_faults, read as daily_rows
from lab.week.life import Telling
from lab.week.week import Diary, Plan, pass_week

SMALL = Plan(people=12, days=2, seed=5, kills=2, lines=500)


DAILY_HARMS = {
    "UPDATE daily_rounds SET points = points + 1 WHERE points > 0": "by the rules",
    "UPDATE daily_rounds SET played = 1": "is lost",
    "DELETE FROM daily_rounds WHERE practice = 0": "is lost",
    "DELETE FROM puzzle_answers": "the answer of",
    "UPDATE puzzle_answers SET best = NOT best": "the answer of",
}
"""What may become of the database, and what the recount says of it."""


EVENING_HARMS = {
    "UPDATE night_log SET body = replace(body, 'joined', 'left')": "was told in",
    "DELETE FROM night_log WHERE body LIKE '%night closed%'": "was closed 0 times",
    """UPDATE night_log SET body = json_set(body, '$.because', 'late')
    WHERE body LIKE '%night closed%'""": "could have begun in time",
    "UPDATE nights SET closed = 0": "and goes on",
    "UPDATE night_people SET user_id = user_id + 1": "was told in",
    "DELETE FROM nights": "is lost",
    """UPDATE night_log
    SET body = json_set(body, '$.tables[0][0]', json_extract(body, '$.tables[0][1]'))
    WHERE body LIKE '%round seated%'""": "it seats",
    """UPDATE night_log SET body = json_set(body, '$.busy', json_array(0))
    WHERE body LIKE '%round seated%'""": "are late of",
    """UPDATE night_log
    SET body = json_set(body, '$.ranks[0]', json_extract(body, '$.ranks[0]') + 1)
    WHERE body LIKE '%table finished%'""": "not what its log",
    """UPDATE night_log SET body = json_set(body, '$.away', json_array(0, 1, 2, 3))
    WHERE body LIKE '%table finished%'""": "not what its log",
    "DELETE FROM night_log WHERE body LIKE '%table finished%'": "counted",
    """UPDATE night_log SET body = json_set(body, '$.seed', '00')
    WHERE body LIKE '%"duplicate"%'""": "is no table of any night",
    """UPDATE night_log SET body = json_set(body, '$.secret', '00')
    WHERE body LIKE '%"sealed"%'""": "dealt something else",
    """UPDATE night_log SET body = json_set(body, '$.word', 'another')
    WHERE body LIKE '%"cut"%'""": "dealt something else",
    "DELETE FROM log WHERE table_id = :live": "was opened 0 times",
    """UPDATE log SET body = replace(body, '0000', '0001')
    WHERE kind = 'started' AND table_id = :live""": "seats",
    """INSERT INTO log SELECT 'other', seq, follows, at, kind, body FROM log
    WHERE table_id = :live""": "is no table of any night",
    """INSERT INTO log SELECT 'other', seq, follows, at, kind, body FROM log
    WHERE table_id = :slow""": "slow matches",
    "DELETE FROM log WHERE kind = 'acted' AND table_id = :slow": "is lost",
    """UPDATE log SET body = json_set(body, '$.by', 'kai')
    WHERE kind = 'acted' AND table_id = :slow""": "who was there",
}
"""What may become of the database, and what the recount says of it."""


class Passed(NamedTuple):
    """A week that has passed."""

    file: Path
    diary: Diary

    def harmed(self, harm: str, **words: str) -> Path:
        """Return a copy of the database in which something has been done.

        ``:live`` is the id of a night's table, ``:slow`` that of a slow match.
        """
        copy = self.file.with_name("harmed.db")
        with closing(sqlite3.connect(self.file)) as whole, closing(sqlite3.connect(copy)) as harmed:
            whole.backup(harmed)
            tables = {"live": _first(harmed, '"live"'), "slow": _first(harmed, '"ranked":false')}
            harmed.execute(harm, tables | words)
            harmed.commit()
        return copy

    def told(self, change: Callable[[Sequence[str]], Sequence[str]]) -> Diary:
        """Return a diary in which lines say something else."""
        lines = [tuple(change(line)) for line in self.diary.lines]
        return Diary(lines, self.diary.kills, self.diary.clocks)


def _first(database: sqlite3.Connection, words: str) -> str:
    """Return the id of a table whose log begins with these words in it."""
    query = "SELECT table_id FROM log WHERE kind = 'opened' AND instr(body, ?) ORDER BY at LIMIT 1"
    [table] = database.execute(query, (words,)).fetchone()
    return str(table)


@pytest.fixture(scope="module")
def passed(tmp_path_factory: pytest.TempPathFactory) -> Passed:
    file = tmp_path_factory.mktemp("week") / "week.db"
    return Passed(file, asyncio.run(pass_week(file, SMALL, lambda _: None)))


@pytest.mark.thorough
async def test_a_week_is_stored_as_people_were_told(passed: Passed) -> None:
    told: list[str] = []
    assert await recounted(passed.file, passed.diary, told.append) == []
    assert "equal" in told
    assert passed.diary.kills
    assert daily_week(*SMALL[:3], passed.file.parent) == 2


@pytest.mark.thorough
async def test_a_league_that_is_not_what_its_matches_lead_to_is_told(passed: Passed) -> None:
    harmed = passed.harmed("UPDATE totals SET points = points + 1")
    wrong = await recounted(harmed, passed.diary, lambda _: None)
    assert wrong
    assert all(line.startswith("the league of") for line in wrong)


@pytest.mark.thorough
async def test_what_is_stored_wrongly_of_the_dailies_is_told(passed: Passed) -> None:
    kept = await dailies(passed.file)
    assert not list(daily_faults(kept, passed.diary))
    for harm, told in DAILY_HARMS.items():
        harmed = await dailies(passed.harmed(harm))
        assert any(told in line for line in daily_faults(harmed, passed.diary)), harm
    other = kept._replace(secrets=dict.fromkeys(kept.secrets, "00" * 32), rounds=())
    assert any("sealed" in line for line in daily_faults(other, passed.diary))


async def dailies(file: Path) -> Kept:
    async with open_storage(f"sqlite+aiosqlite:///{file}") as storage:
        return await daily_rows(storage)


async def found(file: Path, diary: Diary) -> Sequence[str]:
    async with open_storage(f"sqlite+aiosqlite:///{file}") as storage:
        return list(evening_rows.faults(await evening_rows.read(storage), diary))


@pytest.mark.thorough
@pytest.mark.parametrize(("harm", "told"), EVENING_HARMS.items())
async def test_what_is_stored_wrongly_of_the_evenings_is_told(
    passed: Passed, harm: str, told: str
) -> None:
    lines = await found(passed.harmed(harm), passed.diary)
    assert any(told in line for line in lines), lines


@pytest.mark.thorough
async def test_a_zone_that_is_written_somewhere_is_told(passed: Passed) -> None:
    zone = next(words[2] for words in passed.diary.words("quiet") if words[2] != "none")
    harm = "UPDATE night_people SET name = :zone"
    lines = await found(passed.harmed(harm, zone=zone), passed.diary)
    assert any("a zone is told" in line for line in lines)
    shown = Diary([*passed.diary.lines, ("rests", "table", "1", "nobody", zone)])
    assert any("a zone is told" in line for line in await found(passed.file, shown))


@pytest.mark.thorough
async def test_an_error_that_was_logged_is_told(passed: Passed) -> None:
    logged = Diary([*passed.diary.lines, ("logged", "ERROR", "it%20failed")])
    assert await found(passed.file, logged) == ["an error was logged: it failed"]


def more(points: str) -> str:
    """Return a line of the standings with more points."""
    place, user, of = points.split(":")
    return f"{place}:{user}:{int(of.partition('/')[0]) + 1}/1"


def with_other_points(line: Sequence[str]) -> Sequence[str]:
    return [*line[:6], *map(more, line[6:])] if line[0] == "standings" else line


def on_another_page(line: Sequence[str]) -> Sequence[str]:
    kind, *words = line
    return [kind, *(word.replace("%3A%20", "%3A%209") for word in words)]


def standings_with(word: str, at: int) -> Callable[[Sequence[str]], Sequence[str]]:
    return lambda line: [*line[:at], word, *line[at + 1 :]] if line[0] == "standings" else line


def with_another_action(line: Sequence[str]) -> Sequence[str]:
    return [*line[:5], "something", "else"] if line[0] == "acted" else line


@pytest.mark.parametrize(
    ("change", "told"),
    [
        (with_other_points, "counted"),
        (on_another_page, "is shown"),
        (standings_with("1", 4), "is done, and is not told"),
        (standings_with("0", 3), "is told while it is played"),
        (with_another_action, "is lost"),
    ],
)
@pytest.mark.thorough
async def test_whatever_was_told_wrongly_is_told(
    passed: Passed, change: Callable[[Sequence[str]], Sequence[str]], told: str
) -> None:
    lines = await found(passed.file, passed.told(change))
    assert any(told in line for line in lines)


@pytest.mark.parametrize(
    ("error", "told"),
    [(ValueError("it"), "logged ERROR test%3A%20it%20failed\n"), (asyncio.CancelledError(), "")],
)
def test_an_error_is_told_but_nothing_that_was_cancelled(
    error: BaseException, told: str, capsys: pytest.CaptureFixture[str]
) -> None:
    info = (type(error), error, None)
    record = logging.LogRecord("test", logging.ERROR, "", 0, "it failed", (), info)
    Telling().emit(record)
    assert capsys.readouterr().out == told
