"""Running league nights: what is due is done, messages are changed, and people are told."""

import asyncio
import logging
import tomllib
from collections.abc import Mapping, Sequence
from typing import Any, Final

import discord

from bot.face.markdown import span_words
from bot.face.rulebook import SEEDS
from bot.night.night import FEWEST, MOST_IN_ROUND_ROBIN
from bot.night.plan import NOUNS, PACES, PingWish, StoredNight
from bot.night.rounds import BREAK, Hitch, noted
from bot.night.service import AHEAD, MOST_PINGS, Call
from bot.night.tables import table_id
from bot.tables.command import RefusedError
from bot.tables.entries import Place
from bot.tables.store import StoreUnavailableError
from cogs.core.answers import post
from cogs.core.page import Choice, Menu, Page, Text
from cogs.core.permissions import Cause, cause, code_of, may_look, place_of
from cogs.core.requests import CHANNEL_GONE, DISCORD_ERRORS, MESSAGE_GONE, Trouble, is_gone, trouble
from cogs.core.work import Jobs, cancelled, in_thread, log_fault
from cogs.night_page import ShownNight, Verb, night_control, night_page, night_title
from cogs.night_places import Events, remove_event
from cogs.play.fairness import NIGHT_COLOUR
from cogs.play.message import MOST_REPOSTS
from cogs.play.posted import BAR, LONGEST_BAR, PATIENT
from cogs.services import Services

logger = logging.getLogger(__name__)

PLANNING: Final = 30_000
"""Milliseconds after which a night without a message has lost it: planning posts it."""

MOST_MENTIONED: Final = 64
"""People mentioned in one message: Discord allows a hundred, and 2,000 characters."""

EVERY: Final = 5
"""Seconds between two looks, at least."""

SELDOM: Final = 600
"""Seconds between two looks, at most."""


