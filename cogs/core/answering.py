"""Every click and command gets one answer: once, in its turn, in time, before the bot stops.

Discord waits three seconds for the first answer. A longer one is announced: "the bot is thinking"
stays until it is replaced, for which the click's token is noted in the database first.
"""

import asyncio
import logging
import time as clocks
from collections.abc import Callable, Hashable
from dataclasses import dataclass, field
from typing import Final, NamedTuple

import aiohttp
import discord
from cachetools import FIFOCache
from discord.webhook.async_ import async_context

from bot.tables.clock import Time
from bot.tables.store import TOKEN_LIFE, Deferral, Shards, StoreUnavailableError, shard_of
from cogs.core.answers import ALREADY, WATCHED, WENT_WRONG, Watched
from cogs.core.click import Click
from cogs.core.requests import DISCORD_ERRORS, TooManyRefusalsError, Trouble, trouble
from cogs.core.work import Jobs
from db.repositories.messages import StoredDeferrals

logger = logging.getLogger(__name__)

REMEMBERED: Final = 10_000
"""Interactions: more than arrive within the minutes for which a session can be resumed."""

LIFE: Final = 3.0
"""Seconds after which Discord gives up an interaction without a first answer."""

UNANSWERED_AFTER: Final = 60.0
"""Seconds after which an interaction counts as unanswered."""

LOOK: Final = 0.02
"""Seconds between two looks at the unanswered ones."""

PATIENCE: Final = 1.5
"""Seconds of these after which an answer is announced."""

NOTING: Final = 0.5
"""Seconds, at most, that an announcement waits until it is noted."""

ATTEMPTS: Final = 2
"""To tell Discord: it may have taken the first one and have hung up."""

LONGEST: Final = 120.0
"""Seconds after which nobody believes any more that an answer comes."""

PAUSES: Final = (0, 2, 10, 60, 240)
"""Seconds before each attempt to put a sentence in the place of an answer."""

CLOSING: Final = 0.3
"""Seconds that a closing bot takes for such sentences."""

TOO_LONG: Final = "That took too long. Please try again in a minute."
RESTARTING: Final = "I'm restarting. Please try again in a minute."
RESTARTED: Final = "I've just restarted. Please try again."

_LOADING: Final = discord.MessageFlags.loading.flag


class Begun(NamedTuple):
    """An interaction without an answer, and when it came, in seconds of ``perf_counter``."""

    click: Click
    at: float


@dataclass(frozen=True, slots=True)
class _Open:
    deferral: Deferral
    timer: asyncio.TimerHandle


