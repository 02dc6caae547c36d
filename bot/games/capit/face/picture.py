"""The picture of CAP-IT: the table during a round, or all hands after it."""

from collections.abc import Sequence
from typing import Final, NamedTuple

from bot.face.canvas import SPARK, MakeCanvas
from bot.face.face import Scene, is_scored
from bot.face.markdown import counted
from bot.face.paint import Box, Lettering, width
from bot.face.seating import SIDE, SMALLEST, WIDTH
from bot.face.table import Line, Panel, Table
from bot.game.contract import Seat
from bot.games.capit.face.descriptions import changed_cards, last_play, was_discarded
from bot.games.capit.face.labels import Sorting, contract_words, in_order, sentence
from bot.games.capit.face.layout import FRAME, NUMBER, RAISED, Spot, layout
from bot.games.capit.face.sprites import THEME, BackArt, EndArt, LaidArt, PileArt, look_of
from bot.games.capit.rules.cards import Card
from bot.games.capit.rules.melds import Place
from bot.games.capit.rules.scoring import End, ranks
from bot.games.capit.rules.view import View

_WHY: Final = {End.STOCK: "The draw pile ran out", End.STALL: "Nobody drew or laid any more"}
"""Why a round ended without anyone going out."""

_PILE: Final = (54, 62)
"""The size of a card in the band with its margin, in pixels."""
_STOCK: Final = 4
_DISCARDS: Final = 122
_WORDS: Final = 262
"""The distance of stock, discards and words from the band's left edge, in pixels."""
_ROOM: Final = WIDTH - 2 * SIDE - _WORDS - 6
"""The width of the words, in pixels."""

_NUMBER: Final = Lettering(SMALLEST, THEME.soft, THEME.panel)

_BACK: Final = (36, 46)
"""The size of a card's back, in pixels."""
_STEP: Final = 14
"""The distance between backs, if there is room, in pixels."""
_LONG: Final = 5
"""The number of cards from which a meld has inner ones."""


class _Shown(NamedTuple):
    """A group of cards: a meld with its number, or a hand."""

    number: int | None
    cards: Sequence[Card]
    places: Sequence[Place | None]
    """The place that each wild card stands for."""
    raised: frozenset[int]
    """The indexes of cards that have just been laid."""

    @property
    def inner(self) -> Sequence[bool]:
        """Whether each card can be known from the others of a long meld (of a set, its rank)."""
        last = len(self.cards) - 1
        if self.number is None or len(self.cards) < _LONG:
            return (False,) * len(self.cards)
        return [
            0 < at < last and place is None and at not in self.raised
            for at, place in enumerate(self.places)
        ]


