"""Log context: which table and server the current task is about. Only log lines use it."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Final

__all__ = ["CONTEXT", "current_log_context", "log_context"]

CONTEXT: Final[ContextVar[Mapping[str, int | str]]] = ContextVar("log context", default={})  # noqa: B039 - never changed in place
"""``table`` (its id) and ``guild`` (Discord's id), where known."""


def current_log_context() -> Mapping[str, int | str]:
    """Return the context: ``table`` (its id) and ``guild`` (Discord's id), where known."""
    return CONTEXT.get()


@contextmanager
def log_context(*, table: str | None = None, guild: int | None = None) -> Iterator[None]:
    """Add a table or a server to the log context, for the body and for tasks started in it.

    None leaves a value as it was.
    """
    known = {"table": table, "guild": guild}
    token = CONTEXT.set(
        {**CONTEXT.get(), **{key: value for key, value in known.items() if value is not None}}
    )
    try:
        yield
    finally:
        CONTEXT.reset(token)
