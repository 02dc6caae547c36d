"""Arguments of a slash command that come from the games: how many seats Kai has, and files."""

import inspect
from collections.abc import Callable, Coroutine, Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any, Final, TypeAlias, TypeVar

import discord
from discord import AppCommandOptionType, app_commands

from bot.face.markdown import shorten
from bot.game.contract import Options
from bot.game.fields import fields_of

__all__ = ["Argument", "attachable", "merged", "with_arguments"]

_LONGEST: Final = 100
"""Characters in an argument's description."""

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


def attachable(options: type[Options]) -> dict[str, Argument]:
    """Return an argument for each of a game's options that is given as a file, by name."""
    return {
        name: Argument(name, AppCommandOptionType.attachment, field.description or field.file)
        for name, field in fields_of(options).items()
        if field.file
    }


def merged(groups: Mapping[str, Mapping[str, Argument]]) -> dict[str, Argument]:
    """Return the arguments of several groups as one, each described for all of its groups."""
    together: dict[str, Argument] = {}
    for title, group in groups.items():
        for name, argument in group.items():
            text = f"{title}: {argument.description}"
            if name in together:
                text = f"{together[name].description} {text}"
            together[name] = replace(argument, description=text)
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

    async def transform(self, _click: discord.Interaction[Any], value: T) -> T:
        return value
