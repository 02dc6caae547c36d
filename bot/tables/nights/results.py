"""What a table's end means for its night."""

from typing import Final

from bot.night.events import TableFinished, TableGivenUp
from bot.tables.core.state import SeatState, TableState
from bot.tables.nights.store import StoredNight

__all__ = ["finished"]

HALF: Final = 0.5
"""The share of one's own turns that one has to play, as in the league."""


def finished(
    stored: StoredNight, round_number: int, table: int, state: TableState
) -> TableFinished | TableGivenUp | None:
    """Return the event of a table that has closed; None while it plays.

    A table that its people ended together gives them nothing: an average would be worth more to
    those who are ahead. Who has no seat, because their data were deleted or they sit at too many
    tables, comes last. Seats of Kai's that stand for them are not counted.
    """
    if state.closed is None:
        return None
    members = stored.night.rounds[round_number - 1].tables[table].seats
    seats = {seat.user: number for number, seat in enumerate(state.seats) if seat.user is not None}
    own = [seats.get(stored.people[number].user or 0) for number in members]
    outcome = state.game.outcome(state.position) if state.seats else None
    if state.closed.because != "finished" or outcome is None:
        left = [
            number
            for number, seat in zip(members, own, strict=True)
            if seat is None or _has_left(state.seats[seat]) or state.closed.together
        ]
        return TableGivenUp(round=round_number, table=table, away=tuple(left))
    last = len(state.seats) + 1
    ranks = [last if seat is None else outcome.ranks[seat] for seat in own]
    away = [
        number
        for number, seat in zip(members, own, strict=True)
        if seat is None or state.tallies[seat].share < HALF
    ]
    event = TableFinished(
        round=round_number,
        table=table,
        ranks=tuple(1 + sum(other < rank for other in ranks) for rank in ranks),
        away=tuple(away),
    )
    if stored.night.form != "duplicate":
        return event
    sign = 1 if state.game.scoring.best == "highest" else -1
    scores = tuple(sign * score for score in outcome.scores)
    return event.model_copy(update={"scores": scores, "sat": tuple(own)})


def _has_left(seat: SeatState) -> bool:
    return seat.held is not None