class CapitPicture(Table[View]):
    """The table: a row for each seat with its melds or its hand, and the band with the piles."""

    def __init__(self, scene: Scene[View], make: MakeCanvas) -> None:
        view = scene.view
        self._groups = _hands(view) if is_scored(view) else _melds(scene)
        groups = [[group.inner for group in seat] for seat in self._groups]
        self._plan = layout(groups, scored=is_scored(view))
        super().__init__(scene, self._plan.seating, THEME, make)

    def seat(self, seat: Seat, panel: Panel) -> None:
        """Draw a seat with its cards."""
        super().seat(seat, panel)
        if not self._groups[seat]:
            self._without_melds(seat)
        for group, spots in zip(self._groups[seat], self._plan.spots[seat], strict=True):
            self._group(seat, group, spots)

    def _without_melds(self, seat: Seat) -> None:
        """Draw a hand from behind, or after a round say that no card is left."""
        box, count = self.seating.bodies[seat], self.view.counts[seat]
        left = self.seating.heading + (0 if self.is_scored() else NUMBER)
        x, room = box.x + left, box.width - left
        if self.is_scored():
            y = box.y + (box.height - SMALLEST * 4 // 3) // 2
            self.canvas.text("went out", (x, y), self.styles.plain)
            return
        step = min(_STEP, (room - _BACK[0]) // max(count - 1, 1))
        for at in range(count):
            whole = at == count - 1
            art = BackArt((_BACK[0] if whole else step, _BACK[1]), at > 0, whole)
            self.canvas.art(art, (x, box.y + (box.height - _BACK[1]) // 2))
            x += step

    def _group(self, seat: Seat, group: _Shown, spots: Sequence[Spot]) -> None:
        size = self._plan.size
        if group.number is not None:
            x, y = self._plan.corner(seat, spots[0])
            y += (size.height - SMALLEST * 4 // 3) // 2
            self.canvas.text(str(group.number), (x - 2, y), _NUMBER, "right")
        # Frames of cards that were just laid reach over their neighbours.
        for at in sorted(range(len(spots)), key=group.raised.__contains__):
            self._card(seat, group, at, spots[at])

    def _card(self, seat: Seat, group: _Shown, at: int, spot: Spot) -> None:
        size, (x, y) = self._plan.size, self._plan.corner(seat, spot)
        raised = at in group.raised
        if raised:
            y -= RAISED
            wide, high = spot.width + 2 * FRAME, size.height + 2 * FRAME
            self.canvas.box(Box(x - FRAME, y - FRAME, wide, high), SPARK, THEME.panel, 4)
        card = None if spot.width < size.shown else group.cards[at]
        place, whole = group.places[at], spot.width == size.width
        part = (size.shown if whole else spot.width, size.height)
        self.canvas.art(LaidArt(part, size.letters, card, place, spot.covers or raised), (x, y))
        if whole:
            end = EndArt((size.width - part[0], size.height), look_of(card, place))
            self.canvas.art(end, (x + part[0], y))

    def panel(self, seat: Seat) -> Panel:
        """Return the number of cards in hand and the points.

        That the contract is laid need not be said: then melds are in the row.
        """
        cards, total = counted(self.view.counts[seat], "card"), self.view.totals[seat]
        figures = (f"{cards} · {total} pts", f"{cards} · {total}")
        return Panel(figures, seat == self.view.to_move, ())

    def ranks(self) -> Sequence[int]:
        """Return the ranks by total."""
        return ranks(self.view.totals)

    def score(self, seat: Seat) -> Panel:
        """Return the points of a seat's hand; the lowest are framed."""
        result = self.view.results[-1]
        points, total = result.points[seat], self.view.totals[seat]
        figures = (f"round {points} · total {total}", f"{points} · total {total}")
        return Panel(figures, seat in result.best, ())

    def summary(self) -> Line:
        """Return why the round ended."""
        result = self.view.results[-1]
        if result.end is End.OUT:
            return f"{self.name(result.points.index(0))} went out", self.styles.plain
        return f"{_WHY[result.end]}: all hands count", self.styles.plain

    def band(self) -> None:
        """Draw the band during a round."""
        view, events = self.view, self.scene.events
        discarded = was_discarded(events)

        def pile(top: Card | None, count: int) -> PileArt:
            changed = discarded and top is not None
            return PileArt(_PILE, THEME.panel, THEME, top, count=count, changed=changed)

        self.piles(pile, view.draw_pile, view.discard_pile, (_STOCK, _DISCARDS))
        play = last_play(events, self.scene.seats)
        lines = [(sentence(contract_words(view.contract)), self.styles.bright)]
        if play is not None:
            room = _ROOM - width(f" {play.done}", SMALLEST)
            name = self.fitted(play.seat, SMALLEST, room)
            lines.append((f"{name} {play.done}", self.styles.plain))
        self.lines(lines, _WORDS, _ROOM)


def _melds(scene: Scene[View]) -> list[list[_Shown]]:
    """Return the melds of each seat; the viewer's hand follows theirs, without a number."""
    view = scene.view
    new = changed_cards(scene.events, [laid.meld for laid in view.melds])
    groups: list[list[_Shown]] = [[] for _ in range(view.seats)]
    for number, (seat, meld) in enumerate(view.melds):
        size = len(meld.cards)
        places = tuple(None if meld.is_natural(at) else meld.place(at) for at in range(size))
        raised = frozenset(at for at in range(size) if (number, at) in new)
        groups[seat].append(_Shown(number + 1, meld.cards, places, raised))
    if view.viewer is not None:
        groups[view.viewer].append(_hand(in_order([held.card for held in view.hand], Sorting.RANK)))
    return groups


def _hands(view: View) -> list[list[_Shown]]:
    """Return the hands at the end of a scored round."""
    return [[_hand(cards)] if cards else [] for cards in view.results[-1].hands]


def _hand(cards: Sequence[Card]) -> _Shown:
    return _Shown(None, tuple(cards), (None,) * len(cards), frozenset())
