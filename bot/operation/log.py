"""Set up logging: lines of text or JSON, each with its log context (table and server).

Libraries may not write DEBUG lines, which contain whole requests and rows. Errors are logged
without their messages. What looks like a secret is redacted (:func:`redactor`).
"""

import asyncio
import copy
import logging
import re
import sys
from collections.abc import Callable, Iterable, Mapping
from traceback import format_tb
from types import TracebackType
from typing import Any, Final, Literal, TextIO, TypeAlias

from prometheus_client import Counter
from pythonjsonlogger.json import JsonFormatter

from bot.tables.loading import current_log_context

Form: TypeAlias = Literal["text", "json"]
_Fault: TypeAlias = (
    tuple[type[BaseException], BaseException, TracebackType | None] | tuple[None, None, None]
)

OURS: Final = ("bot", "cogs", "db")
"""The packages that may write DEBUG lines."""

_QUIET: Final = ("aiosqlite", "sqlalchemy")
"""Libraries that write rows at level INFO."""

logger = logging.getLogger(__name__)


def set_up(level: str, form: Form, secrets: Iterable[str], stream: TextIO | None = None) -> None:
    """Log to a stream (default: standard error), replacing all handlers of the root logger.

    ``level`` is for our own loggers; ``secrets`` are redacted.
    """
    root = logging.getLogger()
    for handler in root.handlers[:]:
        root.removeHandler(handler)
    root.addHandler(log_handler(form, secrets, stream or sys.stderr))
    least = logging.getLevelNamesMapping()[level]
    root.setLevel(max(least, logging.INFO))
    for name in OURS:
        logging.getLogger(name).setLevel(least)
    for name in _QUIET:
        logging.getLogger(name).setLevel(max(least, logging.WARNING))


def log_handler(form: Form, secrets: Iterable[str], stream: TextIO) -> logging.Handler:
    """Return a handler that writes redacted lines."""
    handler = logging.StreamHandler(stream)
    handler.addFilter(_may_be_read)
    redact = redactor(secrets)
    handler.setFormatter(_JsonLines(redact) if form == "json" else _TextLines(redact))
    return handler


class ErrorCount(logging.Handler):
    """Counts the errors in the log by the part that noticed them, such as ``cogs.answers``."""

    def __init__(self, errors: Counter) -> None:
        super().__init__(logging.ERROR)
        self._errors = errors

    def emit(self, record: logging.LogRecord) -> None:
        """Count one; those of libraries together."""
        parts = record.name.split(".")
        part = ".".join(parts[:2]) if parts[0] in OURS else "libraries"
        self._errors.labels(part).inc()


def log_uncaught(_: asyncio.AbstractEventLoop, context: Mapping[str, Any]) -> None:
    """Log an uncaught error of the event loop, without its message (an exception handler)."""
    task, error = context.get("task") or context.get("future"), context.get("exception")
    name = task.get_name() if isinstance(task, asyncio.Task) else "the event loop"
    logger.error("%s: %s", name, context.get("message"), exc_info=error)


def _may_be_read(record: logging.LogRecord) -> bool:
    """Filter out libraries' DEBUG lines, even if their loggers' levels were lowered."""
    return record.levelno >= logging.INFO or record.name.partition(".")[0] in OURS


def _fault(error: _Fault) -> str:
    lines: list[str] = []
    cause = error[1]
    while cause is not None and len(lines) < 5:
        place = "".join(format_tb(cause.__traceback__)).rstrip()
        lines.append(f"{type(cause).__module__}.{type(cause).__qualname__}\n{place}")
        cause = cause.__cause__ or cause.__context__
    return "\ncaused by ".join(lines)


class _TextLines(logging.Formatter):
    def __init__(self, redact: Callable[[str], str]) -> None:
        super().__init__("%(asctime)s %(levelname)s %(name)s: %(message)s%(where)s")
        self._redact = redact

    def format(self, record: logging.LogRecord) -> str:
        ours = _copy(record)
        known = " ".join(f"{key}={value}" for key, value in current_log_context().items())
        ours.where = f" [{known}]" if known else ""
        return self._redact(super().format(ours))

    def formatException(self, ei: _Fault) -> str:  # noqa: N802 - the base's name
        return _fault(ei)


class _JsonLines(JsonFormatter):
    """Formats JSON objects: time, level, logger, message; table, guild and error where known."""

    def __init__(self, redact: Callable[[str], str]) -> None:
        names = {"levelname": "level", "name": "logger", "exc_info": "error"}
        super().__init__(
            ["levelname", "name", "message"],
            rename_fields=names,
            timestamp="time",
            json_ensure_ascii=False,
        )
        self._redact = redact

    def format(self, record: logging.LogRecord) -> str:
        ours = _copy(record)
        # Ids are texts: many a reader of JSON rounds numbers as large.
        vars(ours).update({key: str(value) for key, value in current_log_context().items()})
        return self._redact(super().format(ours))

    def formatException(self, ei: _Fault) -> str:  # noqa: N802 - the base's name
        return _fault(ei)


def _copy(record: logging.LogRecord) -> logging.LogRecord:
    """Copy a record without its cached traceback, which contains the error's message."""
    ours = copy.copy(record)
    ours.exc_text = None
    return ours


STRUCK_OUT: Final = "***"


_SHAPES: Final = (
    # A bot's token: three parts joined by dots.
    (r"[\w-]{18,}\.[\w-]{6,}\.[\w-]{25,}", STRUCK_OUT),
    # The token of an interaction, in a URL and by itself (base64 of "interaction:").
    (r"/(interactions|webhooks)/(\d+)/[^/\s'\"?\\]+", rf"/\1/\2/{STRUCK_OUT}"),
    (r"aW50ZXJhY3Rpb24[\w=-]+", STRUCK_OUT),
    # Anything named token, password or secret in JSON, a dict or a URL.
    (
        r"((?:token|password|secret)(?:\\?[\"']\s*:\s*\\?[\"']|=\\?[\"']?))[^\s\"',}&\\]+",
        rf"\1{STRUCK_OUT}",
    ),
    # A password in a database URL.
    (r"://([^/\s:@]*):[^/\s@]+@", rf"://\1:{STRUCK_OUT}@"),
    # The secret of a table, 32 bytes in hexadecimal.
    (r"\b[0-9a-fA-F]{64}\b", STRUCK_OUT),
)


def redactor(known: Iterable[str] = ()) -> Callable[[str], str]:
    """Return a function that redacts a text: ``known`` secrets, and what looks like one.

    Known secrets shorter than four characters are ignored, because they would match everywhere.
    """
    words = sorted((re.escape(word) for word in known if len(word) > 3), key=len, reverse=True)
    shapes = [(re.compile(pattern), instead) for pattern, instead in _SHAPES]
    if words:
        shapes.insert(0, (re.compile("|".join(words)), STRUCK_OUT))

    def redact(text: str) -> str:
        for pattern, instead in shapes:
            text = pattern.sub(instead, text)
        return text

    return redact
