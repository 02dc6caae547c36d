"""``/daily``: the daily deal, played in one private message; ``/daily-board``: how everyone does.

Each button's custom id says the day and what to do, and a round is read from what is stored: so it
goes on after any restart, on any device and on any server.
"""

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from typing import Final, TypeAlias

from discord import app_commands
from discord.ext import commands

from bot.daily.career import daily_career
from bot.daily.deal import PLAYER
from bot.daily.round import dealt, record_of
from bot.face.screen import with_lasting
from bot.game.contract import GameError
from bot.tables.core.errors import OutdatedError, RefusedError
from bot.tables.daily.service import DayOverError, OwnRound
from bot.tables.daily.store import Key
from bot.tables.league.people import Visibility, hidden_among
from cogs.answers import sending
from cogs.answers.answers import sentence
from cogs.answers.click import Click, chosen
from cogs.answers.replies import acknowledge
from cogs.arguments.people import guild_of, person
from cogs.layouts.address import HandAddress, read_hand_address, too_old
from cogs.layouts.daily import Compared, before_page, result_page, round_page, shared_page
from cogs.layouts.daily_board import MOST, DayBoard, daily_board_page
from cogs.layouts.daily_buttons import (
    BOARD,
    HAND,
    PLAY,
    PRACTICE_HAND,
    PRACTISE,
    PROOF,
    SHARE,
    DailyPress,
    read_daily_control,
)
from cogs.layouts.daily_proof import daily_proof_page
from cogs.layouts.daily_words import posted_streak
from cogs.layouts.page import Page
from cogs.services import Services

__all__ = ["Daily"]

_ANOTHER_DAY: Final = "Which day's deal, by its number. Leave it out for today's."
_LAST_DAY: Final = 999_999

MOVED_ON: Final = "Your round has moved on since that button was shown."
"""Said above the round as it is now."""

POSTED: Final = "You've already posted this result."
NOTHING_TO_POST: Final = "There's no result of yours to post."

_Verb: TypeAlias = Callable[[Click, DailyPress], Awaitable[None]]


