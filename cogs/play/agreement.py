"""What takes all who were dealt in: who wants what, agreeing to it, and what was done."""

from dataclasses import replace
from typing import Final

from bot.face.face import Style
from bot.face.markdown import plain
from bot.face.phrases import listed
from bot.tables import authority, match
from bot.tables.authority import holds_until, remembered, still_to_agree
from bot.tables.clock import HouseRules, end_of_pause
from bot.tables.command import Asker
from bot.tables.match import resumable_by_all
from bot.tables.sight import known_name, seat_name, signs
from bot.tables.state import Intervention, TableState, Wish
from cogs.core.answers import answer
from cogs.core.buttons import Press, TableButton
from cogs.core.click import NUMBER, Address, Click, asker
from cogs.core.page import Button, Page, Row, Text
from cogs.services import Services

_MOST_BUTTONS: Final = 5

_MOST_LINES: Final = 6


def wishes_text(table: TableState) -> str:
    """Say what people wanted when something last happened, and who has to agree."""
    return "\n".join(
        f"{seat_name(table, wish.seats[0])} wants to {_what(table, wish)}. {_still(table, wish)}"
        for wish in remembered(table, table.last_at)
    )


def agree_row(table: TableState) -> Row:
    """Return the buttons by which others agree."""
    return tuple(
        Button(f"Agree to {_briefly(table, wish)}", _control(table, "agree", wish))
        for wish in remembered(table, table.last_at)[:_MOST_BUTTONS]
    )


def asked_page(table: TableState, wish: Wish) -> Page:
    """Tell someone who wants something what it takes, and offer to take it back."""
    too = f", {seat_name(table, wish.of)} too" if wish.of is not None else ""
    text = (
        f"To {_what(table, wish)}, everyone dealt in has to agree{too}, or a moderator "
        f"who isn't playing can do it.\n{_still(table, wish)}"
    )
    button = Button("Take it back", _control(table, "takeback", wish), Style.PLAIN)
    return Page((Text(text), (button,)))


def pause_ends(table: TableState, rules: HouseRules) -> str:
    """Say when a pause that someone made ends by itself, and from when on players can end it."""
    everyone, end = resumable_by_all(table), end_of_pause(table, rules)
    if everyone is None or end is None:
        return ""
    can = f" From <t:{-(-everyone // 1000)}:t> on, any player can use `/table resume`."
    if table.counts:
        can = " Everyone dealt in can use `/table resume`."
    return f"It goes on by itself <t:{end // 1000}:R>." + (can if everyone < end else "")


def done_lines(table: TableState) -> str:
    """Say in small lines what was done to a match, and by whom."""
    return "\n".join(f"-# {_done(table, each)}" for each in table.interventions[-_MOST_LINES:])


def _done(table: TableState, each: Intervention) -> str:
    who = "" if each.of is None else seat_name(table, each.of)
    if each.by is None:
        return f"{who} was removed."
    by = f"**{known_name(table, each.by)}**"
    if each.together:
        asked = {"end": "end the match", "pause": "a pause", "remove": f"remove {who}"}
        return f"Everyone agreed to {asked[each.what]}. {by} asked first."
    if table.dealt_to(each.by.id) is None:
        by += ", a moderator,"
    done = {"end": "ended the match", "pause": "paused the match", "remove": f"removed {who}"}
    return f"{by} {done[each.what]}."


def _what(table: TableState, wish: Wish) -> str:
    if wish.of is not None:
        return f"remove {seat_name(table, wish.of)}"
    return "end this match without a result" if wish.what == "end" else "pause this match"


def _briefly(table: TableState, wish: Wish) -> str:
    if wish.of is not None:
        return f"remove {plain(signs(table)[wish.of].name)}"
    return "end" if wish.what == "end" else "a pause"


def _still(table: TableState, wish: Wish) -> str:
    names = [f"**{known_name(table, person)}**" for person in still_to_agree(table, wish)]
    until = holds_until(table, wish) // 1000
    return f"Waiting for {listed(names)} to agree. Open until <t:{until}:f>."


def _control(table: TableState, verb: str, wish: Wish) -> str:
    return str(Address(table.id, verb, str(wish.number)))


async def judge(services: Services, click: Click, table: TableState) -> Asker:
    """Return who asks; a moderator only if they don't play at the table's league night."""
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
        await answer(click, asked_page(after, wish), in_place=True)
    else:
        await answer(click, _what_was_done(services, before, after), in_place=True)


def _new_wish(before: TableState, after: TableState, user: int) -> Wish | None:
    seat = after.dealt_to(user)
    new = (wish for wish in after.wishes if wish not in before.wishes)
    return next((wish for wish in new if seat in wish.seats), None)


def _what_was_done(services: Services, before: TableState, after: TableState) -> str:
    if after.closed:
        return "The table is closed. It doesn't count."
    if after.paused and not before.paused:
        ends = pause_ends(after, services.host.rules)
        return f"The match is paused. {ends}"
    seats = zip(before.seats, after.seats, strict=True)
    removed = [now.occupant.person for was, now in seats if was.held != now.held == "kicked"]
    if removed and removed[0]:
        name = known_name(after, removed[0])
        return f"{name} was removed. Kai plays on."
    return "The match goes on."


async def _agree(press: Press) -> None:
    """Agree; who has agreed already is shown what is missing, and may take it back."""
    before, number = press.state, _number(press)
    wish = next((wish for wish in before.wishes if wish.number == number), None)
    if wish is not None and before.dealt_to(press.user) in wish.seats:
        await answer(press.click, asked_page(before, wish), in_place=True)
        return
    after = await press.table.do(match.agree(asker(press.click, before), number))
    await tell_what_came_of_it(press.services, press.click, before, after)


async def _take_back(press: Press) -> None:
    await press.table.do(authority.take_back(press.user, _number(press)))
    await answer(press.click, Page((Text("You've taken it back."),)), in_place=True)


def _number(press: Press) -> int:
    return int(press.words)


BUTTONS: Final = (
    TableButton("agree", _agree, NUMBER),
    TableButton("takeback", _take_back, NUMBER),
)
