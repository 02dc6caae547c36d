"""Whether a match counts in the standings, told in the lobby and at the end."""

from collections.abc import Mapping
from typing import Final

from bot.face.names import listed
from bot.league.counting import Attendance
from bot.tables.core.state import TableState
from bot.tables.league.counts import Uncounted, seats_by, why_uncounted
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
    Uncounted.ABSENT: "This match doesn't count in the standings.",
}


def will_count(table: TableState, *, short_counts: bool) -> str:
    """Say whether a lobby's match will count; nothing about a friendly one.

    ``short_counts``: whether the server counts short ranked matches.
    """
    return _small(_WILL[why_uncounted(table, short_counts=short_counts)])


def has_counted(table: TableState) -> str:
    """Say why a finished match has not counted, and for whom it counts otherwise than it looks.

    Nothing of a friendly one, nor of one that simply counts.
    """
    why = why_uncounted(table)
    if why is not None and why is not Uncounted.ABSENT:
        return _small(_HAS[why])
    gone, absent = (
        [short_name(table, seat) for seat in seats_by(table, judged)]
        for judged in (Attendance.GONE, Attendance.ABSENT)
    )
    loss = ", and lost to everyone who played" if why is None else ""
    lines = (
        _HAS[why] if why else "",
        f"{listed(gone)} left the match to Kai{loss}." if gone else "",
        f"Removed early, so it doesn't count for them: {listed(absent)}." if absent else "",
    )
    return _small(" ".join(filter(None, lines)))


def _small(text: str) -> str:
    return f"-# {text}" if text else ""
