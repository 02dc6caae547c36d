"""Which matches puzzles grow from, how many, and what a crash in between leaves."""

import asyncio
from collections.abc import Sequence
from dataclasses import replace

import pytest

from bot.daily.days import DAY
from bot.league.settings import Visibility
from bot.privacy.forgetting import Forgetting
from bot.puzzle.making import MOST_OF_A_MATCH
from bot.puzzle.service import MOST_LOOKED_THROUGH, MOST_WAITING, Growing, PuzzleProcess, match_of
from bot.tables.entries import FORMER, Occupant, Person
from tests.helpers import not_none, until
from tests.puzzle.growth import (
    SETUP,
    Failing,
    Held,
    Maker,
    again,
    agree,
    growing,
    idle,
    maker,
    passing,
    played,
    settled,
    stored,
)
from tests.puzzle.quick import puzzles_of_it
from tests.tables.house import ADA, MINA, SAM, Housing


def ids() -> set[str]:
    return {puzzle.id for puzzle in puzzles_of_it()}


async def test_puzzles_grow_where_everybody_agreed(housing: Housing) -> None:
    await agree(housing, MINA, SAM, ADA)
    found = maker()
    async with growing(housing, found) as service:
        state = await played(housing, MINA, SAM)
        await settled(housing, service)
        assert await stored(housing) == {each: {MINA.id, SAM.id} for each in ids()}
        assert len(found.asked) == 1
        assert found.asked[0].plies
        # Asked for again, the same match gives no more.
        await again(housing, service, state)
        assert len(found.asked) == 1
    assert {*await stored(housing)} == ids()


@pytest.mark.parametrize("agreed", [(), (MINA,), (SAM,), (SAM, ADA)])
async def test_none_grow_where_someone_did_not(housing: Housing, agreed: Sequence[Person]) -> None:
    await agree(housing, *agreed)
    found = maker()
    async with growing(housing, found) as service:
        await played(housing, MINA, SAM)
        await settled(housing, service)
    assert (found.asked, await stored(housing)) == ([], {})


async def test_who_agrees_after_the_end_agrees_to_later_matches(housing: Housing) -> None:
    await agree(housing, MINA)
    found = maker()
    async with growing(housing, found) as service:
        state = await played(housing, MINA, SAM)
        await settled(housing, service)
        housing.clock.advance(1)
        await agree(housing, SAM)
        await again(housing, service, state)
    assert (found.asked, await stored(housing)) == ([], {})


async def test_who_agrees_while_it_goes_on_agrees_to_it(housing: Housing) -> None:
    await agree(housing, MINA)
    agreeing: list[asyncio.Task[None]] = []

    def agreed() -> None:
        agreeing.append(asyncio.ensure_future(agree(housing, SAM)))

    async with growing(housing, maker()) as service:
        await played(housing, MINA, SAM, before_the_end=agreed)
        await asyncio.gather(*agreeing)
        await settled(housing, service)
    assert {*await stored(housing)} == ids()


async def test_who_hides_their_results_has_none(housing: Housing) -> None:
    await agree(housing, MINA, SAM)
    await housing.storage.people.choose(SAM.id, Visibility.HIDDEN)
    found = maker()
    async with growing(housing, found) as service:
        await played(housing, MINA, SAM)
        await settled(housing, service)
    assert found.asked == []


async def test_matches_for_chips_unfinished_or_of_the_former_have_none(housing: Housing) -> None:
    table = await housing.started(SETUP, MINA, SAM)
    assert match_of(table.state) is None
    state = await played(housing, MINA, SAM)
    found = not_none(match_of(state))
    assert found.people == {MINA.id, SAM.id}
    assert match_of(replace(state, setup=SETUP.model_copy(update={"ante": 5}))) is None
    first, *others = state.seats
    gone = replace(first, occupant=Occupant(person=FORMER))
    assert match_of(replace(state, seats=(gone, *others))) is None
    kai = replace(first, occupant=Occupant(kai="normal"))
    of_one = not_none(match_of(replace(state, seats=(kai, *others))))
    assert of_one.people == {SAM.id}
    assert match_of(replace(state, seats=(kai, kai))) is None


async def test_taken_back_while_it_is_looked_through_nothing_is_stored(housing: Housing) -> None:
    await agree(housing, MINA, SAM)
    held = Held(puzzles_of_it())
    async with growing(housing, held) as service:
        await played(housing, MINA, SAM)
        await passing(housing, lambda: bool(held.asked))
        await housing.storage.server_puzzles.withdraw(SAM.id)
        held.over = True
        await settled(housing, service)
        assert await stored(housing) == {}


