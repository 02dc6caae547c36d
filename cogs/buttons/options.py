"""The options form: every choice is a change of the table's setup, and shown at once."""

import json
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final, TypeAlias

from pydantic import StrictBool, StrictInt, TypeAdapter

from bot.tables.core import lobby
from bot.tables.core.command import must_manage
from bot.tables.core.entries import Clock, Entry
from bot.tables.core.errors import RefusedError
from bot.tables.core.state import TableState
from bot.tables.core.store import Phase
from cogs.answers import sending
from cogs.answers.click import chosen
from cogs.arguments.people import asker
from cogs.buttons.verb import Handler, Press, Verb
from cogs.layouts.offered_options import clocks
from cogs.layouts.options import options_page

__all__ = ["VERBS"]

_YES_OR_NO: Final[TypeAdapter[bool]] = TypeAdapter(StrictBool)
_ANTE: Final[TypeAdapter[int]] = TypeAdapter(StrictInt)

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


def _change(read: _Read) -> Handler:
    """Return a handler that changes the table's setup; the form says why not."""

    async def do(press: Press) -> None:
        def command(state: TableState, now: int) -> Sequence[Entry]:
            try:
                setup = state.setup.model_copy(update=read(press, state))
            except ValueError:
                raise RefusedError(
                    "That option could not be read. Please open the options again."
                ) from None
            entries = lobby.configure(asker(press.click, state), setup)(state, now)
            return entries if setup != state.setup else ()

        notice = ""
        try:
            await press.table.do(command)
        except RefusedError as error:
            if press.state.phase is not Phase.LOBBY:
                raise
            notice = f"**{error}**"
        await _show(press, notice)

    return do


async def _show(press: Press, notice: str = "") -> None:
    services = press.services
    page = options_page(press.state, services.behaviour, services.host.rules, notice)
    await sending.private(press.click, page)


VERBS: Final[Mapping[str, Verb]] = {
    "options": Verb(_open),
    "option": Verb(_change(_option)),
    "clock": Verb(_change(_clock)),
    "ranked": Verb(_change(_ranked)),
    "hints": Verb(_change(_hints)),
    "setante": Verb(_change(_ante)),
}
