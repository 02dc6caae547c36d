"""The table of Kapow! as a picture: header, seats with their hands, and the band of the piles."""

from functools import lru_cache
from typing import Final, TypeAlias

from PIL import Image

from bot.games.game import Seat
from bot.games.kapow.cards import Place
from bot.games.kapow.triads import Hand, Triad
from bot.games.kapow.view import View
from bot.render import palette
from bot.render.face import Scene
from bot.render.fonts import drawable, fit, width
from bot.render.kapow.change import changed_places, emptied_columns
from bot.render.kapow.layout import WIDTH, Layout, layout
from bot.render.kapow.reckon import is_scored
from bot.render.kapow.sprites import card_sprite
from bot.render.markdown import plain
from bot.render.paint import Box, Brush, Lettering, drawn, paste_text, rounded
from bot.render.palette import Colour, settle

__all__ = ["Chip", "Table"]

_RADIUS: Final = 10
_SIDE: Final = 22
_TITLE: Final = Lettering(26, palette.CREAM, palette.TABLE, bold=True)
_CORNER: Final = Lettering(18, palette.MINT, palette.TABLE)
_CHIP: Final = 14

Chip: TypeAlias = tuple[str, Colour]
"""A word on the upper edge of a seat's panel, and its colour."""


@lru_cache(maxsize=32)
def _ground(plan: Layout) -> Image.Image:
    """Return the empty table: panels, columns and the band."""
    canvas = palette.blank((WIDTH, plan.height), palette.TABLE)
    for box in (*plan.panels, plan.band):
        sprite = rounded((box.width, box.height), palette.PANEL, palette.TABLE, _RADIUS)
        canvas.paste(sprite, (box.x, box.y))
    for box in (column for columns in plan.columns for column in columns):
        sprite = rounded((box.width, box.height), palette.COLUMN, palette.PANEL, _RADIUS // 2)
        canvas.paste(sprite, (box.x, box.y))
    return canvas


class Table:
    """A picture being put together for one scene."""

    def __init__(self, scene: Scene[View]) -> None:
        self.scene = scene
        self.view = scene.view
        self.plan = layout(self.view.seats, len(self.view.hands[0]))
        self.canvas = _ground(self.plan).copy()
        self.scored = is_scored(self.view)
        news = () if self.scored else scene.events
        self.changed = changed_places(news)
        self.emptied = emptied_columns(news)

    def name(self, seat: Seat) -> str:
        """Return a seat's name as far as the fonts can draw it."""
        return drawable(plain(self.scene.seats[seat].name), f"Seat {seat + 1}")

    def header(self, title: str, corner: str) -> None:
        """Write the line above the table."""
        paste_text(self.canvas, title, (_SIDE, 6), _TITLE)
        room = WIDTH - 3 * _SIDE - width(title, _TITLE.size)
        words = fit(corner, _CORNER.size, room)
        paste_text(self.canvas, words, (WIDTH - _SIDE, 9), _CORNER, "right")

    def panel(self, seat: Seat, figures: str, chips: list[Chip], *, framed: bool) -> None:
        """Draw a seat: name and figures, chips on the edge, and the hand."""
        box = self.plan.panels[seat]
        if framed:
            self._outline(box, palette.GOLD, palette.PANEL, palette.TABLE, 4)
            for column in self.plan.columns[seat]:
                size = (column.width, column.height)
                ground = rounded(size, palette.COLUMN, palette.PANEL, _RADIUS // 2)
                self.canvas.paste(ground, (column.x, column.y))
        self._heading(seat, box, figures, framed=framed)
        self._chips(box, chips)
        self._hand(seat, self.view.hands[seat])

    def _heading(self, seat: Seat, box: Box, figures: str, *, framed: bool) -> None:
        size, small = self.plan.name, self.plan.figures
        left, right, top = box.x + 10, box.x + box.width - 10, box.y + 7
        room = right - left
        low = Lettering(small, palette.MINT, palette.PANEL)
        if self.plan.one_line:
            room -= width(figures, small) + 22
            paste_text(self.canvas, figures, (right + small // 8, top + size - small), low, "right")
        else:
            paste_text(self.canvas, fit(figures, small, room), (left - 3, top + size + 3), low)
        if framed and not self.scored:
            self.canvas.paste(_pointer(size), (left, top))
            left, room = left + size, room - size
        style = Lettering(size, palette.CREAM, palette.PANEL, bold=True)
        paste_text(self.canvas, fit(self.name(seat), size, room - 6), (left - 3, top - 2), style)

    def _chips(self, box: Box, chips: list[Chip]) -> None:
        """Put words on the panel's upper edge, from the right, as many as there is room for."""
        right = box.x + box.width - 10
        for words, colour in chips:
            sprite = _chip(words, colour)
            if right - sprite.width < box.x + 10:
                return
            self.canvas.paste(sprite, (right - sprite.width, box.y - sprite.height * 2 // 3))
            right -= sprite.width + 6

    def _hand(self, seat: Seat, hand: Hand) -> None:
        for column, triad in enumerate(hand):
            if triad is None:
                self._gone(seat, column)
            else:
                self._triad(seat, column, triad)

    def _gone(self, seat: Seat, column: int) -> None:
        box = self.plan.columns[seat][column]
        colour = palette.MINT
        if (seat, column) in self.emptied:
            colour = palette.GOLD
            self._outline(box, palette.GOLD, palette.COLUMN, palette.PANEL, 3)
        style = Lettering(14, colour, palette.COLUMN)
        words = "discarded" if width("discarded", style.size) < box.width - 8 else "gone"
        y = box.y + box.height // 2 - style.size * 2 // 3
        paste_text(self.canvas, words, (box.middle, y), style, "middle")

    def _triad(self, seat: Seat, column: int, triad: Triad) -> None:
        if triad.is_complete:
            box = self.plan.columns[seat][column]
            self._outline(box, palette.GOLD, palette.COLUMN, palette.PANEL, 3)
        for row, position in enumerate(triad):
            sprite = card_sprite(
                position,
                self.plan.cell,
                palette.COLUMN,
                framed=(seat, Place(column, row)) in self.changed,
                scored=self.scored,
            )
            self.canvas.paste(sprite, self.plan.at(seat, column, row))

    def _outline(self, box: Box, edge: Colour, colour: Colour, ground: Colour, line: int) -> None:
        radius = _RADIUS if colour is palette.PANEL else _RADIUS // 2
        sprite = rounded((box.width, box.height), colour, ground, radius, (edge, line))
        self.canvas.paste(sprite, (box.x, box.y))


@lru_cache(maxsize=64)
def _chip(words: str, colour: Colour) -> Image.Image:
    """Return a word on a pill, two thirds of it on the table, the rest on a panel."""
    style = Lettering(_CHIP, palette.INK, colour)
    wide, high = width(words, _CHIP) + 17, _CHIP + 6

    def draw(brush: Brush, scale: int) -> None:
        end, bottom = wide * scale - 1, high * scale - 1
        brush.rectangle((0, high * scale * 2 // 3, end, bottom), palette.PANEL)
        brush.rounded_rectangle((0, 0, end, bottom), bottom // 2, colour)

    sprite = settle(drawn((wide, high), palette.TABLE, draw))
    paste_text(sprite, words, (wide // 2, 1), style, "middle")
    return sprite


@lru_cache(maxsize=8)
def _pointer(size: int) -> Image.Image:
    """Return the triangle before the name of the seat to move."""

    def draw(brush: Brush, scale: int) -> None:
        tip = size * scale
        corners = [(0, tip * 0.30), (tip * 0.62, tip * 0.63), (0, tip * 0.96)]
        brush.polygon(corners, palette.GOLD)

    return settle(drawn((size, size), palette.PANEL, draw))
