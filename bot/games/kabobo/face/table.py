"""The picture's table: each seat's four cards, with its skewer below."""

from typing import Final

from bot.face import palette
from bot.face.canvas import MakeCanvas
from bot.face.face import Scene
from bot.face.fonts import fit, width
from bot.face.paint import Lettering
from bot.face.rounds import is_scored
from bot.face.seating import SMALLEST
from bot.face.table import Panel, Table
from bot.game.contract import Seat
from bot.games.kabobo.face.arithmetic import short_sum
from bot.games.kabobo.face.change import changed_spots, looked_spots
from bot.games.kabobo.face.layout import layout
from bot.games.kabobo.face.remembered import remembered
from bot.games.kabobo.face.skewer import SkewerArt
from bot.games.kabobo.face.sprites import LaidArt
from bot.games.kabobo.face.theme import THEME
from bot.games.kabobo.rules.cards import Spot
from bot.games.kabobo.rules.view import View

__all__ = ["KaboboTable"]

_SUM: Final = Lettering(SMALLEST, palette.CREAM, THEME.panel)


class KaboboTable(Table[View]):
    """Draws the cards and the skewers."""

    def __init__(self, scene: Scene[View], make: MakeCanvas) -> None:
        self.plan = layout(scene.view.seats, scored=is_scored(scene.view))
        super().__init__(remembered(scene), self.plan.seating, THEME, make)
        news = () if self.is_scored() else scene.events
        self._changed = changed_spots(news)
        self._looked = looked_spots(news)

    def seat(self, seat: Seat, panel: Panel) -> None:
        """Draw a seat with its cards and its skewer."""
        super().seat(seat, panel)
        for place, laid in enumerate(self.view.hands[seat]):
            box, spot = self.plan.places[seat][place], Spot(seat, place)
            art = LaidArt(
                self.plan.cell,
                THEME.panel,
                THEME,
                laid,
                place + 1,
                changed=spot in self._changed,
                seen=spot in self._looked,
            )
            self.canvas.art(art, (box.x, box.y))
        if self.is_scored():
            self._sum(seat)
        self._skewer(seat)

    def _sum(self, seat: Seat) -> None:
        """Write what a kabob scored, with names if there is room."""
        box, kabob = self.plan.lines[seat], self.view.results[-1].kabobs[seat]
        words = short_sum(kabob, named=True)
        if width(words, _SUM.size) > box.width:
            words = fit(short_sum(kabob, named=False), _SUM.size, box.width)
        self.canvas.text(words, (box.middle, box.y), _SUM, "middle")

    def _skewer(self, seat: Seat) -> None:
        box = self.plan.skewers[seat]
        result = self.view.results[-1] if self.is_scored() else None
        art = SkewerArt(
            (box.width, box.height),
            THEME.panel,
            self.view.pieces[seat],
            result.given[seat] if result else 0,
            result is not None and seat in result.handle,
        )
        self.canvas.art(art, (box.x, box.y))
