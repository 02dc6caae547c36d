"""Answers to daily puzzles in the database, on both engines."""

import asyncio

from bot.daily.deal import Deal
from bot.puzzle.puzzle import Answer
from db.storage import Storage
from tests.db.samples import GUILD, START

DAY, PUZZLE = 400, "0123456789"


def answer(user: int, choice: str = "take draw", *, day: int = DAY, best: bool = True) -> Answer:
    return Answer(day, user, PUZZLE, choice, best, START)


async def test_the_first_answer_of_a_day_stays(storage: Storage) -> None:
    first, second = answer(1), answer(1, "take discard", best=False)
    assert await storage.answers.own(DAY, 1) is None
    found = await asyncio.gather(storage.answers.add(first), storage.answers.add(first))
    assert sorted(found) == [False, True]
    assert not await storage.answers.add(second)
    assert await storage.answers.own(DAY, 1) == first
    assert await storage.answers.own(DAY + 1, 1) is None


async def test_choices_are_counted_by_day_and_puzzle(storage: Storage) -> None:
    for user in range(5):
        await storage.answers.add(answer(user, "take draw" if user else "take discard"))
    await storage.answers.add(answer(1, day=DAY + 1))
    await storage.answers.add(answer(9)._replace(puzzle="another"))
    counts = await storage.answers.counts(DAY, PUZZLE, GUILD)
    assert counts == {"take draw": 4, "take discard": 1}
    assert await storage.answers.counts(DAY + 2, PUZZLE, GUILD) == {}


async def test_results_are_in_the_order_of_days(storage: Storage) -> None:
    for day, best in ((DAY + 2, True), (DAY, False)):
        await storage.answers.add(answer(1, day=day, best=best))
    await storage.answers.add(answer(2))
    assert await storage.answers.results(1) == [(DAY, False), (DAY + 2, True)]


async def test_deleted_answers_are_a_former_player_s(storage: Storage) -> None:
    await storage.dailies.seal(Deal(DAY, bytes(32), START))
    for day in (DAY, DAY - 1):
        await storage.answers.add(answer(1, day=day))
    exported = await storage.privacy.export(1)
    assert [row["day"] for row in exported["puzzles"]] == [DAY - 1, DAY]  # type: ignore[index,union-attr,call-overload]
    await storage.privacy.erase_dailies(1)
    assert (await storage.privacy.export(1))["puzzles"] == []
    assert await storage.answers.counts(DAY, PUZZLE, GUILD) == {"take draw": 1}
    assert not await storage.answers.add(answer(1))
    assert await storage.answers.add(answer(2))
