"""The picture of CAP-IT: the table during a round, or all hands after it.

Up to a hundred and forty cards are as large as a picture of moderate height allows. Each is covered
by the next one of its group, up to its rank and suit; on the fullest tables, inner cards of long
melds are covered up to their edges: the ends and the wild ones tell which they are.
"""

from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple, TypeAlias

from bot.face.canvas import SPARK, MakeCanvas
from bot.face.face import Scene, is_scored
from bot.face.markdown import counted
from bot.face.paint import Box, Lettering, width
from bot.face.seating import BAND, GAP, HEADER, PAD, SIDE, SMALLEST, WIDTH, Seating
from bot.face.table import Line, Panel, Table
from bot.game.contract import Seat
from bot.games.capit.face import descriptions as say
from bot.games.capit.face.sprites import THEME, BackArt, EndArt, LaidArt, PileArt, look_of
from bot.games.capit.rules.cards import Card
from bot.games.capit.rules.melds import Place
from bot.games.capit.rules.view import End, View


class CardSize(NamedTuple):
    """The size of cards, in pixels."""

    width: int
    height: int
    shown: int
    """The width of the visible part of a card that is covered by the next one."""
    letters: int
    """The font size of ranks."""

    @property
    def line(self) -> int:
        """The height of a line of cards."""
        return self.height + RAISED + FRAME


SIZES: Final = (
    CardSize(48, 74, 40, 36),
    CardSize(42, 66, 34, 30),
    CardSize(36, 58, 30, 26),
    CardSize(32, 50, 28, 24),
    CardSize(30, 42, 26, 22),
)
"""The sizes of cards, the largest first."""
_CLOSED: Final = 6
"""The width of the visible part of an inner card, if the table is full, in pixels."""

RAISED: Final = 4
"""How far a card that was just laid sticks out of its row, in pixels."""
FRAME: Final = 2
"""The width of the frame around cards that were just laid, in pixels."""
NUMBER: Final = 26
"""The room for a meld's number before its first card, in pixels."""
_BETWEEN: Final = 8
"""The gap between two groups of cards, in pixels."""
_HEADING: Final = 180
_WIDE_HEADING: Final = 214
"""The width of a row's name and figures, during a round and after it, in pixels."""
_LOWEST: Final = 64
"""The height of a row at least: that of name and figures, in pixels."""
_NAME: Final = 24
"""The font size of names."""
_FIRST: Final = 52
"""The height of the first line at least: it is beside name and figures, in pixels."""
_INSET: Final = 8
"""The distance of cards from the left and right edge of a row, in pixels."""
ROOM: Final = WIDTH - 2 * SIDE - 2 * _INSET
"""The width of a row's cards, in pixels."""

_HEIGHT: Final = {4: 590, 5: 650, 6: 700}
"""The height that pictures have if small cards allow it, by number of seats, in pixels: one that
changed with every meld would make the buttons below it jump."""
_MORE: Final = 160
"""How much higher they are before inner cards of melds are covered, in pixels."""

Group: TypeAlias = Sequence[bool]
"""A group of cards: for each, whether it is an inner one, known from the cards around it."""


class Spot(NamedTuple):
    """The position of a card in its row."""

    line: int
    x: int
    width: int
    """The width of its visible part."""
    covers: bool
    """Whether it covers the card before."""


class Layout(NamedTuple):
    """The boxes of the seats, and for each seat the spot of each card of each group."""

    seating: Seating
    sizes: Sequence[CardSize]
    """Of each seat's cards."""
    spots: Sequence[Sequence[Sequence[Spot]]]

    def corner(self, seat: int, spot: Spot) -> tuple[int, int]:
        """Return the upper left corner of a card."""
        body, high = self.seating.bodies[seat], self.sizes[seat].line
        below = max(high, _FIRST) + (spot.line - 1) * high
        return body.x + spot.x, body.y + RAISED + FRAME + (below if spot.line else 0)


def layout(groups: Sequence[Sequence[Group]], own: Seat | None = None, *, scored: bool) -> Layout:
    """Lay out the groups of each seat; those of the seat that looks on, ``own``, are larger."""
    seats = len(groups)
    others = SIZES if own is None or scored else (*SIZES[1:], SIZES[-1])
    for first, size in zip(SIZES, others, strict=True):
        sizes = [first if seat == own else size for seat in range(seats)]
        plan = _layout(groups, sizes, scored=scored)
        if plan.seating.height <= _HEIGHT[seats]:
            return plan
    if plan.seating.height <= _HEIGHT[seats] + _MORE:
        return plan
    return _layout(groups, sizes, _CLOSED, scored=scored)


