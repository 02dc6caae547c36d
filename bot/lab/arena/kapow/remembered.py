"""Results that are kept by their argument, where looking them up has to be quick."""

from collections.abc import Callable
from typing import TypeVar

__all__ = ["Remembered"]

K = TypeVar("K")
V = TypeVar("V")


class Remembered(dict[K, V]):
    """The results of a function by its argument: looked up like a dict's, worked out once.

    It begins anew when it holds ``most`` of them. ``lru_cache`` would keep the ones used last, but
    pays for that at every look.
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
