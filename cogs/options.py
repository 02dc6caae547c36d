"""A game's options as choices, made from its options model: for the lobby's form and its words."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any, Final, TypeAlias

from pydantic import JsonValue

from bot.games.game import Options
from bot.tables.entries import Clock, TableSetup
from cogs.services import Manners

__all__ = ["Field", "clock_words", "clocks", "fields", "in_words"]

MOST_CHOICES: Final = 25
"""Lines in one of Discord's menus."""

_Schema: TypeAlias = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Field:
    """An option that the lobby offers: its values as JSON texts, each with a label."""

    name: str
    title: str
    description: str
    choices: tuple[tuple[str, str], ...]
    """Value and label."""
    usual: str
    """The default value."""

    def chosen(self, setup: TableSetup) -> str:
        """Return the value that a setup has."""
        return json.dumps(setup.options[self.name]) if self.name in setup.options else self.usual

    def label(self, setup: TableSetup) -> str:
        """Return the label of the value that a setup has."""
        value = self.chosen(setup)
        return dict(self.choices).get(value, value)


def fields(options: type[Options]) -> Sequence[Field]:
    """Return those of a game's options that have a title, with all the values they can take.

    Of a number with more than 25 possible values, 25 are offered, evenly spread.
    """
    return _fields(options)


@cache
def _fields(options: type[Options]) -> Sequence[Field]:
    schema = options.model_json_schema()
    shared: Mapping[str, _Schema] = schema.get("$defs", {})
    named: Mapping[str, _Schema] = schema.get("properties", {})
    properties = {name: _whole(each, shared) for name, each in named.items()}
    found = [
        Field(
            name=name,
            title=field.title,
            description=field.description or "",
            choices=tuple(
                (json.dumps(value), _label(value))
                for value in _values(_whole(properties[name], shared))
            ),
            usual=json.dumps(field.default),
        )
        for name, field in options.model_fields.items()
        if field.title
    ]
    return tuple(field for field in found if field.choices)


def in_words(options: type[Options], setup: TableSetup) -> str:
    """Return a setup in one line of Markdown; ``options`` are its game's."""
    chosen = [f"{field.title}: **{field.label(setup)}**" for field in fields(options)]
    files = [title for name, title in options.attached().items() if setup.options.get(name)]
    chosen += [f"{title}: **from a file**" for title in files]
    ranked = "**ranked**" if setup.ranked else "**friendly**"
    ante = [f"**{setup.ante} chips** each"] if setup.ante else []
    hints = ["hints"] if setup.gives_hints else []
    return " · ".join([*chosen, clock_words(setup.clock), ranked, *ante, *hints])


def clock_words(clock: Clock) -> str:
    """Return how long a turn may take, in words."""
    if clock.kind == "none":
        return "no clock"
    if clock.kind == "live":
        return f"**{clock.seconds} seconds** a turn"
    return f"**{clock.seconds / 3600:g} hours** a turn"


def clocks(manners: Manners) -> Sequence[Clock]:
    """Return the clocks that are offered."""
    live = [Clock(kind="live", seconds=seconds) for seconds in manners.live_seconds]
    slow = [Clock(kind="slow", seconds=hours * 3600) for hours in manners.slow_hours]
    return [Clock(), *live, *slow]


def _whole(schema: _Schema, shared: Mapping[str, _Schema]) -> _Schema:
    """Return a field's schema with the one that it refers to, as that of an enumeration."""
    named = str(schema.get("$ref", "")).removeprefix("#/$defs/")
    return {**shared[named], **schema} if named else schema


def _values(schema: _Schema) -> Sequence[JsonValue]:
    """Return the values that a field's JSON schema allows."""
    alternatives: Sequence[_Schema] = schema.get("anyOf", [schema])
    none: list[JsonValue] = [None] if any(a.get("type") == "null" for a in alternatives) else []
    if "choices" in schema:
        return [*none, *schema["choices"]]
    return none + [value for alternative in alternatives for value in _plain_values(alternative)]


def _plain_values(schema: _Schema) -> Sequence[JsonValue]:
    if "enum" in schema:
        return list(schema["enum"])
    if "const" in schema:
        return [schema["const"]]
    if schema.get("type") == "boolean":
        return [False, True]
    if {"minimum", "maximum"} <= schema.keys():
        return _spread(schema["minimum"], schema["maximum"])
    return []


def _spread(low: int, high: int) -> Sequence[int]:
    """Return all numbers from ``low`` to ``high``, or 25 of them."""
    steps = min(high - low, MOST_CHOICES - 1)
    return sorted({low + (high - low) * step // max(steps, 1) for step in range(steps + 1)})


def _label(value: JsonValue) -> str:
    if value is None:
        return "as usual"
    if isinstance(value, bool):
        return "yes" if value else "no"
    return str(value)
