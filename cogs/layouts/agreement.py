"""What people want that takes all who were dealt in, and what was done to a match that counts."""

from typing import Final

from bot.face.markdown import plain
from bot.face.names import listed
from bot.face.screen import Style
from bot.tables.core.agreement import holds_until, still_to_agree
from bot.tables.core.sight import short_signs
from bot.tables.core.state import Intervention, TableState, Wish
from cogs.layouts.address import Address
from cogs.layouts.names import known_name, short_name
from cogs.layouts.page import Button, Page, Row, Text

__all__ = ["agree_row", "asked_page", "done_lines", "wishes_text"]

_MOST_BUTTONS: Final = 5
"""In a row."""

_MOST_LINES: Final = 6
"""Of what was done to a match, the newest."""

_TAKE_BACK: Final = "Take it back"


def wishes_text(table: TableState) -> str:
    """Say what people want, and who has to agree."""
    return "\n".join(
        f"{short_name(table, wish.seats[0])} wants to {_what(table, wish)}. {_still(table, wish)}"
        for wish in table.wishes
    )


def agree_row(table: TableState) -> Row:
    """Return the buttons by which others agree."""
    return tuple(
        Button(f"Agree to {_briefly(table, wish)}", _control(table, "agree", wish))
        for wish in table.wishes[:_MOST_BUTTONS]
    )


def asked_page(table: TableState, wish: Wish) -> Page:
    """Tell somebody who wants something what it takes, and offer to take it back."""
    too = f", {short_name(table, wish.of)} too" if wish.of is not None else ""
    text = (
        f"You want to {_what(table, wish)}. This match counts, so everyone who was dealt in has to "
        f"agree{too}. Or a moderator who isn't playing can do it.\n{_still(table, wish)}"
    )
    button = Button(_TAKE_BACK, _control(table, "takeback", wish), Style.PLAIN)
    return Page((Text(text), (button,)))


def done_lines(table: TableState) -> str:
    """Say in small lines what was done to a match, and by whom."""
    return "\n".join(f"-# {_done(table, each)}" for each in table.interventions[-_MOST_LINES:])


def _done(table: TableState, each: Intervention) -> str:
    who = "" if each.of is None else short_name(table, each.of)
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
        return f"remove {short_name(table, wish.of)}"
    return "end this match without a result" if wish.what == "end" else "pause this match"


def _briefly(table: TableState, wish: Wish) -> str:
    if wish.of is not None:
        return f"remove {plain(short_signs(table)[wish.of].name)}"
    return "end" if wish.what == "end" else "a pause"


def _still(table: TableState, wish: Wish) -> str:
    names = [f"**{known_name(table, person)}**" for person in still_to_agree(table, wish)]
    until = holds_until(table, wish) // 1000
    return f"Still to agree: {listed(names)}. This runs out <t:{until}:R>."


def _control(table: TableState, verb: str, wish: Wish) -> str:
    return str(Address(table.id, verb, str(wish.number)))
