"""Reviews made by a process of their own, noted in the storage, and finished after a restart."""

import asyncio
import random
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import replace

import pytest

from bot.games.deck import SECRET_BYTES
from bot.games.kapow.game import KAPOW
from bot.games.record import Record
from bot.games.registry import GAMES
from bot.kai.advice import AnyAdviser
from bot.review.making import make_review
from bot.review.version import review_version
from bot.tables import match
from bot.tables.analysis import Analyst, FailedReviewError, Making, ReviewProcess
from bot.tables.entries import TableSetup
from bot.tables.errors import RefusedError
from bot.tables.record import record_of
from bot.tables.reviewing import LONGEST_QUEUE, Progress, Reviewing, _Job
from bot.tables.state import TableState
from tests.review.matches import adviser
from tests.review.quick import QUICK
from tests.review.quickly import quick_reviews
from tests.short import short
from tests.tables.house import MINA, SAM, Housing, act, until

VERSION = "1.5"


class Counted:
    """Another analyst, and what it has begun."""

    def __init__(self, analyst: Analyst) -> None:
        self._analyst = analyst
        self.begun: list[Making] = []

    def begin(self, record: Record) -> Making:
        self.begun.append(self._analyst.begin(record))
        return self.begun[-1]


class Broken:
    """An analyst and a review of its that fails."""

    looked_at = 0
    over = True

    def begin(self, _record: Record) -> Making:
        return self

    def review(self) -> str:
        raise FailedReviewError("it fell over")

    def stop(self) -> None:
        """There is nothing to stop."""


@asynccontextmanager
async def reviewing(housing: Housing, analyst: Analyst) -> AsyncIterator[Reviewing]:
    storage = housing.storage
    made = Reviewing(
        housing.host, storage.store, storage.reviews, analyst=analyst, time=housing.clock
    )
    made.start()
    yield made
    await made.close()


async def passing(housing: Housing, condition: Callable[[], bool]) -> None:
    """Let time pass until something has happened."""

    def moved() -> bool:
        housing.clock.advance(1)
        return condition()

    await until(moved)


async def finished(housing: Housing, made: Reviewing, state: TableState) -> None:
    await passing(housing, lambda: made.progress(state.id) is None)


async def looked(making: Making, actions: int | None = None) -> None:
    """Wait until so many actions have been looked at; else until it is over."""
    await until(lambda: making.over if actions is None else making.looked_at >= actions)


async def played(housing: Housing, game: str = KAPOW.name) -> TableState:
    """Play a short match to its end, by chance."""
    chance = random.Random(7)
    rounds = short(GAMES[game], 1) if game in GAMES else {"rounds": 1}
    table = await housing.started(TableSetup(game=game, options=rounds), MINA, SAM)
    while table.state.closed is None:
        await act(table, min(table.state.to_act), chance.choice)
    return table.state


@pytest.mark.parametrize(
    ("process", "by"),
    [
        pytest.param(quick_reviews, QUICK, id="quick"),
        pytest.param(ReviewProcess, adviser(), id="real", marks=pytest.mark.thorough),
    ],
)
async def test_a_match_is_reviewed_once_for_all_who_ask(
    housing: Housing, process: Callable[[], ReviewProcess], by: AnyAdviser
) -> None:
    state, analyst = await played(housing), Counted(process())
    async with reviewing(housing, analyst) as made:
        assert await made.find(state) is None
        assert await made.ask(state) == Progress(0, 0)
        waiting = [asyncio.create_task(made.over(state.id)) for _ in range(2)]
        await made.ask(state)
        await finished(housing, made, state)
        await passing(housing, lambda: all(task.done() for task in waiting))
        found = await made.find(state)
        record = record_of(state, await housing.store.load(state.id))
        assert found == make_review(record, GAMES, by, lambda _: None)
        assert len(analyst.begun) == 1
        assert analyst.begun[0].looked_at == len(record.actions)


async def test_one_after_the_other_and_how_far_each_is(housing: Housing) -> None:
    first, second = await played(housing), await played(housing)
    async with reviewing(housing, quick_reviews()) as made:
        assert await made.ask(first) == Progress(0, 0)
        assert await made.ask(second) == Progress(1, 0)
        seen = []

        def over() -> bool:
            seen.append(made.progress(second.id))
            return seen[-1] is None

        await passing(housing, over)
        parts = [progress.part for progress in seen if progress is not None]
        assert parts == sorted(parts)
        assert 0 < parts[-1] <= 1
        assert await made.find(first) is not None
        assert await made.find(second) is not None