class Answering:
    """All interactions of this process on their way to their answers."""

    def __init__(
        self,
        client: discord.Client,
        stored: StoredDeferrals,
        time: Time,
        shards: Shards,
    ) -> None:
        self._client = client
        self._stored = stored
        self._time = time
        self._shards = shards
        self._jobs = Jobs()
        self._seen: FIFOCache[int, None] = FIFOCache(REMEMBERED)
        self._unanswered: dict[int, Begun] = {}
        self.unanswered: Callable[[Click], None] = lambda _: None
        """Called with each that has had no answer for too long."""
        self._open: dict[int, _Open] = {}
        self._none = asyncio.Event()
        self._none.set()

    @property
    def count(self) -> int:
        """How many late answers are awaited."""
        return len(self._open)

    def begin(self, click: Click) -> bool:
        """Take note of an interaction; False if it came before: RESUME may bring it again."""
        if click.id in self._seen:
            return False
        self._seen[click.id] = None
        self._forget_answered()
        self._unanswered[click.id] = Begun(click, clocks.perf_counter())
        return True

    def first_answer(self, number: int) -> Begun | None:
        """Take note that Discord has the first answer to an interaction; return when it began."""
        return self._unanswered.pop(number, None)

    def watch(self, click: Click, *, private: bool = True, thinking: bool = False) -> None:
        """Announce the answer to a click if it takes too long; called by the task that answers.

        With ``thinking``, as for every command, a new message says at once that the bot thinks.
        """
        task = _current_task()
        watched = click.extras[WATCHED] = Watched(lambda: self._given(click.id), private)

        def announce() -> None:
            if not watched.begun:
                work = self._announce(click, task, private=watched.private, thinking=thinking)
                watched.announcing = asyncio.create_task(work, name="announcing an answer")
                watched.announcing.add_done_callback(_told)

        timer = asyncio.get_running_loop().call_later(PATIENCE, announce)
        task.add_done_callback(lambda _: timer.cancel())

    async def announce(self, click: Click) -> bool:
        """Announce an answer before what a crash may interrupt; return whether Discord waits."""
        watched: Watched = click.extras[WATCHED]
        watched.begun = True
        work = self._announce(click, _current_task(), private=True, thinking=False)
        watched.announcing = asyncio.create_task(work, name="announcing an answer")
        watched.announcing.add_done_callback(_told)
        await asyncio.wait([watched.announcing])
        return watched.announcing.exception() is None

    async def finish(self, patience: float) -> None:
        """Wait until all answers are given, for at most ``patience`` seconds."""
        try:
            async with asyncio.timeout(patience):
                await self._none.wait()
                while self._awaits():  # noqa: ASYNC110 - discord.py tells nobody
                    await asyncio.sleep(LOOK)
        except TimeoutError:
            logger.info("%d answers are not there in time", len(self._open))

    async def close(self) -> None:
        """Say instead of the answers that are still awaited that the bot is being restarted."""
        for number in tuple(self._open):
            self._give_up(number, RESTARTING)
        await self._jobs.close(CLOSING)

    async def catch_up(self) -> None:
        """Give, soon, the answers that a process owed when it crashed; before any new clicks."""
        try:
            left = await self._stored.left(self._shards)
        except StoreUnavailableError as error:
            logger.warning("late answers of a crashed process stay as they are: %s", error)
            return
        since = self._time.now() - TOKEN_LIFE
        self._drop(*(deferral.token for deferral in left if deferral.at <= since))
        for deferral in left:
            if deferral.at > since:
                self._jobs.start(self._fill_in(deferral, RESTARTED), "answering late")

    def _awaits(self) -> bool:
        given_up = clocks.perf_counter() - LIFE
        return any(
            at > given_up and not click.response.is_done()
            for click, at in self._unanswered.values()
        )

    def _forget_answered(self) -> None:
        given_up = clocks.perf_counter() - UNANSWERED_AFTER
        while self._unanswered:
            number, (click, at) = next(iter(self._unanswered.items()))
            if not click.response.is_done():
                if at > given_up:
                    return
                self.unanswered(click)
            del self._unanswered[number]

    async def _announce(
        self, click: Click, task: asyncio.Task[None], *, private: bool, thinking: bool
    ) -> bool:
        """Tell Discord that an answer comes; return whether it surely knows, or raise."""
        if thinking or click.type is discord.InteractionType.application_command:
            await self._note(click, task)
        try:
            return await _is_told(click, private=private, thinking=thinking)
        except (discord.HTTPException, TooManyRefusalsError):
            self._given(click.id)
            raise

    async def _note(self, click: Click, task: asyncio.Task[None]) -> None:
        shard = shard_of(click.guild_id or 0, self._shards.count)
        deferral = Deferral(click.application_id, click.token, shard, self._time.now())
        loop = asyncio.get_running_loop()
        timer = loop.call_later(LONGEST, self._give_up, click.id, TOO_LONG)
        self._open[click.id] = _Open(deferral, timer)
        self._none.clear()
        task.add_done_callback(lambda _: self._give_up(click.id, WENT_WRONG))
        noting = self._stored.note(deferral)
        noting.add_done_callback(_noted)
        await asyncio.wait({noting}, timeout=NOTING)

    def _given(self, number: int) -> None:
        found = self._take(number)
        if found is not None:
            self._drop(found.token)

    def _take(self, number: int) -> Deferral | None:
        found = self._open.pop(number, None)
        if not self._open:
            self._none.set()
        if found is None:
            return None
        found.timer.cancel()
        return found.deferral

    def _give_up(self, number: int, words: str) -> None:
        found = self._take(number)
        if found is not None:
            self._jobs.start(self._fill_in(found, words), "answering instead")

    async def _fill_in(self, deferral: Deferral, words: str) -> None:
        for pause in PAUSES:
            await self._time.sleep(pause)
            try:
                await self._replace(deferral, words)
            except DISCORD_ERRORS as error:
                logger.info("an answer could not be replaced: %s", type(error).__name__)
                if trouble(error) is not Trouble.PASSING:
                    break
            else:
                break
        self._drop(deferral.token)

    async def _replace(self, deferral: Deferral, words: str) -> None:
        """Put a sentence where "thinking" stands; an answer that is there after all stays."""
        hook = discord.Webhook.partial(deferral.application, deferral.token, client=self._client)
        adapter, session = async_context.get(), hook.session
        where = (deferral.application, deferral.token)
        shown = await adapter.get_original_interaction_response(*where, session=session)
        if shown["flags"] & _LOADING or not (shown["content"] or shown["components"]):
            await adapter.edit_original_interaction_response(
                *where, session=session, payload={"content": words}
            )

    def _drop(self, *tokens: str) -> None:
        if tokens:
            self._stored.drop(*tokens).add_done_callback(_noted)


