"""A small week is played by processes that are killed, and a recount finds what is wrong."""

from pathlib import Path

import pytest

from bot.lab.week.command import daily_week, recounted
from bot.lab.week.diary import Diary
from bot.lab.week.recount import Kept, faults, read, shares, streaks
from bot.lab.week.week import FIRST_DAY
from db.storage import open_storage
from tests.lab.week.conftest import SMALL, Passed

HARMS = {
    "UPDATE daily_rounds SET points = points + 1 WHERE points > 0": "by the rules",
    "UPDATE daily_rounds SET played = 1": "is lost",
    "DELETE FROM daily_rounds WHERE practice = 0": "is lost",
    "DELETE FROM puzzle_answers": "the answer of",
    "UPDATE puzzle_answers SET best = NOT best": "the answer of",
}
"""What may become of the database, and what the recount says of it."""


@pytest.mark.thorough
async def test_a_week_is_stored_as_people_were_told(passed: Passed) -> None:
    told: list[str] = []
    assert await recounted(passed.file, passed.diary, told.append) == []
    assert "equal" in told
    assert passed.diary.kills
    assert daily_week(SMALL, passed.file.parent) == 2


@pytest.mark.thorough
async def test_whatever_is_stored_wrongly_is_told(passed: Passed) -> None:
    kept = await stored(passed.file)
    assert not list(faults(kept, passed.diary))
    for harm, told in HARMS.items():
        harmed = await stored(passed.harmed(harm))
        assert any(told in line for line in faults(harmed, passed.diary)), harm
    other = kept._replace(secrets=dict.fromkeys(kept.secrets, "00" * 32), rounds=())
    assert any("sealed" in line for line in faults(other, passed.diary))


async def stored(file: Path) -> Kept:
    async with open_storage(f"sqlite+aiosqlite:///{file}") as storage:
        return await read(storage)


def row(day: int, user: int, points: int, **other: int) -> dict[str, int]:
    return {
        "day": day,
        "user_id": user,
        "points": points,
        "kai_points": 9,
        "practice": 0,
        "by_kai": 0,
        "ended_at": 1,
        **other,
    }


def test_streaks_and_shares_are_counted_by_hand() -> None:
    rows = [row(day, 1, 5) for day in (5, 6, 8)]
    rows += [row(8, 2, 3), row(8, 3, 7, by_kai=1), row(8, 4, 1, practice=1)]
    kept = Kept({}, rows, ())
    assert streaks(kept, 8) == {1: 3, 2: 1}
    assert streaks(kept, 6) == {1: 2}
    assert shares(kept, 8) == {1: (1, 2), 2: (2, 2), 3: (0, 2)}
    assert not list(faults(kept._replace(rounds=(), secrets={FIRST_DAY: "00" * 32}), Diary()))
