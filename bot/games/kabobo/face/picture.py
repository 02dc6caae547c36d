"""The picture of Kabobo!: the table during a round, or all kabobs and skewers after it."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Final, NamedTuple

from bot.face import palette
from bot.face.canvas import LIME, MakeCanvas
from bot.face.face import Scene, is_scored
from bot.face.markdown import counted
from bot.face.paint import Box, Lettering, fit, width
from bot.face.phrases import LastPlay
from bot.face.seating import SMALLEST, Seating, panels_per_row, seating
from bot.face.table import Chip, Line, Panel, Table
from bot.game.contract import Seat
from bot.games.kabobo.face import descriptions as say
from bot.games.kabobo.face.known import remembered
from bot.games.kabobo.face.sprites import THEME, LaidArt, SkewerArt, single
from bot.games.kabobo.rules.cards import PLACES, Spot
from bot.games.kabobo.rules.view import PIECES, Phase, RoundResult, View

_SUM: Final = Lettering(SMALLEST, palette.CREAM, THEME.panel)

_PILE: Final = (58, 56)
"""With its margin, as all sizes of cards here; all are in pixels."""
_LAST: Final = 276
"""The distance of the last play from the band's left edge."""

_LINE: Final = 28
_SKEWER: Final = 26
"""The heights of the line of a scored kabob, and of the skewer."""
_GAP: Final = 3


class KaboboPicture(Table[View]):
    """The table: each seat's four cards with its skewer below, and the band with the piles."""

    def __init__(self, scene: Scene[View], make: MakeCanvas) -> None:
        view = scene.view
        self._plan = layout(view.seats, view.viewer, scored=is_scored(view))
        super().__init__(remembered(scene), self._plan.seating, THEME, make)
        news = () if self.is_scored() else scene.events
        self._changed = say.changed_spots(news, scene.seats)
        self._looked = say.looked_spots(news, scene.seats)

    def seat(self, seat: Seat, panel: Panel) -> None:
        """Draw a seat with its cards and its skewer."""
        super().seat(seat, panel)
        for place, laid in enumerate(self.view.hands[seat]):
            box, spot = self._plan.places[seat][place], Spot(seat, place)
            art = LaidArt(
                (box.width, box.height),
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
        box, kabob = self._plan.lines[seat], self.view.results[-1].kabobs[seat]
        words = say.short_sum(kabob, named=True)
        if width(words, _SUM.size) > box.width:
            words = fit(say.short_sum(kabob, named=False), _SUM.size, box.width)
        self.canvas.text(words, (box.middle, box.y), _SUM, "middle")

    def _skewer(self, seat: Seat) -> None:
        box = self._plan.skewers[seat]
        result = self.view.results[-1] if self.is_scored() else None
        art = SkewerArt(
            (box.width, box.height),
            THEME.panel,
            self.view.pieces[seat],
            result.given[seat] if result else 0,
            result is not None and seat in result.handle,
        )
        self.canvas.art(art, (box.x, box.y))

    def panel(self, seat: Seat) -> Panel:
        """Return the pieces and the points."""
        view = self.view
        acts = seat not in view.peeked if view.phase is Phase.PEEK else seat == view.to_move
        points = counted(view.totals[seat], "point")
        return Panel(self._figures(seat, points), acts, self._marks(seat))

    def _figures(self, seat: Seat, points: str) -> Sequence[str]:
        pieces = f"{self.view.pieces[seat]} of {PIECES}"
        return f"{pieces} pieces · {points}", f"{pieces} · {points}", points

    def _marks(self, seat: Seat) -> Iterator[Chip]:
        view = self.view
        if seat == view.caller:
            yield Chip("called", LIME)
        elif view.caller is not None and seat == view.to_move:
            yield Chip("last turn", self.theme.soft, "last")

    def ranks(self) -> Sequence[int]:
        """Return the ranks by handle, pieces and points."""
        return say.placed(self.view)

    def score(self, seat: Seat) -> Panel:
        """Return what a kabob scored and won; the best are framed."""
        result = self.view.results[-1]
        figures = self._figures(seat, f"round {result.points[seat]}")
        return Panel(figures, seat in result.best, self._won(result, seat))

    def summary(self) -> Line:
        """Return who called, and who won the handle or whether the caller is highest."""
        result = self.view.results[-1]
        if len(result.handle) > 1:
            return f"{len(result.handle)} share the handle!", self.styles.bright
        if result.handle:
            return f"{self.name(result.handle[0])} wins the handle!", self.styles.bright
        if result.caller is None:
            return "nobody called", self.styles.plain
        score = "the highest score" if result.caller in result.best else "too low a score"
        words = f"{self.name(result.caller)} called with {score}"
        return words, self.styles.bright

    def _won(self, result: RoundResult, seat: Seat) -> Iterator[Chip]:
        if seat in result.handle:
            yield Chip("the handle!", palette.GOLD, "handle")
        elif pieces := result.given[seat]:
            yield Chip(f"+{counted(pieces, 'piece')}", LIME, f"+{pieces}")
        if seat == result.caller:
            yield Chip("called", self.theme.soft)

    def band(self) -> None:
        """Draw the band during a round."""
        view = self.view
        self.piles(lambda top, count: single(top, _PILE, count), view.draw_pile, view.discard_pile)
        if view.phase is Phase.PEEK:
            self._opening()
        else:
            self._last()

    def _opening(self) -> None:
        waiting = self.view.seats - len(self.view.peeked)
        styles = self.styles
        lines = [("Look at two cards", styles.strong), (f"{waiting} still to look", styles.plain)]
        self.lines(lines, _LAST, 232)

    def _last(self) -> None:
        view = self.view
        play = say.last_play(self.scene.events, self.scene.seats)
        if view.has_drawn:
            play = LastPlay(view.to_move, "drew a card", view.drawn)
        if play is None:
            return
        shown = play.card is not None or view.has_drawn
        self.last(play, single(play.card, _PILE) if shown else None, _LAST)


class _Cell(NamedTuple):
    """The height and the maximum width of a card."""

    height: int
    widest: int


_CELLS: Final = {2: _Cell(84, 60), 3: _Cell(66, 39)}
"""By the number of panels in a row."""
_LARGER: Final = 16


@dataclass(frozen=True, slots=True)
class Layout:
    """The boxes of the seats and their cards, in pixels."""

    seating: Seating
    places: tuple[tuple[Box, ...], ...]
    lines: tuple[Box, ...]
    """For each seat, the line for what its kabob scored; of no height during a round."""
    skewers: tuple[Box, ...]


@cache
def layout(seats: int, own: Seat | None = None, *, scored: bool = False) -> Layout:
    """Lay out a table during a round, or after it, with a line more for each seat."""
    cell, line = _CELLS[panels_per_row(seats)], _LINE if scored else 0
    below = line + _GAP + _SKEWER
    around = seating(seats, cell.height + below, own, _LARGER)
    places = tuple(tuple(_places(body, body.height - below, cell)) for body in around.bodies)
    lines = tuple(
        Box(body.x, body.y + body.height - below, body.width, line) for body in around.bodies
    )
    skewers = tuple(Box(at.x, at.y + line + _GAP, at.width - 2, _SKEWER) for at in lines)
    return Layout(around, places, lines, skewers)


def _places(body: Box, height: int, cell: _Cell) -> Iterator[Box]:
    """Yield the boxes of a seat's cards, as wide in proportion as those of the others."""
    step = body.width // len(PLACES)
    wide = min(step, cell.widest * height // cell.height)
    for place in PLACES:
        yield Box(body.x + place * step + (step - wide) // 2, body.y, wide, height)
