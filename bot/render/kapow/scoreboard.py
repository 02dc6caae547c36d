"""The picture after a round: hands turned up, what each scored, and the standings."""

from typing import Final

from bot.games.game import Seat
from bot.games.kapow.scores import RoundReason, RoundResult
from bot.games.kapow.scoring import ranks
from bot.games.kapow.state import Phase
from bot.render import palette
from bot.render.fonts import fit
from bot.render.kapow.table import KapowTable
from bot.render.numbers import number, ordinal
from bot.render.table import BRIGHT, PLAIN, STRONG, Chip

__all__ = ["draw_scores"]

_ENDED: Final = {
    RoundReason.NO_CARDS: "no cards were left",
    RoundReason.STALLED: "nothing moved any more",
    RoundReason.RESHUFFLES: "too many reshuffles",
}


def draw_scores(table: KapowTable) -> None:
    """Draw every seat with its points, and the standings in the band."""
    result = table.view.results[-1]
    placed = ranks(table.view.totals)
    for seat in range(table.view.seats):
        points = number(result.hands[seat].points)
        figures = f"round {points} · total {number(table.view.totals[seat])}"
        chips = _chips(result, seat, placed[seat])
        table.seat(seat, figures, chips, framed=placed[seat] == 1)
    _summary(table, result)
    table.standings(placed, [number(total) for total in table.view.totals])


def _chips(result: RoundResult, seat: Seat, rank: int) -> list[Chip]:
    chips: list[Chip] = [(ordinal(rank), palette.GOLD if rank == 1 else palette.MINT)]
    if result.out == seat:
        doubled = result.hands[seat].doubled
        chips.append(("out · doubled" if doubled else "out first", palette.BANDS[7]))
    return chips


def _summary(table: KapowTable, result: RoundResult) -> None:
    """Say in the band why the round ended, and what was doubled."""
    over = table.view.phase is Phase.OVER
    lines = [("The match is over" if over else f"Round {result.round} is over", STRONG)]
    if result.out is None:
        lines.append((_ENDED[result.reason], PLAIN))
    else:
        hand = result.hands[result.out]
        name = fit(table.name(result.out), PLAIN.size, 134)
        lines.append((f"{name} went out first", PLAIN))
        if hand.doubled:
            lines.append((f"{hand.total} doubled to {hand.points}", BRIGHT))
    table.left(lines)
