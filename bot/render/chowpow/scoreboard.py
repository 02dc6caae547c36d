"""The picture after a game: what each seat has won and has left, and how all stand."""

from typing import Final

from bot.games.chowpow.scores import End, RoundResult
from bot.games.chowpow.state import Phase
from bot.games.game import Seat
from bot.render import palette
from bot.render.chowpow.labels import counted
from bot.render.chowpow.results import standing
from bot.render.chowpow.table import ChowpowTable
from bot.render.fonts import fit
from bot.render.numbers import number, ordinal
from bot.render.table import BRIGHT, PLAIN, STRONG, Chip, Line

__all__ = ["draw_scores"]

_LEFT: Final = 280
"""The room for words at the left end of the band."""


def draw_scores(table: ChowpowTable) -> None:
    """Draw every seat with what it has won, and the standings in the band."""
    view = table.view
    result, placed = view.results[-1], standing(view)
    for seat in range(view.seats):
        points, total = number(result.points[seat]), number(view.totals[seat])
        figures = f"round {points} · {total} in all"
        best = result.points[seat] == max(result.points)
        table.seat(seat, figures, _chips(result, seat, placed[seat]), framed=best)
    table.left([(fit(words, style.size, _LEFT), style) for words, style in _summary(table)])
    table.standings(placed, [number(total) for total in view.totals])


def _chips(result: RoundResult, seat: Seat, rank: int) -> list[Chip]:
    chips: list[Chip] = [(ordinal(rank), palette.GOLD if rank == 1 else palette.MINT)]
    chips.append((f"{counted(len(result.won[seat]), 'card')} won", palette.BACK_MARK))
    if seat == result.starter:
        chips.append(("started", palette.MINT))
    return chips


def _summary(table: ChowpowTable) -> list[Line]:
    """Say in the band how the game ended, and what decides between equal points."""
    view, result = table.view, table.view.results[-1]
    over = view.phase is Phase.OVER
    why = "the deck was empty" if result.end is End.DECK else "all turns were played"
    lines = [
        ("The match is over" if over else f"Round {result.round} is over", STRONG),
        (why, PLAIN),
    ]
    if over and len(set(view.totals)) < view.seats:
        tie = "more cards won, then a draw" if any(view.drawn) else "more cards won"
        lines.append((f"ties: {tie}", BRIGHT))
    return lines
