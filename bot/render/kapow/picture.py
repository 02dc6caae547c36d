"""The picture of a match of Kapow!: the table in play, or the scoreboard after a round."""

from bot.games.game import Seat
from bot.games.kapow.state import Phase
from bot.games.kapow.view import View
from bot.render import palette
from bot.render.face import Scene
from bot.render.kapow.band import draw_band
from bot.render.kapow.reckon import doubling_threatens, showing
from bot.render.kapow.scoreboard import draw_scores
from bot.render.kapow.table import KapowTable
from bot.render.numbers import number
from bot.render.picture import Heading, draw
from bot.render.table import Chip

__all__ = ["draw_table"]


def draw_table(scene: Scene[View]) -> bytes:
    """Draw a scene: PNG, 820 pixels wide, the height as the number of seats needs it."""
    view, table = scene.view, KapowTable(scene)
    over = view.phase is Phase.OVER
    heading = Heading("Kapow!", view.round, view.options.rounds, view.turn, over)
    return draw(table, heading, _playing, draw_scores)


def _playing(table: KapowTable) -> None:
    view = table.view
    for seat in range(view.seats):
        figures = f"showing {number(showing(view.hands[seat]))} · total {number(view.totals[seat])}"
        table.seat(seat, figures, _chips(table, seat), framed=seat == view.to_move)
    draw_band(table)


def _chips(table: KapowTable, seat: Seat) -> list[Chip]:
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
