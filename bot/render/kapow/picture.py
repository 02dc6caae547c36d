"""The picture of a match of Kapow!: the table in play, or the scoreboard after a round."""

from bot.games.game import Seat
from bot.games.kapow.state import Phase
from bot.games.kapow.view import View
from bot.render import palette
from bot.render.face import Scene
from bot.render.fonts import drawable
from bot.render.kapow.band import draw_band
from bot.render.kapow.labels import number
from bot.render.kapow.reckon import doubling_threatens, is_scored, showing
from bot.render.kapow.scoreboard import draw_scores
from bot.render.kapow.table import Chip, Table
from bot.render.markdown import one_line
from bot.render.png import png

__all__ = ["draw_table"]

_NOTE = 40
"""The longest note in the corner, in characters."""


def draw_table(scene: Scene[View]) -> bytes:
    """Draw a scene: PNG, 820 pixels wide, the height as the number of seats needs it."""
    view = scene.view
    table = Table(scene)
    corner = f"turn {view.turn}"
    if is_scored(view):
        corner = "match over" if view.phase is Phase.OVER else "round scored"
    title = f"Kapow! · round {view.round} of {view.options.rounds}"
    note = drawable(one_line(scene.note, _NOTE), "")
    table.header(title, " · ".join(filter(None, (corner, note))))
    if is_scored(view):
        draw_scores(table)
    else:
        _panels(table)
        draw_band(table)
    return png(table.canvas)


def _panels(table: Table) -> None:
    view = table.view
    for seat in range(view.seats):
        figures = f"showing {number(showing(view.hands[seat]))} · total {number(view.totals[seat])}"
        table.panel(seat, figures, _chips(table, seat), framed=seat == view.to_move)


def _chips(table: Table, seat: Seat) -> list[Chip]:
    view = table.view
    chips: list[Chip] = []
    if seat == view.to_move:
        chips.append(("final turn" if view.final_turn else "to move", palette.GOLD))
    if view.out == seat:
        risk = doubling_threatens(view, seat)
        chips.append(("out · doubles if beaten" if risk else "out first", palette.BANDS[7]))
    if table.scene.seats[seat].away:
        chips.append(("Kai plays on", palette.BACK_MARK))
    if seat == view.starter:
        chips.append(("started", palette.MINT))
    return chips
