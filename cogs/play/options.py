"""The form of a table's options, shown again after each choice; and moving a lobby."""

import json
from collections.abc import Awaitable, Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from typing import Any, Final, Literal, TypeAlias, cast

import discord
from pydantic import StrictBool, StrictInt, TypeAdapter

from bot.face.markdown import counted, span_words
from bot.league.chips import MAX_ANTE, too_small
from bot.tables import lobby
from bot.tables.clock import HouseRules
from bot.tables.command import RefusedError, must_manage
from bot.tables.entries import Clock, Entry
from bot.tables.state import TableState
from bot.tables.store import Phase
from cogs.core.answers import answer, ask, form
from cogs.core.buttons import Cost, Handler, Press, TableButton
from cogs.core.click import Address, asker, chosen, written
from cogs.core.page import Button, Choice, Menu, Page, Part, Row, Text, fitted
from cogs.core.permissions import check_thread, standing
from cogs.play.lobby import COLOUR
from cogs.play.offered_options import clock_words, clocks, offered_options
from cogs.play.opening import (
    check_place,
    clear_away,
    has_threads,
    limits_of,
    new_thread,
    settings_here,
)
from cogs.services import Behaviour

MOST_FIELDS: Final = 6
"""Options of a game in one form: a message holds forty components."""

ANTES: Final = (0, 5, 10, 20, 50, 100, 200, 500, 1000)

ANTE: Final = "ante:"
"""What a typed number is for where it is no option of the game, whose names have no colon."""

Movable: TypeAlias = Literal["", "thread", "channel"]

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
        address, setup = str(Address(table.id, "option", field.name)), table.setup
        lines = [(value, f"{field.title}: {label}") for value, label in field.lines(setup)]
        parts.append(option_menu(address, field.description, lines, field.chosen(setup)))
    parts += _common(table, behaviour, rules)
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
    def menu(verb: str, about: str, lines: Sequence[tuple[str, str]], chosen: str) -> Menu:
        return option_menu(str(Address(table.id, verb)), about, lines, chosen)

    setup = table.setup
    about = "When time is up, Kai plays the turn."
    if setup.clock.kind == "none":
        ends = "Kai plays on" if table.ends_by_kai else "the match closes"
        about = f"If a turn takes {span_words(rules.longest_turn)}, {ends}."
    offered = {clock.model_dump_json(): clock for clock in [*clocks(behaviour), setup.clock]}
    clock_lines = [(value, clock_words(clock).replace("*", "")) for value, clock in offered.items()]
    yield menu("clock", about, clock_lines, setup.clock.model_dump_json())
    about = "Ranked matches count in the standings."
    yield menu("ranked", about, [("true", "ranked"), ("false", "friendly")], _json(setup.ranked))
    about = "Kai gives hints in friendly matches without chips."
    hints = [("true", "with hints"), ("false", "without hints")]
    yield menu("hints", about, hints, _json(setup.hints))
    if table.game.divide is not None:
        antes = sorted({*(ante for ante in ANTES if not too_small(table, ante)), setup.ante})
        lines = [(str(ante), counted(ante, "chip") if ante else "no chips") for ante in antes]
        about = "What each player puts in. Everyone has to agree."
        yield menu("setante", about, lines, str(setup.ante))


def _rows(table: TableState, movable: Movable) -> Iterator[Row]:
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


def option_menu(words: str, about: str, lines: Iterable[tuple[str, str]], chosen: str) -> Menu:
    """Return a menu of values and labels; what the option is about stands below the chosen line."""
    choices = (
        Choice(label, value, about * (value == chosen), chosen=value == chosen)
        for value, label in lines
    )
    return Menu(words, about, tuple(choices))


_YES_OR_NO: Final[TypeAdapter[bool]] = TypeAdapter(StrictBool)
_ANTE: Final[TypeAdapter[int]] = TypeAdapter(StrictInt)

MOST_DIGITS: Final = 6

_Act: TypeAlias = Callable[[Press], Awaitable[str]]
"""Does something about the table; returns what the form says then."""

_BROKEN: Final = "This form is out of date. Please open the options again."

_Read: TypeAlias = Callable[[Press, TableState], Mapping[str, Any]]
"""Reads what was chosen; returns the fields of the table's setup that it changes.

Raises ``ValueError`` for a value that the form does not offer.
"""


async def _open(press: Press) -> None:
    lobby.must_be_lobby(press.state)
    must_manage(press.state, asker(press.click, press.state), "change the options")
    await _show(press)


def _option(press: Press, state: TableState) -> Mapping[str, Any]:
    return {"options": {**state.setup.options, press.words: json.loads(chosen(press.click))}}


def _clock(press: Press, state: TableState) -> Mapping[str, Any]:
    clock = Clock.model_validate_json(chosen(press.click))
    if clock not in (*clocks(press.services.behaviour), state.setup.clock):
        raise ValueError(clock)
    return {"clock": clock}


def _field(name: str, of: TypeAdapter[Any]) -> _Read:
    return lambda press, _state: {name: of.validate_json(chosen(press.click))}