class NightPages:
    """Shows the nights of one process. Calls raise ``StoreUnavailableError``."""

    def __init__(self, client: discord.Client, services: Services, jobs: Jobs) -> None:
        self._client = client
        self._services = services
        self._hitches = services.nights.hitches
        self._jobs = jobs
        self._tries: dict[str, int] = {}
        """How often in a row Discord has refused a night's message."""
        self._waiting: set[str] = set()
        self._nameless: set[str] = set()
        """Nights whose people are called by numbers: the server's AutoMod blocks a word."""
        self._reposts: dict[str, tuple[int, int]] = {}
        """How often a night was posted again, since how many events."""
        self._events = Events(client, services)
        services.surface.night_hitch = services.nights.hitches.why_unshown

    async def show(self, night: str) -> None:
        """Bring a night's message up to date: post it again if it is gone, try again if refused."""
        stored = await self._services.nights.nights.load(night)
        if stored is None or (stored.message is None and self._is_planned_now(stored)):
            return
        if self._client.get_guild(stored.plan.guild) is None:
            # We were removed: it's shown when someone invites us again.
            why = "I'm no longer on this night's server."
            noted(self._hitches.unshown, night, Hitch(stored.plan.guild, why))
            return
        if stored.night.closed:
            await remove_event(self._client.get_guild(stored.plan.guild), stored)
        page = await shown_page(self._services, stored, nameless=night in self._nameless)
        try:
            await self._bring_up(stored, page)
        except DISCORD_ERRORS as error:
            logger.info("night %s is not shown: %s", night, error)
            await self._refused(stored, error)
        else:
            self._tries.pop(night, None)
            await self._note(stored, None)

    async def look_for(self, night: str) -> None:
        """Have a night's message posted again if someone has deleted it, and its event noted."""
        stored = await self._services.nights.nights.load(night)
        if stored is None or stored.night.closed or night in self._hitches.unshown:
            return
        if await self._is_gone(stored) and self._may_repost(stored):
            logger.info("night %s: its message was deleted", night)
            self._services.nights.touch(night)
        elif stored.message is not None and await self._events.look_after(stored):
            self._services.nights.touch(night)

    async def _bring_up(self, stored: StoredNight, page: Page) -> None:
        plan = stored.plan
        there = self._client.get_partial_messageable(plan.channel, guild_id=plan.guild)
        if stored.message is not None:
            try:
                await post(there.get_partial_message(stored.message), page)
            except DISCORD_ERRORS as error:
                if trouble(error) is not Trouble.STALE:
                    raise
            else:
                return
            logger.info("night %s: its message can't be changed: posted again", plan.id)
        message = await post(there, page, f"night {stored.message or plan.id}")
        await self._services.nights.nights.show(plan.id, plan.channel, message.id, stored.event)

    async def _refused(self, stored: StoredNight, error: Exception) -> None:
        night, kind = stored.plan.id, trouble(error)
        if kind is Trouble.BLOCKED and night not in self._nameless:
            self._nameless.add(night)
            self._services.nights.changed.add(night)
            return
        if kind is not Trouble.PASSING:
            await self._note(stored, error)
        self._tries[night] = self._tries.get(night, 0) + 1
        is_over = stored.night.closed and self._tries[night] > PATIENT
        if night not in self._waiting and not is_over:
            self._waiting.add(night)
            self._jobs.start(self._try_again(night), f"night {night}, to be shown again")

    async def _try_again(self, night: str) -> None:
        try:
            rest = BAR if self._tries.get(night, 0) < PATIENT else LONGEST_BAR
            await self._services.time.sleep(rest)
        finally:
            self._waiting.discard(night)
        self._services.nights.touch(night)

    async def _note(self, stored: StoredNight, error: Exception | None) -> None:
        plan, number = stored.plan, len(stored.night.rounds)
        before = self._hitches.unshown.get(plan.id)
        newest = stored.night.rounds[-1].tables if number else ()
        tables = [table_id(stored, number, at) for at, one in enumerate(newest) if one.running]
        unshown = None
        if error is not None:
            guild = self._client.get_guild(plan.guild)
            where = guild.get_channel_or_thread(plan.channel) if guild else None
            why = _unshown(stored, cause(error, where), gone=code_of(error) == CHANNEL_GONE)
            unshown = Hitch(plan.guild, why, tables=frozenset(tables))
        if not noted(self._hitches.unshown, plan.id, unshown):
            return
        is_new = unshown is not None and (before is None or before.why != unshown.why)
        for table in tables:
            await self._tell(stored, table, unshown.why if unshown and is_new else "")

    async def _tell(self, stored: StoredNight, table: str, why: str) -> None:
        host = self._services.host
        if host.listing(table) is None:
            return
        try:
            state = (await host.table(table)).state
        except RefusedError:
            return
        self._services.surface.hands.changed(state)
        if why and state.place.channel != stored.plan.channel:
            there = self._client.get_partial_messageable(
                state.place.channel, guild_id=stored.plan.guild
            )
            try:
                await post(there, Page((Text(why),)), f"hitch {table} {state.seq}"[:25])
            except DISCORD_ERRORS as error:
                logger.info("table %s is not told: %s", table, type(error).__name__)

    async def _is_gone(self, stored: StoredNight) -> bool:
        plan = stored.plan
        if self._client.get_guild(plan.guild) is None:
            return False
        if stored.message is None:
            return not self._is_planned_now(stored)
        is_known = place_of(self._client, Place(guild=plan.guild, channel=plan.channel)) is not None
        if is_known and not may_look(self._client, plan.guild, plan.channel):
            return False
        there = self._client.get_partial_messageable(plan.channel, guild_id=plan.guild)
        asked = there.get_partial_message(stored.message).fetch()
        return await is_gone(asked, MESSAGE_GONE, CHANNEL_GONE)

    def _may_repost(self, stored: StoredNight) -> bool:
        events = len(stored.events)
        since, count = self._reposts.get(stored.plan.id, (events, 0))
        count = count + 1 if since == events else 1
        self._reposts[stored.plan.id] = (events, count)
        return count <= MOST_REPOSTS

    def _is_planned_now(self, stored: StoredNight) -> bool:
        return self._services.time.now() - stored.times[0] < PLANNING


