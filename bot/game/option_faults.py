"""Validation errors of options as sentences for players."""

import json
from collections.abc import Mapping
from typing import Final, NamedTuple, get_args

from pydantic import ValidationError
from pydantic_core.core_schema import ErrorType

from bot.game.contract import AnyGame
from bot.game.options import Field, Kind, Options, fields_of
from bot.game.record import Record
from bot.game.record_lines import RecordError, shown

_GENERAL: Final = frozenset(get_args(ErrorType))
"""Error types of pydantic itself."""


class OptionFault(NamedTuple):
    """The first error in a game's options."""

    name: str
    """The option, or empty if the error is about several of them."""
    sentence: str


def option_fault(game: AnyGame, error: ValidationError, *, titled: bool = False) -> OptionFault:
    """Return the first error; ``titled`` uses the titles of the lobby instead of the names."""
    fault = error.errors(include_url=False, include_context=False, include_input=False)[0]
    name = str(fault["loc"][0]) if fault["loc"] else ""
    field = fields_of(game.options).get(name)
    called = shown((field.title if field and titled else "") or name)
    if field is None:
        return OptionFault(name, f"{game.title} has no option “{called}”.")
    if fault["type"] not in _GENERAL:
        return OptionFault(name, f"The option “{called}” doesn't fit: {fault['msg']}.")
        # In the lobby, None is chosen by leaving the field empty.
    or_none = " or null" if field.optional and not titled else ""
    return OptionFault(name, f"The option “{called}” is {_kind(field)}{or_none}.")


def _kind(field: Field) -> str:
    """Describe the values that a field accepts: ``a whole number from 1 to 10``."""
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


def options_of(record: Record, game: AnyGame) -> Options:
    """Return a record's options; :class:`RecordError` names the line of an invalid one."""
    try:
        options: Options = game.options.model_validate(dict(record.options))
    except ValidationError as error:
        fault = option_fault(game, error)
        raise RecordError(fault.sentence, record.lines.get(f"option {fault.name}")) from None
    # Values have to be in the normal form, as the bot writes them.
    usual = options.model_dump(mode="json")
    for name, value in record.options:
        if json.dumps(value) != (written := json.dumps(usual[name])):
            sentence = f"The option “{name}” should be written {written}."
            raise RecordError(sentence, record.lines.get(f"option {name}"))
    return options
