"""The picture of Kapow!: the table during a round, or the scoreboard after it."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from typing import Final

from bot.face.canvas import LIME, SPARK, MakeCanvas
from bot.face.face import Scene
from bot.face.markdown import number
from bot.face.paint import Box, Pen
from bot.face.palette import Colour
from bot.face.seating import Seating, panel_width, seating
from bot.face.table import Chip, Line, Panel, Table
from bot.game.contract import Seat
from bot.games.kapow.face import descriptions as say
from bot.games.kapow.face.sprites import THEME, PositionArt, single
from bot.games.kapow.rules.actions import Pile
from bot.games.kapow.rules.cards import Place
from bot.games.kapow.rules.hand import Triad
from bot.games.kapow.rules.view import View

_BETWEEN: Final = 3
_EDGE: Final = 1
_WIDEST: Final = 84
"""With the card's margin, as all sizes of cards here; all are in pixels."""
_HIGH: Final = 47
_HIGHER: Final = 50
_LOW: Final = 43
"""The height of a card: narrow ones need room for a tab above, full tables for all."""
_LARGER: Final = 9
"""How much higher one's own cards are."""
_FULL: Final = 7
_FULL_FOR_ONE: Final = 5
"""The number of seats from which a table is full, and beside one's own larger cards."""
_NARROW: Final = 46
"""The width of a column from which tabs fit beside numbers."""


@dataclass(frozen=True, slots=True)
class Layout:
    """The boxes of the seats and their columns, in pixels."""

    seating: Seating
    columns: tuple[tuple[Box, ...], ...]
    cells: tuple[tuple[int, int], ...]
    """For each seat, the size of a card with its margin."""

    def at(self, seat: int, column: int, row: int) -> tuple[int, int]:
        """Return the upper left corner of a card with its margin."""
        box, (width, height) = self.columns[seat][column], self.cells[seat]
        return box.middle - width // 2, box.y + _EDGE + row * height


