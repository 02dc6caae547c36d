"""Compiled code: functions on plain arrays, records, and random numbers.

With Numba, a function runs a hundred times faster, and lets other threads run beside it; without
it, Python runs the same function. Machine code is kept on disk, so it is made only once, and never
in a process that hosts (:mod:`bot.machine_code`): ``NotMadeError`` is raised there.
"""

from collections.abc import Callable
from functools import partial
from importlib import import_module
from operator import itemgetter
from typing import (
    TYPE_CHECKING,
    Any,
    ClassVar,
    Final,
    ParamSpec,
    Self,
    TypeAlias,
    TypeVar,
    get_args,
)

import numpy as np
from numpy.typing import NDArray

from bot.machine_code import NotMadeError, may_be_made, used

P = ParamSpec("P")
R = TypeVar("R")

Array: TypeAlias = NDArray[np.int64]

Doubles: TypeAlias = NDArray[np.float64]

Dice: TypeAlias = NDArray[np.uint64]
"""[1]: the state of a source of random numbers."""


def _compiler() -> Any:  # noqa: ANN401 - Numba has no types
    try:
        numba: Any = import_module("numba")
    except ImportError:
        return None
    numba.config.CACHE_DIR = str(used())
    events: Any = import_module("numba.core.event")

    class Guard(events.Listener):  # type: ignore[misc]  # Numba has no types
        def on_start(self, _event: object) -> None:
            if not may_be_made():
                raise NotMadeError

        def on_end(self, _event: object) -> None:
            pass

    events.register("numba:compile", Guard())
    # Sums of floats may be added up in any order, which is several times faster.
    quick = {"reassoc", "nsz", "contract", "arcp"}
    return partial(numba.njit, nogil=True, error_model="numpy", fastmath=quick)


_COMPILER: Final = _compiler()

IS_COMPILED: Final = _COMPILER is not None
"""Whether functions are compiled on this machine."""


def compiled(function: Callable[P, R]) -> Callable[P, R]:
    """Compile a function whose arguments are numbers and arrays, when it is first called.

    It makes no arrays, not even by copying a slice: Numba counts no references in it, which would
    take most of the time.
    """
    return _made(function, cache=True, _nrt=False)


def allocating(function: Callable[P, R]) -> Callable[P, R]:
    """Compile a function that may make arrays."""
    return _made(function, cache=True)


def inlined(function: Callable[P, R]) -> Callable[P, R]:
    """Compile a function into all that call it, where a call takes longer than its work."""
    return _made(function, forceinline=True, _nrt=False)


def _made(function: Callable[P, R], *, cache: bool = False, **flags: bool) -> Callable[P, R]:
    if _COMPILER is None:
        return function
    made: Callable[P, R]
    try:
        made = _COMPILER(function, cache=cache, **flags)
    except RuntimeError:  # Nothing can be kept where no file can be made.
        made = _COMPILER(function, **flags)
    return made


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


Kind = TypeVar("Kind", bound=Record)


def row_of(kind: type[Kind]) -> NDArray[Kind]:
    """Return an array of one record: to put a record in it means to copy that one."""
    return np.zeros(1, dtype=kind.layout)


_13, _7, _17, _32 = np.uint64(13), np.uint64(7), np.uint64(17), np.uint64(32)

_MIXED: Final = 0x9E3779B97F4A7C15
"""An odd number that spreads small seeds over all bits."""


def dice(seed: int) -> Dice:
    """Return a source of random numbers; seeds differ up to 2 to the power of 64."""
    return np.array([((2 * seed + 1) * _MIXED) % 2**64], dtype=np.uint64)


@compiled
def below(dice: Dice, count: int) -> int:
    """Return a random number from 0 to ``count`` - 1; ``count`` is from 1 to 2**31.

    Numbers differ in probability by less than ``count`` in 2**32.
    """
    number = dice[0]
    number ^= number << _13
    number ^= number >> _7
    number ^= number << _17
    dice[0] = number
    return int(((number >> _32) * np.uint64(count)) >> _32)


@compiled
def shuffle(dice: Dice, cards: Array, count: int) -> None:
    """Shuffle the first ``count`` cards of an array in place."""
    for last in range(count - 1, 0, -1):
        other = below(dice, last + 1)
        cards[last], cards[other] = cards[other], cards[last]
