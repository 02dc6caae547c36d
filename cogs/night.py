"""``/night``: plan a league night, end one, be told of them; the buttons of its message."""

import re
import secrets
from collections.abc import Awaitable, Callable, Iterable, Sequence
from dataclasses import replace
from functools import partial
from typing import Final, Literal, TypeAlias, cast

import discord
from discord import app_commands

from bot.daily.days import day_at
from bot.face.face import Style
from bot.game.deck import words_seal
from bot.lesson import lesson_of
from bot.night.night import Form, Night, night_of
from bot.night.plan import (
    MOST_ROUNDS,
    NOUNS,
    PACES,
    NightPlan,
    StoredNight,
    check_hour,
    weekly_hour,
)
from bot.night.tables import words_of
from bot.tables.command import NotYoursError, RefusedError
from bot.tables.entries import TableSetup
from cogs.core.answers import answer, ask, post, update
from cogs.core.arguments import moment
from cogs.core.buttons import Cost, Feature, PageButton, Queue
from cogs.core.click import Click, chosen, guild_of, on_private, person, too_old, written
from cogs.core.commands import named_game
from cogs.core.page import MENU_LINES, Button, Choice, Menu, Page, Text
from cogs.core.permissions import cause, check_channel, moderates, sees
from cogs.core.requests import Trouble, trouble
from cogs.core.work import in_thread
from cogs.daily_page import date_words
from cogs.night_page import (
    PAGE,
    Verb,
    ended_page,
    ending_page,
    game_title,
    night_control,
    own_night_page,
)
from cogs.night_places import add_event, remove_event
from cogs.night_runner import EVERY_NIGHT, NEVER, rules_page, shown_night, shown_page, wish_text
from cogs.play.fairness import FIELD, cut_answer, cut_form, night_fairness_page
from cogs.play.opening import (
    NO_PRIVATE_THREADS,
    check_place,
    has_private_threads,
    settings_here,
    where,
)
from db.repositories.nights import NightLine

_UTC: Final = "UTC"
"""The zone of hours that are typed by someone without quiet hours."""

GONE: Final = "This night is gone."

LONGEST_HOUR: Final = 40

UNCLEAR: Final = (
    "I don't understand that time. Try “20:00”, “Fri 8pm”, “tomorrow 19:30” or “in 90 minutes”."
)

LOOKED_AT: Final = 200
"""The number of a server's nights that are looked through for those a person may know of."""

NO_NIGHT: Final = "No league night is planned here."

_FORMS: Final = [
    app_commands.Choice(name="An evening: seated by score", value="swiss"),
    app_commands.Choice(name="Round robin: everyone meets everyone", value="round robin"),
    app_commands.Choice(name="Duplicate: the same cards at every table", value="duplicate"),
]

_NIGHT: Final = "([0-9a-f]{10})"

_PLAN: Final = (
    f"plan:{_NIGHT}:([a-z0-9_]{{1,32}}):([0-9]{{1,12}}):([1-9][0-9]?):({'|'.join(NOUNS)})(:weekly)?"
)

_SEEN: Final = "([0-9a-f]{12})"
"""The pattern of a mark of the words that someone saw who types one."""

_Does: TypeAlias = Callable[[Click, StoredNight, re.Match[str]], Awaitable[None]]


