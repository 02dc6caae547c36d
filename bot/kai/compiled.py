"""Compiling functions on plain arrays with Numba, where it is installed.

A compiled function runs a hundred times faster, and lets other threads run beside it. Without Numba
it is the same function, run by Python. Machine code is kept on disk, so it is made only once, and
never in a process that hosts (:mod:`bot.machine_code`): ``NotMadeError`` is raised there.
"""

from collections.abc import Callable
from functools import partial
from importlib import import_module
from typing import Any, Final, ParamSpec, TypeAlias, TypeVar

import numpy as np
from numpy.typing import NDArray

from bot.machine_code import NotMadeError, folder, may_be_made

__all__ = ["IS_COMPILED", "Array", "Dice", "Doubles", "allocating", "compiled", "inlined"]

P = ParamSpec("P")
R = TypeVar("R")

Array: TypeAlias = NDArray[np.int64]

Doubles: TypeAlias = NDArray[np.float64]

Dice: TypeAlias = NDArray[np.uint64]
"""[1]: the state of a source of random numbers."""


def _compiler() -> Any:  # noqa: ANN401 - Numba has no types
    """Return Numba's compiler; None if it is not installed."""
    try:
        numba: Any = import_module("numba")
    except ImportError:
        return None
    numba.config.CACHE_DIR = str(folder())
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
    take most of the time where many arrays are handed on.
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
