"""The options form: every choice is a change of the table's setup, and shown at once."""

import json
from collections.abc import Awaitable, Callable, Mapping, Sequence
from typing import Any, Final, TypeAlias

import discord
from pydantic import StrictBool, StrictInt, TypeAdapter

from bot.tables.core import lobby
from bot.tables.core.command import must_manage
from bot.tables.core.entries import Clock, Entry
from bot.tables.core.errors import RefusedError
from bot.tables.core.state import TableState
from bot.tables.core.store import Phase
from cogs.answers import sending
from cogs.answers.click import chosen, written
from cogs.answers.replies import ask
from cogs.arguments.people import asker
from cogs.buttons.moving import movable, move_to_channel, move_to_thread
from cogs.buttons.verb import Handler, Press, Verb
from cogs.layouts.address import Address
from cogs.layouts.offered_options import clocks
from cogs.layouts.options import ANTE, options_page, typed_number

__all__ = ["MOST_DIGITS", "VERBS"]

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


def _ranked(press: Press, _state: TableState) -> Mapping[str, Any]:
    return {"ranked": _YES_OR_NO.validate_json(chosen(press.click))}


def _hints(press: Press, _state: TableState) -> Mapping[str, Any]:
    return {"hints": _YES_OR_NO.validate_json(chosen(press.click))}


def _ante(press: Press, _state: TableState) -> Mapping[str, Any]:
    return {"ante": _ANTE.validate_json(chosen(press.click))}


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
    """Ask for a number, in a form whose answer comes back as another click."""
    lobby.must_be_lobby(press.state)
    must_manage(press.state, asker(press.click, press.state), "change the options")
    title, low, high = _number(press, press.state)
    address = Address(press.table.id, "typed", press.words)
    form = discord.ui.Modal(title=title, custom_id=str(address), timeout=None)
    number = discord.ui.TextInput[discord.ui.Modal](custom_id="number", max_length=MOST_DIGITS)
    label = f"A whole number from {low} to {high}"
    form.add_item(discord.ui.Label(text=label, component=number))
    form.stop()  # The library is to keep nothing: the answer finds its way by its custom id.
    await ask(press.click, form)


def _number(press: Press, state: TableState) -> tuple[str, int, int]:
    found = typed_number(state, press.words)
    if found is None:
        raise RefusedError(_BROKEN)
    return found


def _change(read: _Read) -> Handler:
    """Return a handler that changes the table's setup; the form says why not."""

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


def _move(move: _Act) -> Handler:
    """Return a handler that moves the table; the form says where it is now, or why not."""

    async def do(press: Press) -> None:
        await _and_show(press, move)

    return do


async def _and_show(press: Press, act: _Act) -> None:
    """Do something and show the form, with what came of it or why not."""
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
    await sending.private(press.click, page)


VERBS: Final[Mapping[str, Verb]] = {
    "options": Verb(_open),
    "option": Verb(_change(_option)),
    "clock": Verb(_change(_clock)),
    "ranked": Verb(_change(_ranked)),
    "hints": Verb(_change(_hints)),
    "setante": Verb(_change(_ante)),
    "number": Verb(_open_number),
    "typed": Verb(_change(_typed)),
    "nofile": Verb(_change(_no_file)),
    "thread": Verb(_move(move_to_thread), costly=True),
    "channel": Verb(_move(move_to_channel), costly=True),
}
