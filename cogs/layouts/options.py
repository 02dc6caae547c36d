"""The form of a table's options: a menu for each, and every choice counts at once."""

from collections.abc import Iterable

from bot.tables.core.rules import HouseRules
from bot.tables.core.state import TableState
from cogs.behaviour import Behaviour
from cogs.layouts.address import Address
from cogs.layouts.chips import chips
from cogs.layouts.lobby import COLOUR
from cogs.layouts.offered_options import clock_words, clocks, offered_options
from cogs.layouts.page import Button, Choice, Menu, Page, Part, Text, fitted
from cogs.layouts.span import span_words

__all__ = ["options_page"]

MOST_FIELDS = 8
"""Options of a game in one form: a message holds forty components."""


ANTES = (0, 5, 10, 20, 50, 100, 200, 500, 1000)
"""League chips."""


def options_page(
    table: TableState, behaviour: Behaviour, rules: HouseRules, notice: str = ""
) -> Page:
    """Return the host's private form, with the choices as they stand."""
    setup = table.setup
    parts: list[Part] = [Text(f"## Options of {table.game.title}"), Text(notice)]
    for field in offered_options(table.game.options)[:MOST_FIELDS]:
        parts.append(Text(f"**{field.title}**\n-# {field.description}"))
        address = Address(table.id, "option", field.name)
        parts.append(_menu(address, field.title, field.choices, field.chosen(setup)))
    parts.append(
        Text(
            "**Clock**\n-# When time is up, Kai plays the turn. Without a clock, a turn may take "
            f"up to {span_words(rules.longest_turn)}; then the match closes and doesn't count."
        )
    )
    offered = {clock.model_dump_json(): clock for clock in [*clocks(behaviour), setup.clock]}
    lines = [(value, clock_words(clock).replace("*", "")) for value, clock in offered.items()]
    clock_address = Address(table.id, "clock")
    parts.append(_menu(clock_address, "Clock", lines, setup.clock.model_dump_json()))
    parts.append(Text("**Ranked**\n-# A ranked match counts in the server's standings."))
    ranked = [("true", "ranked"), ("false", "friendly")]
    parts.append(
        _menu(Address(table.id, "ranked"), "Ranked", ranked, "true" if setup.ranked else "false")
    )
    parts.append(
        Text("**Hints**\n-# Players can ask Kai what to do, in friendly matches without chips.")
    )
    hints = [("true", "with hints"), ("false", "without hints")]
    parts.append(
        _menu(Address(table.id, "hints"), "Hints", hints, "true" if setup.hints else "false")
    )
    if table.game.divide is not None:
        parts.append(
            Text("**Chips**\n-# What each player puts into the pot. Everybody has to agree.")
        )
        antes = sorted({*ANTES, setup.ante})
        lines = [(str(ante), chips(ante) if ante else "no chips") for ante in antes]
        parts.append(_menu(Address(table.id, "setante"), "Chips", lines, str(setup.ante)))
    if len(table.guests) > 1:
        parts.append((Button("Remove a player", str(Address(table.id, "remove"))),))
    return Page(fitted(parts), colour=COLOUR)


def _menu(address: Address, title: str, lines: Iterable[tuple[str, str]], chosen: str) -> Menu:
    choices = tuple(Choice(label, value, chosen=value == chosen) for value, label in lines)
    return Menu(str(address), title, choices)
