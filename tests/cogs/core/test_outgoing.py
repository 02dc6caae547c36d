"""Requests are limited in time, refusals in number."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager

import aiohttp
import pytest
from aiohttp import web

from bot.tables.store import LeaseLostError
from cogs.core.requests import WINDOW, NotHostingError, Refusals, TooManyRefusalsError, outgoing
from cogs.play.posted import BAR, LONGEST_BAR, PATIENT, Rests
from tests.helpers import PATIENCE


async def at_once() -> None:
    """It hosts."""


@asynccontextmanager
async def _session(
    answer: Callable[[web.Request], Awaitable[web.Response]],
    refusals: Refusals,
    seconds: float = PATIENCE,
    must_host: Callable[[], Awaitable[None]] = at_once,
) -> AsyncIterator[tuple[aiohttp.ClientSession, str]]:
    """Open a session of ours to a server that gives one answer; its address is with it."""
    app = web.Application()
    app.router.add_get("/", answer)
    runner = web.AppRunner(app, shutdown_timeout=0.1)
    await runner.setup()
    await web.TCPSite(runner, "127.0.0.1", 0).start()
    trace = outgoing(seconds, refusals, must_host=must_host)
    async with aiohttp.ClientSession(trace_configs=[trace]) as session:
        yield session, f"http://127.0.0.1:{runner.addresses[0][1]}/"
    await runner.cleanup()


async def test_a_request_without_an_answer_is_given_up() -> None:
    async def never(_: web.Request) -> web.Response:
        await asyncio.sleep(PATIENCE)
        return web.Response()

    async with _session(never, Refusals(), 0.2) as (session, url):
        with pytest.raises(TimeoutError):
            await session.get(url)
        # A request that was given up is not cancelled, and may go on.
        await asyncio.sleep(0)


async def test_after_too_many_refusals_nothing_is_asked() -> None:
    asked = 0

    async def refuse(_: web.Request) -> web.Response:
        nonlocal asked
        asked += 1
        return web.Response(status=403)

    async with _session(refuse, Refusals(most=3)) as (session, url):
        for _ in range(3):
            assert (await session.get(url)).status == 403
        with pytest.raises(TooManyRefusalsError):
            await session.get(url)
    assert asked == 3


async def test_nothing_is_said_once_another_process_hosts() -> None:
    """Such as by a process that was suspended, and finds old clicks in its connection."""
    asked, is_lost = 0, False

    async def take(_: web.Request) -> web.Response:
        nonlocal asked
        asked += 1
        return web.Response()

    async def must_host() -> None:
        if is_lost:
            raise LeaseLostError

    async with _session(take, Refusals(), must_host=must_host) as (session, url):
        assert (await session.get(url)).status == 200
        is_lost = True
        with pytest.raises(NotHostingError):
            await session.get(url)
    assert asked == 1


def test_refusals_are_forgotten_after_ten_minutes() -> None:
    refusals = Refusals(most=2)
    for status in (401, 200, 404, 500, 429):
        refusals.note(status, now=100)
    with pytest.raises(TooManyRefusalsError):
        refusals.check(100 + WINDOW - 1)
    refusals.check(100 + WINDOW)


def test_rests_grow_and_end() -> None:
    rests = Rests()
    assert rests.pause == 0
    pauses = []
    for _ in range(8):
        rests.failed()
        pauses.append(rests.pause)
    assert pauses == [1, 2, 4, 8, 16, 32, 60, 60]
    rests.succeeded()
    assert rests.pause == 0


def test_what_was_refused_is_tried_again_within_a_minute_and_later_seldom() -> None:
    rests = Rests()
    assert rests.refused(0)
    assert rests.barred(BAR * 1000 - 1)
    assert not rests.barred(BAR * 1000)
    assert BAR < 60
    for attempt in range(1, PATIENT):
        assert not rests.refused(attempt * BAR * 1000)
    at = PATIENT * BAR * 1000
    assert not rests.barred(at)
    assert not rests.refused(at)
    assert rests.barred(at + LONGEST_BAR * 1000 - 1)
    assert not rests.barred(at + LONGEST_BAR * 1000)
    assert not rests.lift(at + 9_999, rested=10)
    assert rests.lift(at + 10_000, rested=10)
    assert not rests.lift(at + 10_000, rested=10)