class NightRunner:
    """Runs the nights of one process; no night waits for another one's requests."""

    def __init__(self, client: discord.Client, services: Services) -> None:
        self._client = client
        self._services = services
        self._task: asyncio.Task[None] | None = None
        self._jobs = Jobs()
        self._attended: set[str] = set()
        self._dozes = self._caught_up = False
        self.pages = NightPages(client, services, self._jobs)
        services.nights.tell_of_changes = self._wake

    def start(self, after: float = 0) -> None:
        """Start the background task; call it once. Its first look is after some seconds."""
        self._task = asyncio.create_task(self._work(after), name="league nights")

    async def close(self) -> None:
        """Cancel what is being done; the next start goes on."""
        await cancelled(self._task)
        await self._jobs.close(0)

    def _wake(self) -> None:
        if self._dozes and self._task is not None:
            self._dozes = False
            self._task.cancel()
            self.start(EVERY)

    async def _work(self, after: float) -> None:
        await self._client.wait_until_ready()
        services = self._services
        await services.time.sleep(after)
        while not services.host.lost.is_set():
            pause = await self._look()
            await services.time.sleep(EVERY)
            if pause > EVERY and not services.nights.changed:
                self._dozes = True
                await services.time.sleep(pause - EVERY)
                self._dozes = False

    async def _look(self) -> float:
        nights = self._services.nights
        try:
            if not self._caught_up:
                await nights.catch_up()
                self._caught_up = True
            due = {*await nights.due()}
            for night in (due | nights.changed) - self._attended:
                self._attended.add(night)
                self._jobs.start(self._attend(night, is_due=night in due), f"night {night}")
            waits = [await nights.until_next()]
            if await nights.open():
                async for call in self._services.pings.due():
                    self._jobs.start(self._ping(call), f"pinging for night {call.night.plan.id}")
                waits.append(await self._services.pings.until_next())
        except StoreUnavailableError as error:
            logger.warning("league nights wait: %s", error)
        except Exception as error:  # noqa: BLE001 - the next look may go better
            log_fault(logger, "the league nights failed", error)
        else:
            seconds = min((wait for wait in waits if wait is not None), default=SELDOM)
            return min(max(seconds, EVERY), SELDOM)
        return EVERY

    async def _ping(self, call: Call) -> None:
        """Send the pings of a night; a message that Discord does not take is not sent again."""
        plan = call.night.plan
        channel = self._client.get_partial_messageable(plan.channel, guild_id=plan.guild)
        for number, first in enumerate(range(0, len(call.users), MOST_MENTIONED)):
            page = _ping_page(call.night, call.users[first : first + MOST_MENTIONED])
            try:
                await post(channel, page, f"ping {plan.id} {number}")
            except DISCORD_ERRORS as error:
                logger.info("no ping for night %s: %s", plan.id, type(error).__name__)

    async def _attend(self, night: str, *, is_due: bool) -> None:
        nights = self._services.nights
        try:
            if is_due:
                await nights.look_at(night)
                while nights.boards.counted:
                    self._services.surface.renew(nights.boards.counted.pop())
            while night in nights.changed:
                nights.changed.discard(night)
                await self.pages.show(night)
        except StoreUnavailableError as error:
            logger.warning("night %s waits: %s", night, error)
            nights.changed.add(night)
        finally:
            self._attended.discard(night)


async def shown_page(services: Services, stored: StoredNight, *, nameless: bool = False) -> Page:
    """Return the message of a night as it is now; raises ``StoreUnavailableError``."""
    shown = await shown_night(services, stored, nameless=nameless)
    return await in_thread(services.executor, night_page, shown)


