"""Daily deals, rounds, and answers to daily puzzles in the database, on both engines."""

import asyncio
from dataclasses import replace

import pytest
from sqlalchemy import select

from bot.daily.days import BoardLine, Field, Score
from bot.daily.deal import PLAY, Deal, Ended, Key, StoredRound
from bot.league.periods import Span
from bot.puzzle.puzzle import Answer
from bot.tables.entries import FORMER
from bot.tables.store import Shards
from db import schema
from db.repositories.former import former_id
from db.repositories.prune import BATCH
from db.storage import Storage
from tests.db.samples import GUILD, START

DAY = 400
MINA, SAM = 71, 72
MOVES = ((0, "reveal 1t 2t"), (1, "reveal 1t 1m"), (0, "take draw"))


def a_round(
    user: int, score: Score | None = None, *, day: int = DAY, **other: object
) -> StoredRound:
    """Return a round, finished with a score if there is one."""
    ended = None if score is None else Ended(score, START + user)
    new = StoredRound(Key(day, user), GUILD, f"P{user}", PLAY, START, MOVES, ended)
    return replace(new, **other)  # type: ignore[arg-type]


async def test_the_first_deal_of_a_day_stays(storage: Storage) -> None:
    first, second = Deal(DAY, bytes(32), START), Deal(DAY, bytes(range(32)), START + 1)
    assert await storage.dailies.deal(DAY) is None
    await asyncio.gather(storage.dailies.seal(first), storage.dailies.seal(second))
    await storage.dailies.seal(second)
    assert await storage.dailies.deal(DAY) == first


async def test_a_round_is_kept_as_it_is(storage: Storage) -> None:
    for new in (
        a_round(MINA),
        a_round(SAM, Score(-3, 20)),
        a_round(MINA, Score(1, 0), key=Key(DAY, MINA, practice=True), shared=True),
    ):
        assert await storage.dailies.begin(new)
        assert await storage.dailies.round(new.key) == new
    assert await storage.dailies.round(Key(DAY + 1, MINA)) is None


async def test_a_second_round_that_counts_is_refused(storage: Storage) -> None:
    assert await storage.dailies.begin(a_round(MINA))
    found = await asyncio.gather(
        *(storage.dailies.begin(a_round(user)) for user in (MINA, SAM, MINA))
    )
    assert found == [False, True, False]


async def test_practice_begins_anew(storage: Storage) -> None:
    practice = a_round(MINA, Score(5, 6), key=Key(DAY, MINA, practice=True))
    again = replace(practice, ended=None, moves=())
    assert await storage.dailies.begin(practice)
    assert await storage.dailies.begin(again)
    assert await storage.dailies.round(again.key) == again


async def test_only_one_of_two_clicks_advances_a_round(storage: Storage) -> None:
    await storage.dailies.begin(a_round(MINA))
    key, longer = Key(DAY, MINA), (*MOVES, (0, "discard"))
    other = (*MOVES, (0, "replace 1t"), (1, "take draw"))
    found = await asyncio.gather(
        storage.dailies.advance(key, 3, longer, None), storage.dailies.advance(key, 3, other, None)
    )
    assert sorted(found) == [False, True]
    kept = await storage.dailies.round(key)
    assert kept is not None
    assert kept.moves == (longer if found[0] else other)
    ended = Ended(Score(4, 5), START, by_kai=True)
    assert await storage.dailies.advance(key, len(kept.moves), MOVES, ended)
    assert await storage.dailies.round(key) == replace(kept, moves=MOVES, ended=ended)
    assert not await storage.dailies.advance(Key(DAY, SAM), 0, MOVES, None)


async def test_a_result_is_posted_once(storage: Storage) -> None:
    await storage.dailies.begin(a_round(MINA, Score(1, 2)))
    found = await asyncio.gather(*(storage.dailies.share(Key(DAY, MINA)) for _ in range(3)))
    assert sorted(found) == [False, False, True]
    assert not await storage.dailies.share(Key(DAY, SAM))


async def test_the_field_and_the_board_are_in_order(storage: Storage) -> None:
    scores = [Score(7, 9), Score(3, 9), Score(3, 12), Score(7, 9), Score(-1, 0)]
    for user, score in enumerate(scores, 1):
        await storage.dailies.begin(a_round(user, score))
    await storage.dailies.begin(a_round(6, Score(0, 1), guild=GUILD + 1))
    await storage.dailies.begin(a_round(7))
    await storage.dailies.begin(a_round(8, Score(0, 0), key=Key(DAY, 8, practice=True)))
    await storage.dailies.begin(a_round(9, Score(0, 0), day=DAY + 1))
    fields = await storage.dailies.fields(DAY, GUILD)
    here = ((Score(-1, 0), 1), (Score(3, 12), 1), (Score(3, 9), 1), (Score(7, 9), 2))
    assert fields.here == Field(here)
    assert fields.everywhere == Field((here[0], (Score(0, 1), 1), *here[1:]))
    board = await storage.dailies.board(DAY, GUILD, 4)
    assert [line.user for line in board] == [5, 3, 2, 1]
    assert board[0] == BoardLine(5, "P5", Score(-1, 0), by_kai=False)


