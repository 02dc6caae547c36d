"""Whether a match counts in the standings, told in the lobby and at the end."""

from collections.abc import Mapping
from typing import Final

from bot.face.names import listed
from bot.tables.core.state import TableState
from bot.tables.league.counts import Uncounted, absent_seats, why_uncounted
from cogs.layouts.names import short_name

__all__ = ["has_counted", "will_count"]

_WILL: Final[Mapping[Uncounted | None, str]] = {
    None: "This match will count in the standings.",
    Uncounted.FRIENDLY: "",
    Uncounted.SHORT: "This match is too short to count in the standings.",
    Uncounted.ALONE: "It will count in the standings once two people play. Kai doesn't count.",
}

_HAS: Final[Mapping[Uncounted, str]] = {
    Uncounted.FRIENDLY: "",
    Uncounted.SHORT: "This match was too short to count in the standings.",
    Uncounted.ALONE: "Only one person played, so this match doesn't count in the standings.",
    Uncounted.ABSENT: "This match doesn't count in the standings:",
}


def will_count(table: TableState, *, short_counts: bool) -> str:
    """Say whether a lobby's match will count; nothing about a friendly one.

    ``short_counts``: whether the server counts short ranked matches.
    """
    return _small(_WILL[why_uncounted(table, short_counts=short_counts)])


def has_counted(table: TableState) -> str:
    """Say why a finished match has not counted; nothing if it has, or if it was friendly."""
    why = why_uncounted(table)
    if why is None:
        return ""
    text = _HAS[why]
    if why is Uncounted.ABSENT:
        absent = listed([short_name(table, seat) for seat in absent_seats(table)])
        text += f" Kai played more than half of the turns of {absent}."
    return _small(text)


def _small(text: str) -> str:
    return f"-# {text}" if text else ""
