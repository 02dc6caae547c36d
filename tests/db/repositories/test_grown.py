"""Puzzles grown from a server's matches, and who lets them be made, on both engines."""

import asyncio
from typing import Any, Final

import pytest

from bot.daily.days import DAY, day_at
from bot.daily.deal import Deal
from bot.league.settings import Visibility
from bot.puzzle.puzzle import MOST_A_DAY, MOST_KEPT, GrownAnswer, Match, NewPuzzle
from bot.tables.store import Effects, MatchResult, Phase, SeatResult
from db.engine.failure import WriteRefusedError
from db.repositories.puzzles import BATCH
from db.schema import grown_answers, grown_people, grown_puzzles, puzzle_consents
from db.storage import Storage, open_storage
from tests.db.rows import everything, rows
from tests.db.samples import GUILD, MINA, SAM, START, acted, listing

TODAY: Final = 400
EVE: Final = 7


async def finished(storage: Storage, table: str = "t", game: str = "kapow") -> Match:
    seats = (
        SeatResult(0, MINA.id, MINA.name, None, 1, 9, (4, 5)),
        SeatResult(1, SAM.id, SAM.name, None, 2, 12, (6, 6)),
    )
    result = MatchResult(table, GUILD, game, False, False, START, seats)
    await storage.store.append(table, 0, [acted(1)], Effects(listing(table, Phase.CLOSED), result))
    return Match(table, GUILD, game, (MINA.id, SAM.id), START)


async def agreed(storage: Storage, *users: int, at: int = START) -> None:
    for user in users or (MINA.id, SAM.id):
        await storage.server_puzzles.agree(user, at)


def new(number: int = 1, day: int = TODAY) -> NewPuzzle:
    return NewPuzzle(f"{number:010x}", day, f"puzzle {number}")


async def add(storage: Storage, match: Match, number: int = 1, day: int = TODAY) -> bool:
    return await storage.server_puzzles.add(match, new(number, day), 2)


async def count(storage: Storage) -> list[int]:
    """How many puzzles there are, how many people in them, answers and consents."""
    tables = grown_puzzles, grown_people, grown_answers, puzzle_consents
    return [len(await rows(storage, table)) for table in tables]


@pytest.fixture
async def match(storage: Storage) -> Match:
    return await finished(storage)


async def test_nobody_has_agreed_to_begin_with(storage: Storage) -> None:
    assert not await storage.server_puzzles.agreed(MINA.id)
    await agreed(storage, MINA.id)
    assert await storage.server_puzzles.agreed(MINA.id)
    assert not await storage.server_puzzles.agreed(SAM.id)
    await storage.server_puzzles.withdraw(MINA.id)
    await storage.server_puzzles.withdraw(MINA.id)
    assert not await storage.server_puzzles.agreed(MINA.id)


async def test_a_puzzle_needs_all_who_played_and_before_the_end(storage: Storage) -> None:
    match = await finished(storage)
    for at, fits in ((None, False), (START + 1, False), (START, True)):
        await storage.server_puzzles.withdraw(SAM.id)
        await agreed(storage, MINA.id)
        if at is not None:
            await agreed(storage, SAM.id, at=at)
        assert await storage.server_puzzles.may_grow(match, TODAY) is fits
        assert await add(storage, match) is fits
    assert await count(storage) == [1, 2, 0, 2]


async def test_to_agree_again_changes_nothing(storage: Storage, match: Match) -> None:
    await agreed(storage)
    await agreed(storage, at=START + 9)
    assert await add(storage, match)


async def test_taken_back_and_given_again_it_is_for_later_matches(storage: Storage) -> None:
    match = await finished(storage)
    await agreed(storage)
    await storage.server_puzzles.withdraw(SAM.id)
    await agreed(storage, SAM.id, at=START + 1)
    assert not await storage.server_puzzles.may_grow(match, TODAY)
    assert not await add(storage, match)


async def test_who_hides_has_no_puzzles_and_theirs_are_not_shown(storage: Storage) -> None:
    match = await finished(storage)
    await agreed(storage)
    await storage.people.choose(SAM.id, Visibility.HIDDEN)
    assert not await storage.server_puzzles.may_grow(match, TODAY)
    assert not await add(storage, match)
    await storage.people.choose(SAM.id, Visibility.PUBLIC)
    assert await add(storage, match)
    assert await storage.server_puzzles.next(GUILD, EVE, TODAY + 1) == new().puzzle
    await storage.people.choose(SAM.id, Visibility.HIDDEN)
    assert await storage.server_puzzles.next(GUILD, EVE, TODAY + 1) is None
    assert await storage.server_puzzles.body(GUILD, new().puzzle, TODAY + 1) is None


