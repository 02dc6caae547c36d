"""Agreeing to what takes all who were dealt in, taking that back, and what is said of it."""

import re
from collections.abc import Mapping
from dataclasses import replace
from typing import Final

from bot.tables.core import agreement, match
from bot.tables.core.command import Asker
from bot.tables.core.state import TableState, Wish
from cogs.answers import sending
from cogs.answers.answers import say
from cogs.answers.click import Click
from cogs.arguments.people import asker
from cogs.buttons.verb import Press, Verb
from cogs.layouts.address import NUMBER, too_old
from cogs.layouts.agreement import asked_page
from cogs.layouts.names import known_name
from cogs.layouts.page import Page, Text
from cogs.layouts.table import pause_ends
from cogs.services import Services

__all__ = ["VERBS", "judge", "tell_what_came_of_it"]

_NUMBER: Final = re.compile(NUMBER)


async def judge(services: Services, click: Click, table: TableState) -> Asker:
    """Return whoever asks; a moderator only if they don't play at the table's league night."""
    who = asker(click, table)
    if who.moderator and await services.nights.elsewhere.plays_at(table, who.person.id):
        return replace(who, moderator=False)
    return who


async def tell_what_came_of_it(
    services: Services, click: Click, before: TableState, after: TableState
) -> None:
    """Say what a person has done to a match, or who still has to agree to it."""
    wish = _new_wish(before, after, click.user.id)
    if wish is not None:
        await sending.answer(click, asked_page(after, wish))
    else:
        await say(click, _what_was_done(services, before, after))


def _new_wish(before: TableState, after: TableState, user: int) -> Wish | None:
    """Return what somebody wants since then, and others have not agreed to yet."""
    seat = after.dealt_to(user)
    new = (wish for wish in after.wishes if wish not in before.wishes)
    return next((wish for wish in new if seat in wish.seats), None)


def _what_was_done(services: Services, before: TableState, after: TableState) -> str:
    if after.closed:
        return "The table is closed. It doesn't count."
    if after.paused and not before.paused:
        ends = pause_ends(after, services.host.rules)
        return f"The match is paused, and the clock has stopped. {ends}"
    seats = zip(before.seats, after.seats, strict=True)
    removed = [now.occupant.person for was, now in seats if was.held != now.held == "kicked"]
    if removed and removed[0]:
        name = known_name(after, removed[0])
        return f"{name} has been removed. Kai plays on with their cards and score."
    return "The match goes on."


async def _agree(press: Press) -> None:
    """Agree; who has agreed already is shown what is missing, and may take it back."""
    before, number = press.state, _number(press)
    wish = next((wish for wish in before.wishes if wish.number == number), None)
    if wish is not None and before.dealt_to(press.user) in wish.seats:
        await sending.answer(press.click, asked_page(before, wish))
        return
    after = await press.table.do(match.agree(asker(press.click, before), number))
    await tell_what_came_of_it(press.services, press.click, before, after)


async def _take_back(press: Press) -> None:
    await press.table.do(agreement.take_back(press.user, _number(press)))
    await sending.private(press.click, Page((Text("You've taken it back."),)))


def _number(press: Press) -> int:
    if not _NUMBER.fullmatch(press.words):
        raise too_old("k1")
    return int(press.words)


VERBS: Final[Mapping[str, Verb]] = {"agree": Verb(_agree), "takeback": Verb(_take_back)}
"""Some of them in the public message, so that nobody has to know a command."""
