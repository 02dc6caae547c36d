"""The picture's table: each seat's hand in columns."""

from dataclasses import dataclass
from typing import Final

from bot.face.canvas import MakeCanvas
from bot.face.face import Scene
from bot.face.palette import Colour
from bot.face.pen import Pen
from bot.face.table import Panel, Table
from bot.face.theme import LIME, SPARK
from bot.game.contract import Seat
from bot.games.kapow.face.change import changed_places, emptied_columns
from bot.games.kapow.face.layout import layout
from bot.games.kapow.face.sprites import PositionArt
from bot.games.kapow.face.theme import THEME
from bot.games.kapow.rules.cards import Place
from bot.games.kapow.rules.triads import Triad
from bot.games.kapow.rules.view import View

__all__ = ["KapowTable"]

_EDGE: Final = 3
"""The width of a column's frame, in pixels."""
_TICK: Final = 30
"""The size of a tick, in pixels."""


class KapowTable(Table[View]):
    """Draws the hands."""

    def __init__(self, scene: Scene[View], make: MakeCanvas) -> None:
        self.plan = layout(scene.view.seats, len(scene.view.hands[0]))
        super().__init__(scene, self.plan.seating, THEME, make)
        news = () if self.is_scored() else scene.events
        self.changed = changed_places(news)
        self.emptied = emptied_columns(news)

    def seat(self, seat: Seat, panel: Panel) -> None:
        """Draw a seat with its hand."""
        super().seat(seat, panel)
        for column, triad in enumerate(self.view.hands[seat]):
            if triad is None:
                self._gone(seat, column)
            else:
                self._triad(seat, column, triad)

    def _gone(self, seat: Seat, column: int) -> None:
        """Draw the place of a discarded triad: faint, so that the others stand out."""
        box = self.plan.columns[seat][column]
        new = (seat, column) in self.emptied
        if new:
            self.canvas.box(box, THEME.panel, THEME.panel, 6, (SPARK, _EDGE))
        tick = _Tick(SPARK if new else THEME.well, THEME.panel)
        self.canvas.art(tick, (box.middle - _TICK // 2, box.y + (box.height - _TICK) // 2))

    def _triad(self, seat: Seat, column: int, triad: Triad) -> None:
        box = self.plan.columns[seat][column]
        edge = (LIME, _EDGE) if triad.is_complete else None
        self.canvas.box(box, THEME.well, THEME.panel, 6, edge)
        for row, position in enumerate(triad):
            art = PositionArt(
                self.plan.cell,
                THEME.well,
                THEME,
                position,
                (seat, Place(column, row)) in self.changed,
                self.is_scored(),
            )
            self.canvas.art(art, self.plan.at(seat, column, row))


@dataclass(frozen=True, slots=True)
class _Tick:
    """A tick: the column was completed and discarded."""

    colour: Colour
    ground: Colour

    @property
    def size(self) -> tuple[int, int]:
        return _TICK, _TICK

    def draw(self, pen: Pen) -> None:
        pen.line([(4, 16), (12, 24), (26, 6)], 4, self.colour)
