"""A fast cache for functions of one argument."""

from collections.abc import Callable
from typing import TypeVar

__all__ = ["Remembered"]

K = TypeVar("K")
V = TypeVar("V")


class Remembered(dict[K, V]):
    """The results of a function by argument: looked up like in a dict, computed once.

    The cache is cleared when it holds ``most`` results. ``lru_cache`` would keep the most recent
    ones, but is slower on every look-up.
    """

    __slots__ = ("_most", "_work_out")

    def __init__(self, work_out: Callable[[K], V], most: int) -> None:
        super().__init__()
        self._work_out = work_out
        self._most = most

    def __missing__(self, key: K) -> V:
        if len(self) >= self._most:
            self.clear()
        value = self[key] = self._work_out(key)
        return value