async def test_a_deletion_meanwhile_leaves_nothing(housing: Housing) -> None:
    await agree(housing, MINA, SAM)
    held = Held(puzzles_of_it())
    storage = housing.storage
    forgetting = Forgetting(housing.host, housing.store, storage.privacy, housing.clock)
    async with growing(housing, held) as service:
        await played(housing, MINA, SAM)
        await passing(housing, lambda: bool(held.asked))
        await forgetting.forget(SAM.id)
        held.over = True
        await settled(housing, service)
        assert await stored(housing) == {}
        # The person who is left agrees still, but the other one is nobody who could.
        await agree(housing, SAM)
        [table] = [trace.table for trace in await storage.privacy.traces(MINA.id)]
        state = (await housing.host.table(table)).state
        await again(housing, service, state)
    assert len(held.asked) == 1


async def test_taken_back_or_deleted_later_the_puzzles_go(housing: Housing) -> None:
    await agree(housing, MINA, SAM)
    storage = housing.storage
    async with growing(housing, maker()) as service:
        await played(housing, MINA, SAM)
        await settled(housing, service)
    assert {*await stored(housing)} == ids()
    forgetting = Forgetting(housing.host, housing.store, storage.privacy, housing.clock)
    await forgetting.forget(MINA.id)
    assert await stored(housing) == {}
    assert not await storage.server_puzzles.agreed(MINA.id)
    assert await storage.server_puzzles.agreed(SAM.id)


async def test_a_crash_in_between_loses_the_attempt_and_doubles_nothing(housing: Housing) -> None:
    await agree(housing, MINA, SAM)
    held = Held(puzzles_of_it())
    async with growing(housing, held) as service:
        state = await played(housing, MINA, SAM)
        await passing(housing, lambda: bool(held.asked))
    assert held.stopped
    assert await stored(housing) == {}
    later = maker()
    async with growing(housing, later) as service:
        await settled(housing, service)
        assert later.asked == []
        # Its review is there. Another one, such as by a newer version, is another chance.
        await again(housing, service, state)
    assert len(later.asked) == 1
    assert {*await stored(housing)} == ids()


async def test_a_search_that_fails_is_logged_and_the_next_match_is_looked_through(
    housing: Housing, caplog: pytest.LogCaptureFixture
) -> None:
    await agree(housing, MINA, SAM)
    failing = Failing(())
    async with growing(housing, failing) as service:
        for _ in range(2):
            await played(housing, MINA, SAM)
            await settled(housing, service)
    assert len(failing.asked) == 2
    assert caplog.text.count("failed: it fell over") == 2


async def test_reviews_come_before_the_next_match_that_is_looked_through(housing: Housing) -> None:
    await agree(housing, MINA, SAM)
    held = Held(())
    async with growing(housing, held) as service:
        await played(housing, MINA, SAM)
        await passing(housing, lambda: bool(held.asked))
        states = [await played(housing, MINA, SAM) for _ in range(2)]
        await until(lambda: service.waiting == 2 and not service._beginning)
        held.over = True
        await passing(housing, lambda: len(held.asked) == 2)
        assert service.waiting == 0
        for state in states:
            assert await service.find(state) is not None
        await settled(housing, service)
    assert len(held.asked) == 3


async def test_few_matches_of_a_server_are_looked_through_a_day(housing: Housing) -> None:
    await agree(housing, MINA, SAM)
    nothing = Maker(())
    async with growing(housing, nothing) as service:
        state = await played(housing, MINA, SAM)
        await settled(housing, service)
        for _ in range(MOST_LOOKED_THROUGH + 1):
            await again(housing, service, state)
        assert len(nothing.asked) == MOST_LOOKED_THROUGH
        housing.clock.jump(DAY / 1000)
        await again(housing, service, state)
        assert len(nothing.asked) == MOST_LOOKED_THROUGH + 1


async def test_only_so_many_matches_of_a_server_wait(housing: Housing) -> None:
    storage, found = housing.storage, maker()
    waiting = Growing(
        *(housing.host, storage.store, storage.reviews, storage.server_puzzles),
        maker=found,
        time=housing.clock,
    )
    for number in range(MOST_WAITING + 3):
        waiting.note(f"match {number}", 1)
        waiting.note(f"match {number}", 1)
    waiting.note("another", 2)
    taken = [waiting.next() for _ in range(MOST_WAITING + 2)]
    assert taken[:3] == ["match 0", "another", "match 1"]
    assert taken[-1] is None
    waiting.note("match 0", 1)
    assert waiting.next() == "match 0"


async def test_the_loop_goes_on_while_a_process_looks(housing: Housing) -> None:
    await agree(housing, MINA, SAM)
    async with growing(housing, PuzzleProcess("tests.puzzle")) as service:
        await played(housing, MINA, SAM)
        turns = 0

        def counted() -> bool:
            nonlocal turns
            turns += 1
            return idle(service)

        await passing(housing, counted)
    # Not those of `ids`: the seats of a puzzle have names that nobody who played has.
    assert len(await stored(housing)) == MOST_OF_A_MATCH
    assert turns > 20
