"""Make the result of a finished match, which the league stores."""

from bot.tables.core.state import TableState
from bot.tables.core.store import MatchResult, SeatResult

__all__ = ["match_result"]


def match_result(table: TableState) -> MatchResult | None:
    """Return the result of a table whose match was finished, else None."""
    if table.closed is None or table.closed.because != "finished":
        return None
    outcome = table.game.outcome(table.position)
    if outcome is None:
        return None
    options = table.game.options.model_validate(table.setup.options)
    seats = tuple(
        SeatResult(
            seat=number,
            user=seat.user,
            name=seat.occupant.person.name if seat.occupant.person else "Kai",
            kai=seat.occupant.kai,
            rank=outcome.ranks[number],
            total=outcome.scores[number],
            points=tuple(points[number] for points in outcome.rounds),
        )
        for number, seat in enumerate(table.seats)
    )
    return MatchResult(
        table=table.id,
        guild=table.place.guild,
        game=table.setup.game,
        ranked=table.setup.ranked,
        counted=table.setup.ranked and options.full_length,
        finished_at=table.closed.at,
        seats=seats,
    )
