"""The picture of a table, as all games draw it: header, seat panels and band."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Final, Generic, NamedTuple, TypeAlias

from bot.face import palette
from bot.face.canvas import Art, MakeCanvas, Theme
from bot.face.cards import VISIBLE_CARDS
from bot.face.face import Scene, V, is_over, is_scored
from bot.face.markdown import one_line, ordinal, plain
from bot.face.paint import Box, Lettering, Pen, drawable, fit, width
from bot.face.palette import Colour
from bot.face.phrases import LastPlay, unlike
from bot.face.seating import SIDE, SMALLEST, WIDTH, Seating
from bot.game.contract import Seat, lowest_first

RADIUS: Final = 10

_TITLE: Final = 26
_STEP: Final = 28
_INSET: Final = 10
"""Of text from the edge of the band or of a panel."""
_FRAME: Final = 4
_NOTE: Final = 40
_NAME_ROOM: Final = 72
"""A name has at least this much room beside a chip's long words."""


class Chip(NamedTuple):
    """A label beside a name, its colour, and shorter words for where there is less room."""

    words: str
    colour: Colour
    short: str = ""


Line: TypeAlias = tuple[str, Lettering]
"""A line of text on the band, and its style."""


class Panel(NamedTuple):
    """The contents of a seat's panel, and whether it is framed."""

    figures: Sequence[str]
    """Below the name: the first of these that fits, the longest first."""
    framed: bool
    chips: Iterable[Chip]


class Styles:
    """The styles of text on panels and on the band."""

    def __init__(self, theme: Theme) -> None:
        self.strong = Lettering(_TITLE, palette.CREAM, theme.panel, bold=True)
        """A name or a headline."""
        self.plain = Lettering(SMALLEST, theme.soft, theme.panel)
        """An explanation."""
        self.bright = Lettering(SMALLEST, palette.GOLD, theme.panel)
        """The most important line."""
        self.count = Lettering(SMALLEST, palette.CREAM, theme.panel, bold=True)
        """A number."""


