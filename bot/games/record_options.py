"""The options of a record, held against those that its game has."""

import json
from collections.abc import Mapping
from typing import Any, Final, TypeAlias, get_args

from pydantic import ValidationError
from pydantic_core import ErrorDetails
from pydantic_core.core_schema import ErrorType

from bot.games.game import AnyGame, Options
from bot.games.record import Record
from bot.games.record_lines import RecordError, shown

__all__ = ["options_of"]

_FOREIGN: Final = "extra_forbidden"
_GENERAL: Final = frozenset(get_args(ErrorType))
"""The kinds of faults that no game has words of its own for."""

_Schema: TypeAlias = Mapping[str, Any]


def options_of(record: Record, game: AnyGame) -> Options:
    """Return the options of a record; :class:`RecordError` names the line of one that is not one.

    Each value is written in one way, which is the one in which the bot writes it.
    """
    try:
        options: Options = game.options.model_validate(dict(record.options))
    except ValidationError as error:
        fault = error.errors(include_url=False, include_context=False, include_input=False)[0]
        name = str(fault["loc"][0]) if fault["loc"] else ""
        sentence = _sentence(game, name, fault)
        raise RecordError(sentence, record.lines.get(f"option {name}")) from None
    usual = options.model_dump(mode="json")
    for name, value in record.options:
        if json.dumps(value) != (written := json.dumps(usual[name])):
            sentence = f"The option “{name}” should be written {written}."
            raise RecordError(sentence, record.lines.get(f"option {name}"))
    return options


def _sentence(game: AnyGame, name: str, fault: ErrorDetails) -> str:
    if fault["type"] == _FOREIGN:
        return f"{game.title} has no option “{shown(name)}”."
    if fault["type"] not in _GENERAL:
        return f"The option “{name}” does not fit: {fault['msg']}."
    schema = game.options.model_json_schema()
    return f"The option “{name}” is {_kind(schema['properties'][name], schema.get('$defs', {}))}."


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
