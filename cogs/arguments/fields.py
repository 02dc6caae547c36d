"""A model's fields as arguments of a slash command: each titled field one, typed and limited alike.

So a game's options and a server's settings are offered without anybody writing them down again.
"""

import inspect
from collections.abc import Callable, Coroutine, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import Enum
from types import UnionType
from typing import Any, Final, Literal, TypeAlias, TypeVar, Union, get_args, get_origin

import discord
from annotated_types import Ge, Le
from discord import AppCommandOptionType, app_commands
from pydantic import BaseModel
from pydantic.fields import FieldInfo

from bot.games.game import Options
from bot.render.markdown import shorten

__all__ = ["Argument", "attachable", "merged", "titled", "with_arguments"]

_LONGEST: Final = 100
"""Characters in an argument's description."""

_TYPES: Final[Mapping[Any, AppCommandOptionType]] = {
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
    """Return an argument for each field with a title, by name.

    Raises ``KeyError`` for a field that is no switch, whole number, text or choice of these.
    """
    fields = model.model_fields.items()
    return {name: _argument(name, field) for name, field in fields if field.title}


def attachable(options: type[Options]) -> dict[str, Argument]:
    """Return an argument for each of a game's options that is given as a file, by name."""
    fields = options.model_fields
    return {
        name: Argument(name, AppCommandOptionType.attachment, fields[name].description or title)
        for name, title in options.attached().items()
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
            a.name, inspect.Parameter.KEYWORD_ONLY, default=None, annotation=_Field(a)
        )
        for a in given
    ]
    callback.__signature__ = signature.replace(parameters=[*own, *added])  # type: ignore[attr-defined]  # any function has room for one
    describe = app_commands.describe(
        **{argument.name: shorten(argument.description, _LONGEST) for argument in given}
    )
    return describe(callback)


class _Field(app_commands.Transformer):
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


def _argument(name: str, field: FieldInfo) -> Argument:
    kind = _without_none(field.annotation)
    words = _words(kind, field)
    return Argument(
        name=name,
        type=_TYPES[type(words[0]) if words else kind],
        description=field.description or field.title or name,
        lowest=_limit(field, Ge),
        highest=_limit(field, Le),
        words=words,
    )


def _limit(field: FieldInfo, kind: type[Ge | Le]) -> int | None:
    for limit in field.metadata:
        if isinstance(limit, kind):
            bound = limit.ge if isinstance(limit, Ge) else limit.le
            return bound if isinstance(bound, int) else None
    return None


def _without_none(annotation: Any) -> Any:  # noqa: ANN401 - a type as pydantic keeps it
    """Return ``X`` for ``X | None``."""
    if get_origin(annotation) not in (Union, UnionType):
        return annotation
    kinds = [kind for kind in get_args(annotation) if kind is not type(None)]
    return kinds[0] if len(kinds) == 1 else annotation


def _words(kind: Any, field: FieldInfo) -> tuple[str | int, ...]:  # noqa: ANN401 - a type
    """Return a field's choices, in the order that the field itself gives, if it does."""
    extra = field.json_schema_extra
    choices: object = extra.get("choices") if isinstance(extra, Mapping) else None
    if not isinstance(choices, Sequence):
        choices = get_args(kind) if get_origin(kind) is Literal else _members(kind)
    return tuple(choice for choice in choices if isinstance(choice, str | int))


def _members(kind: Any) -> tuple[object, ...]:  # noqa: ANN401 - a type
    """Return the values of an enumeration."""
    is_enum = isinstance(kind, type) and issubclass(kind, Enum)
    return tuple(member.value for member in kind) if is_enum else ()


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
