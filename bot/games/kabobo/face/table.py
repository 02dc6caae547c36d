"""The picture's table: each seat's four cards, with its skewer below."""

from typing import Final

from bot.face import palette
from bot.face.face import Scene
from bot.face.fonts import fit, width
from bot.face.paint import Lettering, paste_text
from bot.face.table import Chip, Table, empty_table
from bot.game.contract import Seat
from bot.games.kabobo.face.arithmetic import short_sum
from bot.games.kabobo.face.change import changed_spots, looked_spots
from bot.games.kabobo.face.layout import layout
from bot.games.kabobo.face.remembered import remembered
from bot.games.kabobo.face.skewer import skewer_sprite
from bot.games.kabobo.face.sprites import eye_sprite, laid_sprite
from bot.games.kabobo.rules.cards import Spot
from bot.games.kabobo.rules.view import View

__all__ = ["KaboboTable"]

_NUMBER: Final = Lettering(15, palette.MINT, palette.PANEL)
_SUM: Final = Lettering(16, palette.CREAM, palette.PANEL)


class KaboboTable(Table[View]):
    """Draws the cards and the skewers."""

    room = 196

    def __init__(self, scene: Scene[View]) -> None:
        self.plan = layout(scene.view.seats)
        super().__init__(
            remembered(scene), self.plan.seating, empty_table(self.plan.seating), scene.view.starter
        )
        news = () if self.is_scored() else scene.events
        self._changed = changed_spots(news)
        self._looked = looked_spots(news)

    def seat(self, seat: Seat, figures: str, chips: list[Chip], *, framed: bool) -> None:
        """Draw a seat with its cards and its skewer."""
        super().seat(seat, figures, chips, framed=framed)
        for place, laid in enumerate(self.view.hands[seat]):
            box, spot = self.plan.places[seat][place], Spot(seat, place)
            framed = spot in self._changed
            sprite = laid_sprite(laid, self.plan.cell, palette.PANEL, framed=framed)
            self.canvas.paste(sprite, (box.x, box.y))
            if not self.is_scored():
                self._number(spot)
        if self.is_scored():
            self._sum(seat)
        self._skewer(seat)

    def _number(self, spot: Spot) -> None:
        """Write the number of a card, and an eye if a player has just looked at it."""
        box, y = self.plan.places[spot.seat][spot.place], self.plan.lines[spot.seat].y
        eye = eye_sprite(_NUMBER.size, palette.PANEL) if spot in self._looked else None
        x = box.middle if eye is None else box.middle - eye.width // 2
        paste_text(self.canvas, str(spot.place + 1), (x, y), _NUMBER, "middle")
        if eye is not None:
            self.canvas.paste(eye, (x + 8, y + 3))

    def _sum(self, seat: Seat) -> None:
        """Write what a kabob scored, with names if there is room."""
        box, kabob = self.plan.lines[seat], self.view.results[-1].kabobs[seat]
        words = short_sum(kabob, named=True)
        if width(words, _SUM.size) > box.width:
            words = fit(short_sum(kabob, named=False), _SUM.size, box.width)
        paste_text(self.canvas, words, (box.middle, box.y), _SUM, "middle")

    def _skewer(self, seat: Seat) -> None:
        box = self.plan.skewers[seat]
        result = self.view.results[-1] if self.is_scored() else None
        sprite = skewer_sprite(
            self.view.pieces[seat],
            result.given[seat] if result else 0,
            (box.width, box.height),
            palette.PANEL,
            handle=result is not None and seat in result.handle,
        )
        self.canvas.paste(sprite, (box.x, box.y))
