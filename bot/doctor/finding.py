"""The result of a check, and the decorator that all checks use."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from functools import wraps
from typing import ParamSpec, TypeAlias

P = ParamSpec("P")
Check: TypeAlias = Callable[P, Awaitable["Finding"]]


class FaultError(Exception):
    """A check failed; ``str`` says why, and how to mend it."""


@dataclass(frozen=True, slots=True)
class Finding:
    """The result of one check. It contains no secrets."""

    name: str
    """What was checked, in one word."""
    ok: bool
    sentence: str
    """What was found, and how to mend a fault."""

    def __str__(self) -> str:
        """Return the line to print."""
        # Control characters in a server's name or a driver's message must not reach the terminal.
        printable = "".join(char if char.isprintable() else " " for char in self.sentence)
        return f"{'ok' if self.ok else 'FAULT':<6} {self.name:<12} {printable}"


def check(name: str) -> Callable[[Callable[P, Awaitable[str]]], Check[P]]:
    """Decorate a function that returns a sentence or raises :class:`FaultError`, as a check."""

    def decorate(examine: Callable[P, Awaitable[str]]) -> Check[P]:
        @wraps(examine)
        async def examined(*args: P.args, **kwargs: P.kwargs) -> Finding:
            try:
                return Finding(name, ok=True, sentence=await examine(*args, **kwargs))
            except FaultError as fault:
                return Finding(name, ok=False, sentence=str(fault))

        return examined

    return decorate