class Table(ABC, Generic[V]):
    """A picture of one scene, drawn on a canvas; subclasses say what is on it."""

    def __init__(self, scene: Scene[V], around: Seating, theme: Theme, make: MakeCanvas) -> None:
        self.scene = scene
        self.view = scene.view
        self.seating = around
        self.theme = theme
        self.styles = Styles(theme)
        self.canvas = make((WIDTH, around.height), theme)
        self._names = [
            drawable(plain(sign.name), f"Seat {number}")
            for number, sign in enumerate(scene.seats, start=1)
        ]

    def name(self, seat: Seat) -> str:
        """Return a seat's name, as far as the fonts can draw it."""
        return unlike(self._names, seat, lambda name: name)

    def fitted(self, seat: Seat, size: int, room: int, *, bold: bool = False) -> str:
        """Return a seat's name in ``room`` pixels, not as any other's is cut to."""
        names = [self.name(each) for each in range(len(self._names))]
        return unlike(names, seat, lambda name: fit(name, size, room, bold=bold))

    @abstractmethod
    def panel(self, seat: Seat) -> Panel:
        """Return a seat's panel during a round."""

    @abstractmethod
    def band(self) -> None:
        """Draw the band during a round."""

    def ranks(self) -> Sequence[int]:
        """Return each seat's rank after a round: by totals, the lowest first."""
        return lowest_first(self.view.totals)

    @abstractmethod
    def score(self, seat: Seat) -> Panel:
        """Return a seat's panel after a round; its rank is added."""

    @abstractmethod
    def summary(self) -> Line:
        """Return the line of the band about how the round ended."""

    def playing(self) -> None:
        """Draw all seats and the band during a round."""
        for seat in range(self.view.seats):
            panel = self.panel(seat)
            chips = [*panel.chips]
            if self.scene.seats[seat].away:
                chips.append(Chip("Kai plays", self.theme.soft, "Kai"))
            self.seat(seat, panel._replace(chips=chips))
        self.box(self.seating.band)
        self.band()

    def scored(self) -> None:
        """Draw all seats with their points, and how the round ended in the band."""
        ranks = self.ranks()
        for seat in range(self.view.seats):
            panel, first = self.score(seat), ranks[seat] == 1
            rank = Chip(ordinal(ranks[seat]), palette.GOLD if first else self.theme.soft)
            self.seat(seat, panel._replace(chips=[rank, *panel.chips]))
        over = "The match is over" if is_over(self.view) else f"Round {self.view.round} is over"
        self.box(self.seating.band)
        self.lines([(over, self.styles.strong), self.summary()], _INSET, WIDTH - 2 * SIDE)

    def header(self, title: str, corner: str) -> None:
        """Write the line above the table; the scene's note follows ``corner``."""
        style = Lettering(_TITLE, palette.CREAM, self.theme.ground, bold=True)
        small = Lettering(SMALLEST, self.theme.soft, self.theme.ground)
        self.canvas.text(title, (SIDE + 2, 1), style)
        room = WIDTH - 2 * SIDE - 24 - width(title, style.size, bold=True)
        note = drawable(one_line(self.scene.note, _NOTE), "")
        words = fit(" · ".join(filter(None, (note, corner))), small.size, room)
        self.canvas.text(words, (WIDTH - SIDE, 5), small, "right")

    def seat(self, seat: Seat, panel: Panel) -> None:
        """Draw a seat's panel: frame, name, figures, and chips."""
        box = self.seating.panels[seat]
        edge = (palette.GOLD, _FRAME) if panel.framed else None
        self.canvas.box(box, self.theme.panel, self.theme.ground, RADIUS, edge)
        self._heading(seat, box, panel)

    def is_scored(self) -> bool:
        """Whether the picture shows a scored round, in which nobody is to move."""
        return is_scored(self.view)

    def box(self, box: Box) -> None:
        """Draw a panel without contents."""
        self.canvas.box(box, self.theme.panel, self.theme.ground, RADIUS)

    def lines(self, lines: Sequence[Line], left: int, room: int) -> None:
        """Write up to two lines on the band, ``left`` pixels from its edge, ``room`` wide."""
        band = self.seating.band
        for at, (words, style) in enumerate(lines):
            y = band.y + (band.height - len(lines) * _STEP) // 2 + at * _STEP - 1
            short = fit(words, style.size, room, bold=style.bold)
            self.canvas.text(short, (band.x + left, y), style)

    def pile(self, art: Art, name: str, count: int, left: int) -> None:
        """Draw a pile on the band, with its name and count beside it."""
        band = self.seating.band
        wide, high = art.size
        self.canvas.art(art, (band.x + left, band.y + (band.height - high) // 2))
        beside = left + wide + 4
        self.lines([(name, self.styles.plain), (str(count), self.styles.count)], beside, 90)

    def piles(
        self,
        art: Callable[[Any, int], Art],
        draw_pile: int,
        discard_pile: Sequence[object],
        lefts: tuple[int, int] = (6, 126),
    ) -> None:
        """Draw both piles; ``art`` makes them from the top card and the number of visible cards."""
        top = discard_pile[0] if discard_pile else None
        for name, card, count, left in (
            ("Draw", None, draw_pile, lefts[0]),
            ("Discard", top, len(discard_pile), lefts[1]),
        ):
            self.pile(art(card, min(count, VISIBLE_CARDS)), name, count, left)

    def last(self, play: LastPlay[Any], art: Art | None, left: int, more: str = "") -> None:
        """Draw the last play at the band's right end with its card; ``more`` replaces its words."""
        band, room = self.seating.band, WIDTH - 2 * SIDE - left - 8
        if art is not None:
            x = band.x + band.width - 8 - art.size[0]
            self.canvas.art(art, (x, band.y + (band.height - art.size[1]) // 2))
            room -= art.size[0] + 4
        done = (more, self.styles.bright) if more else (play.done, self.styles.plain)
        self.lines([(self.name(play.seat), self.styles.strong), done], left, room)

    def _heading(self, seat: Seat, box: Box, panel: Panel) -> None:
        left, top = box.x + _INSET, box.y + 3
        right = box.x + (self.seating.heading or box.width) - _INSET
        size = self.seating.name
        room = right - left
        plain_style = self.styles.plain
        figures = next(
            (words for words in panel.figures if width(words, plain_style.size) <= room),
            fit(panel.figures[-1], plain_style.size, room),
        )
        if figures:
            self.canvas.text(figures, (left - 2, top + size + 3), plain_style)
        if panel.framed and not self.is_scored():
            self.canvas.art(_Pointer(size, self.theme.panel), (left - 2, top + 5))
            left += size * 2 // 3 + 2
        right = self._chips([*panel.chips], left, right, top)
        style = Lettering(size, palette.CREAM, self.theme.panel, bold=True)
        name = self.fitted(seat, size, right - left, bold=True)
        self.canvas.text(name, (left - 3, top + 1), style)

    def _chips(self, chips: Sequence[Chip], left: int, right: int, top: int) -> int:
        """Draw chips from the right, as many as leave room for the name; return their left end."""
        for chip in chips:
            for words in filter(None, (chip.words, chip.short)):
                art = _ChipArt(words, chip.colour, self.theme.panel)
                start = right - art.size[0]
                if start - left >= _NAME_ROOM:
                    self.canvas.art(art, (start, top + 3))
                    right = start - 5
                    break
        return right


@dataclass(frozen=True, slots=True)
class _ChipArt:
    words: str
    colour: Colour
    ground: Colour

    @property
    def size(self) -> tuple[int, int]:
        return width(self.words, SMALLEST, bold=True) + 14, 27

    def draw(self, pen: Pen) -> None:
        wide, high = self.size
        pen.rounded((0, 0, wide, high), 9, self.colour)
        pen.letters(self.words, (wide / 2, high / 2), SMALLEST, palette.INK)


@dataclass(frozen=True, slots=True)
class _Pointer:
    """The triangle before the name of the seat to move; ``side`` is the name's font size."""

    side: int
    ground: Colour

    @property
    def size(self) -> tuple[int, int]:
        return self.side * 2 // 3, self.side

    def draw(self, pen: Pen) -> None:
        tip = self.side
        pen.polygon([(0, tip * 0.14), (tip * 0.62, tip * 0.5), (0, tip * 0.86)], palette.GOLD)
