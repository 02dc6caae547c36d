"""Reviews made by a process of their own, noted in the storage, and finished after a restart."""

import asyncio
import logging
import random
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import replace

import pytest

from bot.games.deck import SECRET_BYTES
from bot.games.kapow.game import KAPOW
from bot.games.record import Record
from bot.games.registry import GAMES
from bot.kai.players import adviser_for
from bot.review.making import make_review
from bot.review.version import review_version
from bot.tables import match
from bot.tables.analysis import Analyst, FailedReviewError, ReviewProcess, Told
from bot.tables.entries import TableSetup
from bot.tables.errors import RefusedError
from bot.tables.record import record_of
from bot.tables.reviewing import LONGEST_QUEUE, Progress, Reviewing
from bot.tables.state import TableState
from tests.short import short
from tests.tables.house import MINA, SAM, Housing, act, until

PATIENCE = 60
VERSION = "1.1"


class Held:
    """The real process, but each review waits until it is let through."""

    def __init__(self) -> None:
        self.let = asyncio.Event()
        self.asked = 0

    async def review(self, record: Record, told: Told) -> str:
        self.asked += 1
        await self.let.wait()
        return await ReviewProcess().review(record, told)


class Broken:
    """An analyst that fails."""

    async def review(self, _record: Record, _told: Told) -> str:
        raise FailedReviewError("it fell over")


@asynccontextmanager
async def reviewing(housing: Housing, analyst: Analyst) -> AsyncIterator[Reviewing]:
    storage = housing.storage
    made = Reviewing(
        housing.host, storage.store, storage.reviews, analyst=analyst, time=housing.clock
    )
    made.start()
    yield made
    await made.close()


async def played(housing: Housing, game: str = KAPOW.name) -> TableState:
    """Play a short match to its end, by chance."""
    chance = random.Random(7)
    rounds = short(GAMES[game], 1) if game in GAMES else {"rounds": 1}
    table = await housing.started(TableSetup(game=game, options=rounds), MINA, SAM)
    while table.state.closed is None:
        await act(table, min(table.state.to_act), chance.choice)
    return table.state


async def test_a_match_is_reviewed_once_for_all_who_ask(housing: Housing) -> None:
    state = await played(housing)
    held = Held()
    async with reviewing(housing, held) as made:
        assert await made.find(state) is None
        assert await made.ask(state) == Progress(0, 0)
        await made.ask(state)
        held.let.set()
        async with asyncio.timeout(PATIENCE):
            await made.over(state.id)
        assert made.progress(state.id) is None
        found = await made.find(state)
        record = record_of(state, await housing.store.load(state.id))
        adviser = adviser_for(KAPOW.name)
        assert adviser is not None
        assert found == make_review(record, GAMES, adviser, lambda _: None)
        assert held.asked == 1


async def test_one_after_the_other_and_how_far_each_is(housing: Housing) -> None:
    first, second = await played(housing), await played(housing)
    held = Held()
    async with reviewing(housing, held) as made:
        assert await made.ask(first) == Progress(0, 0)
        assert await made.ask(second) == Progress(1, 0)
        held.let.set()
        seen = set()
        while (progress := made.progress(second.id)) is not None:
            seen.add(progress)
            await asyncio.sleep(0.001)
        assert any(part > 0 for _, part in seen)
        assert all(0 <= part <= 1 for _, part in seen)
        assert await made.find(first) is not None
        assert await made.find(second) is not None


async def test_an_unfinished_review_is_begun_again_at_the_next_start(housing: Housing) -> None:
    state = await played(housing)
    held = Held()
    async with reviewing(housing, held) as made:
        await made.ask(state)
        await until(lambda: held.asked == 1)
    assert await housing.storage.reviews.unfinished() == [state.id]
    async with reviewing(housing, ReviewProcess()) as made:
        await until(lambda: made.progress(state.id) is not None)
        await made.over(state.id)
        assert await made.find(state) is not None
    assert await housing.storage.reviews.unfinished() == []


async def test_one_by_another_version_is_made_anew(housing: Housing) -> None:
    state = await played(housing)
    reviews = housing.storage.reviews
    assert review_version(KAPOW.name) == VERSION
    await reviews.ask(state.id, "0.9", 1)
    async with reviewing(housing, ReviewProcess()) as made:
        await until(lambda: made.progress(state.id) is not None)
        await made.over(state.id)
        assert await made.find(state) is not None
        await reviews.ask(state.id, "0.9", 1)
        await reviews.finish(state.id, "0.9", "{}")
        assert await made.find(state) is None
        await reviews.ask(state.id, VERSION, 1)
        await reviews.finish(state.id, VERSION, "{}")
        assert await made.find(state) is None


async def test_what_fails_is_logged_forgotten_and_holds_nothing_up(
    housing: Housing, caplog: pytest.LogCaptureFixture
) -> None:
    state = await played(housing)
    async with reviewing(housing, Broken()) as made:
        with caplog.at_level(logging.ERROR):
            await made.ask(state)
            await made.over(state.id)
        assert "it fell over" in caplog.text
        assert await housing.storage.reviews.review(state.id) is None
        await made.ask(state)
        await made.over(state.id)


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
    async with reviewing(housing, Held()) as made:
        for number in range(LONGEST_QUEUE):
            made._put(f"{number:010x}")
        with pytest.raises(RefusedError, match="Many reviews"):
            await made.ask(state)


async def test_a_process_that_cannot_says_why() -> None:
    record = Record(KAPOW.name, bytes(SECRET_BYTES), ("a", "b"), ("", ""))
    with pytest.raises(FailedReviewError, match="not finished"):
        await ReviewProcess().review(record, lambda _: None)
    with pytest.raises(FailedReviewError, match="Nothing can weigh"):
        await ReviewProcess().review(replace(record, game="capit"), lambda _: None)


async def test_a_process_that_nobody_wants_any_more_is_ended(housing: Housing) -> None:
    state = await played(housing)
    record = record_of(state, await housing.store.load(state.id))
    begun = asyncio.Event()
    making = asyncio.create_task(ReviewProcess().review(record, lambda _: begun.set()))
    async with asyncio.timeout(PATIENCE):
        await begun.wait()
    making.cancel()
    with pytest.raises(asyncio.CancelledError):
        await making
