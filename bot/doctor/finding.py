"""What a check found, and the form in which all checks are written."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from functools import wraps
from typing import ParamSpec, TypeAlias

__all__ = ["FaultError", "Finding", "check"]

P = ParamSpec("P")
Check: TypeAlias = Callable[P, Awaitable["Finding"]]


class FaultError(Exception):
    """Something is not as the bot needs it; ``str`` says what, and how to mend it."""


@dataclass(frozen=True, slots=True)
class Finding:
    """The result of one check. Nothing in it is secret."""

    name: str
    """What was checked, in a word."""
    ok: bool
    sentence: str
    """What was found; for a fault also how to mend it."""

    def __str__(self) -> str:
        """Return the line to print."""
        # What a server is called, or a driver says, must not move the terminal's cursor.
        told = "".join(sign if sign.isprintable() else " " for sign in self.sentence)
        return f"{'ok' if self.ok else 'FAULT':<6} {self.name:<12} {told}"


def check(name: str) -> Callable[[Callable[P, Awaitable[str]]], Check[P]]:
    """Make a check of a function that returns what is well, or raises :class:`FaultError`."""

    def decorate(examine: Callable[P, Awaitable[str]]) -> Check[P]:
        @wraps(examine)
        async def examined(*args: P.args, **kwargs: P.kwargs) -> Finding:
            try:
                return Finding(name, ok=True, sentence=await examine(*args, **kwargs))
            except FaultError as fault:
                return Finding(name, ok=False, sentence=str(fault))

        return examined

    return decorate
