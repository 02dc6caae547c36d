"""A game's options: the model, and its fields in a simple form, for forms, commands and errors."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from functools import cache
from types import NoneType, UnionType
from typing import Any, Final, Literal, TypeAlias, TypeVar, Union, get_args, get_origin

from annotated_types import Ge, Le, MaxLen
from pydantic import BaseModel, ConfigDict, JsonValue
from pydantic.fields import FieldInfo

Kind: TypeAlias = type[bool] | type[int] | type[str]

_KINDS: Final[Sequence[Kind]] = (bool, int, str)

T = TypeVar("T")


class Options(BaseModel):
    """A game's options: frozen, each with limits, a default and a sentence (``description``).

    Only fields with a ``title`` are offered in the lobby. The others are constants of the rules, or
    uploaded as a file.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    @classmethod
    def offered(cls) -> Sequence[str]:
        """Return the names of the options that the lobby offers."""
        return tuple(name for name, field in fields_of(cls).items() if field.title)

    @classmethod
    def attached(cls) -> Mapping[str, str]:
        """Return the options that are uploaded as a file (``file`` in the schema), with titles."""
        return {name: field.file for name, field in fields_of(cls).items() if field.file}

    @classmethod
    def from_file(cls, name: str, text: str) -> JsonValue:
        """Read one of these options from a file; ``ValueError`` with a sentence for the player."""
        raise NotImplementedError(name, text)  # Only a game with such options is asked.

    @property
    def full_length(self) -> bool:
        """Whether a match with these options is long enough to count for a league."""
        return True

    def turns(self, seats: int) -> float:
        """Return about how many turns a match takes, counted as Kai plays; 0 if nobody knows."""
        del seats
        return 0

    def hand_size(self, seats: int) -> int:
        """Return the number of cards dealt to each hand if it differs with the seats, else 0."""
        del seats
        return 0

    def kind(self, seats: int) -> str:
        """Return what makes scores compare with those of other full-length matches, in a few words.

        The title of their list of best scores; empty for the usual kind. It is stored with results:
        once released, a kind keeps its words.
        """
        del seats
        return ""


@dataclass(frozen=True, slots=True)
class Field:
    """A field of a model: a boolean, a whole number, a text, or a choice between values."""

    name: str
    title: str
    """Shown to players; empty if they are not asked for it."""
    description: str
    kind: Kind
    default: object
    optional: bool
    """Whether None is allowed."""
    choices: tuple[str | int, ...] = ()
    """Empty if any value within the limits is allowed."""
    lowest: int | None = None
    highest: int | None = None
    longest: int | None = None
    """Of a text, in characters."""
    file: str = ""
    """What players call the file, if the value is uploaded as one."""


def fields_of(model: type[BaseModel]) -> Mapping[str, Field]:
    """Return a model's fields by name, in order; ``TypeError`` for a type that isn't supported."""
    return _fields_of(model)


def field_of(model: type[BaseModel], name: str) -> Field:
    """Return one of a model's fields; the others may be of any type."""
    return _field(name, model.model_fields[name])


@cache  # In a function of its own: mypy thinks that ``type[Any]`` is not hashable.
def _fields_of(model: type[BaseModel]) -> Mapping[str, Field]:
    return {name: _field(name, info) for name, info in model.model_fields.items()}


def _field(name: str, info: FieldInfo) -> Field:
    kind, optional = _without_none(info.annotation)
    choices = _choices(kind, info)
    plain = type(choices[0]) if choices else kind
    if plain not in _KINDS:
        raise TypeError(f"{name} is not a boolean, whole number, text or choice of these")
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
    """Return ``X`` for ``X | None``, and whether None was allowed."""
    if get_origin(annotation) not in (Union, UnionType):
        return annotation, False
    kinds = [kind for kind in get_args(annotation) if kind is not NoneType]
    return (kinds[0], True) if len(kinds) == 1 else (annotation, False)


def _choices(kind: Any, info: FieldInfo) -> tuple[str | int, ...]:  # noqa: ANN401 - a type
    """Return the allowed values, in the field's own order if it gives one."""
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
