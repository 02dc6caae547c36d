"""The picture of a match of CAP-IT: the table in play, or all hands after a round."""

from bot.games.capit.state import Phase
from bot.games.capit.view import View
from bot.games.game import Seat
from bot.render import palette
from bot.render.capit.band import draw_band
from bot.render.capit.labels import counted
from bot.render.capit.scoreboard import draw_scores
from bot.render.capit.table import CapitTable
from bot.render.face import Scene
from bot.render.picture import Heading, draw
from bot.render.table import Chip

__all__ = ["draw_table"]


def draw_table(scene: Scene[View]) -> bytes:
    """Draw a scene: PNG, 820 pixels wide, as high as the cards on the table need it."""
    view, table = scene.view, CapitTable(scene)
    over = view.phase is Phase.OVER
    heading = Heading("CAP-IT", view.round, view.options.rounds, view.turn, over)
    return draw(table, heading, _playing, draw_scores)


def _playing(table: CapitTable) -> None:
    view = table.view
    for seat in range(view.seats):
        cards = counted(view.counts[seat], "card")
        figures = f"{cards} · {counted(view.totals[seat], 'point')}"
        table.seat(seat, figures, _chips(table, seat), framed=seat == view.to_move)
    draw_band(table)


def _chips(table: CapitTable, seat: Seat) -> list[Chip]:
    view = table.view
    chips: list[Chip] = []
    if seat == view.to_move:
        chips.append(("to move", palette.GOLD))
    if seat in view.laid:
        chips.append(("contract laid", palette.BANDS[3]))
    if table.scene.seats[seat].away:
        chips.append(("Kai plays on", palette.BACK_MARK))
    if seat == view.dealer:
        chips.append(("dealt", palette.MINT))
    return chips
