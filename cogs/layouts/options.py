"""The form of a table's options: a menu for each, and every choice counts at once."""

from collections.abc import Iterable, Iterator
from typing import Final, Literal, TypeAlias

from bot.tables.core.rules import HouseRules
from bot.tables.core.state import TableState
from bot.tables.league.stakes import MAX_ANTE, too_small
from cogs.behaviour import Behaviour
from cogs.layouts.address import Address
from cogs.layouts.chips import chips
from cogs.layouts.lobby import COLOUR
from cogs.layouts.offered_options import clock_words, clocks, offered_options
from cogs.layouts.page import Button, Choice, Menu, Page, Part, Row, Text, fitted
from cogs.layouts.span import span_words

__all__ = ["ANTE", "MOST_FIELDS", "Movable", "options_page", "typed_number"]

MOST_FIELDS: Final = 6
"""Options of a game in one form: a message holds forty components."""

ANTES: Final = (0, 5, 10, 20, 50, 100, 200, 500, 1000)
"""League chips."""

ANTE: Final = "ante:"
"""What a typed number is for where it is no option of the game, whose names have no colon."""

Movable: TypeAlias = Literal["", "thread", "channel"]
"""Where a lobby can move to: a thread of its own, the channel that its thread is in, or nowhere."""

_MOVES: Final[dict[Movable, str]] = {
    "thread": "Move to a thread",
    "channel": "Move to the channel",
}
_MOST_BUTTONS: Final = 5


def options_page(
    table: TableState,
    behaviour: Behaviour,
    rules: HouseRules,
    notice: str = "",
    movable: Movable = "",
) -> Page:
    """Return the host's private form, with the choices as they stand."""
    parts: list[Part] = [Text(f"## Options for {table.game.title}"), Text(notice)]
    for field in offered_options(table.game.options)[:MOST_FIELDS]:
        parts.append(Text(f"**{field.title}**\n-# {field.description}"))
        address, setup = Address(table.id, "option", field.name), table.setup
        parts.append(_menu(address, field.title, field.lines(setup), field.chosen(setup)))
    parts += _common(table, behaviour, rules)
    if table.game.divide is not None:
        parts += _antes(table)
    return Page(fitted([*parts, *_rows(table, movable)]), colour=COLOUR)


def typed_number(table: TableState, about: str) -> tuple[str, int, int] | None:
    """Return the title and the limits of a number that can be typed; None if it cannot be."""
    if about == ANTE:
        return ("Chips", 0, MAX_ANTE) if table.game.divide is not None else None
    for field in offered_options(table.game.options):
        if field.name == about and field.typed:
            return (field.title, *field.typed)
    return None


def _common(table: TableState, behaviour: Behaviour, rules: HouseRules) -> Iterator[Part]:
    """Yield what all games have: the clock, whether the match is ranked, and hints."""
    setup = table.setup
    yield Text(
        "**Clock**\n-# When time is up, Kai plays the turn. Without a clock, a turn may take "
        f"up to {span_words(rules.longest_turn)}; then the match closes and doesn't count."
    )
    offered = {clock.model_dump_json(): clock for clock in [*clocks(behaviour), setup.clock]}
    lines = [(value, clock_words(clock).replace("*", "")) for value, clock in offered.items()]
    yield _menu(Address(table.id, "clock"), "Clock", lines, setup.clock.model_dump_json())
    yield Text("**Ranked**\n-# Ranked matches count in this server's standings.")
    ranked = [("true", "ranked"), ("false", "friendly")]
    yield _menu(Address(table.id, "ranked"), "Ranked", ranked, _json(setup.ranked))
    yield Text("**Hints**\n-# Players may ask Kai what to do, in friendly matches without chips.")
    hints = [("true", "with hints"), ("false", "without hints")]
    yield _menu(Address(table.id, "hints"), "Hints", hints, _json(setup.hints))


def _antes(table: TableState) -> Iterator[Part]:
    setup = table.setup
    yield Text("**Chips**\n-# What each player puts into the pot. Everyone has to agree.")
    offered = (ante for ante in ANTES if not too_small(table, ante))
    antes = sorted({*offered, setup.ante})
    lines = [(str(ante), chips(ante) if ante else "no chips") for ante in antes]
    yield _menu(Address(table.id, "setante"), "Chips", lines, str(setup.ante))


def _rows(table: TableState, movable: Movable) -> Iterator[Row]:
    """Yield the buttons: numbers that the menus do not have, files in use, and moving."""
    options = table.game.options
    numbers = {f.name: f.title for f in offered_options(options)[:MOST_FIELDS] if f.typed}
    if table.game.divide is not None:
        numbers[ANTE] = "Chips"
    buttons = [
        Button(f"{title}: another number", str(Address(table.id, "number", about)))
        for about, title in numbers.items()
    ]
    files = {n: title for n, title in options.attached().items() if table.setup.options.get(n)}
    buttons += [
        Button(f"{title}: the usual one", str(Address(table.id, "nofile", name)))
        for name, title in files.items()
    ]
    if len(table.guests) > 1:
        buttons.append(Button("Remove a player", str(Address(table.id, "remove"))))
    if movable:
        buttons.append(Button(_MOVES[movable], str(Address(table.id, movable))))
    for first in range(0, len(buttons), _MOST_BUTTONS):
        yield tuple(buttons[first : first + _MOST_BUTTONS])


def _json(value: bool) -> str:  # noqa: FBT001 - it is the value itself
    return "true" if value else "false"


def _menu(address: Address, title: str, lines: Iterable[tuple[str, str]], chosen: str) -> Menu:
    choices = tuple(Choice(label, value, chosen=value == chosen) for value, label in lines)
    return Menu(str(address), title, choices)
