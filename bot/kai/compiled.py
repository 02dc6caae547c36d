"""Compiling functions on plain arrays with Numba, where it is installed.

A compiled function runs a hundred times faster, and lets other threads run beside it. Without Numba
it is the same function, run by Python. Machine code is kept on disk, so it is made only once.
"""

from atexit import register
from collections.abc import Callable
from functools import partial
from hashlib import sha256
from importlib import import_module
from os import W_OK, access
from pathlib import Path
from shutil import copytree, rmtree
from tempfile import mkdtemp
from typing import Any, Final, ParamSpec, TypeAlias, TypeVar

import numpy as np
from numpy.typing import NDArray

import bot

__all__ = ["IS_COMPILED", "Array", "Dice", "Doubles", "allocating", "compiled", "inlined"]

P = ParamSpec("P")
R = TypeVar("R")

Array: TypeAlias = NDArray[np.int64]

Doubles: TypeAlias = NDArray[np.float64]

Dice: TypeAlias = NDArray[np.uint64]
"""[1]: the state of a source of random numbers."""

_CODE: Final = Path(bot.__file__).parent
_KEPT: Final = _CODE.parent / ".compiled"


def _compiler() -> Any:  # noqa: ANN401 - Numba has no types
    """Return Numba's compiler; None if it is not installed."""
    try:
        numba: Any = import_module("numba")
    except ImportError:
        return None
    numba.config.CACHE_DIR = str(_folder())
    # Sums of floats may be added up in any order, which is several times faster.
    quick = {"reassoc", "nsz", "contract", "arcp"}
    return partial(numba.njit, nogil=True, error_model="numpy", fastmath=quick)


def _folder() -> Path:
    """Return where machine code is kept: by the code that it is made from.

    Numba looks only at the file that a function is in, not at what that calls. It reads nothing
    from a folder that it can't write to, as in a container: then a copy is used. Faces and lessons
    are not compiled, so a change of them makes nothing anew.
    """
    folders = (_CODE / "kai", *_CODE.glob("games/*/kai"), *_CODE.glob("games/*/rules"))
    files = sorted(file for folder in folders for file in folder.rglob("*.py"))
    digest = sha256()
    for file in files:
        digest.update(file.read_bytes())
    folder = _KEPT / digest.hexdigest()[:16]
    if _KEPT.is_dir() and not folder.is_dir() and access(_KEPT, W_OK):
        rmtree(_KEPT, ignore_errors=True)
        # Another process that starts now has to see that the rest is new.
        folder.mkdir(parents=True, exist_ok=True)
    return folder if access(_CODE.parent, W_OK) else _copy_of(folder)


def _copy_of(folder: Path) -> Path:
    """Return a copy that lasts as long as this process; the folder itself if there's no room."""
    try:
        copy = Path(mkdtemp(prefix="card-night-"))
        register(partial(rmtree, copy, ignore_errors=True))
        if folder.is_dir():
            copytree(folder, copy, dirs_exist_ok=True)
    except OSError:
        return folder
    return copy


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
