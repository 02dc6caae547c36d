"""Whether a match counts in the league and, if not, why: asked by the lobby and at the end."""

from enum import Enum, auto
from typing import Final

from bot.game.contract import Seat
from bot.league.counting import Attendance, Player, counts
from bot.tables.core.state import TableState
from bot.tables.league.results import is_long_enough, league_match, match_result

__all__ = ["Uncounted", "seats_by", "why_uncounted"]

_PEOPLE: Final = 2
"""So many people have to play a match."""


class Uncounted(Enum):
    """Why a match does not count in the league."""

    FRIENDLY = auto()
    SHORT = auto()
    """It is shorter than usual, and the server does not count such matches."""
    ALONE = auto()
    """Fewer than two people sit there; Kai is nobody here."""
    ABSENT = auto()
    """Nobody played it, or all but one were removed early."""


def why_uncounted(table: TableState, *, short_counts: bool = False) -> Uncounted | None:
    """Return why a match does not count, as far as that is known by now; None if it does.

    ``short_counts``: whether the server counts short matches. A match that has begun keeps to what
    was true at its start.
    """
    if not table.setup.ranked:
        return Uncounted.FRIENDLY
    if not is_long_enough(table, short_counts=short_counts):
        return Uncounted.SHORT
    if _people(table) < _PEOPLE:
        return Uncounted.ALONE
    players = _players(table)
    return Uncounted.ABSENT if players and not counts(players) else None


def seats_by(table: TableState, judged: Attendance) -> tuple[Seat, ...]:
    """Return the seats whose people have attended a match so; none before its end."""
    return tuple(
        player.seat
        for player in _players(table)
        if player.kai is None and player.attendance is judged
    )


def _players(table: TableState) -> tuple[Player, ...]:
    """Return who has played a finished match; empty before its end."""
    result = match_result(table)
    return league_match(result).players if result else ()


def _people(table: TableState) -> int:
    if not table.seats:
        return len(table.guests)
    return sum(seat.occupant.kai is None for seat in table.seats)