async def test_an_unfinished_review_is_begun_again_at_the_next_start(housing: Housing) -> None:
    state, analyst = await played(housing), Counted(quick_reviews())
    async with reviewing(housing, analyst) as made:
        await made.ask(state)
        await until(lambda: bool(analyst.begun))
    await until(lambda: analyst.begun[0].over)
    assert await housing.storage.reviews.unfinished() == [state.id]
    async with reviewing(housing, quick_reviews()) as made:
        await until(lambda: made.progress(state.id) is not None)
        await finished(housing, made, state)
        assert await made.find(state) is not None
    assert await housing.storage.reviews.unfinished() == []


async def test_one_by_another_version_is_made_anew(housing: Housing) -> None:
    state = await played(housing)
    reviews = housing.storage.reviews
    assert review_version(KAPOW.name) == VERSION
    await reviews.ask(state.id, "0.9", 1)
    async with reviewing(housing, quick_reviews()) as made:
        await until(lambda: made.progress(state.id) is not None)
        await finished(housing, made, state)
        assert await made.find(state) is not None
        await reviews.ask(state.id, "0.9", 1)
        await reviews.finish(state.id, "0.9", "{}")
        assert await made.find(state) is None


@pytest.mark.parametrize("body", ["{}", "", "no review"])
async def test_one_that_cannot_be_read_is_made_anew(housing: Housing, body: str) -> None:
    state = await played(housing)
    reviews = housing.storage.reviews
    async with reviewing(housing, quick_reviews()) as made:
        await reviews.ask(state.id, VERSION, 1)
        await reviews.finish(state.id, VERSION, body)
        assert await made.find(state) is None
        await made.ask(state)
        await finished(housing, made, state)
        assert await made.find(state) is not None


async def test_what_fails_is_logged_forgotten_and_holds_nothing_up(
    housing: Housing, caplog: pytest.LogCaptureFixture
) -> None:
    state = await played(housing)
    async with reviewing(housing, Broken()) as made:
        for _ in range(2):
            await made.ask(state)
            await finished(housing, made, state)
            assert await housing.storage.reviews.review(state.id) is None
    assert caplog.text.count("it fell over") == 2


async def test_only_finished_matches_of_games_with_an_adviser(housing: Housing) -> None:
    setup = TableSetup(game=KAPOW.name, options=short(KAPOW, 1))
    table = await housing.started(setup, MINA, SAM)
    toy = await played(housing, housing.toy)
    async with reviewing(housing, Broken()) as made:
        for ask in (made.ask, made.find):
            with pytest.raises(RefusedError, match="when it is over"):
                await ask(table.state)
            with pytest.raises(RefusedError, match="cannot be reviewed yet"):
                await ask(toy)
        await table.do(match.lose_channel)
        with pytest.raises(RefusedError, match="played to its end"):
            await made.ask(table.state)


async def test_the_queue_has_an_end(housing: Housing) -> None:
    state = await played(housing)
    async with reviewing(housing, quick_reviews()) as made:
        for number in range(LONGEST_QUEUE):
            made._jobs[f"{number:010x}"] = _Job()
        with pytest.raises(RefusedError, match="Many reviews"):
            await made.ask(state)
        assert await housing.storage.reviews.review(state.id) is None


async def test_a_process_that_cannot_says_why() -> None:
    record = Record(KAPOW.name, bytes(SECRET_BYTES), ("a", "b"), ("", ""))
    for unfit, why in ((record, "not finished"), (replace(record, game="capit"), "Nothing can")):
        making = ReviewProcess().begin(unfit)
        await looked(making)
        with pytest.raises(FailedReviewError, match=why):
            making.review()


async def test_a_process_killed_before_it_heard_all_ended_without_a_word() -> None:
    more_than_a_pipe_holds = 1_000_000 * "a"
    record = Record(KAPOW.name, bytes(SECRET_BYTES), (more_than_a_pipe_holds, "b"), ("", ""))
    making = ReviewProcess().begin(record)
    making.stop()
    await looked(making)
    with pytest.raises(FailedReviewError, match="without a word"):
        making.review()


async def test_a_process_that_nobody_wants_any_more_is_ended(housing: Housing) -> None:
    state = await played(housing)
    record = record_of(state, await housing.store.load(state.id))
    for begun in (0, 1):
        making = ReviewProcess().begin(record)
        await looked(making, begun)
        making.stop()
        await looked(making)
        with pytest.raises(FailedReviewError):
            making.review()
