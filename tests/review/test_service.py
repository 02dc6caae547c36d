"""The review service: subprocess, stored requests, queue, and restarts."""

import asyncio
import random
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import replace
from functools import partial

import pytest
from sqlalchemy import event
from sqlalchemy.util import await_only

from bot.game.record import Record
from bot.games.kapow.rules.game import KAPOW
from bot.games.registry import GAMES, reviewer_for
from bot.league.results import match_result
from bot.review.making import Advisers, make_review, review_version
from bot.review.process import Analyst, FailedReviewError, Making, ReviewProcess
from bot.review.service import (
    MOST_UNASKED,
    PERSON_AT_ONCE,
    SERVER_AT_ONCE,
    Progress,
    ReviewQueue,
    ReviewService,
)
from bot.tables import match
from bot.tables.command import RefusedError
from bot.tables.entries import Place, TableSetup
from bot.tables.history import record_of
from bot.tables.state import TableState
from bot.tables.store import Effects, StoreUnavailableError
from tests.helpers import not_none, until
from tests.review.matches import advisers
from tests.review.quick import QUICK
from tests.review.quickly import quick_reviews
from tests.short import short
from tests.tables.house import MINA, PLACE, SAM, Housing, act, passing, refuses

VERSION = "2.9"
ELSEWHERE = PLACE.guild + 1


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

    def result(self) -> str:
        raise FailedReviewError("it fell over")

    def stop(self) -> None:
        """There is nothing to stop."""


@asynccontextmanager
async def reviewing(
    housing: Housing, analyst: Analyst, *, unasked: bool = True
) -> AsyncIterator[ReviewService]:
    storage = housing.storage
    made = ReviewService(
        housing.host,
        storage.store,
        storage.reviews,
        analyst=analyst,
        time=housing.clock,
        unasked=unasked,
    )
    made.start()
    yield made
    await made.close()


async def finished(housing: Housing, made: ReviewService, state: TableState) -> None:
    await passing(housing, lambda: made.progress(state.id) is None)


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
        pytest.param(quick_reviews, Advisers(QUICK, QUICK), id="quick"),
        pytest.param(ReviewProcess, advisers(), id="real", marks=pytest.mark.thorough),
    ],
)
async def test_a_match_is_reviewed_once_for_all_who_ask(
    housing: Housing, process: Callable[[], ReviewProcess], by: Advisers
) -> None:
    state, analyst = await played(housing), Counted(process())
    async with reviewing(housing, analyst) as made:
        assert await made.find(state) is None
        assert await made.ask(state, MINA.id) == Progress(0, 0)
        waiting = [asyncio.create_task(made.over(state.id)) for _ in range(2)]
        await made.ask(state, MINA.id)
        await finished(housing, made, state)
        await passing(housing, lambda: all(task.done() for task in waiting))
        found = await made.find(state)
        record = record_of(state, await housing.store.load(state.id))
        assert found == make_review(record, GAMES, by.first, lambda _: None, by.closer)
        assert len(analyst.begun) == 1
        assert analyst.begun[0].looked_at == len(record.actions)


async def test_reviews_are_made_one_by_one_and_report_progress(housing: Housing) -> None:
    first, second = await played(housing), await played(housing)
    async with reviewing(housing, quick_reviews()) as made:
        assert await made.ask(first, MINA.id) == Progress(0, 0)
        assert await made.ask(second, MINA.id) == Progress(1, 0)
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
        await made.ask(state, MINA.id)
        await until(lambda: bool(analyst.begun))
    await until(lambda: analyst.begun[0].over)
    assert await housing.storage.reviews.unfinished() == [(state.id, PLACE.guild)]
    async with reviewing(housing, quick_reviews()) as made:
        await until(lambda: made.progress(state.id) is not None)
        await finished(housing, made, state)
        assert await made.find(state) is not None
    assert await housing.storage.reviews.unfinished() == []


async def test_a_review_of_another_version_is_made_anew(housing: Housing) -> None:
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


@pytest.mark.parametrize(
    "body", ["{}", *(pytest.param(body, marks=pytest.mark.thorough) for body in ("", "no review"))]
)
async def test_an_unreadable_review_is_made_anew(housing: Housing, body: str) -> None:
    state = await played(housing)
    reviews = housing.storage.reviews
    async with reviewing(housing, quick_reviews()) as made:
        await reviews.ask(state.id, VERSION, 1)
        await reviews.finish(state.id, VERSION, body)
        assert await made.find(state) is None
        await made.ask(state, MINA.id)
        await finished(housing, made, state)
        assert await made.find(state) is not None