class LeagueNight(Feature):
    """League nights."""

    def buttons(self) -> Iterable[PageButton]:
        """Yield the buttons of a night's message; a person's clicks are handled one at a time."""
        for verb, show in ((Verb.SHOW, self._show), (Verb.END, self._ask_end)):
            choose = partial(self._choose, show)
            yield PageButton(PAGE, f"{verb}:{verb}", choose, Cost.OWN, Queue.PERSON)
        yield PageButton(PAGE, _PLAN, self._plan, Cost.COSTLY, Queue.PERSON)
        for words, do, cost in (
            (Verb.RULES, self._rules, Cost.FREE),
            (Verb.CUT, self._ask_word, Cost.FREE),
            (f"{Verb.CUTTING}(?::{_SEEN})?", self._cut, Cost.OWN),
            (Verb.SHOW, self._show, Cost.OWN),
            (Verb.HERE, self._move, Cost.OWN),
            (Verb.STOP, self._stop, Cost.OWN),
            (Verb.FAIR, self._show_fairness, Cost.OWN),
            (Verb.END, self._end, Cost.OWN),
            (Verb.TELL, self._tell, Cost.OWN),
            (Verb.IN, self._join, Cost.OWN),
            (Verb.OUT, self._leave, Cost.OWN),
        ):
            at, thinking = partial(self._at, do), words == Verb.TELL
            yield PageButton(PAGE, f"{_NIGHT}:{words}", at, cost, Queue.PERSON, thinking)

    @app_commands.command(extras={"costly": True})
    async def night(self, click: Click) -> None:
        """See this server's league nights: join one, or look at a result."""
        found = await self._seen(click)
        await answer(click, self._menu(found, Verb.SHOW) if found else f"{NO_NIGHT[:-1]} yet.")

    async def _seen(self, click: Click) -> Sequence[NightLine]:
        user = click.user.id
        nights = await self._services.nights.nights.lines(guild_of(click), user, LOOKED_AT)
        return [one for one in nights if sees(click, one.channel, [user] * one.own, if_gone=True)]

    def _menu(self, lines: Sequence[NightLine], verb: Verb) -> Page:
        choices = tuple(
            Choice(
                f"{game_title(one.game)}, {date_words(day_at(one.starts_at))}: "
                f"{'the result' if one.closed else 'planned or playing'}",
                one.id,
            )
            for one in lines[:MENU_LINES]
        )
        menu = Menu(night_control(verb, verb), "Choose a league night", choices)
        return Page((Text("Which league night?"), menu))

    @app_commands.command(extras={"group": "manage night", "costly": True, "slow": True})
    @app_commands.describe(
        game="Which game.",
        at="When it starts: “20:00”, “Fri 8pm”, “tomorrow 19:30”, “in 90 minutes”.",
        rounds="How many rounds. Leave it out for four.",
        form="What kind of night. Leave it out for an evening.",
    )
    @app_commands.choices(form=_FORMS)
    async def plan(
        self,
        click: Click,
        game: str,
        at: app_commands.Range[str, 1, LONGEST_HOUR],
        rounds: app_commands.Range[int, 1, MOST_ROUNDS] | None = None,
        form: Form = "swiss",
    ) -> None:
        """Plan a league night in this channel."""
        _must_moderate(click, "plan a league night")
        await self._check_place(click, form)
        if form == "round robin" and rounds is not None:
            raise RefusedError("A round robin has as many rounds as it needs: leave `rounds` out.")
        now, title = self._services.time.now(), named_game(self._services.games, game).title
        zone = await self._zone(click)
        starts = moment(at, now, zone or _UTC)
        if starts is None:
            raise RefusedError(UNCLEAR)
        check_hour(starts, now)
        words = (secrets.token_hex(5), game, starts // 1000, rounds or 4, form)
        when = f"<t:{starts // 1000}:F>, <t:{starts // 1000}:R>"
        told = f"**Plan a {NOUNS[form]} of {title}?** It starts {when}."
        told += "" if zone else "\n-# That's UTC. Set your time zone with `/me quiet-hours`."
        told += f"\n-# Every week: always at {weekly_hour(starts, zone or _UTC)}."
        control = f"{PAGE}:plan:{':'.join(map(str, words))}"
        weekly = Button("Plan it every week", f"{control}:weekly")
        await answer(click, Page((Text(told), (Button("Plan it", control, Style.GOOD), weekly))))

    async def _zone(self, click: Click) -> str | None:
        own = (await self._services.storage.quiet_hours.of([click.user.id])).get(click.user.id)
        return own.zone if own is not None else None

    async def _plan(self, click: Click, found: re.Match[str]) -> None:
        _must_moderate(click, "plan a league night")
        services, form, starts_at = self._services, cast("Form", found[5]), int(found[3]) * 1000
        await self._check_place(click, form)
        if await services.nights.nights.load(found[1]) is not None:
            raise RefusedError("It's planned already.")
        game = named_game(services.games, found[2])
        lesson = lesson_of(game.name)  # Its options make a short match.
        plan = NightPlan(
            id=found[1],
            guild=guild_of(click),
            channel=where(click).id,
            host=click.user.id,
            setup=TableSetup(
                game=game.name,
                options=dict(lesson.options) if lesson is not None else {},
                clock=PACES[form].clock,
                ranked=True,
            ),
            rounds=min(int(found[4]), MOST_ROUNDS),
            starts_at=starts_at,
            weekly=weekly_hour(starts_at, await self._zone(click) or _UTC) if found[6] else None,
        )
        stored = await services.nights.plan(plan, form)
        event, why = (None, "") if form == "round robin" else await add_event(click.guild, stored)
        await self._post(click, replace(stored, event=event), plan.channel)
        told = f"The {NOUNS[form]} is planned. **I'm in** is below its message."
        told += " `/night` has **Stop the series**." if plan.weekly else ""
        told += f" It isn't in the server's calendar: {why}" if why else ""
        await answer(click, Page((Text(told),)), in_place=True)

    async def _check_place(self, click: Click, form: Form) -> None:
        check_channel(click)
        check_place(click, where(click).id, await settings_here(self._services, click))
        if form == "duplicate" and not has_private_threads(where(click)):
            raise RefusedError(NO_PRIVATE_THREADS)

    async def _post(self, click: Click, stored: StoredNight, channel: int) -> None:
        """Post a night's message; if Discord forbids the first one, call the night off."""
        services, plan = self._services, stored.plan
        there = click.client.get_partial_messageable(channel, guild_id=plan.guild)
        page = await shown_page(services, stored)
        try:
            message = await post(there, page, f"night {stored.message or plan.id}")
        except discord.HTTPException as error:
            if trouble(error) is Trouble.PASSING:
                raise
            if stored.message is None:
                await services.nights.nights.stop(plan.id)
                await services.nights.end(plan.id)
                await remove_event(click.guild, stored)
            found = cause(error, where(click))
            raise RefusedError(f"I can't show the night in <#{channel}>. {found.text}") from None
        await services.nights.nights.show(plan.id, channel, message.id, stored.event)
        services.nights.touch(plan.id)  # People can be told of it from now on.

    @app_commands.command(extras={"group": "manage night", "costly": True})
    async def end(self, click: Click) -> None:
        """End a league night early, or call it off."""
        _must_moderate(click, "end a league night")
        lines = [one for one in await self._seen(click) if not one.closed]
        if not lines:
            raise RefusedError(NO_NIGHT)
        if len(lines) > 1:
            await answer(click, self._menu(lines, Verb.END))
        else:
            await self._ask_end(click, await self._services.nights.find(lines[0].id))

    @app_commands.command(name="pings", extras={"group": "me", "costly": True})
    @app_commands.describe(when="Every night, or off.")
    async def tell(self, click: Click, when: Literal["Every night", "Off"]) -> None:
        """Get a ping before every league night on this server, or none."""
        every = when == "Every night"
        await self._services.pings.choose(guild_of(click), click.user.id, every=every)
        await answer(click, EVERY_NIGHT if every else NEVER)

    async def _at(self, do: _Does, click: Click, found: re.Match[str]) -> None:
        stored = await self._services.nights.find(found[1])
        if stored.plan.guild != click.guild_id:
            raise RefusedError(GONE)
        await do(click, stored, found)

    async def _choose(self, do: _Does, click: Click, _: re.Match[str]) -> None:
        found = re.fullmatch(_NIGHT, chosen(click))
        if found is None:
            raise too_old(PAGE)
        await self._at(do, click, found)

    async def _rules(self, click: Click, stored: StoredNight, _: re.Match[str]) -> None:
        if on_private(click):
            await answer(click, rules_page(stored, chosen(click)), in_place=True)
        else:
            await answer(click, rules_page(stored))

    async def _ask_word(self, click: Click, stored: StoredNight, _: re.Match[str]) -> None:
        control = night_control(stored.plan.id, f"{Verb.CUTTING}:{_mark(stored.night)}")
        await ask(click, cut_form(control, self._services.host.rules.longest_cut))

    async def _join(self, click: Click, stored: StoredNight, _: re.Match[str]) -> None:
        joined = await self._services.nights.join(stored.plan.id, person(click))
        await update(click, await shown_page(self._services, joined))

    async def _leave(self, click: Click, stored: StoredNight, _: re.Match[str]) -> None:
        left = await self._services.nights.leave(stored.plan.id, click.user.id)
        await update(click, await shown_page(self._services, left))

    async def _tell(self, click: Click, stored: StoredNight, _: re.Match[str]) -> None:
        wish = await self._services.pings.toggle(stored, click.user.id)
        await answer(click, wish_text(stored, wish))

    async def _show(self, click: Click, stored: StoredNight, _: re.Match[str]) -> None:
        # If its channel is gone everyone may know of it, to find it again.
        if not sees(click, stored.plan.channel, stored.night.people, if_gone=True):
            raise RefusedError(GONE)
        unshown = self._services.nights.hitches.unshown.get(stored.plan.id)
        shown = await shown_night(self._services, stored)
        why, may_move = unshown.why if unshown else "", moderates(click)
        threads = self._services.executor
        page = await in_thread(threads, own_night_page, shown, why, may_move=may_move)
        await answer(click, page)

    async def _move(self, click: Click, stored: StoredNight, _: re.Match[str]) -> None:
        _must_moderate(click, "move a league night")
        hitches, night = self._services.nights.hitches, stored.plan.id
        if night not in hitches.unshown and night not in hitches.held:
            raise RefusedError("There's no need: the night goes on by itself.")
        await self._check_place(click, stored.night.form)
        await self._post(click, stored, where(click).id)
        await answer(click, f"The {stored.noun} goes on in this channel.")

    async def _stop(self, click: Click, stored: StoredNight, _: re.Match[str]) -> None:
        _must_moderate(click, "stop a series")
        last = await self._services.nights.stop_series(stored.plan.id)
        await answer(click, f"This {last.noun} is the last of its series.")

    async def _show_fairness(self, click: Click, stored: StoredNight, _: re.Match[str]) -> None:
        nights = self._services.nights
        sealed = await nights.sealed(stored.plan.id)
        shown = await shown_night(self._services, sealed)
        control = night_control(stored.plan.id, Verb.CUT)
        page = night_fairness_page(sealed, shown.words, nights.record(sealed), control)
        await answer(click, page, in_place=True)

    async def _cut(self, click: Click, stored: StoredNight, found: re.Match[str]) -> None:
        nights = self._services.nights
        after = await nights.cut(stored.plan.id, click.user.id, written(click, FIELD))
        before = night_of(after.events[:-1])
        await answer(click, cut_answer(words_of(after), seen=found[2] == _mark(before)))

    async def _ask_end(self, click: Click, stored: StoredNight, _: object = None) -> None:
        if stored.night.closed:
            raise RefusedError("This night is over.")
        _must_be_able_to_end(click, stored)
        await answer(click, ending_page(await shown_night(self._services, stored)))

    async def _end(self, click: Click, stored: StoredNight, _: re.Match[str]) -> None:
        _must_be_able_to_end(click, stored)
        over = await self._services.nights.end(stored.plan.id)
        await answer(click, ended_page(over), in_place=True)


def _mark(night: Night) -> str:
    return words_seal([word.word for word in night.words])[:12]


def _must_moderate(click: Click, what: str) -> None:
    if not moderates(click):
        raise NotYoursError(f"Only moderators can {what}.")


def _must_be_able_to_end(click: Click, stored: StoredNight) -> None:
    """Refuse a moderator who plays at a night that has begun: they could end it while ahead."""
    _must_moderate(click, "end a league night")
    if stored.night.rounds and stored.number_of(click.user.id) is not None:
        raise RefusedError("You've played at this night, so another moderator has to end it.")
