"""The picture of a table, as all games draw it: background, header, seat panels and band."""

from abc import ABC, abstractmethod
from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import Any, Final, Generic, Literal, NamedTuple, TypeAlias

from PIL import Image

from bot.face import palette
from bot.face.card import VISIBLE_CARDS, Cards, pile_sprite
from bot.face.face import Scene
from bot.face.fonts import drawable, fit, width
from bot.face.markdown import one_line, plain
from bot.face.numbers import ordinal
from bot.face.paint import Box, Brush, Lettering, drawn, paste_text, rounded
from bot.face.palette import Colour, settle
from bot.face.recent import LastPlay
from bot.face.rounds import V, is_over, is_scored
from bot.face.seating import WIDTH, Seating
from bot.face.standings import by_rank
from bot.game.contract import Seat

__all__ = [
    "BRIGHT",
    "PLAIN",
    "RADIUS",
    "STRONG",
    "Chip",
    "Line",
    "Panel",
    "Table",
    "empty_table",
    "uncached_table",
]

RADIUS: Final = 10
"""The radius of a panel's corners, in pixels."""

STRONG: Final = Lettering(20, palette.CREAM, palette.PANEL, bold=True)
PLAIN: Final = Lettering(16, palette.MINT, palette.PANEL)
BRIGHT: Final = Lettering(16, palette.GOLD, palette.PANEL)
"""Text styles on the band: a name, an explanation, and the most important line."""

_STEP: Final = 24
"""The line height of text on the band, in pixels."""
_SIDE: Final = 22
_TITLE: Final = Lettering(26, palette.CREAM, palette.TABLE, bold=True)
_CORNER: Final = Lettering(18, palette.MINT, palette.TABLE)
_LEADER: Final = Lettering(16, palette.GOLD, palette.PANEL, bold=True)
_FOLLOWER: Final = Lettering(16, palette.CREAM, palette.PANEL)
_STANDINGS: Final = 298
"""The distance of the standings from the band's left edge, in pixels."""
_WIDE: Final = 216
"""The width of a column of the standings, in pixels."""
_CHIP: Final = 14
_NOTE: Final = 40
"""The limit of the note in the corner, in characters."""

Chip: TypeAlias = tuple[str, Colour]
"""A short label on the upper edge of a seat's panel, and its colour."""

Line: TypeAlias = tuple[str, Lettering]
"""A line of text on the band, and its style."""


class Panel(NamedTuple):
    """The contents of a seat's panel, and whether it is framed."""

    figures: str
    """The text below or beside the name."""
    framed: bool
    chips: Iterable[Chip]


@lru_cache(maxsize=32)
def empty_table(plan: Seating) -> Image.Image:
    """Return an empty table, cached: draw on a copy of it."""
    return uncached_table(plan)


def uncached_table(plan: Seating) -> Image.Image:
    """Return an empty table, not cached: for games with many different layouts."""
    canvas = palette.blank((WIDTH, plan.height), palette.TABLE)
    for box in (*plan.panels, plan.band):
        sprite = rounded((box.width, box.height), palette.PANEL, palette.TABLE, RADIUS)
        canvas.paste(sprite, (box.x, box.y))
    return canvas