async def test_a_failed_review_is_logged_and_dropped_and_the_next_is_made(
    housing: Housing, caplog: pytest.LogCaptureFixture
) -> None:
    state = await played(housing)
    async with reviewing(housing, Broken()) as made:
        for _ in range(2):
            await made.ask(state, MINA.id)
            await finished(housing, made, state)
            assert await housing.storage.reviews.review(state.id) is None
    assert caplog.text.count("it fell over") == 2


async def test_only_finished_matches_of_games_with_an_adviser(housing: Housing) -> None:
    setup = TableSetup(game=KAPOW.name, options=short(KAPOW, 1))
    table = await housing.started(setup, MINA, SAM)
    toy = await played(housing, housing.toy)
    async with reviewing(housing, Broken()) as made:
        for ask in (partial(made.ask, person=MINA.id), made.find):
            await refuses(ask(table.state), "once it's over")
            await refuses(ask(toy), "can't be reviewed yet")
        await table.do(match.lose_channel)
        await refuses(made.ask(table.state, MINA.id), "played to the end")


class Endless:
    """An analyst and a review of its that is never over; and whose reviews were begun."""

    looked_at = 0
    over = False

    def __init__(self) -> None:
        self.begun: list[Record] = []

    def begin(self, record: Record) -> Making:
        self.begun.append(record)
        return self

    def result(self) -> str:
        raise FailedReviewError("it was stopped")

    def stop(self) -> None:
        """There is nothing to stop."""


async def again(
    housing: Housing, state: TableState, number: int, guild: int = PLACE.guild
) -> TableState:
    place, table = Place(guild=guild, channel=2), f"{number:010x}"
    opened, *entries = await housing.store.load(state.id)
    entries.insert(0, opened.model_copy(update={"place": place}))
    result = not_none(match_result(state))
    effects = Effects(
        replace(state.listing, table=table, guild=guild), replace(result, table=table, guild=guild)
    )
    await housing.store.append(table, 0, entries, effects)
    return (await housing.host.table(table)).state


async def test_a_person_may_queue_a_few_reviews_only(housing: Housing) -> None:
    state = await played(housing)
    async with reviewing(housing, Endless()) as made:
        first, second, more = [await again(housing, state, number) for number in range(3)]
        assert [await made.ask(table, MINA.id) for table in (first, second)] == [(0, 0), (1, 0)]
        told = "You're already waiting for 2 reviews. Please ask again when one is ready."
        await refuses(made.ask(more, MINA.id), told)
        assert await housing.storage.reviews.review(more.id) is None
        # What is being made already is nobody's more.
        assert await made.ask(second, MINA.id) == Progress(1, 0)
        assert await made.ask(more, SAM.id) == Progress(2, 0)
        assert await made.ask(second, SAM.id) == Progress(1, 0)


async def test_quotas_hold_while_a_request_is_being_stored(housing: Housing) -> None:
    state = await played(housing)
    tables = [await again(housing, state, number) for number in range(9)]
    async with reviewing(housing, Endless()) as made:
        asked = await asyncio.gather(
            *(made.ask(table, MINA.id) for table in tables), return_exceptions=True
        )
        assert [isinstance(each, RefusedError) for each in asked] == [False] * 2 + [True] * 7
        assert made.waiting == PERSON_AT_ONCE


async def test_a_server_s_reviews_hold_up_no_other_server_s(housing: Housing) -> None:
    state, analyst = await played(housing), Endless()
    async with reviewing(housing, analyst) as made:
        crowd = [await again(housing, state, number) for number in range(SERVER_AT_ONCE)]
        for person, table in enumerate(crowd, 1000):
            await made.ask(table, person)
        told = "This server is already waiting for 6 reviews."
        await refuses(made.ask(await again(housing, state, 99), SAM.id), told)
        other = await again(housing, state, 100, guild=ELSEWHERE)
        # After the one that is being made and one that had waited before it.
        assert await made.ask(other, SAM.id) == Progress(2, 0)
        assert made.progress(crowd[2].id) == Progress(3, 0)


