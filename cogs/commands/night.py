"""``/night``: plan a league night, end one, be told of them; the buttons of its message."""

import asyncio
import re
import secrets
from dataclasses import replace
from functools import partial
from typing import Final, Literal, TypeAlias

import discord
from discord import app_commands
from discord.ext import commands

from bot.game.contract import AnyGame
from bot.game.deck import words_seal
from bot.lesson.lesson import lesson_of
from bot.night.events import Form
from bot.night.evolve import night_of
from bot.night.night import Night
from bot.tables.core.entries import Clock, TableSetup
from bot.tables.core.errors import NotYoursError, RefusedError
from bot.tables.nights.cutting import words_of
from bot.tables.nights.limits import LONGEST_NOTICE, MOST_ROUNDS
from bot.tables.nights.pace import PACES
from bot.tables.nights.store import NightPlan, StoredNight
from cogs.answers import sending
from cogs.answers.answers import say
from cogs.answers.click import Click, chosen, written
from cogs.answers.replies import acknowledge, ask
from cogs.arguments.completion import Suggestion, offered
from cogs.arguments.games import game_choices, named_game
from cogs.arguments.people import guild_of, person
from cogs.arguments.permissions import check_channel, moderates, sees
from cogs.calendar.events import add_event, remove_event
from cogs.calendar.night_pages import shown_night, shown_page
from cogs.causes import cause
from cogs.commands.opening import check_place, settings_here
from cogs.commands.threads import NO_PRIVATE_THREADS, has_private_threads, where
from cogs.layouts.address import too_old
from cogs.layouts.cutting import FIELD, cut_answer, cut_form
from cogs.layouts.night import (
    CUT,
    CUTTING,
    END,
    FAIR,
    HERE,
    IN,
    OUT,
    RULES,
    SHOW,
    TELL,
    ended_page,
    ending_page,
    night_control,
    own_night_page,
)
from cogs.layouts.night_fairness import night_fairness_page
from cogs.layouts.night_pings import EVERY, NEVER, wish_text
from cogs.layouts.night_rules import NOUNS, rules_page
from cogs.services import Services
from cogs.trouble import Trouble, trouble

__all__ = ["LeagueNight"]

USUAL_ROUNDS: Final = 4

GONE: Final = "This night is gone."

_FORMS: Final = [
    app_commands.Choice(name="An evening: seated by score, round after round", value="swiss"),
    app_commands.Choice(name="Round robin: everyone meets everyone", value="round robin"),
    app_commands.Choice(name="Duplicate: the same cards at every table", value="duplicate"),
]

When: TypeAlias = Literal["every", "off"]

_WHEN: Final = [
    app_commands.Choice(name="Every night", value="every"),
    app_commands.Choice(name="Off", value="off"),
]

_VERBS: Final = "|".join((IN, OUT, TELL, RULES, FAIR, CUT, CUTTING, END, HERE, SHOW))
_WORDS: Final = re.compile(f"([0-9a-f]{{10}}):({_VERBS})(?::([0-9a-f]{{12}}))?")
"""What a custom id says: the night, what to do, and which words somebody saw who types one."""


