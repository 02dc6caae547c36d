"""The recount of nights and slow matches tells each kind of harm."""

from collections.abc import Callable, Sequence
from pathlib import Path

import pytest

from bot.lab.week.diary import Diary
from bot.lab.week.evening_rows import faults, read
from db.storage import open_storage
from tests.lab.week.conftest import Passed

pytestmark = pytest.mark.thorough

HARMS = {
    "UPDATE night_log SET body = replace(body, 'joined', 'left')": "was told in",
    "DELETE FROM night_log WHERE body LIKE '%night closed%'": "was closed 0 times",
    "UPDATE nights SET closed = 0": "and goes on",
    "UPDATE night_people SET user_id = user_id + 1": "was told in",
    "DELETE FROM nights": "is lost",
    """UPDATE night_log
    SET body = json_set(body, '$.tables[0][0]', json_extract(body, '$.tables[0][1]'))
    WHERE body LIKE '%round seated%'""": "it seats",
    """UPDATE night_log SET body = json_set(body, '$.tables[0]', json_array(0))
    WHERE body LIKE '%round seated%'""": "it has tables of",
    """UPDATE night_log
    SET body = json_set(body, '$.ranks[0]', json_extract(body, '$.ranks[0]') + 1)
    WHERE body LIKE '%table finished%'""": "not what its log",
    """UPDATE night_log SET body = json_set(body, '$.away', json_array(0, 1, 2, 3))
    WHERE body LIKE '%table finished%'""": "not what its log",
    "DELETE FROM night_log WHERE body LIKE '%table finished%'": "counted",
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


async def found(file: Path, diary: Diary) -> Sequence[str]:
    async with open_storage(f"sqlite+aiosqlite:///{file}") as storage:
        return list(faults(await read(storage), diary))


@pytest.mark.parametrize(("harm", "told"), HARMS.items())
async def test_whatever_is_stored_wrongly_is_told(passed: Passed, harm: str, told: str) -> None:
    lines = await found(passed.harmed(harm), passed.diary)
    assert any(told in line for line in lines), lines


async def test_a_zone_that_is_written_somewhere_is_told(passed: Passed) -> None:
    zone = next(words[2] for words in passed.diary.words("quiet") if words[2] != "none")
    harm = "UPDATE night_people SET name = :zone"
    lines = await found(passed.harmed(harm, zone=zone), passed.diary)
    assert any("a zone is told" in line for line in lines)
    shown = Diary([*passed.diary.lines, ("rests", "table", "1", "nobody", zone)])
    assert any("a zone is told" in line for line in await found(passed.file, shown))


def more(points: str) -> str:
    """Return a line of the standings with more points."""
    place, user, of = points.split(":")
    return f"{place}:{user}:{int(of.partition('/')[0]) + 1}/1"


def with_other_points(line: Sequence[str]) -> Sequence[str]:
    return [*line[:4], *map(more, line[4:])] if line[0] == "standings" else line


def on_another_page(line: Sequence[str]) -> Sequence[str]:
    kind, *words = line
    return [kind, *(word.replace("%3A%20", "%3A%209") for word in words)]


def with_another_action(line: Sequence[str]) -> Sequence[str]:
    return [*line[:5], "something", "else"] if line[0] == "acted" else line


@pytest.mark.parametrize(
    ("change", "told"),
    [
        (with_other_points, "counted"),
        (on_another_page, "is shown"),
        (with_another_action, "is lost"),
    ],
)
async def test_whatever_was_told_wrongly_is_told(
    passed: Passed, change: Callable[[Sequence[str]], Sequence[str]], told: str
) -> None:
    lines = await found(passed.file, passed.told(change))
    assert any(told in line for line in lines)