@cache
def layout(seats: int, triads: int, own: Seat | None = None) -> Layout:
    """Lay out a table for this number of seats, each with ``triads`` columns, as one sees it."""
    wide, full = panel_width(seats) // triads, _FULL if own is None else _FULL_FOR_ONE
    high = _HIGHER if wide < _NARROW else _LOW if seats >= full else _HIGH
    around = seating(seats, 3 * high + 2 * _EDGE, own, 3 * _LARGER)
    columns = tuple(_columns(body, triads) for body in around.bodies)
    cells = tuple(
        (min(row[0].width, _WIDEST), (body.height - 2 * _EDGE) // 3)
        for row, body in zip(columns, around.bodies, strict=True)
    )
    return Layout(around, columns, cells)


def _columns(body: Box, triads: int) -> tuple[Box, ...]:
    room = body.width - (triads - 1) * _BETWEEN
    width = room // triads
    left = body.x + (room - width * triads) // 2
    return tuple(
        Box(left + at * (width + _BETWEEN), body.y, width, body.height) for at in range(triads)
    )


_TABLE_EDGE: Final = 3
_TICK: Final = 30

_PILE: Final = (62, 54)
_LAST: Final = 276
"""The distance of the last play from the band's left edge."""

_DOUBLE: Final = "\N{MULTIPLICATION SIGN}2"


class KapowPicture(Table[View]):
    """The table: each seat's hand, and the band with the piles and the last play."""

    def __init__(self, scene: Scene[View], make: MakeCanvas) -> None:
        view = scene.view
        self.plan = layout(view.seats, len(view.hands[0]), view.viewer)
        super().__init__(scene, self.plan.seating, THEME, make)
        news = () if self.is_scored() else scene.events
        self.changed = say.changed_places(news, scene.seats)
        self.emptied = say.emptied_columns(news)

    def seat(self, seat: Seat, panel: Panel) -> None:
        """Draw a seat with its hand."""
        super().seat(seat, panel)
        for column, triad in enumerate(self.view.hands[seat]):
            if triad is None:
                self._gone(seat, column)
            else:
                self._triad(seat, column, triad)

    def _gone(self, seat: Seat, column: int) -> None:
        """Faint, so that the others stand out."""
        box = self.plan.columns[seat][column]
        new = (seat, column) in self.emptied
        if new:
            self.canvas.box(box, THEME.panel, THEME.panel, 6, (SPARK, _TABLE_EDGE))
        tick = _Tick(SPARK if new else THEME.well)
        self.canvas.art(tick, (box.middle - _TICK // 2, box.y + (box.height - _TICK) // 2))

    def _triad(self, seat: Seat, column: int, triad: Triad) -> None:
        box = self.plan.columns[seat][column]
        edge = (LIME, _TABLE_EDGE) if triad.is_complete else None
        self.canvas.box(box, THEME.well, THEME.panel, 6, edge)
        for row, position in enumerate(triad):
            art = PositionArt(
                self.plan.cells[seat],
                THEME.well,
                THEME,
                position,
                self.is_scored(),
                changed=(seat, Place(column, row)) in self.changed,
            )
            self.canvas.art(art, self.plan.at(seat, column, row))

    def panel(self, seat: Seat) -> Panel:
        """Return the points that a hand shows."""
        view = self.view
        shown, total = number(say.showing(view.hands[seat])), number(view.totals[seat])
        figures = (f"shows {shown} · total {total}", f"{shown} · total {total}", f"total {total}")
        return Panel(figures, seat == view.to_move, self._marks(seat))

    def _marks(self, seat: Seat) -> Iterator[Chip]:
        view = self.view
        if view.out == seat:
            risk = say.doubling_threatens(view, seat)
            yield Chip(f"out · {_DOUBLE}?" if risk else "out", LIME, "out")
        elif view.final_turn and seat == view.to_move:
            yield Chip("last turn", self.theme.soft, "last")

    def score(self, seat: Seat) -> Panel:
        """Return a hand's score, and whether it went out; the leaders are framed."""
        result, chips = self.view.results[-1], list[Chip]()
        if result.out == seat:
            doubled = result.hands[seat].doubled
            chips.append(Chip(f"out · {_DOUBLE}", LIME, _DOUBLE) if doubled else Chip("out", LIME))
        points, total = number(result.points[seat]), number(self.view.totals[seat])
        figures = (f"round {points} · total {total}", f"{points} · total {total}", f"total {total}")
        return Panel(figures, self.ranks()[seat] == 1, chips)

    def summary(self) -> Line:
        """Return why the round ended, and what was doubled."""
        result = self.view.results[-1]
        if result.out is None:
            return say.ENDED[result.reason], self.styles.plain
        out, name = result.hands[result.out], self.name(result.out)
        if out.doubled:
            words = f"{name} went out first: {out.total} doubled to {out.points}"
            return words, self.styles.bright
        return f"{name} went out first", self.styles.plain

    def band(self) -> None:
        """Draw the piles, the card just taken or played, and what was done with it."""
        view = self.view
        self.piles(lambda top, count: single(top, _PILE, count), view.draw_pile, view.discard_pile)
        play = say.last_play(self.scene.events, self.scene.seats)
        if view.drawn is not None:
            done = "drew a card" if view.drawn.pile is Pile.DRAW else "took the discard"
            play = say.CardPlay(view.to_move, done, view.drawn.card)
        if play is None:
            return
        shown = play.card is not None or view.drawn is not None
        columns = " and ".join(str(column + 1) for column in play.completed)
        done = f"cleared column {columns}!" if columns else ""
        self.last(play, single(play.card, _PILE) if shown else None, _LAST, done)


@dataclass(frozen=True, slots=True)
class _Tick:
    colour: Colour
    ground: Colour = THEME.panel
    size: tuple[int, int] = (_TICK, _TICK)

    def draw(self, pen: Pen) -> None:
        pen.line([(4, 16), (12, 24), (26, 6)], 4, self.colour)