async def _is_told(click: Click, *, private: bool, thinking: bool) -> bool:
    for _ in range(ATTEMPTS):
        try:
            await click.response.defer(ephemeral=private, thinking=thinking)
        except discord.InteractionResponded:
            return True
        except discord.HTTPException as error:
            if error.code == ALREADY:
                return True  # It had taken the attempt before.
            if error.status < 500:
                raise
        except TooManyRefusalsError:
            raise
        except (aiohttp.ClientError, OSError, TimeoutError) as error:
            logger.info("Discord may not know that an answer comes: %s", type(error).__name__)
        else:
            return True
    return False


def _current_task() -> asyncio.Task[None]:
    task = asyncio.current_task()
    assert task is not None  # noqa: S101 - only coroutines call this
    return task


def _told(announcing: asyncio.Task[bool]) -> None:
    if not announcing.cancelled() and (error := announcing.exception()) is not None:
        logger.info("an answer could not be announced: %s", type(error).__name__)


def _noted(done: asyncio.Future[None]) -> None:
    if not done.cancelled() and (error := done.exception()) is not None:
        logger.warning("late answers are not noted: %s", error)


LONGEST_QUEUE: Final = 8
"""Clicks of one person at one table that may wait. No hand is that fast."""


@dataclass(slots=True)
class _Waiting:
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)
    length: int = 0


class ClickQueue:
    """Clicks that wait for each other: one queue for each person at each table."""

    def __init__(self) -> None:
        self._queues: dict[Hashable, _Waiting] = {}

    def __contains__(self, key: Hashable) -> bool:
        """Whether a click is being handled there."""
        return key in self._queues

    async def enter(self, key: Hashable) -> bool:
        """Wait for one's turn, which :meth:`leave` ends; False at once where the queue is full."""
        queue = self._queues.get(key)
        if queue is None:
            queue = self._queues[key] = _Waiting()
        elif queue.length >= LONGEST_QUEUE:
            return False
        queue.length += 1
        try:
            await queue.lock.acquire()
        except BaseException:
            self._shorten(key, queue)
            raise
        return True

    def leave(self, key: Hashable) -> None:
        """End one's turn."""
        queue = self._queues[key]
        queue.lock.release()
        self._shorten(key, queue)

    def _shorten(self, key: Hashable, queue: _Waiting) -> None:
        queue.length -= 1
        if not queue.length:
            del self._queues[key]
