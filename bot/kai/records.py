"""Records: fields with names that Python and compiled code share, kept in memory by NumPy.

A class lists its fields, each a number or an array of a fixed shape:

    class Hand(Record):
        points: int
        cards: Annotated[Array, 12]

Compiled code hands a record on as one address, whatever it contains.
"""

from collections.abc import Callable
from operator import itemgetter
from typing import TYPE_CHECKING, Any, ClassVar, Final, Self, TypeVar, get_args

import numpy as np
from numpy.typing import NDArray

__all__ = ["Record", "row_of"]

if TYPE_CHECKING:
    _Base = np.generic  # NumPy's types call ``void`` final, which it isn't.
else:
    _Base = np.void

_NUMBERS: Final = {int: np.int64, float: np.float64}


class Record(_Base):
    """The base of records; a new one is full of zeros."""

    layout: ClassVar[np.dtype[Any]]
    """Where in memory each field is."""

    def __init_subclass__(cls) -> None:
        """Lay the fields out, and let Python find them by their names, as compiled code does."""
        hints = cls.__annotations__
        fields = np.dtype([_field(*each) for each in hints.items()], align=True)
        cls.layout = np.dtype((cls, fields))
        for name, hint in hints.items():
            # An array isn't kept: it refers to its record, which nothing would ever free then.
            setter = _setter(name) if hint in _NUMBERS else None
            setattr(cls, name, property(itemgetter(name), setter))

    def __new__(cls) -> Self:
        """Return a new one."""
        found: Self = row_of(cls)[0]
        return found

    def __init__(self) -> None:
        """There is nothing to say."""


def _field(name: str, hint: Any) -> tuple[str, type[np.generic], tuple[int, ...]]:  # noqa: ANN401 - a type hint
    if hint in _NUMBERS:
        return name, _NUMBERS[hint], ()
    array, *shape = get_args(hint)
    (number,) = get_args(get_args(array)[1])
    return name, number, tuple(shape)


def _setter(name: str) -> Callable[[Any, object], None]:
    def put(record: Any, value: object) -> None:  # noqa: ANN401 - a record
        record[name] = value

    return put


R = TypeVar("R", bound=Record)


def row_of(kind: type[R]) -> NDArray[R]:
    """Return an array of one record: to put a record in it means to copy that one."""
    return np.zeros(1, dtype=kind.layout)
