"""What is wrong with an option, in a sentence that needs no knowledge of Python."""

import json
from collections.abc import Mapping
from typing import Any, Final, NamedTuple, TypeAlias, get_args

from pydantic import ValidationError
from pydantic_core.core_schema import ErrorType

from bot.games.game import AnyGame
from bot.games.record_lines import shown

__all__ = ["OptionFault", "option_fault"]

_FOREIGN: Final = "extra_forbidden"
_GENERAL: Final = frozenset(get_args(ErrorType))
"""The kinds of faults that no game has words of its own for."""

_Schema: TypeAlias = Mapping[str, Any]


class OptionFault(NamedTuple):
    """The first thing that is wrong with a game's options."""

    name: str
    """The option, or nothing where several do not go together."""
    sentence: str


def option_fault(game: AnyGame, error: ValidationError, *, titled: bool = False) -> OptionFault:
    """Tell the first fault of a game's options, which ``titled`` calls as the lobby does."""
    fault = error.errors(include_url=False, include_context=False, include_input=False)[0]
    name = str(fault["loc"][0]) if fault["loc"] else ""
    field = game.options.model_fields.get(name)
    called = shown((field.title if field and titled else None) or name)
    if fault["type"] == _FOREIGN:
        return OptionFault(name, f"{game.title} has no option “{called}”.")
    if fault["type"] not in _GENERAL:
        return OptionFault(name, f"The option “{called}” does not fit: {fault['msg']}.")
    schema = game.options.model_json_schema()
    kind = _kind(schema["properties"][name], schema.get("$defs", {}))
    if titled:  # In a lobby, whoever wants no value of their own chooses none.
        kind = kind.removesuffix(" or null")
    return OptionFault(name, f"The option “{called}” is {kind}.")


def _kind(schema: _Schema, shared: Mapping[str, _Schema]) -> str:
    """Say which values a schema allows: ``a whole number from 1 to 10``."""
    if "$ref" in schema:
        return _kind(shared[schema["$ref"].rpartition("/")[2]], shared)
    if "anyOf" in schema:
        return " or ".join(_kind(each, shared) for each in schema["anyOf"])
    if "enum" in schema:
        return " or ".join(map(json.dumps, schema["enum"]))
    kind = _KINDS.get(schema.get("type", ""), "something else")
    if "minimum" in schema and "maximum" in schema:
        return f"{kind} from {schema['minimum']} to {schema['maximum']}"
    return f"{kind} of at most {schema['maxLength']} characters" if "maxLength" in schema else kind


_KINDS: Final = {
    "integer": "a whole number",
    "string": "a text",
    "boolean": "true or false",
    "null": "null",
}