def _typed(press: Press, state: TableState) -> Mapping[str, Any]:
    title, low, high = _number(press, state)
    text = written(press.click, "number").strip()
    if not text.isdecimal() or not low <= int(text[:MOST_DIGITS]) <= high:
        raise RefusedError(f"“{title}” is a whole number from {low} to {high}.")
    if press.words == ANTE:
        return {"ante": int(text[:MOST_DIGITS])}
    return {"options": {**state.setup.options, press.words: int(text[:MOST_DIGITS])}}


def _no_file(press: Press, state: TableState) -> Mapping[str, Any]:
    if press.words not in state.game.options.attached():
        raise ValueError(press.words)
    options = {name: v for name, v in state.setup.options.items() if name != press.words}
    return {"options": options}


async def _open_number(press: Press) -> None:
    lobby.must_be_lobby(press.state)
    must_manage(press.state, asker(press.click, press.state), "change the options")
    title, low, high = _number(press, press.state)
    address = str(Address(press.table.id, "typed", press.words))
    number = discord.ui.TextInput[discord.ui.Modal](custom_id="number", max_length=MOST_DIGITS)
    label = f"A whole number from {low} to {high}"
    await ask(press.click, form(title, address, number, label))


def _number(press: Press, state: TableState) -> tuple[str, int, int]:
    found = typed_number(state, press.words)
    if found is None:
        raise RefusedError(_BROKEN)
    return found


def _change(read: _Read) -> Handler:
    async def do(press: Press) -> None:
        def command(state: TableState, now: int) -> Sequence[Entry]:
            who = asker(press.click, state)
            lobby.must_be_lobby(state)
            must_manage(state, who, "change the options")
            try:
                setup = state.setup.model_copy(update=read(press, state))
            except ValueError:
                raise RefusedError(_BROKEN) from None
            entries = lobby.configure(who, setup)(state, now)
            return entries if setup != state.setup else ()

        async def change(press: Press) -> str:
            await press.table.do(command)
            return ""

        await _and_show(press, change)

    return do


async def _and_show(press: Press, act: _Act) -> None:
    try:
        notice = await act(press)
    except RefusedError as error:
        if press.state.phase is not Phase.LOBBY:
            raise
        notice = f"**{error}**"
    await _show(press, notice)


async def _show(press: Press, notice: str = "") -> None:
    services = press.services
    look = (services.behaviour, services.host.rules)
    page = options_page(press.state, *look, notice, movable(press))
    await answer(press.click, page, in_place=True)


def movable(press: Press) -> Movable:
    """Return where the lobby can move to from where it was clicked on."""
    here = press.click.channel
    if press.click.channel_id != press.state.place.channel:
        return ""
    if isinstance(here, discord.Thread):
        return "channel" if isinstance(here.parent, discord.TextChannel) else ""
    return "thread" if has_threads(here) else ""


async def move_to_thread(press: Press) -> str:
    """Give the lobby a thread of its own; return what to say then. Raises ``RefusedError``."""
    _must_be_allowed(press, "thread")
    check_thread(press.click)
    parent = cast("discord.TextChannel", press.click.channel)
    thread = await new_thread(press.click, press.state.game, parent)
    who = asker(press.click, press.state)
    try:
        await press.services.host.move(press.table.id, who, thread.id)
    except RefusedError:
        await clear_away(press.click, thread)
        raise
    return f"The table is now in {thread.mention}."


async def move_to_channel(press: Press) -> str:
    """Move the lobby to its thread's channel; return what to say. Raises ``RefusedError``."""
    _must_be_allowed(press, "channel")
    thread = cast("discord.Thread", press.click.channel)
    parent = cast("discord.TextChannel", thread.parent)
    settings = await settings_here(press.services, press.click)
    check_place(press.click, parent.id, settings)
    if (why := standing(parent)) is not None:
        raise RefusedError(f"I can't show a table in {parent.mention}. {why.text}")
    who, limits = asker(press.click, press.state), limits_of(settings)
    await press.services.host.move(press.table.id, who, parent.id, limits)
    return f"The table is now in {parent.mention}."


def _must_be_allowed(press: Press, to: Movable) -> None:
    lobby.must_be_lobby(press.state)
    must_manage(press.state, asker(press.click, press.state), "move the table")
    if movable(press) != to:
        raise RefusedError("To move the table, open the options there.")


BUTTONS: Final = (
    TableButton("options", _open),
    TableButton("option", _change(_option)),
    TableButton("clock", _change(_clock)),
    TableButton("ranked", _change(_field("ranked", _YES_OR_NO))),
    TableButton("hints", _change(_field("hints", _YES_OR_NO))),
    TableButton("setante", _change(_field("ante", _ANTE))),
    TableButton("number", _open_number),
    TableButton("typed", _change(_typed)),
    TableButton("nofile", _change(_no_file)),
    TableButton("thread", partial(_and_show, act=move_to_thread), cost=Cost.COSTLY),
    TableButton("channel", partial(_and_show, act=move_to_channel), cost=Cost.COSTLY),
)
