"""The lobby: who sits, what will be played, and the buttons until the match starts."""

from typing import Final

from bot.face.markdown import escape, plain
from bot.face.screen import Style
from bot.game.deck import commitment
from bot.games.players import ladder_of
from bot.tables.core.entries import ClosedBecause
from bot.tables.core.rules import HouseRules
from bot.tables.core.state import TableState
from bot.tables.league.stakes import terms
from cogs.layouts.address import Address
from cogs.layouts.chips import asked_for, chips, given_back
from cogs.layouts.counting import will_count
from cogs.layouts.lesson_buttons import learn_row
from cogs.layouts.offered_options import in_words
from cogs.layouts.page import Button, Choice, Line, Menu, Page, Part, Row, Text, fitted
from cogs.layouts.span import span_words

__all__ = ["closed_lobby_page", "left_lobby_page", "lobby_page", "removal_page"]

COLOUR: Final = 0x2E8B6F
QUIET: Final = 0x5B6470

_SEVERAL: Final = 2

_LEVELS: Final = {
    "easy": "Short-sighted, and forgets a good deal",
    "normal": "Plays sensibly: the one that Add Kai adds",
    "hard": "Thinks ahead, and plays for the match",
    "expert": "Thinks farthest of all",
}
"""What is told of Kai's levels, at whatever game."""

_WHY: Final[dict[ClosedBecause, str]] = {
    "expired": "Nobody did anything for a while, so this table was cleared away.",
    "emptied": "Everybody has left, so this table was cleared away.",
    "ended": "This table was closed",
}


def lobby_page(table: TableState, rules: HouseRules, *, short_counts: bool = False) -> Page:
    """Return the message of an open lobby.

    ``short_counts``: whether the server counts short ranked matches.
    """
    return Page(
        fitted(
            (
                Text(f"## {table.game.title}\n{in_words(table.game.options, table.setup)}"),
                Text(_seats(table), elastic=True),
                Text(_room_line(table)),
                Text(_what_next(table)),
                Text(will_count(table, short_counts=short_counts)),
                Line(),
                Text(_small_print(table, rules)),
                *_buttons(table),
                *_levels(table),
            )
        ),
        colour=COLOUR,
    )


def left_lobby_page(table: TableState, link: str) -> Page:
    """Return what stays of the lobby's message when the table is shown elsewhere."""
    why = "The match has begun" if table.seats else "This table has moved"
    text = f"## {table.game.title}\n{why}: {link}"
    return Page(fitted((Text(text), Text(_seats(table), elastic=True))), colour=QUIET)


def closed_lobby_page(table: TableState) -> Page:
    """Return the message of a lobby that closed without a match."""
    why = _WHY["ended"]
    if table.closed is not None:
        why = _WHY.get(table.closed.because, why)
        if table.closed.by is not None:
            why += f" by {escape(table.closed.by.name)}."
    parts: tuple[Part, ...] = (
        Text(f"## {table.game.title}\n{why} {given_back(table)}".strip()),
        (Button("Open a new one", str(Address(table.id, "again"))),),
    )
    return Page(parts, colour=QUIET)


def removal_page(table: TableState, asker: int, notice: str = "") -> Page:
    """Return the private form by which a host or moderator removes somebody else."""
    others = [guest.person for guest in table.guests if guest.person.id != asker]
    choices = tuple(Choice(plain(known.name), str(known.id)) for known in others)
    text = "**Remove a player** from the table. They cannot join it again."
    menu = Menu(str(Address(table.id, "removing")), "Who is to go?", choices)
    asked: tuple[Part, ...] = (Text(text), menu) if others else ()
    return Page((*((Text(notice),) if notice else ()), *asked), colour=COLOUR)


def _seats(table: TableState) -> str:
    lines = []
    for guest in table.guests:
        marks = [
            *(["host"] if guest.person.id == table.host.id else []),
            *(["has cut the deck"] if guest.cut else []),
            *([f"{chips(table.setup.ante)} in"] if guest.agreed else []),
        ]
        lines.append(f"**{escape(guest.person.name)}**" + (f" ({', '.join(marks)})" * bool(marks)))
    lines += [f"**Kai** ({level})" for level in table.kai]
    return "\n".join(f"{number}. {line}" for number, line in enumerate(lines, start=1))


def _room_line(table: TableState) -> str:
    room = _room(table)
    line = f"-# Room for {room} more." if room else "-# The table is full."
    return line + " Kai plays without chips." * bool(table.setup.ante and table.kai)


def _what_next(table: TableState) -> str:
    missing = table.game.seats.start - _taken(table)
    if missing > 0:
        more = "one more player" if missing == 1 else f"{missing} more players"
        return f"Waiting for {more}: join, or add Kai."
    return asked_for(table) or f"{escape(table.host.name)} can start, or wait for others."


def _small_print(table: TableState, rules: HouseRules) -> str:
    expires = (table.last_at + round(rules.lobby_expiry * 1000)) // 1000
    return (
        f"-# The deal comes from a secret that is already drawn and from the words that people cut "
        f"with. The secret's SHA-256 is `{commitment(table.secret)}`: with it anybody can check "
        f"after the match that nothing was changed.\n"
        f"-# Without anybody doing anything the table closes <t:{expires}:R>."
        + _longest_turn(table, rules)
    )


def _longest_turn(table: TableState, rules: HouseRules) -> str:
    """Say what becomes of a match without a clock that nobody goes on with."""
    if table.setup.clock.kind != "none":
        return ""
    return (
        f"\n-# Without a clock a turn may take up to {span_words(rules.longest_turn)}; after that "
        "the match closes and counts for nobody."
    )


def _buttons(table: TableState) -> tuple[Row, ...]:
    full = not _room(table)
    ready = _taken(table) >= table.game.seats.start and not asked_for(table)

    def button(
        label: str, verb: str, style: Style = Style.PLAIN, *, disabled: bool = False
    ) -> Button:
        return Button(label, str(Address(table.id, verb)), style, disabled)

    put_in = str(Address(table.id, "ante", terms(table.setup)))

    stakes = (
        Button(f"Put in {chips(table.setup.ante)}", put_in, Style.GOOD),
        button("Take them back", "noante"),
    )
    return (
        (
            button("Join", "join", Style.GOOD, disabled=full),
            button("Leave", "leave"),
            button("Cut the deck", "cut"),
            button("Rules", "rules"),
            *learn_row(table.game.name, "How to play"),
        ),
        (
            button("Add Kai", "kai", disabled=full),
            button("Remove Kai", "nokai", disabled=not table.kai),
            button("Options", "options"),
            button("Start", "start", Style.MAIN, disabled=not ready),
            *([button("Remove a player", "remove")] if len(table.guests) > 1 else []),
        ),
        *([stakes] if table.setup.ante else []),
    )


def _levels(table: TableState) -> tuple[Menu, ...]:
    """Return the menu of Kai's levels, where there are several and room for one more seat.

    With every seat it is another menu: of one that has just been used, a client goes on showing the
    line, and does not send it a second time.
    """
    levels = ladder_of(table.game.name)
    if len(levels) < _SEVERAL or not _room(table):
        return ()
    choices = tuple(Choice(level.title(), level, _LEVELS[level]) for level in levels)
    menu = str(Address(table.id, "level", str(len(table.kai))))
    return (Menu(menu, "Add Kai at a level of your choice", choices),)


def _taken(table: TableState) -> int:
    return len(table.guests) + len(table.kai)


def _room(table: TableState) -> int:
    return table.game.seats.stop - 1 - _taken(table)