class Table(ABC, Generic[V]):
    """A picture of one scene, drawn on a copy of an empty table.

    Subclasses say what is on the panels and in the band, during a round and after it.
    """

    began = "started"
    """The chip of the seat that went first."""
    room = 182
    """The room for text beside the last card in the band, in pixels."""

    def __init__(self, scene: Scene[V], around: Seating, empty: Image.Image, first: Seat) -> None:
        self.scene = scene
        self.first = first
        self.view = scene.view
        self.seating = around
        self.canvas = empty.copy()

    def name(self, seat: Seat) -> str:
        """Return a seat's name, as far as the fonts can draw it."""
        return drawable(plain(self.scene.seats[seat].name), f"Seat {seat + 1}")

    @abstractmethod
    def panel(self, seat: Seat) -> Panel:
        """Return a seat's panel during a round."""

    @abstractmethod
    def band(self) -> None:
        """Draw the band during a round."""

    @abstractmethod
    def ranks(self) -> Sequence[int]:
        """Return each seat's rank after a round."""

    @abstractmethod
    def score(self, seat: Seat) -> Panel:
        """Return a seat's panel after a round; its rank is added."""

    @abstractmethod
    def standing(self, seat: Seat) -> str:
        """Return a seat's text in the standings."""

    @abstractmethod
    def summary(self) -> Iterable[Line]:
        """Return the lines of the band about how the round ended."""

    def playing(self) -> None:
        """Draw all seats and the band during a round."""
        for seat in range(self.view.seats):
            figures, framed, marks = self.panel(seat)
            chips = [*marks]
            if self.scene.seats[seat].away:
                chips.append(("Kai plays on", palette.BACK_MARK))
            if seat == self.first:
                chips.append((self.began, palette.MINT))
            self.seat(seat, figures, chips, framed=framed)
        self.band()

    def scored(self) -> None:
        """Draw all seats with their points, and the standings in the band."""
        ranks, seats = self.ranks(), range(self.view.seats)
        for seat in seats:
            figures, framed, marks = self.score(seat)
            rank = (ordinal(ranks[seat]), palette.GOLD if ranks[seat] == 1 else palette.MINT)
            self.seat(seat, figures, [rank, *marks], framed=framed)
        over = "The match is over" if is_over(self.view) else f"Round {self.view.round} is over"
        self.left([(over, STRONG), *self.summary()])
        self._standings(ranks, [self.standing(seat) for seat in seats])

    def header(self, title: str, corner: str) -> None:
        """Write the line above the table; the scene's note follows ``corner``."""
        paste_text(self.canvas, title, (_SIDE, 6), _TITLE)
        room = WIDTH - 3 * _SIDE - width(title, _TITLE.size)
        note = drawable(one_line(self.scene.note, _NOTE), "")
        words = fit(" · ".join(filter(None, (corner, note))), _CORNER.size, room)
        paste_text(self.canvas, words, (WIDTH - _SIDE, 9), _CORNER, "right")

    def seat(self, seat: Seat, figures: str, chips: list[Chip], *, framed: bool) -> None:
        """Draw a seat's panel: frame, name, figures, and chips on the edge."""
        box = self.seating.panels[seat]
        if framed:
            self.outline(box, palette.GOLD, palette.PANEL, palette.TABLE, 4)
        self._heading(seat, box, figures, moves=framed and not self.is_scored())
        self._chips(box, chips)

    def is_scored(self) -> bool:
        """Whether the picture shows a scored round, in which nobody is to move."""
        return is_scored(self.view)

    def left(self, lines: Sequence[Line]) -> None:
        """Write up to three lines at the left end of the band."""
        box = self.seating.band
        self._lines(lines, box.x + 15, "left")

    def right(self, lines: Sequence[Line], room: int) -> None:
        """Write up to three lines at the right end of the band, ``room`` pixels from the edge."""
        box = self.seating.band
        self._lines(lines, box.x + box.width - 12 - room, "right")

    def piles(
        self,
        cards: Cards,
        piles: Sequence[tuple[str, object, int]],
        size: tuple[int, int],
        top: int,
        bottom: int,
    ) -> None:
        """Draw two piles in the middle of the band; each is a name, a top card and a count.

        ``top`` and ``bottom`` are the distances of piles and names from the band's upper edge.
        """
        box = self.seating.band
        for (name, card, count), x in zip(piles, (box.middle - 52, box.middle + 52), strict=True):
            sprite = pile_sprite(cards, card, min(count, VISIBLE_CARDS), size, palette.PANEL)
            self.canvas.paste(sprite, (x - size[0] // 2, box.y + top))
            paste_text(self.canvas, f"{name} {count}", (x, box.y + bottom), PLAIN, "middle")

    def last(
        self, play: LastPlay[Any], card: Image.Image | None, top: int, more: Sequence[Line] = ()
    ) -> None:
        """Draw the last play at the right end of the band, with its card, if there is one.

        ``top`` is the distance of the card from the band's upper edge, in pixels.
        """
        box, beside = self.seating.band, 0
        if card is not None:
            self.canvas.paste(card, (box.x + box.width - 12 - card.width, box.y + top))
            beside = card.width + 6
        name, done = (
            (fit(words, style.size, self.room), style)
            for words, style in ((self.name(play.seat), STRONG), (play.done, PLAIN))
        )
        self.right([name, done, *more], beside)

    def _standings(self, ranks: Sequence[int], figures: Sequence[str]) -> None:
        """List the seats by rank in the band, four in a column, each with its text."""
        box = self.seating.band
        for at, seat in enumerate(by_rank(ranks)):
            style = _LEADER if ranks[seat] == 1 else _FOLLOWER
            x = box.x + _STANDINGS + at // 4 * (_WIDE + 30)
            y = box.y + 2 + at % 4 * 20
            name = fit(f"{ranks[seat]}. {self.name(seat)}", style.size, _WIDE - 52)
            paste_text(self.canvas, name, (x, y), style)
            paste_text(self.canvas, figures[seat], (x + _WIDE, y), style, "right")

    def outline(self, box: Box, edge: Colour, colour: Colour, under: Colour, line: int) -> None:
        """Fill a box with an outline of ``line`` pixels; ``under`` fills its round corners."""
        radius = RADIUS if colour is palette.PANEL else RADIUS // 2
        sprite = rounded((box.width, box.height), colour, under, radius, (edge, line))
        self.canvas.paste(sprite, (box.x, box.y))

    def _lines(self, lines: Sequence[Line], x: int, side: Literal["left", "right"]) -> None:
        for at, (words, style) in enumerate(lines):
            y = self.seating.band.y + 6 + at * _STEP
            paste_text(self.canvas, words, (x, y), style, side)

    def _heading(self, seat: Seat, box: Box, figures: str, *, moves: bool) -> None:
        size, small = self.seating.name, self.seating.figures
        right = box.x + (self.seating.heading or box.width) - 10
        left, top = box.x + 10, box.y + 7
        room = right - left
        low = Lettering(small, palette.MINT, palette.PANEL)
        if self.seating.one_line:
            room -= width(figures, small) + 22
            paste_text(self.canvas, figures, (right + small // 8, top + size - small), low, "right")
        else:
            paste_text(self.canvas, fit(figures, small, room), (left - 3, top + size + 3), low)
        if moves:
            self.canvas.paste(_pointer(size), (left, top))
            left, room = left + size, room - size
        style = Lettering(size, palette.CREAM, palette.PANEL, bold=True)
        paste_text(self.canvas, fit(self.name(seat), size, room - 6), (left - 3, top - 2), style)

    def _chips(self, box: Box, chips: list[Chip]) -> None:
        """Draw chips on the panel's upper edge, from the right, as many as fit."""
        right = box.x + box.width - 10
        for words, colour in chips:
            sprite = _chip(words, colour)
            if right - sprite.width < box.x + 10:
                return
            self.canvas.paste(sprite, (right - sprite.width, box.y - sprite.height * 2 // 3))
            right -= sprite.width + 6


@lru_cache(maxsize=64)
def _chip(words: str, colour: Colour) -> Image.Image:
    """Return a chip: text on a pill, two thirds on the table, the rest on the panel."""
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