class LeagueNight(
    commands.GroupCog,
    group_name="night",
    group_description="League nights: get a ping before them. Moderators plan and end them.",
    group_extras={"group": "Manage"},
):
    """League nights."""

    def __init__(self, services: Services) -> None:
        self._services = services
        app_commands.choices(game=game_choices(services.games))(self.plan)

    @app_commands.command(extras={"costly": True, "slow": True})
    @app_commands.describe(
        game="Which game.",
        minutes="In how many minutes it starts. A day is 1,440.",
        rounds="How many rounds of an evening. Leave it out for four.",
        form="An evening, a round robin without hours for up to eight, or a duplicate night.",
    )
    @app_commands.choices(form=_FORMS)
    async def plan(
        self,
        click: Click,
        game: str,
        minutes: app_commands.Range[int, 1, LONGEST_NOTICE],
        rounds: app_commands.Range[int, 1, MOST_ROUNDS] | None = None,
        form: Form = "swiss",
    ) -> None:
        """Plan a league night in this channel: everyone who's in is seated round by round."""
        _must_moderate(click, "plan a league night")
        services, guild = self._services, guild_of(click)
        await self._check_place(click, form)
        if form == "round robin" and rounds is not None:
            raise RefusedError("A round robin has as many rounds as it needs: leave `rounds` out.")
        plan = NightPlan(
            id=secrets.token_hex(5),
            guild=guild,
            channel=where(click).id,
            host=click.user.id,
            setup=_setup(named_game(services.games, game), PACES[form].clock),
            rounds=rounds or USUAL_ROUNDS,
            starts_at=services.time.now() + minutes * 60_000,
        )
        stored = await services.nights.plan(plan, form)
        title = services.games[plan.setup.game].title
        event, why = (
            (None, "") if form == "round robin" else await add_event(click.guild, stored, title)
        )
        await self._post(click, replace(stored, event=event), plan.channel)
        told = f"The {NOUNS[form]} is planned. To join, press **I'm in** below its message."
        await say(click, f"{told} It isn't in the server's calendar: {why}" if why else told)

    async def _check_place(self, click: Click, form: Form) -> None:
        """Refuse a channel where a night can't be shown or played."""
        check_channel(click)
        check_place(click, where(click).id, await settings_here(self._services, click))
        if form == "duplicate" and not has_private_threads(where(click)):
            raise RefusedError(NO_PRIVATE_THREADS)

    async def _post(self, click: Click, stored: StoredNight, channel: int) -> None:
        """Post a night's message in a channel, which is the night's from then on.

        A night without any message is called off if Discord forbids the first one.
        """
        services, plan = self._services, stored.plan
        there = click.client.get_partial_messageable(channel, guild_id=plan.guild)
        page = await shown_page(services, stored)
        try:
            message = await sending.post(there, page, f"night {stored.message or plan.id}")
        except discord.HTTPException as error:
            if trouble(error) is Trouble.PASSING:
                raise
            if stored.message is None:
                await services.nights.end(plan.id)
                await remove_event(click.guild, stored)
            found = cause(error, where(click))
            raise RefusedError(f"I can't show the night in <#{channel}>. {found.text}") from None
        await services.nights.show(plan.id, channel, message.id, stored.event)

    @app_commands.command(extras={"costly": True})
    @app_commands.describe(night="Which night. Leave it out for the next one.")
    async def end(self, click: Click, night: str | None = None) -> None:
        """End a league night early, or call it off: asks first, and shows the standings."""
        _must_moderate(click, "end a league night")
        nights = await self._nights_of(click)
        found = next((one for one in nights if night in (None, one.plan.id)), None)
        if found is None:
            raise RefusedError("There's no such league night on this server.")
        _must_not_play(click, found)
        page = ending_page(await shown_night(self._services, found))
        await sending.answer(click, page)

    @end.autocomplete("night")
    async def suggest_night(self, click: Click, typed: str) -> list[app_commands.Choice[str]]:
        """Suggest the server's nights."""
        return await offered(typed, self._suggestions(click))

    @app_commands.command(extras={"group": "Play", "costly": True})
    @app_commands.describe(
        when="Every night, or off. For just one night, press Tell me below its message."
    )
    @app_commands.choices(when=_WHEN)
    async def tell(self, click: Click, when: When) -> None:
        """Get a ping 15 minutes before every league night on this server, or none."""
        every = when == "every"
        await self._services.telling.choose(guild_of(click), click.user.id, every=every)
        await say(click, EVERY if every else NEVER)

    async def press(self, click: Click, words: str) -> None:
        """Do what a button of a night's message says; one click of a person at a time."""
        if words == f"{SHOW}:{SHOW}":
            words = f"{chosen(click)}:{SHOW}"
        found = _WORDS.fullmatch(words)
        if found is None:
            raise too_old("night")
        services, line = self._services, (click.user.id, "night")
        services.answering.watch(click, thinking=found[2] == TELL)
        if not await services.lines.enter(line):
            await acknowledge(click)
            return
        try:
            await self._press(click, found[1], found[2], found[3] or "")
        finally:
            services.lines.leave(line)

    async def _press(self, click: Click, night: str, verb: str, seen: str) -> None:
        services = self._services
        stored = await services.nights.find(night)
        if stored.plan.guild != click.guild_id:
            raise RefusedError(GONE)
        if verb == RULES:
            await sending.answer(click, rules_page(stored.night.form))
            return
        if verb == CUT:
            control = night_control(night, f"{CUTTING}:{_mark(stored.night)}")
            await ask(click, cut_form(control, services.host.rules.longest_cut))
            return
        services.limits.take_own(click)
        if verb == CUTTING:
            await self._cut(click, night, seen)
            return
        does = {
            SHOW: self._show,
            HERE: self._move,
            FAIR: self._show_fairness,
            END: self._end,
            TELL: self._tell,
            IN: self._join,
            OUT: self._leave,
        }
        await does[verb](click, stored)

    async def _join(self, click: Click, stored: StoredNight) -> None:
        """Let somebody be in."""
        joined = await self._services.nights.join(stored.plan.id, person(click))
        await sending.update(click, await shown_page(self._services, joined))

    async def _leave(self, click: Click, stored: StoredNight) -> None:
        """Let somebody be out."""
        left = await self._services.nights.leave(stored.plan.id, click.user.id)
        await sending.update(click, await shown_page(self._services, left))

    async def _tell(self, click: Click, stored: StoredNight) -> None:
        """Let somebody have a ping, or none."""
        wish = await self._services.telling.toggle(stored, click.user.id)
        await say(click, wish_text(stored, wish))

    async def _show(self, click: Click, stored: StoredNight) -> None:
        """Show a night to a person alone, if they may know of it."""
        if not _sees(click, stored):
            raise RefusedError(GONE)
        unshown = self._services.nights.hitches.unshown(stored.plan.id)
        shown = await shown_night(self._services, stored)
        why, may_move = unshown.why if unshown else "", moderates(click)
        loop = asyncio.get_running_loop()
        draw = partial(own_night_page, shown, why, may_move=may_move)
        await sending.answer(click, await loop.run_in_executor(self._services.executor, draw))

    async def _move(self, click: Click, stored: StoredNight) -> None:
        """Let a night go on in the channel of a click."""
        _must_moderate(click, "move a league night")
        hitches, night = self._services.nights.hitches, stored.plan.id
        if hitches.unshown(night) is None and hitches.held(night) is None:
            raise RefusedError("No need: the night goes on by itself.")
        await self._check_place(click, stored.night.form)
        await self._post(click, stored, where(click).id)
        await say(click, f"The {NOUNS[stored.night.form]} goes on in this channel.")

    async def _show_fairness(self, click: Click, stored: StoredNight) -> None:
        """Tell somebody why the deals are fair, with the proof once nobody plays any more."""
        nights = self._services.nights
        sealed = await nights.sealed(stored.plan.id)
        shown = await shown_night(self._services, sealed)
        await sending.private(click, night_fairness_page(shown, nights.record(sealed)))

    async def _cut(self, click: Click, night: str, seen: str) -> None:
        """Take a word; say if it was typed without having seen all the others."""
        nights = self._services.nights
        after = await nights.cut(night, click.user.id, written(click, FIELD))
        before = night_of(after.events[:-1])
        await say(click, cut_answer(words_of(after), seen=seen == _mark(before)))

    async def _end(self, click: Click, stored: StoredNight) -> None:
        """End a night, after the question of ``/night end``."""
        _must_moderate(click, "end a league night")
        _must_not_play(click, stored)
        over = await self._services.nights.end(stored.plan.id)
        await sending.private(click, ended_page(over))

    async def _nights_of(self, click: Click) -> list[StoredNight]:
        """Return a server's nights that are not over, the next one first: those somebody sees."""
        nights = self._services.nights.nights
        loaded = [await nights.load(night) for night in await nights.of_server(guild_of(click))]
        return [stored for stored in loaded if stored is not None and _sees(click, stored)]

    async def _suggestions(self, click: Click) -> list[Suggestion]:
        games = self._services.games
        return [
            Suggestion(f"{games[one.plan.setup.game].title}, {len(one.night.here)} in", one.plan.id)
            for one in await self._nights_of(click)
            if one.plan.setup.game in games
        ]


def _mark(night: Night) -> str:
    """Return by which to tell whether somebody has cut the deck since."""
    return words_seal([word.text for word in night.words])[:12]


def _sees(click: Click, stored: StoredNight) -> bool:
    """Whether somebody may know of a night: everyone if its channel is gone, to find it again."""
    return sees(click, stored.plan.channel, stored.night.people, if_gone=True)


def _must_moderate(click: Click, what: str) -> None:
    if not moderates(click):
        raise NotYoursError(f"Only moderators can {what}.")


def _must_not_play(click: Click, stored: StoredNight) -> None:
    """Refuse a moderator who plays at a night that has begun: they could end it while ahead."""
    if stored.night.rounds and stored.number_of(click.user.id) is not None:
        raise RefusedError(
            "You've played at this night, so only another moderator can end it. It also ends once "
            "fewer than two people are in: each can press **I'm out**."
        )


def _setup(game: AnyGame, clock: Clock) -> TableSetup:
    """Return the setup of a short match."""
    lesson = lesson_of(game.name)
    options = dict(lesson.options) if lesson is not None else {}
    return TableSetup(game=game.name, options=options, clock=clock, ranked=True)
