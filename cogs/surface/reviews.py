"""Reviews as they are asked for: shown, or begun and shown as soon as they are finished."""

import asyncio
import logging
from collections.abc import Mapping
from concurrent.futures import Executor
from typing import NamedTuple

from bot.game.contract import AnyGame, Seat
from bot.review.values import Review
from bot.tables.core.errors import RefusedError
from bot.tables.core.record import record_of
from bot.tables.core.state import TableState
from bot.tables.core.store import Store, StoreUnavailableError
from bot.tables.reviews.queue import Progress
from bot.tables.reviews.service import ReviewService
from cogs.answers import sending
from cogs.answers.click import Click
from cogs.layouts.page import Page
from cogs.layouts.puzzle import view_of
from cogs.layouts.review import failed_page, review_page, waiting_page
from cogs.trouble import DISCORD_ERRORS

__all__ = ["Reviews"]

logger = logging.getLogger(__name__)


class _Found(NamedTuple):
    page: Page
    is_review: bool
    """Whether it is the review, and not how far that is."""


class Reviews:
    """Private answers with the review of a match, and those that wait for one."""

    def __init__(
        self,
        reviewing: ReviewService,
        store: Store,
        games: Mapping[str, AnyGame],
        executor: Executor,
        token_life: float,
    ) -> None:
        self._reviewing = reviewing
        self._store = store
        self._games = games
        self._executor = executor
        self._token_life = token_life
        self._waiting: set[asyncio.Task[None]] = set()

    async def show(
        self, click: Click, table: TableState, seat: Seat | None = None, why: str = ""
    ) -> None:
        """Answer with a match's review, one seat in detail; begin it where there is none.

        Without a seat it is that of whoever asks, else the winner's. ``why`` says why it is not
        there. Raises ``RefusedError`` for a match that cannot be reviewed.
        """
        shown = _usual_seat(click, table) if seat is None else seat
        found = await self._look(click, table, shown, why)
        await sending.private(click, found.page)
        if found.is_review:
            return
        task = asyncio.create_task(self._follow(click, table, shown), name="waiting for a review")
        self._waiting.add(task)
        task.add_done_callback(self._waiting.discard)

    async def _look(self, click: Click, table: TableState, seat: Seat, why: str) -> _Found:
        """Return the page to show now, and have the review made where there is none."""
        found = await self._reviewing.find_or_ask(table, click.user.id)
        if isinstance(found, Progress):
            return _Found(waiting_page(table, found, why), is_review=False)
        return _Found(await self._page(table, found, seat), is_review=True)

    async def close(self) -> None:
        """Let go of those who wait: they can ask again."""
        for task in tuple(self._waiting):
            task.cancel()
        await asyncio.gather(*self._waiting, return_exceptions=True)

    async def _follow(self, click: Click, table: TableState, seat: Seat) -> None:
        """Show what came of a review where it was asked for, if that is while the token lives."""
        try:
            async with asyncio.timeout(self._token_life):
                await self._reviewing.over(table.id)
            found = await self._reviewing.find(table)
            page = failed_page(table) if found is None else await self._page(table, found, seat)
            await sending.amend(click, page)
        except (*DISCORD_ERRORS, StoreUnavailableError, RefusedError) as error:
            logger.info("a review could not be shown: %s", type(error).__name__)

    async def _page(self, table: TableState, review: Review, seat: Seat) -> Page:
        record = record_of(table, await self._store.load(table.id))
        slips = review.slips[seat]

        def draw() -> Page:
            views = [view_of(record, self._games, slip) for slip in slips]
            return review_page(table, review, seat, views)

        return await asyncio.get_running_loop().run_in_executor(self._executor, draw)


def _usual_seat(click: Click, table: TableState) -> Seat:
    for number, seat in enumerate(table.seats):
        if seat.user == click.user.id:
            return number
    outcome = table.game.outcome(table.position)
    return outcome.ranks.index(1) if outcome else 0
