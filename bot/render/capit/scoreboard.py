"""The picture after a round: what is left of each hand, what it costs, and the totals."""

from typing import Final

from bot.games.capit.scores import End, RoundResult, ranks
from bot.games.capit.state import Phase
from bot.games.game import Seat
from bot.render import palette
from bot.render.capit.labels import counted
from bot.render.capit.table import CapitTable
from bot.render.fonts import fit
from bot.render.numbers import ordinal
from bot.render.table import BRIGHT, PLAIN, STRONG, Chip, Line

__all__ = ["draw_scores"]

_LEFT: Final = 280
"""The room for words at the left end of the band."""


def draw_scores(table: CapitTable) -> None:
    """Draw every seat with its hand and points, and the standings in the band."""
    view = table.view
    result, placed = view.results[-1], ranks(view.totals)
    for seat in range(view.seats):
        figures = f"round {result.points[seat]} · {view.totals[seat]} in all"
        chips = _chips(result, seat, placed[seat])
        table.seat(seat, figures, chips, framed=seat in result.best)
    table.left(_summary(table, result))
    table.standings(placed, [counted(total, "point") for total in view.totals])


def _chips(result: RoundResult, seat: Seat, rank: int) -> list[Chip]:
    chips: list[Chip] = [(ordinal(rank), palette.GOLD if rank == 1 else palette.MINT)]
    if seat in result.best:
        chips.append(("fewest points", palette.BANDS[3]))
    if seat == result.dealer:
        chips.append(("dealt", palette.BACK_MARK))
    return chips


def _summary(table: CapitTable, result: RoundResult) -> list[Line]:
    """Say in the band how the round ended."""
    over = table.view.phase is Phase.OVER
    lines = [("The match is over" if over else f"Round {result.round} is over", STRONG)]
    match result.end:
        case End.OUT:
            name = table.name(result.points.index(0))
            return [*lines, (f"{fit(name, PLAIN.size, _LEFT - 80)} went out", PLAIN)]
        case End.STOCK:
            why = "the stock ran out"
        case End.STALL:
            why = "nobody drew or laid any more"
    return [*lines, (why, PLAIN), ("all hands count", BRIGHT)]