async def test_results_are_those_that_were_finished_in_time(storage: Storage) -> None:
    for day, guild in ((DAY, GUILD), (DAY + 2, GUILD + 1), (DAY + 1, GUILD)):
        await storage.dailies.begin(a_round(MINA, Score(day, 0), day=day, guild=guild))
    late = Ended(Score(9, 9), START, by_kai=True)
    await storage.dailies.begin(a_round(MINA, day=DAY + 3, ended=late))
    await storage.dailies.begin(a_round(MINA, day=DAY + 4))
    found = await storage.dailies.results(MINA)
    assert found == [(day, Score(day, 0)) for day in (DAY, DAY + 1, DAY + 2)]
    assert [day for day, _ in await storage.dailies.results(MINA, GUILD)] == [DAY, DAY + 1]


async def test_rounds_are_left_by_the_shards_of_their_servers(storage: Storage) -> None:
    for user in range(6):
        await storage.dailies.begin(a_round(user, guild=user << 22))
    await storage.dailies.begin(a_round(7, Score(1, 1)))
    await storage.dailies.begin(a_round(8, key=Key(DAY, 8, practice=True)))
    assert await storage.dailies.left(DAY, 9) == []
    left = await storage.dailies.left(DAY + 1, 9)
    assert left == [Key(DAY, user) for user in range(6)]
    assert await storage.dailies.left(DAY + 1, 2) == left[:2]
    assert await storage.dailies.left(DAY + 1, 9, Shards(3, (1, 2))) == [
        Key(DAY, user) for user in (1, 2, 4, 5)
    ]


async def test_deleted_rounds_are_a_former_player_s(storage: Storage) -> None:
    await storage.dailies.seal(Deal(DAY, bytes(32), START))
    await storage.dailies.begin(a_round(MINA, Score(2, 3)))
    await storage.dailies.begin(a_round(MINA, Score(4, 3), day=DAY - 1))
    await storage.dailies.begin(a_round(MINA, key=Key(DAY, MINA, practice=True)))
    exported = await storage.privacy.export(MINA)
    assert [row["points"] for row in exported["dailies"]] == [4, 2, None]  # type: ignore[index,union-attr,call-overload]
    assert exported["dailies"][0]["moves"] == [f"{seat} {action}" for seat, action in MOVES]  # type: ignore[index,call-overload]
    await storage.privacy.dailies.erase(MINA)
    await storage.privacy.dailies.erase(MINA)
    assert (await storage.privacy.export(MINA))["dailies"] == []
    [now], [before] = [await storage.dailies.board(day, GUILD, 9) for day in (DAY, DAY - 1)]
    assert (now.name, now.score) == (FORMER.name, Score(2, 3))
    assert now.user == former_id(await salt(storage) or "", MINA)
    assert before.user < 0
    assert not await storage.dailies.begin(a_round(MINA))
    assert await storage.dailies.begin(a_round(SAM))
    await storage.dailies.close_days(DAY + 1)
    assert await salt(storage) is None


async def salt(storage: Storage) -> str | None:
    async with storage.engine.connect() as connection:
        query = select(schema.daily_deals.c.salt).where(schema.daily_deals.c.day == DAY)
        return await connection.scalar(query)


@pytest.mark.parametrize("user", [0, 1, 2**63 - 1])
def test_a_former_id_is_no_one_s(user: int) -> None:
    first, second = "00" * 32, "01" * 32
    assert former_id(first, user) == former_id(first, user) != former_id(second, user)
    assert -(2**63) < former_id(first, user) < 0


async def test_old_moves_are_deleted_and_results_stay(storage: Storage) -> None:
    for day in (DAY, DAY + 1):
        await storage.dailies.seal(Deal(day, bytes(32), START))
        for user in range(BATCH + 5):
            await storage.dailies.begin(a_round(user, Score(user, 0), day=day))
        await storage.dailies.begin(a_round(MINA, key=Key(day, MINA, practice=True)))
    await storage.pruner.prune_dailies(DAY + 1)
    await storage.pruner.prune_dailies(DAY + 1)
    old, new = [await storage.dailies.round(Key(day, 3)) for day in (DAY, DAY + 1)]
    assert old == a_round(3, Score(3, 0), moves=())
    assert new == a_round(3, Score(3, 0), day=DAY + 1)
    practice = [
        await storage.dailies.round(Key(day, MINA, practice=True)) for day in (DAY, DAY + 1)
    ]
    assert [one is None for one in practice] == [True, False]
    assert (await storage.dailies.fields(DAY, GUILD)).here.people == BATCH + 5


async def test_presence_is_kept_as_it_was_seen_last(storage: Storage) -> None:
    dailies = storage.dailies
    assert await dailies.presence() == []
    for since, at in ((5, 5), (5, 9), (20, 20), (20, 31)):
        await dailies.see(since, at)
    assert await dailies.presence() == [Span(5, 9), Span(20, 31)]
    assert await dailies.presence(10) == [Span(20, 31)]


PUZZLE = "0123456789"


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
    await storage.privacy.dailies.erase(1)
    assert (await storage.privacy.export(1))["puzzles"] == []
    assert await storage.answers.counts(DAY, PUZZLE, GUILD) == {"take draw": 1}
    assert not await storage.answers.add(answer(1))
    assert await storage.answers.add(answer(2))
