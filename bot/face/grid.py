"""The face of games of grids: each seat has rows of cards before it, beside two piles.

A game says in a :class:`GridLook` what is its own; the rest is made from it, in :func:`grid_face`.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any, Final

from bot.face.canvas import LIME, MakeCanvas, Theme
from bot.face.cards import CardArt
from bot.face.face import Act, Button, Focus, Scene, Screen, Style, is_scored
from bot.face.game_face import Click, GameFace, Step, between_rounds, rows_of, to_move
from bot.face.markdown import IN_RESULTS, counted, number, ordinal
from bot.face.paint import Pen
from bot.face.palette import CREAM, INK, Colour
from bot.face.phrases import Describe, bold, heading, in_alt, last_of, last_turn, marks, totals
from bot.face.seating import SMALLEST, panels_per_row, seating
from bot.face.table import Chip, Line, Panel, Table
from bot.game.contract import Seat, ranks
from bot.game.rounds import TurnStarted
from bot.game.slots import EMPTY, GridState, Laid

_ROW: Final = {2: 46, 3: 38}
"""The height of a row of cards by the number of panels in a row."""
_LARGER: Final = 8
_WIDEST: Final = 52
_PILE: Final = (52, 56)
_LAST: Final = 262
"""The width of a card at most, the size of a pile, and how far left the last play is."""


@dataclass(frozen=True, slots=True, kw_only=True)
class GridLook:
    """What a game of grids says and shows of its own.

    Functions get the View, a :class:`GridState` with a ``starter`` and ``grids`` (a field or a
    property), and the seat or the action that they are about. A result has ``round`` and
    ``points``, an action on a card has its ``place``.
    """

    title: str
    columns: int
    rows: int
    theme: Theme
    edge: Callable[[Any], Colour]
    describe: Describe[Any, tuple[Seat, int]]
    """All about a public event; the places are those of a seat's grid."""
    figures: Callable[[Any, Seat], Sequence[str]]
    """What a seat's cards come to, in words, the longest first."""
    remark: Callable[[Any, Seat], str]
    """Beside a seat's name, such as ``closed``; may be empty."""
    prompt: Callable[[Any], str]
    proposal: Callable[[Any, Any], str]
    asks: Mapping[str, Callable[[Any], str]]
    """By the verb of an action with a place, what to click in the hand."""
    buttons: Mapping[str, str]
    """By the verb of an action, the label of its button, or of the one that leads to it."""
    reckoning: Callable[[Any, Seat], str]
    """How a seat's points came about; gets the round's result. May be empty."""
    summary: Callable[[Any], str]
    """How the last round ended; ``{}`` is the name of the seat ``by``, if there is one."""
    by: Callable[[Any], Seat | None]
    goal: Callable[[Any], str] = lambda _: ""
    """What a match goes to, behind the heading of the totals."""
    label: Callable[[Any], str] = number
    rounds: Callable[[Any], int | None] = lambda _: None
    lowest: bool = True
    ends_before: Callable[[Any], Seat | None] = lambda _: None
    """As in :class:`GameFace`; tells whose last turns are left."""

    def ranks(self, view: GridState) -> Sequence[int]:
        """Return the ranks by totals."""
        return ranks([-total if self.lowest else total for total in view.totals])

    def ended(self, view: GridState, name: Callable[[Seat], str]) -> str:
        """Return the summary of the last round, given how a seat is called."""
        by = self.by(view)
        return self.summary(view) if by is None else self.summary(view).replace("{}", name(by))


def grid_face(look: GridLook) -> GameFace[Any, Any]:
    """Return the face of a game of grids."""
    return GameFace(
        title=look.title,
        rounds=look.rounds,
        table=partial(_GridTable, look),
        alt_sentences=partial(_alt_sentences, look),
        text_versions=lambda scene: [_text(look, scene)],
        describe=look.describe,
        prompt=lambda scene: look.prompt(scene.view),
        proposal=lambda scene, action: look.proposal(scene.view, action),
        scores=partial(_scores, look),
        sum_of=look.reckoning,
        hand=partial(_hand, look),
        ends_before=look.ends_before,
    )


@dataclass(frozen=True, slots=True)
class _Card(CardArt):
    """A card, None for a back."""

    words: str | None
    edge_colour: Colour = CREAM

    def top_card(self, pen: Pen) -> None:
        if self.words is None:
            self.back(pen)
        else:
            self.slab(pen, CREAM, self.edge_colour)
            pen.letters(self.words, self.area.middle, SMALLEST + 2, INK)