async def test_a_restart_goes_on_in_turns_with_more_than_a_share(housing: Housing) -> None:
    state = await played(housing)
    crowd = [await again(housing, state, number) for number in range(9)]
    other = await again(housing, state, 100, guild=ELSEWHERE)
    for at, table in enumerate([*crowd, other]):
        await housing.storage.reviews.ask(table.id, VERSION, at)
    async with reviewing(housing, Endless()) as made:
        await until(lambda: made.waiting == 10)
        assert made.progress(other.id) == Progress(1, 0)
        # Nobody waits for these any more: what someone asks for comes first.
        assert await made.ask(crowd[8], MINA.id) == Progress(1, 0)
        assert await made.ask(await again(housing, state, 99), SAM.id) == Progress(2, 0)
        assert made.progress(other.id) == Progress(3, 0)


@pytest.mark.parametrize("game", [game for game in GAMES if reviewer_for(game)])
async def test_a_review_begins_when_the_match_ends(housing: Housing, game: str) -> None:
    analyst = Endless()
    async with reviewing(housing, analyst) as made:
        state = await played(housing, game)
        await until(lambda: bool(analyst.begun))
        assert made.progress(state.id) == Progress(0, 0)
        assert await housing.storage.reviews.unfinished() == [(state.id, PLACE.guild)]


async def test_no_review_begins_where_nobody_could_have_one(housing: Housing) -> None:
    async with reviewing(housing, Endless()) as made:
        await played(housing, housing.toy)
        setup = TableSetup(game=KAPOW.name, options=short(KAPOW, 1))
        table = await housing.started(setup, MINA, SAM)
        await table.do(match.lose_channel)
        assert made.waiting == 0
    async with reviewing(housing, Endless(), unasked=False) as made:
        await played(housing)
        assert made.waiting == 0


async def test_a_review_that_someone_waits_for_comes_first(housing: Housing) -> None:
    async with reviewing(housing, Endless()) as made:
        first, second, third = [await played(housing) for _ in range(3)]
        await until(lambda: made.progress(third.id) == Progress(2, 0))
        assert made.progress(second.id) == Progress(1, 0)
        await made.ask(third, MINA.id)
        await until(lambda: made.progress(third.id) == Progress(1, 0))
        assert made.progress(second.id) == Progress(2, 0)
        assert await made.ask(first, MINA.id) == Progress(0, 0)


def test_a_server_has_only_so_many_reviews_nobody_asked_for() -> None:
    queue = ReviewQueue()
    taken = [queue.note_unasked(f"match {number}", 1) for number in range(MOST_UNASKED + 1)]
    assert taken == [True] * MOST_UNASKED + [False]
    assert queue.note_unasked("another", 2)
    queue.drop("match 0")
    assert queue.note_unasked("match 0", 1)
    queue.note("asked for", 1, 7)
    queue.hurry("match 1", 7)
    queue.hurry("match 2", 7)  # One person waits for two at most.
    for table in ("asked for", "match 1", "match 2"):
        queue.line_up(table)
    assert [queue.begin() for _ in range(4)] == ["asked for", "match 1", "match 2", None]


async def test_a_review_finished_while_it_is_asked_for_is_not_made_again(housing: Housing) -> None:
    """It is asked for while it is being made, and finished while that is looked into."""
    state, analyst, go_on = await played(housing), Counted(quick_reviews()), asyncio.Event()
    looked_into = asyncio.Event()

    def hold(_c: object, _d: object, sql: str, *_more: object) -> None:
        if "FROM reviews" in sql:
            looked_into.set()
            await_only(go_on.wait())

    async with reviewing(housing, analyst) as made:
        assert await made.find_or_ask(state, MINA.id) == Progress(0, 0)
        await until(lambda: bool(analyst.begun))
        event.listen(housing.storage.engine.sync_engine, "after_cursor_execute", hold)
        asked = asyncio.create_task(made.find_or_ask(state, SAM.id))
        await until(lambda: asked.done() or looked_into.is_set())
        await finished(housing, made, state)
        go_on.set()
        assert isinstance(await asked, Progress)
        await finished(housing, made, state)
        assert await made.find_or_ask(state, SAM.id) == await made.find(state)
        assert len(analyst.begun) == 1


async def test_a_request_that_could_not_be_stored_is_not_queued(housing: Housing) -> None:
    state = await played(housing)
    async with reviewing(housing, Endless()) as made:
        await housing.storage.writer.close()
        for _ in range(PERSON_AT_ONCE + 1):
            await refuses(made.ask(state, MINA.id), error=StoreUnavailableError)
        assert made.waiting == 0