def _layout(
    groups: Sequence[Sequence[Group]], sizes: Sequence[CardSize], inner: int = 0, *, scored: bool
) -> Layout:
    """Lay out a table with cards of these sizes; ``inner``: the visible part of inner ones."""
    heading, number = (_WIDE_HEADING, 0) if scored else (_HEADING, NUMBER)
    spots = [
        flow(
            [_widths(group, size, inner or size.shown) for group in seat],
            size.width,
            heading,
            number,
        )
        for seat, size in zip(groups, sizes, strict=True)
    ]
    lines = [1 + max((s.line for group in seat for s in group), default=-1) for seat in spots]
    heights = [_row_height(*row) for row in zip(lines, sizes, strict=True)]
    spare = _HEIGHT[len(groups)] - HEADER - BAND - 2 * GAP - sum(heights) - len(heights) * GAP
    panels = tuple(_rows([height + max(spare, 0) // len(heights) for height in heights]))
    around = Seating(
        height=max(panels[-1].y + panels[-1].height + GAP, _HEIGHT[len(groups)]),
        panels=panels,
        bodies=tuple(Box(at.x + _INSET, at.y + PAD, ROOM, at.height - 2 * PAD) for at in panels),
        band=Box(SIDE, HEADER, WIDTH - 2 * SIDE, BAND),
        name=_NAME,
        heading=heading,
    )
    return Layout(around, sizes, spots)


def _widths(group: Group, size: CardSize, inner: int) -> list[int]:
    """Return the widths of the visible parts of a group's cards: the last one is whole."""
    covered = [inner if is_inner else size.shown for is_inner in group[:-1]]
    return [*covered, size.width] if group else []


def _row_height(lines: int, size: CardSize) -> int:
    cards = max(size.line, _FIRST) + (lines - 1) * size.line if lines else 0
    return max(_LOWEST, cards + 2 * PAD)


def _rows(heights: Sequence[int]) -> Iterator[Box]:
    y = HEADER + BAND + GAP
    for height in heights:
        yield Box(SIDE, y, WIDTH - 2 * SIDE, height)
        y += height + GAP


def flow(groups: Sequence[Sequence[int]], full: int, heading: int, number: int) -> list[list[Spot]]:
    """Place groups of cards, given by their visible widths; the first line is beside the heading.

    A group longer than a line is broken; ``full`` is the width of a whole card.
    """
    found: list[list[Spot]] = []
    ends = [heading]
    for group in groups:
        wide = number + sum(group)
        line = next((at for at, x in enumerate(ends) if x + wide <= ROOM), len(ends))
        if line == len(ends):
            ends.append(0)
        spots: list[Spot] = []
        x = ends[line] + number
        for shown in group:
            if x + full > ROOM:
                spots[-1] = spots[-1]._replace(width=full)
                ends[line:] = [ROOM, 0]
                line, x = line + 1, number
            spots.append(Spot(line, x, shown, bool(spots) and spots[-1].line == line))
            x += shown
        ends[line] = x + _BETWEEN
        found.append(spots)
    return found


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
        self._plan = layout(groups, view.viewer, scored=is_scored(view))
        super().__init__(scene, self._plan.seating, THEME, make)

    def seat(self, seat: Seat, panel: Panel) -> None:
        """Draw a seat with its cards."""
        super().seat(seat, panel)
        if not self._groups[seat]:
            self._without_melds(seat)
        for group, spots in zip(self._groups[seat], self._plan.spots[seat], strict=True):
            self._group(seat, group, spots)

    def _without_melds(self, seat: Seat) -> None:
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
        size = self._plan.sizes[seat]
        if group.number is not None:
            x, y = self._plan.corner(seat, spots[0])
            y += (size.height - SMALLEST * 4 // 3) // 2
            self.canvas.text(str(group.number), (x - 2, y), _NUMBER, "right")
        # Frames of cards that were just laid reach over their neighbours.
        for at in sorted(range(len(spots)), key=group.raised.__contains__):
            self._card(seat, group, at, spots[at])

    def _card(self, seat: Seat, group: _Shown, at: int, spot: Spot) -> None:
        size, (x, y) = self._plan.sizes[seat], self._plan.corner(seat, spot)
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
        """Return cards and points; the melds in the row show that the contract is laid."""
        cards, total = counted(self.view.counts[seat], "card"), self.view.totals[seat]
        figures = (f"{cards} · {total} pts", f"{cards} · {total}")
        return Panel(figures, seat == self.view.to_move, ())

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
        discarded = say.was_discarded(events)

        def pile(top: Card | None, count: int) -> PileArt:
            changed = discarded and top is not None
            return PileArt(_PILE, THEME.panel, THEME, top, count=count, changed=changed)

        self.piles(pile, view.draw_pile, view.discard_pile, (_STOCK, _DISCARDS))
        play = say.last_play(events, self.scene.seats)
        lines = [(say.sentence(say.contract_words(view.contract)), self.styles.bright)]
        if play is not None:
            room = _ROOM - width(f" {play.done}", SMALLEST)
            name = self.fitted(play.seat, SMALLEST, room)
            lines.append((f"{name} {play.done}", self.styles.plain))
        self.lines(lines, _WORDS, _ROOM)


def _melds(scene: Scene[View]) -> list[list[_Shown]]:
    """Return the melds of each seat; a hand that is seen follows them, without a number."""
    view = scene.view
    new = say.changed_cards(scene.events, [laid.meld for laid in view.melds])
    groups: list[list[_Shown]] = [[] for _ in range(view.seats)]
    for number, (seat, meld) in enumerate(view.melds):
        size = len(meld.cards)
        places = tuple(None if meld.is_natural(at) else meld.place(at) for at in range(size))
        raised = frozenset(at for at in range(size) if (number, at) in new)
        groups[seat].append(_Shown(number + 1, meld.cards, places, raised))
    for seat, cards in view.seen_hands.items():
        groups[seat].append(_hand(say.in_order(cards, say.Sorting.RANK)))
    return groups


def _hands(view: View) -> list[list[_Shown]]:
    return [[_hand(cards)] if cards else [] for cards in view.results[-1].hands]


def _hand(cards: Sequence[Card]) -> _Shown:
    return _Shown(None, tuple(cards), (None,) * len(cards), frozenset())