class _GridTable(Table[GridState]):
    def __init__(self, look: GridLook, scene: Scene[GridState], make: MakeCanvas) -> None:
        self._look = look
        view, high = scene.view, look.rows * _ROW[panels_per_row(scene.view.seats)]
        around = seating(view.seats, high, view.viewer, look.rows * _LARGER)
        super().__init__(scene, around, look.theme, make)
        news = () if self.is_scored() else last_turn(scene.events, TurnStarted)
        self._changed = {at for each in news for at in look.describe(each, scene.seats).changed}

    def seat(self, seat: Seat, panel: Panel) -> None:
        super().seat(seat, panel)
        body, columns = self.seating.bodies[seat], self._look.columns
        step, high = body.width // columns, body.height // self._look.rows
        size = (min(step, _WIDEST), high)
        for place, laid in enumerate(self.view.grids[seat]):
            if laid != EMPTY:
                row, column = divmod(place, columns)
                art = self._card(size, laid.card, changed=(seat, place) in self._changed)
                left = body.x + column * step + (step - size[0]) // 2
                self.canvas.art(art, (left, body.y + row * high))

    def panel(self, seat: Seat) -> Panel:
        total = number(self.view.totals[seat])
        found = self._look.figures(self.view, seat)
        words = (*(f"{each} · total {total}" for each in found), f"{found[-1]} · {total}")
        return Panel(words, seat == self.view.to_move, self._remarks(seat))

    def band(self) -> None:
        self.piles(self._pile, len(self.view.draw_pile), self.view.discard_pile)
        if play := last_of(self.scene.events, self._look.describe, self.scene.seats):
            self.last(play, self._card(_PILE, play.card), _LAST)

    def ranks(self) -> Sequence[int]:
        return self._look.ranks(self.view)

    def score(self, seat: Seat) -> Panel:
        """Return the points of the round; the best are framed."""
        points, total = self.view.results[-1].points, number(self.view.totals[seat])
        own, best = number(points[seat]), min(points) if self._look.lowest else max(points)
        words = (f"round {own} · total {total}", f"{own} · {total}")
        return Panel(words, points[seat] == best, self._remarks(seat))

    def summary(self) -> Line:
        return self._look.ended(self.view, self.name), self.styles.bright

    def _remarks(self, seat: Seat) -> Sequence[Chip]:
        said = self._look.remark(self.view, seat)
        return [Chip(said, LIME)] if said else []

    def _pile(self, card: object, count: int) -> _Card:
        return self._card(_PILE, card, count=count)

    def _card(
        self, size: tuple[int, int], card: object, *, changed: bool = False, count: int = 1
    ) -> _Card:
        look, theme = self._look, self.theme
        words, edge = (None, CREAM) if card is None else (look.label(card), look.edge(card))
        return _Card(size, theme.panel, theme, words, edge, changed=changed, count=count)


def _label(look: GridLook, laid: Laid) -> str:
    if laid == EMPTY:
        return "·"
    return "?" if laid.card is None else look.label(laid.card)


def _cards(look: GridLook, grid: Sequence[Laid]) -> str:
    labels = [_label(look, laid) for laid in grid]
    starts = range(0, len(labels), look.columns)
    return " | ".join(" ".join(labels[at : at + look.columns]) for at in starts)


def _piles(look: GridLook, view: GridState) -> str:
    top = f"{look.label(view.discard_pile[0])} on top" if view.discard_pile else "empty"
    return f"Draw pile: {counted(len(view.draw_pile), 'card')}. Discard pile: {top}."


def _text(look: GridLook, scene: Scene[Any]) -> Iterator[str]:
    view = scene.view
    yield _piles(look, view)
    for seat, grid in enumerate(view.grids):
        about = heading(scene, seat, _notes(look, scene, seat))
        points = f"round {number(view.results[-1].points[seat])}, " if is_scored(view) else ""
        yield f"{about}: {points}total {number(view.totals[seat])}"
        yield f"- {_cards(look, grid)}"


def _notes(look: GridLook, scene: Scene[Any], seat: Seat) -> Iterator[str]:
    view = scene.view
    if is_scored(view):
        yield ordinal(look.ranks(view)[seat])
    elif seat == view.to_move:
        yield "their turn"
    if said := look.remark(view, seat):
        yield said
    yield from marks(scene, seat, view.starter)


def _alt_sentences(look: GridLook, scene: Scene[Any]) -> Iterator[str]:
    view = scene.view
    yield _piles(look, view)
    for seat, grid in enumerate(view.grids):
        name = in_alt(scene, seat)
        points = view.results[-1].points[seat] if is_scored(view) else view.totals[seat]
        yield f"{name}: {counted(points, 'point')}; {_cards(look, grid)}."


def _scores(look: GridLook, scene: Scene[Any]) -> Iterator[str]:
    view, seats = scene.view, scene.seats
    ended = look.ended(view, lambda seat: bold(seats, seat, IN_RESULTS))
    yield f"**Round {view.results[-1].round}**: {ended}."
    titles = (f"Totals{look.goal(view)}", "Totals")
    yield totals(scene, look.ranks(view), [*map(number, view.totals)], titles)


def _hand(
    look: GridLook, scene: Scene[Any], seat: Seat, legal: Sequence[Any], focus: str
) -> Screen:
    view, grid = scene.view, scene.view.grids[seat]
    step = between_rounds(view, legal) or _step(look, scene, legal, focus)
    places = [range(len(grid))[at:][: look.columns] for at in range(0, len(grid), look.columns)]
    rows = rows_of(places, lambda place: _label(look, grid[place]), step.controls)
    text = "\n".join((step.text, f"-# Your total is {number(view.totals[seat])}."))
    return Screen(text, (*rows, *step.rows), "? face down · removed", lead=step.text)


def _step(look: GridLook, scene: Scene[Any], legal: Sequence[Any], focus: str) -> Step[int]:
    """Return what a click does: the first kind of action with places, or the one in focus."""
    if not legal:
        return Step(to_move(scene), {})
    placed = {act.notation.verb: None for act in legal if hasattr(act, "place")}
    usual = next(iter(placed), "")
    now = focus if focus in placed else usual
    style = Style.PLAIN if now == usual else Style.DANGER
    clicks = {
        act.place: Click(Act(str(act)), style)
        for act in legal
        if hasattr(act, "place") and act.notation.verb == now
    }
    others: tuple[tuple[str, Act | Focus], ...] = (
        *((act.notation.verb, Act(str(act))) for act in legal if not hasattr(act, "place")),
        *((verb, Focus("" if verb == usual else verb)) for verb in placed if verb != now),
    )
    row = tuple(Button(look.buttons[verb], does, Style.MAIN) for verb, does in others)
    return Step(look.asks[now](scene.view), clicks, (row,) if row else ())