async def shown_night(
    services: Services, stored: StoredNight, *, nameless: bool = False
) -> ShownNight:
    """Return a night with what its message needs to know; raises ``StoreUnavailableError``."""
    hidden = await services.storage.people.hidden_among([one.user for one in stored.people])
    rooms, number = {}, len(stored.night.rounds)
    for at, table in enumerate(stored.night.rounds[-1].tables if number else ()):
        listing = services.host.listing(table_id(stored, number, at))
        if table.running and listing is not None:
            rooms[at] = listing.channel
    duplicate = stored.night.form == "duplicate"
    boards = await services.nights.boards.playing(stored.plan.id) if duplicate else ()
    held = services.nights.hitches.held.get(stored.plan.id)
    return ShownNight(stored, hidden, rooms, frozenset(boards), held, nameless)


def _unshown(stored: StoredNight, cause: Cause, *, gone: bool) -> str:
    if gone:
        more = "" if stored.night.closed else ", and moderators can let it go on in another channel"
        return f"**The channel of the {stored.noun} was deleted.** `/night` shows it{more}."
    where = f"<#{stored.plan.channel}>"
    return f"**I can't show the {stored.noun} in {where}.** {cause.text} `/night` shows it."


_AHEAD: Final = span_words(AHEAD / 1000)

EVERY_NIGHT: Final = (
    f"**Every night** is on: I'll ping you {_AHEAD} before each league night here, at most "
    f"{MOST_PINGS} times a week."
)
NEVER: Final = "**Off**: no pings before this server's league nights."


def wish_text(stored: StoredNight, wish: PingWish) -> str:
    """Say that a person's ping before a night is on or off, and what happens then."""
    if wish.wanted:
        at = (stored.plan.starts_at - AHEAD) // 1000
        return (
            f"**Tell me** is on: I'll ping you here <t:{at}:R>, at most {MOST_PINGS} times a "
            "week. To stop, press it again."
        )
    others = " `/me pings` stops pings for every night." if wish.every else ""
    return f"**Tell me** is off.{others}"


def _ping_page(stored: StoredNight, users: Sequence[int]) -> Page:
    plan = stored.plan
    mentions = " ".join(f"<@{user}>" for user in users)
    link = f"https://discord.com/channels/{plan.guild}/{plan.channel}/{stored.message}"
    text = (
        f"{mentions}\n**{night_title(stored)}** starts <t:{plan.starts_at // 1000}:R>. Not in "
        f"yet? Press **I'm in** below [its message]({link}).\n-# To stop these pings, use `/me "
        "pings`."
    )
    return Page((Text(text),), mentions=tuple(users), colour=NIGHT_COLOUR)


_SEED: Final[Mapping[str, Any]] = tomllib.loads((SEEDS / "night.toml").read_text("utf-8"))


def rules_page(stored: StoredNight, topic: str = "0") -> Page:
    """Return how such a night works: a topic, by its number, and a menu of the others."""
    form = stored.night.form
    pace, topics = PACES[form], _SEED[form]
    at = next((at for at in range(len(topics)) if str(at) == topic), 0)
    text: str = topics[at]["text"]
    for part in ("telling", "waiting", "ties", "outage"):
        text = text.replace(f"{{{part}}}", _SEED[part].strip())
    nothing, round_ = ("0%", "board") if form == "duplicate" else ("0 points", "round")
    text = text.strip().format(
        ahead=_AHEAD,
        pause=span_words(BREAK / 1000),
        first=span_words(pace.clock.seconds),
        longest=span_words(pace.longest_round / 1000),
        latest=span_words(pace.latest / 1000),
        fewest=FEWEST[form],
        most=MOST_IN_ROUND_ROBIN,
        noun=NOUNS[form],
        nothing=nothing,
        round=round_,
    )
    choices = tuple(
        Choice(each["title"], str(number), chosen=number == at)
        for number, each in enumerate(topics)
    )
    menu = Menu(night_control(stored.plan.id, Verb.RULES), "Choose a topic", choices)
    return Page((Text(f"## {topics[at]['title']}\n{text}"), menu), colour=NIGHT_COLOUR)
