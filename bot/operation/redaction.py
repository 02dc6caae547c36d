"""Redact secrets in log lines: known ones, and everything that looks like one."""

import re
from collections.abc import Callable, Iterable
from typing import Final

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
