"""Drawing of the band below the grid: the last flips, or the battle."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from bot.face.card import Area, star
from bot.face.fonts import fit, width
from bot.face.paint import Box
from bot.face.palette import BURST, BURST_EDGE, CREAM, Colour
from bot.face.pen import Pen
from bot.face.seating import SMALLEST
from bot.face.table import RADIUS, Line
from bot.face.theme import LIME
from bot.games.chowpow.face.change import last_play
from bot.games.chowpow.face.doing import acting, doing
from bot.games.chowpow.face.fights import Fight, Side
from bot.games.chowpow.face.labels import in_order, side_words
from bot.games.chowpow.face.layout import CARD, MIDDLE, OWN
from bot.games.chowpow.face.sprites import single
from bot.games.chowpow.face.table import ChowpowTable
from bot.games.chowpow.face.theme import THEME
from bot.games.chowpow.rules.events import Flipped
from bot.games.chowpow.rules.state import Phase

__all__ = ["draw_band"]

_INSET: Final = 10
"""The distance of text from the band's edge, in pixels."""
_SHOWN: Final = 3
"""The most flips of a turn that are shown: its last ones."""
_SLOT: Final = 27
"""The width of a slot's name beside a card, in pixels."""
_STEP: Final = 28
"""The line height of text, in pixels."""
_HINT: Final = ("Two cards of the", "same food match.")


def draw_band(table: ChowpowTable) -> None:
    """Draw the band during a game."""
    band = table.seating.band
    if table.fight is not None:
        _fight(table, table.fight)
    else:
        half = band.width // 2
        _now(table, Box(band.x, band.y, half, band.height))
        _before(table, Box(band.x + half, band.y, half, band.height))
    if table.plan.own is not None:
        _own(table, table.plan.own)


def _now(table: ChowpowTable, box: Box) -> None:
    """Draw the flips of this turn; before there are any, write who has to do what."""
    view, styles = table.view, table.styles
    if view.phase is Phase.BUFFET:
        _words(table, [("Showdown", styles.strong), (doing(view), styles.plain)], box)
    elif view.flips:
        _flips(table, doing(view), view.flips, box)
    else:
        who = table.name(acting(view))
        _words(table, [(who, styles.strong), (doing(view), styles.plain)], box)


def _before(table: ChowpowTable, box: Box) -> None:
    """Draw the flips of the turn before; without any, write what was done last."""
    view, styles = table.view, table.styles
    play = last_play(table.scene.events)
    if view.last_flips:
        _flips(table, "before", view.last_flips, box)
    elif play is None:
        _words(table, [(line, styles.plain) for line in _HINT], box)
    else:
        _words(table, [(table.name(play.seat), styles.strong), (play.done, styles.plain)], box)


def _words(table: ChowpowTable, lines: Sequence[Line], box: Box) -> None:
    """Write lines in a half of the band."""
    y = box.y + (box.height - len(lines) * _STEP) // 2
    for at, (words, style) in enumerate(lines):
        short = fit(words, style.size, box.width - 2 * _INSET, bold=style.bold)
        table.canvas.text(short, (box.x + _INSET, y + at * _STEP), style)


def _flips(table: ChowpowTable, caption: str, flips: Sequence[Flipped], box: Box) -> None:
    """Draw flipped cards, each after the name of its slot."""
    table.canvas.text(caption, (box.x + _INSET, box.y + 2), table.styles.plain)
    x, y = box.x + 3, box.y + 30
    for flip in flips[-_SHOWN:]:
        table.canvas.text(
            str(flip.slot), (x + _SLOT // 2 + 2, y + 15), table.styles.count, "middle"
        )
        table.canvas.art(single(table.look(flip.card), CARD), (x + _SLOT, y))
        x += _SLOT + CARD[0] + 2


def _fight(table: ChowpowTable, found: Fight) -> None:
    """Draw the sides of a battle; of two with a burst between them."""
    for side, box in zip(found.sides, table.plan.sides, strict=True):
        _side(table, found, side, box)
    if len(found.sides) == 2:
        band = table.seating.band
        corner = (band.middle - MIDDLE // 2, band.y + (band.height - MIDDLE) // 2)
        table.canvas.art(_Pow(), corner)


def _side(table: ChowpowTable, found: Fight, side: Side, box: Box) -> None:
    """Draw a side: name, cards, and what counts in the battle."""
    strong, count = table.styles.strong, table.styles.count
    if side is found.winner:
        table.canvas.box(box, THEME.panel, THEME.ground, RADIUS, (LIME, 4))
        count = count._replace(colour=LIME)
    short = "The board"
    if side.seat is not None:
        short = table.fitted(side.seat, strong.size, box.width - 2 * _INSET, bold=True)
    table.canvas.text(short, (box.x + _INSET, box.y + 4), strong)
    inner = Box(box.x + 8, box.y + 37, box.width - 16, box.height)
    table.cards(in_order(table.view.options.cards, side.cards), inner)
    if side.cards:
        words = _sum(found, side, box.width - 2 * _INSET)
        table.canvas.text(words, (box.x + _INSET, box.y + box.height - 33), count)


def _sum(found: Fight, side: Side, room: int) -> str:
    """Return what counts in the battle, and, if there is room, who has won."""
    words = side_words(side.cards)
    if not found.ended or found.winner not in (None, side):
        return words
    longer = f"{words} · {'tie' if found.winner is None else 'wins'}"
    return longer if width(longer, SMALLEST, bold=True) <= room else words


def _own(table: ChowpowTable, box: Box) -> None:
    """Draw the viewer's own hand."""
    view = table.view
    table.box(box)
    table.canvas.text("Your hand", (box.x + _INSET, box.y + 18), table.styles.count)
    held = [each.card for each in (*view.hand, *(view.chosen or ()))]
    inner = Box(box.x + box.width - OWN - 8, box.y + 4, OWN, box.height)
    table.cards(in_order(view.options.cards, held), inner)


@dataclass(frozen=True, slots=True)
class _Pow:
    """The burst between the two sides of a battle."""

    @property
    def size(self) -> tuple[int, int]:
        return MIDDLE, MIDDLE

    @property
    def ground(self) -> Colour:
        return THEME.panel

    def draw(self, pen: Pen) -> None:
        area = Area(0, 0, *self.size)
        star(pen, area, 0.5, BURST_EDGE)
        star(pen, area, 0.46, BURST)
        pen.letters("POW!", area.middle, SMALLEST, CREAM)
