"""The picture's table: each seat's hand in columns."""

from functools import lru_cache
from typing import Final

from PIL import Image

from bot.face import palette
from bot.face.face import Scene
from bot.face.fonts import width
from bot.face.paint import Box, Lettering, paste_text, rounded
from bot.face.table import RADIUS, Chip, Table, empty_table
from bot.game.contract import Seat
from bot.games.kapow.face.change import changed_places, emptied_columns
from bot.games.kapow.face.layout import Layout, layout
from bot.games.kapow.face.sprites import card_sprite
from bot.games.kapow.rules.cards import Place
from bot.games.kapow.rules.triads import Triad
from bot.games.kapow.rules.view import View

__all__ = ["KapowTable"]

_EDGE: Final = 3
"""The width of a column's frame, in pixels."""


@lru_cache(maxsize=32)
def _empty(plan: Layout) -> Image.Image:
    """Return the table without cards, cached."""
    canvas = empty_table(plan.seating).copy()
    for columns in plan.columns:
        _paste_columns(canvas, columns)
    return canvas


def _paste_columns(canvas: Image.Image, columns: tuple[Box, ...]) -> None:
    for box in columns:
        sprite = rounded((box.width, box.height), palette.COLUMN, palette.PANEL, RADIUS // 2)
        canvas.paste(sprite, (box.x, box.y))


class KapowTable(Table[View]):
    """Draws the hands."""

    def __init__(self, scene: Scene[View]) -> None:
        self.plan = layout(scene.view.seats, len(scene.view.hands[0]))
        super().__init__(scene, self.plan.seating, _empty(self.plan), scene.view.starter)
        news = () if self.is_scored() else scene.events
        self.changed = changed_places(news)
        self.emptied = emptied_columns(news)

    def seat(self, seat: Seat, figures: str, chips: list[Chip], *, framed: bool) -> None:
        """Draw a seat with its hand."""
        super().seat(seat, figures, chips, framed=framed)
        if framed:
            _paste_columns(self.canvas, self.plan.columns[seat])
        for column, triad in enumerate(self.view.hands[seat]):
            if triad is None:
                self._gone(seat, column)
            else:
                self._triad(seat, column, triad)

    def _gone(self, seat: Seat, column: int) -> None:
        box = self.plan.columns[seat][column]
        colour = palette.MINT
        if (seat, column) in self.emptied:
            colour = palette.GOLD
            self.outline(box, palette.GOLD, palette.COLUMN, palette.PANEL, _EDGE)
        style = Lettering(14, colour, palette.COLUMN)
        words = "discarded" if width("discarded", style.size) < box.width - 8 else "gone"
        y = box.y + box.height // 2 - style.size * 2 // 3
        paste_text(self.canvas, words, (box.middle, y), style, "middle")

    def _triad(self, seat: Seat, column: int, triad: Triad) -> None:
        if triad.is_complete:
            box = self.plan.columns[seat][column]
            self.outline(box, palette.GOLD, palette.COLUMN, palette.PANEL, _EDGE)
        for row, position in enumerate(triad):
            sprite = card_sprite(
                position,
                self.plan.cell,
                palette.COLUMN,
                framed=(seat, Place(column, row)) in self.changed,
                scored=self.is_scored(),
            )
            self.canvas.paste(sprite, self.plan.at(seat, column, row))
