"""``/match review``: what luck and skill did in a finished match, and which turns cost the most."""

import asyncio
import logging
import re
from collections.abc import Mapping, Sequence
from concurrent.futures import Executor
from functools import partial
from typing import Final, NamedTuple

from discord import app_commands

from bot.face.face import Style
from bot.game.contract import AnyGame, Seat
from bot.games.registry import is_ready
from bot.review import face as words
from bot.review.making import review_version
from bot.review.review import Review, Slip
from bot.review.service import Progress, ReviewService
from bot.tables.command import RefusedError
from bot.tables.history import record_of
from bot.tables.state import TableState
from bot.tables.store import Store, StoreUnavailableError
from cogs.core.answers import answer, update
from cogs.core.arguments import offered
from cogs.core.buttons import Cost, Feature, Press, TableButton
from cogs.core.click import NUMBER, Address, Click, chosen, guild_of
from cogs.core.finished import finished_table, suggest_matches
from cogs.core.page import Button, Page, Text
from cogs.core.requests import DISCORD_ERRORS
from cogs.core.work import in_thread
from cogs.review_page import (
    COLOUR,
    Asked,
    Puzzle,
    name_of,
    puzzle_page,
    review_page,
    view_of,
)

logger = logging.getLogger(__name__)

_NUMBERS: Final = re.compile(f"{NUMBER}(:{NUMBER}){{0,3}}")

_PAST: Final = partial(TableButton, cost=Cost.COSTLY, looks_back=True, tells_cards=True)


class _AskedPuzzle(NamedTuple):
    """A seat's puzzle; with a choice, its answer."""

    seat: Seat
    number: int
    choice: int | None = None
    name: int | None = None
    """Which puzzle it was when the choices were shown."""


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
        self,
        click: Click,
        table: TableState,
        seat: Seat | None = None,
        why: str = "",
        *,
        figures: bool = False,
    ) -> None:
        """Answer with a match's review, or begin it; ``why`` says why it isn't there.

        Without a seat it's about the asking person's, else the winner's. Raises ``RefusedError``.
        """
        seat = _usual_seat(click, table) if seat is None else seat
        shown = Asked(seat, table.seats[seat].user == click.user.id, figures)
        found = await self._reviewing.find_or_ask(table, click.user.id)
        if isinstance(found, Review):
            await answer(click, await self._page(table, found, shown), in_place=True)
            return
        await answer(click, _waiting_page(table, found, why), in_place=True)
        task = asyncio.create_task(self._follow(click, table, shown), name="waiting for a review")
        self._waiting.add(task)
        task.add_done_callback(self._waiting.discard)

    async def close(self) -> None:
        """Let go of those who wait: they can ask again."""
        for task in tuple(self._waiting):
            task.cancel()
        await asyncio.gather(*self._waiting, return_exceptions=True)

    async def _follow(self, click: Click, table: TableState, asked: Asked) -> None:
        try:
            async with asyncio.timeout(self._token_life):
                await self._reviewing.over(table.id)
            found = await self._reviewing.find(table)
            page = (
                _without_review(table, words.FAILED)
                if found is None
                else await self._page(table, found, asked)
            )
            await update(click, page, later=True)
        except (*DISCORD_ERRORS, StoreUnavailableError, RefusedError) as error:
            logger.info("a review could not be shown: %s", type(error).__name__)

    async def _page(self, table: TableState, review: Review, asked: Asked) -> Page:
        record = record_of(table, await self._store.load(table.id))
        slips = review.slips[asked.seat]

        def draw() -> Page:
            views = [view_of(record, self._games, slip) for slip in slips]
            return review_page(table, review, asked, views)

        return await in_thread(self._executor, draw)


class ReviewCommand(Feature):
    """Looking back on a match."""

    @app_commands.command(extras={"group": "match", "costly": True, "slow": True})
    @app_commands.describe(match="Which match. Leave it out for your newest one.")
    async def review(self, click: Click, match: str | None = None) -> None:
        """Look back on a finished match: luck, skill and the costliest turns."""
        if match is None:
            table = await self._latest(click)
        else:
            table = await finished_table(self._services, click, match)
        await self._services.reviews.show(click, table)

    @review.autocomplete("match")
    async def suggest_match(self, click: Click, typed: str) -> list[app_commands.Choice[str]]:
        """Suggest the server's matches that can be reviewed."""
        return await offered(typed, suggest_matches(self._services, click, self._reviewed()))

    async def _latest(self, click: Click) -> TableState:
        services, channel = self._services, click.channel_id or 0
        with services.limits.reading(click):
            found = await services.storage.reviews.latest(
                guild_of(click), channel, click.user.id, self._reviewed()
            )
        if found is None:
            raise RefusedError(words.NO_SUCH_MATCH)
        return await finished_table(services, click, found)

    def _reviewed(self) -> Sequence[str]:
        return [name for name in self._services.games if review_version(name)]


