"""What a table's end means for its night."""

from collections.abc import Sequence
from typing import Final

from bot.game.contract import Seat
from bot.league.counting import Attendance
from bot.night.events import TableFinished, TableGivenUp
from bot.tables.core.state import TableState
from bot.tables.league.results import seat_attendance
from bot.tables.nights.store import StoredNight

__all__ = ["finished", "given_up"]

_WENT: Final = ("left", "away", "gone")
"""Why Kai plays for people who are not there, and were not removed."""


def finished(
    stored: StoredNight, round_number: int, table: int, state: TableState
) -> TableFinished | TableGivenUp | None:
    """Return the event of a table that has closed; None while it plays.

    A table that its people ended together gives them nothing: an average would be worth more to
    those who are ahead. Who has no seat, because their data were deleted, comes last. Seats of
    Kai's that stand for them are not counted.
    """
    if state.closed is None:
        return None
    members, own = _seats(stored, round_number, table, state)
    outcome = state.game.outcome(state.position) if state.seats else None
    if state.closed.because != "finished" or outcome is None:
        return given_up(stored, round_number, table, state)
    last = len(state.seats) + 1
    ranks = [last if seat is None else outcome.ranks[seat] for seat in own]
    judged = [(one, _judged(state, seat)) for one, seat in zip(members, own, strict=True)]
    event = TableFinished(
        round=round_number,
        table=table,
        ranks=tuple(1 + sum(other < rank for other in ranks) for rank in ranks),
        away=tuple(one for one, how in judged if how is Attendance.GONE),
        absent=tuple(one for one, how in judged if how is Attendance.ABSENT),
    )
    if stored.night.form != "duplicate":
        return event
    sign = 1 if state.game.scoring.best == "highest" else -1
    scores = tuple(sign * score for score in outcome.scores)
    return event.model_copy(update={"scores": scores, "sat": tuple(own)})


def given_up(
    stored: StoredNight, round_number: int, table: int, state: TableState | None
) -> TableGivenUp:
    """Return the event of a table that can't finish; ``state`` is None if it can't be read.

    Who has ended it together with the others was away, too.
    """
    away: Sequence[int] = ()
    if state is not None:
        members, own = _seats(stored, round_number, table, state)
        together = state.closed is not None and state.closed.together
        pairs = zip(members, own, strict=True)
        away = [one for one, seat in pairs if together or _went(state, seat)]
    return TableGivenUp(round=round_number, table=table, away=tuple(away))


def _seats(
    stored: StoredNight, round_number: int, table: int, state: TableState
) -> tuple[Sequence[int], Sequence[Seat | None]]:
    """Return the people of a table, and the seat of each."""
    members = stored.night.rounds[round_number - 1].tables[table].seats
    seats = {seat.user: number for number, seat in enumerate(state.seats) if seat.user is not None}
    return members, [seats.get(stored.people[one].user or 0) for one in members]


def _went(state: TableState, seat: Seat | None) -> bool:
    """Whether somebody is not there by themselves: nobody removed them."""
    return seat is None or state.seats[seat].held in _WENT


def _judged(state: TableState, seat: Seat | None) -> Attendance:
    return Attendance.GONE if seat is None else seat_attendance(state, seat)
