"""A model's fields as arguments of a slash command: each titled field one, typed and limited alike.

So a game's options and a server's settings are offered without anybody writing them down again.
"""

import inspect
from collections.abc import Callable, Coroutine, Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any, Final, TypeAlias, TypeVar

import discord
from discord import AppCommandOptionType, app_commands
from pydantic import BaseModel

from bot.face.markdown import shorten
from bot.game.contract import Options
from bot.game.fields import Field, Kind, fields_of

__all__ = ["Argument", "attachable", "merged", "titled", "with_arguments"]

_LONGEST: Final = 100
"""Characters in an argument's description."""

_TYPES: Final[Mapping[Kind, AppCommandOptionType]] = {
    bool: AppCommandOptionType.boolean,
    int: AppCommandOptionType.integer,
    str: AppCommandOptionType.string,
}

Callback: TypeAlias = Callable[..., Coroutine[Any, Any, None]]
C = TypeVar("C", bound=Callback)
T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Argument:
    """An optional argument: None where it is not given."""

    name: str
    type: AppCommandOptionType
    description: str
    lowest: int | None = None
    highest: int | None = None
    words: tuple[str | int, ...] = ()
    """What there is to choose from; empty where anything within the limits will do."""


def titled(model: type[BaseModel]) -> dict[str, Argument]:
    """Return an argument for each field with a title, by name."""
    return {name: _argument(field) for name, field in fields_of(model).items() if field.title}


def attachable(options: type[Options]) -> dict[str, Argument]:
    """Return an argument for each of a game's options that is given as a file, by name."""
    return {
        name: Argument(name, AppCommandOptionType.attachment, field.description or field.file)
        for name, field in fields_of(options).items()
        if field.file
    }


def merged(groups: Mapping[str, Mapping[str, Argument]]) -> dict[str, Argument]:
    """Return the arguments of several groups as one, each named as belonging to its groups.

    Where groups share a name the limits are the widest. Raises ``ValueError`` if they do not
    mean the same kind of thing by it.
    """
    together: dict[str, Argument] = {}
    for title, group in groups.items():
        for name, argument in group.items():
            everywhere = all(name in other for other in groups.values())
            label = "" if everywhere else f"{title}: "
            named = replace(argument, description=f"{label}{argument.description}")
            together[name] = _widest(together[name], named) if name in together else named
    return together


def with_arguments(callback: C, arguments: Iterable[Argument]) -> C:
    """Let a command's callback take these arguments through its ``**`` parameter."""
    signature = inspect.signature(callback)
    own = [p for p in signature.parameters.values() if p.kind is not p.VAR_KEYWORD]
    taken = {parameter.name for parameter in own}
    given = list(arguments)
    if clash := taken & {argument.name for argument in given}:
        raise ValueError(
            f"{', '.join(sorted(clash))}: these arguments have another meaning already"
        )
    added = [
        inspect.Parameter(
            a.name, inspect.Parameter.KEYWORD_ONLY, default=None, annotation=_Transformer(a)
        )
        for a in given
    ]
    callback.__signature__ = signature.replace(parameters=[*own, *added])  # type: ignore[attr-defined]  # any function has room for one
    describe = app_commands.describe(
        **{argument.name: shorten(argument.description, _LONGEST) for argument in given}
    )
    return describe(callback)


class _Transformer(app_commands.Transformer):
    """How discord.py is told of an argument."""

    def __init__(self, argument: Argument) -> None:
        self._argument = argument

    @property
    def type(self) -> AppCommandOptionType:
        return self._argument.type

    @property
    def min_value(self) -> int | None:
        return self._argument.lowest

    @property
    def max_value(self) -> int | None:
        return self._argument.highest

    @property
    def choices(self) -> list[app_commands.Choice[int | float | str]] | None:
        words = self._argument.words
        return [app_commands.Choice(name=str(word), value=word) for word in words] or None

    async def transform(self, _click: discord.Interaction[Any], value: T) -> T:
        return value


def _argument(field: Field) -> Argument:
    return Argument(
        name=field.name,
        type=_TYPES[field.kind],
        description=field.description or field.title,
        lowest=field.lowest,
        highest=field.highest,
        words=field.choices,
    )


def _widest(one: Argument, other: Argument) -> Argument:
    if one.type is not other.type or bool(one.words) != bool(other.words):
        raise ValueError(f"{one.name} is not the same kind of option everywhere")
    description = one.description
    if other.description != one.description:
        description = f"{one.description} {other.description}"
    return replace(
        one,
        description=description,
        lowest=_outer(min, one.lowest, other.lowest),
        highest=_outer(max, one.highest, other.highest),
        words=tuple(dict.fromkeys((*one.words, *other.words))),
    )


def _outer(pick: Callable[[int, int], int], one: int | None, other: int | None) -> int | None:
    """Return the outer of two limits; no limit is the outermost."""
    return None if one is None or other is None else pick(one, other)