def _waiting_page(table: TableState, progress: Progress, why: str = "") -> Page:
    told = words.MAKING.format(part=words.percent(progress.part))
    if progress.ahead:
        told = words.WAITING.format(ahead=progress.ahead)
    slow = "" if is_ready(table.game.name) else words.WARMING_UP
    lines = (why, told, slow, words.CHANGED_LATER)
    return _without_review(table, "\n".join(filter(None, lines)))


def _without_review(table: TableState, told: str) -> Page:
    again = Button(words.AGAIN, str(Address(table.id, "review")), Style.MAIN)
    head = words.HEADING.format(game=table.game.title)
    return Page((Text(head), Text(told), (again,)), colour=COLOUR)


async def _show(press: Press, about: str) -> None:
    figures = ":" in about
    seat = _numbers(about, 1 + figures)[0] if about else None
    if seat is not None and seat >= len(press.state.seats):
        raise RefusedError(words.NO_SUCH_PUZZLE)
    await press.services.reviews.show(press.click, press.state, seat, figures=figures)


async def _puzzle(press: Press) -> None:
    seat, number = _numbers(press.words, 2)
    await _open(press, _AskedPuzzle(seat, number))


async def _solve(press: Press) -> None:
    named = press.words.count(":") == _AskedPuzzle._fields.index("name")
    await _open(press, _AskedPuzzle(*_numbers(press.words, 4 if named else 3)))


async def _open(press: Press, asked: _AskedPuzzle) -> None:
    services, table = press.services, press.state
    review = await services.reviewing.find(table)
    if review is None:
        if asked.seat >= len(table.seats):
            raise RefusedError(words.NO_SUCH_PUZZLE)
        await services.reviews.show(press.click, table, asked.seat, words.OLD)
        return
    await answer(press.click, await _page(press, review, asked), in_place=True)


def _found(table: TableState, review: Review, asked: _AskedPuzzle) -> Slip:
    """Return what is asked for; ``RefusedError`` if it isn't there, or is another one now."""
    slips = review.slips[asked.seat] if asked.seat < review.seats else ()
    slip = slips[asked.number] if asked.number < len(slips) else None
    is_there = slip is not None and (asked.choice or 0) < len(slip.choices)
    if slip is not None and is_there and asked.choice is None:
        return slip
    if slip is not None and is_there and asked.name == name_of(table, slip):
        return slip
    is_old = is_there or asked.name is not None
    raise RefusedError(words.MADE_AGAIN if is_old else words.NO_SUCH_PUZZLE)


async def _page(press: Press, review: Review, asked: _AskedPuzzle) -> Page:
    services, table = press.services, press.state
    slip = _found(table, review, asked)
    record = record_of(table, await services.storage.store.load(table.id))

    def draw() -> Page:
        view = view_of(record, services.games, slip)
        return puzzle_page(Puzzle(table, slip, asked.number, view), asked.choice)

    return await in_thread(services.executor, draw)


def _numbers(numbers: str, count: int) -> list[int]:
    found = [int(word) for word in numbers.split(":")] if _NUMBERS.fullmatch(numbers) else []
    if len(found) != count:
        raise RefusedError(words.NO_SUCH_PUZZLE)
    return found


def _usual_seat(click: Click, table: TableState) -> Seat:
    for number, seat in enumerate(table.seats):
        if seat.user == click.user.id:
            return number
    outcome = table.game.outcome(table.position)
    return outcome.ranks.index(1) if outcome else 0


BUTTONS: Final = (
    _PAST("review", lambda press: _show(press, press.words), thinking=True, in_place=True),
    _PAST("player", lambda press: _show(press, chosen(press.click)), thinking=True, in_place=True),
    _PAST("puzzle", _puzzle),
    _PAST("solve", _solve),
)
