"""The picture after a round: hands turned up, what each scored, and the standings."""

from typing import Final

from bot.games.game import Seat
from bot.games.kapow.scores import RoundReason, RoundResult
from bot.games.kapow.scoring import ranks
from bot.games.kapow.state import Phase
from bot.render import palette
from bot.render.fonts import fit
from bot.render.kapow.labels import number, ordinal
from bot.render.kapow.table import Chip, Table
from bot.render.paint import Lettering, paste_text

__all__ = ["draw_scores"]

_STRONG: Final = Lettering(20, palette.CREAM, palette.PANEL, bold=True)
_PLAIN: Final = Lettering(16, palette.MINT, palette.PANEL)
_BRIGHT: Final = Lettering(16, palette.GOLD, palette.PANEL)
_LEADER: Final = Lettering(16, palette.GOLD, palette.PANEL, bold=True)
_FOLLOWER: Final = Lettering(16, palette.CREAM, palette.PANEL)

_ENDED: Final = {
    RoundReason.NO_CARDS: "no cards were left",
    RoundReason.STALLED: "nothing moved any more",
    RoundReason.RESHUFFLES: "too many reshuffles",
}
_STANDINGS: Final = 298
"""How far from the band's left edge the standings begin, in pixels."""
_WIDE: Final = 216
"""The width of one column of them."""


def draw_scores(table: Table) -> None:
    """Draw every seat with its points, and the standings in the band."""
    result = table.view.results[-1]
    placed = ranks(table.view.totals)
    for seat in range(table.view.seats):
        points = number(result.hands[seat].points)
        figures = f"round {points} · total {number(table.view.totals[seat])}"
        chips = _chips(result, seat, placed[seat])
        table.panel(seat, figures, chips, framed=placed[seat] == 1)
    _summary(table, result)
    _standings(table, placed)


def _chips(result: RoundResult, seat: Seat, rank: int) -> list[Chip]:
    chips: list[Chip] = [(ordinal(rank), palette.GOLD if rank == 1 else palette.MINT)]
    if result.out == seat:
        doubled = result.hands[seat].doubled
        chips.append(("out · doubled" if doubled else "out first", palette.BANDS[7]))
    return chips


def _summary(table: Table, result: RoundResult) -> None:
    """Say in the band why the round ended, and what was doubled."""
    box = table.plan.band
    over = table.view.phase is Phase.OVER
    lines = [("The match is over" if over else f"Round {result.round} is over", _STRONG)]
    if result.out is None:
        lines.append((_ENDED[result.reason], _PLAIN))
    else:
        hand = result.hands[result.out]
        name = fit(table.name(result.out), _PLAIN.size, 134)
        lines.append((f"{name} went out first", _PLAIN))
        if hand.doubled:
            lines.append((f"{hand.total} doubled to {hand.points}", _BRIGHT))
    for at, (words, style) in enumerate(lines):
        paste_text(table.canvas, words, (box.x + 15, box.y + 6 + at * 24), style)


def _standings(table: Table, placed: tuple[int, ...]) -> None:
    """List the seats by rank, four in a column."""
    view, box = table.view, table.plan.band
    order = sorted(range(view.seats), key=lambda seat: (placed[seat], seat))
    for at, seat in enumerate(order):
        style = _LEADER if placed[seat] == 1 else _FOLLOWER
        x = box.x + _STANDINGS + at // 4 * (_WIDE + 30)
        y = box.y + 2 + at % 4 * 20
        name = fit(f"{placed[seat]}. {table.name(seat)}", style.size, _WIDE - 52)
        paste_text(table.canvas, name, (x, y), style)
        total = number(view.totals[seat])
        paste_text(table.canvas, total, (x + _WIDE, y), style, "right")