async def test_a_puzzle_is_stored_once_and_a_match_has_few(storage: Storage, match: Match) -> None:
    await agreed(storage)
    twice = await asyncio.gather(add(storage, match), add(storage, match))
    assert sorted(twice) == [False, True]
    assert not await storage.server_puzzles.may_grow(match, TODAY)
    assert await add(storage, match, 2)
    assert not await add(storage, match, 3)


async def test_a_server_has_so_many_of_a_day(storage: Storage) -> None:
    await agreed(storage)
    for number in range(MOST_A_DAY):
        match = await finished(storage, f"t{number}")
        assert await add(storage, match, number)
    match = await finished(storage, "more")
    assert not await storage.server_puzzles.may_grow(match, TODAY)
    assert not await add(storage, match, 99)
    assert await add(storage, match, 99, TODAY + 1)
    elsewhere = (await finished(storage, "elsewhere"))._replace(guild=GUILD + 1)
    assert await add(storage, elsewhere, 100)


async def test_the_oldest_of_the_game_go(storage: Storage) -> None:
    await agreed(storage)
    other = await finished(storage, "capit", "capit")
    assert await add(storage, other, 10_000, 1)
    stored = [(f"{n:010x}", GUILD, "kapow", "capit", n // 4 + 1, "") for n in range(MOST_KEPT)]
    await storage.writer.write({grown_puzzles: stored})
    match = await finished(storage)
    assert await add(storage, match, 5_000)
    kept = {row[0] for row in await rows(storage, grown_puzzles)}
    assert len(kept) == MOST_KEPT + 1
    assert {f"{10_000:010x}", f"{5_000:010x}"} <= kept
    # Of those of the oldest day one had to go.
    assert len({f"{n:010x}" for n in range(4)} & kept) == 3


async def test_puzzles_are_shown_from_the_next_day_on_that_server_alone(storage: Storage) -> None:
    match = await finished(storage)
    await agreed(storage)
    await add(storage, match, 2)
    await add(storage, match, 1)
    grown, first = storage.server_puzzles, new(1)
    assert await grown.next(GUILD, EVE, TODAY) is None
    assert await grown.body(GUILD, first.puzzle, TODAY) is None
    assert await grown.next(GUILD + 1, EVE, TODAY + 1) is None
    assert await grown.body(GUILD + 1, first.puzzle, TODAY + 1) is None
    # In an order that tells nothing, until all are answered.
    assert await grown.next(GUILD, EVE, TODAY + 1) == first.puzzle
    assert await grown.body(GUILD, first.puzzle, TODAY + 1) == first.body
    for number in (1, 2):
        assert await grown.answer(GrownAnswer(new(number).puzzle, EVE, "take draw", True, START))
    assert await grown.next(GUILD, EVE, TODAY + 1) is None
    assert await grown.next(GUILD, MINA.id, TODAY + 1) == first.puzzle


async def test_the_first_answer_stays_and_is_counted(storage: Storage, match: Match) -> None:
    await agreed(storage)
    await add(storage, match)
    grown, puzzle = storage.server_puzzles, new().puzzle
    answers = [GrownAnswer(puzzle, EVE, "take draw", True, START)] * 2
    assert sorted(await asyncio.gather(*map(grown.answer, answers))) == [False, True]
    assert not await grown.answer(GrownAnswer(puzzle, EVE, "take discard", False, START))
    assert await grown.answer(GrownAnswer(puzzle, MINA.id, "take discard", False, START))
    assert await grown.own(puzzle, EVE) == "take draw"
    assert await grown.own(puzzle, SAM.id) is None
    assert await grown.counts(GUILD, puzzle) == {"take draw": 1, "take discard": 1}
    assert not await grown.answer(GrownAnswer("no puzzle", EVE, "take draw", True, START))


async def test_taking_it_back_deletes_puzzles_and_answers(storage: Storage) -> None:
    for table, number in (("t", 1), ("u", 2)):
        match = await finished(storage, table)
        people = match.people if table == "t" else (MINA.id,)
        await agreed(storage)
        await add(storage, match._replace(people=people), number)
    for number in (1, 2):
        await storage.server_puzzles.answer(
            GrownAnswer(new(number).puzzle, EVE, "take draw", True, START)
        )
    await storage.server_puzzles.withdraw(SAM.id)
    assert await count(storage) == [1, 1, 1, 1]
    assert await storage.server_puzzles.next(GUILD, MINA.id, TODAY + 1) == new(2).puzzle


async def test_many_are_deleted_bit_by_bit(storage: Storage, match: Match) -> None:
    await agreed(storage)
    many = range(2 * BATCH + 1)
    stored = [(f"{n:010x}", GUILD, "kapow", match.table, TODAY, "") for n in many]
    played = [(f"{n:010x}", user) for n in many for user in match.people]
    await storage.writer.write({grown_puzzles: stored, grown_people: played})
    await storage.server_puzzles.withdraw(MINA.id)
    assert await count(storage) == [0, 0, 0, 1]


async def test_an_export_has_the_consent_and_which_puzzles(storage: Storage, match: Match) -> None:
    await agreed(storage, at=START - 1)
    await add(storage, match)
    await storage.server_puzzles.answer(GrownAnswer(new().puzzle, EVE, "take draw", True, START))
    found: Any = await storage.privacy.export(MINA.id)
    assert found["puzzles_from_my_matches"] == {
        "agreed_since": START - 1,
        "puzzles": [
            {"puzzle": new().puzzle, "guild": GUILD, "game": "kapow", "table_id": "t", "day": TODAY}
        ],
    }
    assert str(SAM.id) not in str(found["puzzles_from_my_matches"])
    assert found["answers_to_server_puzzles"] == []
    of_eve: Any = await storage.privacy.export(EVE)
    assert of_eve["puzzles_from_my_matches"] == {"agreed_since": None, "puzzles": []}
    assert of_eve["answers_to_server_puzzles"] == [
        {"puzzle": new().puzzle, "choice": "take draw", "best": True, "at": START}
    ]


async def test_a_deletion_takes_the_consent_the_puzzles_and_the_name_of_answers(
    storage: Storage, match: Match
) -> None:
    await agreed(storage)
    await add(storage, match)
    puzzle = new().puzzle
    await storage.server_puzzles.answer(GrownAnswer(puzzle, EVE, "take draw", True, START))
    await storage.privacy.puzzles.erase(EVE, START)
    # Of others, nobody's share changes.
    assert await storage.server_puzzles.own(puzzle, EVE) is None
    assert await storage.server_puzzles.counts(GUILD, puzzle) == {"take draw": 1}
    await storage.privacy.puzzles.erase(SAM.id, START)
    assert await count(storage) == [0, 0, 0, 1]
    assert "puzzle 1" not in await everything(storage)


async def test_who_answers_again_after_a_deletion_is_recognised_on_that_day(
    storage: Storage, match: Match
) -> None:
    await agreed(storage)
    await add(storage, match)
    await storage.dailies.seal(Deal(day_at(START), bytes(32), START))
    puzzle = new().puzzle
    answers = [GrownAnswer(puzzle, EVE, "take draw", True, START + n) for n in range(12)]
    assert await storage.server_puzzles.answer(answers[0])
    await storage.privacy.puzzles.erase(EVE, START)
    again = await asyncio.gather(*(storage.server_puzzles.answer(one) for one in answers))
    assert again == [False] * 12
    assert await storage.server_puzzles.answer(answers[0]._replace(user=EVE + 1)), "others may"
    await storage.dailies.close_days(day_at(START) + 1)
    later = answers[0]._replace(at=START + DAY)
    assert await storage.server_puzzles.answer(later), "the day after, nothing tells who they were"
    assert (await storage.server_puzzles.counts(GUILD, puzzle)) == {"take draw": 3}


async def test_no_puzzle_can_outlive_a_consent(storage: Storage, match: Match) -> None:
    """As another process would try, which has not heard of it."""
    await agreed(storage, MINA.id)
    row = (new().puzzle, GUILD, "kapow", match.table, TODAY, "")
    played = [(new().puzzle, user) for user in (MINA.id, SAM.id)]
    with pytest.raises(WriteRefusedError):
        await storage.writer.write({grown_puzzles: [row], grown_people: played})
    assert (await count(storage))[0] == 0


async def test_processes_that_store_and_withdraw_at_once_leave_no_puzzle(url: str) -> None:
    async with open_storage(url) as storage, open_storage(url, house="another") as another:
        for number in range(8):
            match = await finished(storage, f"t{number}")
            await agreed(storage)
            day = TODAY + number
            both = [add(storage, match, number, day), another.server_puzzles.withdraw(SAM.id)]
            await asyncio.gather(*both[:: 1 if number % 2 else -1])
            assert await count(storage) == [0, 0, 0, 1]
