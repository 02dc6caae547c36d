"""Which table, and on which server, the running work is about: for the log, never for decisions."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Final

__all__ = ["CONTEXT", "about", "log_context"]

CONTEXT: Final[ContextVar[Mapping[str, int | str]]] = ContextVar("log context", default={})  # noqa: B039 - never changed in place
"""``table`` (an id), ``guild`` (Discord's id), both or neither."""


def log_context() -> Mapping[str, int | str]:
    """Return what is known of it: ``table`` (an id), ``guild`` (Discord's id), both or neither."""
    return CONTEXT.get()


@contextmanager
def about(*, table: str | None = None, guild: int | None = None) -> Iterator[None]:
    """Note that the body is about a table or a server; tasks begun in it are too.

    What is None stays as it was.
    """
    known = {"table": table, "guild": guild}
    token = CONTEXT.set(
        {**CONTEXT.get(), **{key: value for key, value in known.items() if value is not None}}
    )
    try:
        yield
    finally:
        CONTEXT.reset(token)
