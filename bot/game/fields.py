"""The fields of an options model, read once: for the lobby, for slash commands and for refusals."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from functools import cache
from types import NoneType, UnionType
from typing import Any, Final, Literal, TypeAlias, TypeVar, Union, get_args, get_origin

from annotated_types import Ge, Le, MaxLen
from pydantic import BaseModel
from pydantic.fields import FieldInfo

__all__ = ["Field", "Kind", "fields_of"]

Kind: TypeAlias = type[bool] | type[int] | type[str]

_KINDS: Final[Sequence[Kind]] = (bool, int, str)

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Field:
    """A field of a model: a switch, a whole number, a text, or one of some choices."""

    name: str
    title: str
    """What people call it; empty for what they are not asked for."""
    description: str
    kind: Kind
    default: object
    optional: bool
    """Whether None will do as well."""
    choices: tuple[str | int, ...] = ()
    """Empty where anything within the limits will do."""
    lowest: int | None = None
    highest: int | None = None
    longest: int | None = None
    """Of a text, in characters."""
    file: str = ""
    """What people call the file that it is given as, if it is."""


def fields_of(model: type[BaseModel]) -> Mapping[str, Field]:
    """Return a model's fields by name, in its order.

    Raises ``TypeError`` for a field that is none of those that :class:`Field` knows.
    """
    return _fields_of(model)


@cache  # By itself: to mypy, ``type[Any]`` cannot be hashed.
def _fields_of(model: type[BaseModel]) -> Mapping[str, Field]:
    return {name: _field(name, info) for name, info in model.model_fields.items()}


def _field(name: str, info: FieldInfo) -> Field:
    kind, optional = _without_none(info.annotation)
    choices = _choices(kind, info)
    plain = type(choices[0]) if choices else kind
    if plain not in _KINDS:
        raise TypeError(f"{name} is no switch, whole number, text or choice of these")
    return Field(
        name=name,
        title=info.title or "",
        description=info.description or "",
        kind=plain,
        default=info.default,
        optional=optional,
        choices=choices,
        lowest=_limit(info, Ge, "ge"),
        highest=_limit(info, Le, "le"),
        longest=_limit(info, MaxLen, "max_length"),
        file=str(_extra(info).get("file", "")),
    )


def _without_none(annotation: Any) -> tuple[Any, bool]:  # noqa: ANN401 - a type
    """Return ``X`` for ``X | None``, and whether it was so."""
    if get_origin(annotation) not in (Union, UnionType):
        return annotation, False
    kinds = [kind for kind in get_args(annotation) if kind is not NoneType]
    return (kinds[0], True) if len(kinds) == 1 else (annotation, False)


def _choices(kind: Any, info: FieldInfo) -> tuple[str | int, ...]:  # noqa: ANN401 - a type
    """Return what there is to choose from, in the order that the field gives, if it does."""
    given = _extra(info).get("choices")
    if isinstance(given, Sequence):
        return tuple(choice for choice in given if isinstance(choice, str | int))
    if get_origin(kind) is Literal:
        return get_args(kind)
    is_enum = isinstance(kind, type) and issubclass(kind, Enum)
    return tuple(member.value for member in kind) if is_enum else ()


def _limit(info: FieldInfo, kind: type[object], name: str) -> int | None:
    for limit in info.metadata:
        if isinstance(limit, kind):
            bound = getattr(limit, name)
            return bound if isinstance(bound, int) else None
    return None


def _extra(info: FieldInfo) -> Mapping[str, object]:
    extra = info.json_schema_extra
    return extra if isinstance(extra, Mapping) else {}
