"""What is wrong with an option, in a sentence that needs no knowledge of Python."""

import json
from collections.abc import Mapping
from typing import Final, NamedTuple, get_args

from pydantic import ValidationError
from pydantic_core.core_schema import ErrorType

from bot.game.contract import AnyGame
from bot.game.fields import Field, Kind, fields_of
from bot.game.record_lines import shown

__all__ = ["OptionFault", "option_fault"]

_GENERAL: Final = frozenset(get_args(ErrorType))
"""The kinds of faults that no game has words of its own for."""


class OptionFault(NamedTuple):
    """The first thing that is wrong with a game's options."""

    name: str
    """The option, or nothing where several do not go together."""
    sentence: str


def option_fault(game: AnyGame, error: ValidationError, *, titled: bool = False) -> OptionFault:
    """Tell the first fault of a game's options, which ``titled`` calls as the lobby does."""
    fault = error.errors(include_url=False, include_context=False, include_input=False)[0]
    name = str(fault["loc"][0]) if fault["loc"] else ""
    field = fields_of(game.options).get(name)
    called = shown((field.title if field and titled else "") or name)
    if field is None:
        return OptionFault(name, f"{game.title} has no option “{called}”.")
    if fault["type"] not in _GENERAL:
        return OptionFault(name, f"The option “{called}” does not fit: {fault['msg']}.")
    # In a lobby, whoever wants no value of their own chooses none.
    or_none = " or null" if field.optional and not titled else ""
    return OptionFault(name, f"The option “{called}” is {_kind(field)}{or_none}.")


def _kind(field: Field) -> str:
    """Say which values a field may have: ``a whole number from 1 to 10``."""
    if field.choices:
        return " or ".join(map(json.dumps, field.choices))
    kind = _KINDS[field.kind]
    if field.lowest is not None and field.highest is not None:
        return f"{kind} from {field.lowest} to {field.highest}"
    return f"{kind} of at most {field.longest} characters" if field.longest else kind


_KINDS: Final[Mapping[Kind, str]] = {
    int: "a whole number",
    str: "a text",
    bool: "true or false",
}
