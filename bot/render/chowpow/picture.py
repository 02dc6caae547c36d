"""The picture of a match of Chow Pow!: the grid and the battle, or the scores after a game."""

from bot.games.chowpow.state import Phase
from bot.games.chowpow.view import View
from bot.games.game import Seat
from bot.render import palette
from bot.render.chowpow.band import draw_band
from bot.render.chowpow.doing import is_last_turn
from bot.render.chowpow.labels import counted
from bot.render.chowpow.scoreboard import draw_scores
from bot.render.chowpow.table import ChowpowTable
from bot.render.face import Scene
from bot.render.numbers import number
from bot.render.picture import Heading, draw
from bot.render.table import Chip

__all__ = ["draw_table"]


def draw_table(scene: Scene[View]) -> bytes:
    """Draw a scene: PNG, 820 pixels wide, higher with a battle, and as the scores need it."""
    view, table = scene.view, ChowpowTable(scene)
    over = view.phase is Phase.OVER
    heading = Heading("Chow Pow!", view.round, view.options.games, view.turn, over)
    return draw(table, heading, _playing, draw_scores)


def _playing(table: ChowpowTable) -> None:
    view = table.view
    table.grid()
    for seat in range(view.seats):
        before = f" + {number(view.totals[seat])}" if view.results else ""
        points = f"{view.points[seat]}{before} points"
        if points == "1 points":
            points = "1 point"
        figures = f"{counted(view.counts[seat], 'card')} · {points}"
        table.seat(seat, figures, _chips(table, seat), framed=seat in view.to_act)
    table.battle()
    draw_band(table)


def _chips(table: ChowpowTable, seat: Seat) -> list[Chip]:
    view = table.view
    chips: list[Chip] = []
    if seat == view.to_move and view.phase is not Phase.BUFFET:
        chips.append(("last turn" if is_last_turn(view) else "to move", palette.GOLD))
    elif seat in view.to_act:
        chips.append(("to act", palette.BANDS[7]))
    if table.scene.seats[seat].away:
        chips.append(("Kai plays on", palette.BACK_MARK))
    if seat == view.starter:
        chips.append(("started", palette.MINT))
    return chips
