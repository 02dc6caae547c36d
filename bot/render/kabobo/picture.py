"""The picture of a match of Kabobo!: the table in play, or the scoreboard after a round."""

from bot.games.game import Seat
from bot.games.kabobo.scores import PIECES
from bot.games.kabobo.state import Phase
from bot.games.kabobo.view import View
from bot.render import palette
from bot.render.face import Scene
from bot.render.kabobo.band import draw_band
from bot.render.kabobo.remembered import remembered
from bot.render.kabobo.scoreboard import draw_scores
from bot.render.kabobo.table import KaboboTable
from bot.render.picture import Heading, draw
from bot.render.table import Chip

__all__ = ["draw_table"]


def draw_table(scene: Scene[View]) -> bytes:
    """Draw a scene: PNG, 820 pixels wide, the height as the number of seats needs it."""
    table = KaboboTable(Scene(remembered(scene.view), scene.seats, scene.note, scene.events))
    view = table.view
    over = view.phase is Phase.OVER
    heading = Heading("Kabobo!", view.round, view.options.max_rounds, view.turn, over)
    return draw(table, heading, _playing, draw_scores)


def _playing(table: KaboboTable) -> None:
    view = table.view
    for seat in range(view.seats):
        figures = f"{view.pieces[seat]} of {PIECES} pieces · {view.totals[seat]} points"
        table.seat(seat, figures, _chips(table, seat), framed=_acts(view, seat))
    draw_band(table)


def _acts(view: View, seat: Seat) -> bool:
    if view.phase is Phase.PEEK:
        return seat not in view.peeked
    return seat == view.to_move


def _chips(table: KaboboTable, seat: Seat) -> list[Chip]:
    view = table.view
    chips: list[Chip] = []
    if view.phase is not Phase.PEEK and seat == view.to_move:
        chips.append(("last turn" if view.caller is not None else "to move", palette.GOLD))
    if seat == view.caller:
        chips.append(("called Kabobo!", palette.BANDS[7]))
    if table.scene.seats[seat].away:
        chips.append(("Kai plays on", palette.BACK_MARK))
    if seat == view.starter:
        chips.append(("started", palette.MINT))
    return chips
