"""Lengths of time in words."""

from typing import Final

from bot.face.numbers import counted

__all__ = ["span_words"]

_MINUTE: Final = 60
_HOUR: Final = 60 * _MINUTE
_DAY: Final = 24 * _HOUR


def span_words(seconds: float) -> str:
    """Return a length of time, rounded: ``34 minutes``, ``24 hours``, ``14 days``."""
    if seconds < _MINUTE:
        return "less than a minute"
    for unit, noun, most in ((_MINUTE, "minute", 60), (_HOUR, "hour", 48)):
        if round(seconds / unit) < most:
            return counted(round(seconds / unit), noun)
    return counted(round(seconds / _DAY), "day")