class Daily(commands.Cog):
    """The daily deal."""

    def __init__(self, services: Services) -> None:
        self._services = services
        self._verbs: Mapping[str, _Verb] = {
            PLAY: self._begin,
            PRACTISE: self._begin,
            BOARD: self._board,
            SHARE: self._share,
            PROOF: self._proof,
        }

    @app_commands.command(extras={"group": "Play", "costly": True})
    @app_commands.describe(day=_ANOTHER_DAY)
    async def daily(
        self, click: Click, day: app_commands.Range[int, 1, _LAST_DAY] | None = None
    ) -> None:
        """Play today's deal against Kai: the same cards for everyone, in five minutes."""
        await self._open(click, self._asked(day))

    @app_commands.command(
        name="daily-board", extras={"group": "Scores", "costly": True, "public": True}
    )
    @app_commands.describe(day=_ANOTHER_DAY)
    async def daily_board(
        self, click: Click, day: app_commands.Range[int, 1, _LAST_DAY] | None = None
    ) -> None:
        """Show who did best in the daily deal on this server."""
        await sending.show(click, await self._day_board(click, self._asked(day)))

    async def press(self, click: Click, words: str) -> None:
        """Do what a button says; one click of a person at a time."""
        pressed = read_daily_control(words)
        services, line = self._services, (click.user.id, "daily")
        services.answering.watch(click)
        if not await services.lines.enter(line):
            await acknowledge(click)
            return
        try:
            if pressed.verb in (HAND, PRACTICE_HAND):
                await self._press_hand(click, pressed)
            elif pressed.verb in self._verbs:
                services.limits.take(click)
                await self._verbs[pressed.verb](click, pressed)
            else:
                raise too_old("daily")
        finally:
            services.lines.leave(line)

    def _asked(self, day: int | None) -> int:
        """Return the day that is asked for; ``RefusedError`` if it has not begun."""
        today = self._services.daily.today
        if day is not None and day > today:
            raise RefusedError(f"That day hasn't begun. Today's deal is Daily {today}.")
        return day or today

    async def _open(self, click: Click, day: int) -> None:
        """Show a person how far they are with a day's deal."""
        key = Key(day, click.user.id)
        own = await self._services.daily.look(key)
        if own is not None:
            await sending.answer(click, await self._page(click, own))
            return
        services = self._services
        deal = await services.daily.deal(day)
        tomorrow = await services.daily.deal(day + 1) if day == services.daily.today else None
        with services.limits.reading(click):
            fields = await services.daily.store.fields(day, guild_of(click))
            results = await services.daily.store.results(click.user.id)
            career = daily_career(results, day, await services.daily.lost())
        now = services.time.now()
        page = before_page(deal, tomorrow, Compared(fields.everywhere, career), now)
        await sending.answer(click, page)

    async def _begin(self, click: Click, pressed: DailyPress) -> None:
        """Begin a round, or go on with the one that counts."""
        key = Key(pressed.day, click.user.id, pressed.verb == PRACTISE)
        own = None if key.practice else await self._services.daily.look(key)
        if own is None:
            called = person(click).name or "Player"
            own = await self._services.daily.begin(key, guild_of(click), called)
        await sending.private(click, await self._page(click, own))

    async def _press_hand(self, click: Click, pressed: DailyPress) -> None:
        """Act, or look one step deeper; in any case the answer is the round as it is then."""
        line = chosen(click) if "values" in (click.data or {}) else None
        choice = read_hand_address(pressed.words, line)
        if choice.seat != PLAYER:
            raise too_old("daily")
        key = Key(pressed.day, click.user.id, pressed.verb == PRACTICE_HAND)
        own, notice = await self._acted(key, choice)
        outdated = own.round.revision != choice.revision
        focus = with_lasting(choice.lasting, "") if outdated else choice.focus
        await sending.private(click, await self._page(click, own, focus, notice))

    async def _acted(self, key: Key, choice: HandAddress) -> tuple[OwnRound, str]:
        """Return the round after a choice, and why nothing has happened, if so."""
        daily, notice = self._services.daily, ""
        if choice.kind == "a":
            try:
                return await daily.act(key, choice.revision, choice.words), ""
            except OutdatedError:
                notice = MOVED_ON
            except (DayOverError, GameError) as error:
                notice = sentence(error) or ""
        own = await daily.look(key)
        if own is None:
            raise too_old("daily")
        if choice.revision != own.round.revision:
            notice = notice or MOVED_ON
        return own, notice

    async def _page(self, click: Click, own: OwnRound, focus: str = "", notice: str = "") -> Page:
        """Return a round as it is."""
        loop, executor = asyncio.get_running_loop(), self._services.executor
        if own.stored.ended is None:
            return await loop.run_in_executor(executor, round_page, own, focus, notice)
        compared = None if own.stored.key.practice else await self._compared(click, own)
        now = self._services.time.now()
        return await loop.run_in_executor(executor, result_page, own, compared, now, notice)

    async def _compared(self, click: Click, own: OwnRound) -> Compared:
        """Return what a result is compared with; others see a streak as in ``/profile``."""
        services, key, store = self._services, own.stored.key, self._services.daily.store
        visibility = (await services.people.visibility([key.user]))[key.user]
        here = visibility is Visibility.SERVER
        with services.limits.reading(click):
            fields = await store.fields(key.day, own.stored.guild)
            results = await store.results(key.user)
            shown = await store.results(key.user, guild_of(click)) if here else results
        lost = await services.daily.lost()
        posted = posted_streak(daily_career(shown, key.day, lost), here=here)
        return Compared(fields.everywhere, daily_career(results, key.day, lost), posted)

    async def _share(self, click: Click, pressed: DailyPress) -> None:
        """Post a result in the channel, once."""
        key = Key(pressed.day, click.user.id)
        own = await self._services.daily.look(key)
        if own is None or not own.stored.can_be_posted:
            raise RefusedError(POSTED if own and own.stored.shared else NOTHING_TO_POST)
        compared = await self._compared(click, own)
        if not await self._services.daily.store.share(key):
            raise RefusedError(POSTED)
        loop = asyncio.get_running_loop()
        executor = self._services.executor
        page = await loop.run_in_executor(executor, shared_page, own, compared)
        await sending.show(click, page)

    async def _board(self, click: Click, pressed: DailyPress) -> None:
        """Show the board of a day to one person."""
        day = self._asked(pressed.day)
        await sending.answer(click, await self._day_board(click, day, private=True))

    async def _day_board(self, click: Click, day: int, *, private: bool = False) -> Page:
        services, guild = self._services, guild_of(click)
        deal = await services.daily.deal(day)
        own = await services.daily.store.round(Key(day, click.user.id)) if private else None
        with services.limits.reading(click):
            fields = await services.daily.store.fields(day, guild)
            lines = await services.daily.store.board(day, guild, MOST)
        hidden = await hidden_among(services.people, [line.user for line in lines])
        board = DayBoard(
            day,
            click.guild.name if click.guild else "",
            lines,
            fields,
            hidden,
            click.user.id if private else None,
            own.ended.score if own and own.ended and own.guild == guild else None,
            deal.is_over(services.time.now()),
            deal.put_off,
        )
        return daily_board_page(board)

    async def _proof(self, click: Click, pressed: DailyPress) -> None:
        """Show the secret of a day that is over, and a record that proves the deal."""
        services, day = self._services, self._asked(pressed.day)
        deal = await services.daily.deal(day)
        if not deal.is_over(services.time.now()):
            raise RefusedError("The deck stays secret until the day is over.")
        own = await services.daily.look(Key(day, click.user.id))

        def make() -> str:
            played = own.round if own else dealt(deal)
            return str(record_of(played, own.stored.name if own else "Player"))

        loop = asyncio.get_running_loop()
        record = await loop.run_in_executor(services.executor, make)
        await sending.answer(click, daily_proof_page(deal, record.encode()))
