"""Hands for searches: shared column objects with cached properties.

They follow the rules without a state for each step; a test compares the two.
"""

from collections.abc import Iterable, Iterator
from functools import cached_property
from itertools import product
from typing import Final, NamedTuple, TypeAlias

from bot.games.kapow.rules.actions import PlaceAction, Replace, Swap
from bot.games.kapow.rules.cards import PLACES, Card, Place, known
from bot.games.kapow.rules.placing import placed, plays
from bot.games.kapow.rules.positions import LONE_KAPOW, Position, points, turned_face_up
from bot.games.kapow.rules.swaps import within as within_triad
from bot.games.kapow.rules.triads import ROWS, Hand, Triad

__all__ = [
    "GONE",
    "Cards",
    "Column",
    "End",
    "Held",
    "Move",
    "column_of",
    "finished",
    "forget",
    "held",
    "hidden",
    "left",
    "moves",
    "opened",
    "put",
    "settled",
    "swapped",
    "turned_up",
    "within",
]

Cards: TypeAlias = tuple[Card, ...]
"""A pile from its top card down, or cards to be put there."""

Within: TypeAlias = tuple[tuple[int, int], ...]
"""Swaps within a column, as pairs of rows: of the KAPOW! card, and where it goes."""


class End(NamedTuple):
    """A possible arrangement of a column at the end of the turn."""

    column: "Column"
    shed: Cards
    """The cards it puts on the discard pile (K5.1)."""
    within: Within
    """The swaps made while it was waiting (K4.4)."""


class Move(NamedTuple):
    """A play of a card in a column, up to the end of the turn."""

    way: type[PlaceAction]
    row: int
    sign: int
    """The modifier's sign, for a power card put beneath another; otherwise 0."""
    column: "Column"
    shed: Cards
    within: Within
    """See :class:`End`."""


class Column:
    """A column, or a discarded one. :func:`column_of` makes a single object for equal triads."""

    def __init__(self, triad: Triad | None) -> None:
        self.triad: Final = triad
        lying = triad.positions if triad else ()
        self.hidden: Final = sum(not position.face_up for position in lying)
        """The number of face-down cards."""
        self.left: Final = sum(points(turned_face_up(position)) for position in lying)
        """Its points after turning up all cards (K6.4)."""
        self.kapows: Final = triad.kapows if triad and not triad.is_complete else ()
        """The rows of free KAPOW! cards (K4.5)."""
        self.others: Final = _others(triad) if triad and not triad.is_complete else ()
        """The rows with which a KAPOW! card can be swapped."""
        self._moves: Final[dict[Card, tuple[Move, ...]]] = {}

    def moves(self, card: Card) -> tuple[Move, ...]:
        """Return the possible results of playing a card in the column (K3.3b-d)."""
        found = self._moves.get(card)
        if found is None:
            found = self._moves[card] = tuple(moves(self, card))
        return found

    @cached_property
    def ends(self) -> tuple[End, ...]:
        """The possible arrangements at the end of the turn, one for each card left on the pile."""
        if self.triad is None or not self.triad.is_complete:
            return (End(self, (), ()),)
        ways: dict[Card, End] = {}
        for triad, within in _arranged(self.triad):
            shed = tuple(card for position in triad for card in _cards(position))
            ways.setdefault(shed[0], End(GONE, shed, within))
        return tuple(ways.values())

    @property
    def is_settled(self) -> bool:
        """Whether no card can be put in it: it is discarded, or complete and waiting (K3.5)."""
        return self.triad is None or self.triad.is_complete

    @cached_property
    def up(self) -> "Column":
        """The column with all cards turned up (K6.3), which may complete it."""
        if self.triad is None or not self.hidden:
            return self
        top, middle, bottom = map(turned_face_up, self.triad)
        return column_of(Triad(top, middle, bottom))


Held: TypeAlias = tuple[Column, ...]
"""A hand."""

GONE: Final = Column(None)
_COLUMNS: Final[dict[Triad, Column]] = {}
_MOST: Final = 1 << 13


def column_of(triad: Triad) -> Column:
    """Return the column object for a triad."""
    found = _COLUMNS.get(triad)
    if found is None:
        found = _COLUMNS[triad] = Column(triad)
    return found


def forget() -> None:
    """Clear the cache if it is too large; never within a search, which compares identities."""
    if len(_COLUMNS) > _MOST:
        _COLUMNS.clear()


def held(hand: Hand) -> Held:
    """Return a hand as column objects."""
    return tuple(GONE if triad is None else column_of(triad) for triad in hand)


def hidden(hand: Held) -> int:
    """Return the number of face-down cards of a hand."""
    return sum([column.hidden for column in hand])


def left(hand: Held) -> int:
    """Return the points of a hand after turning up all cards (K6.4)."""
    return sum([column.left for column in hand])


def put(hand: Held, number: int, column: Column) -> Held:
    """Return a hand with a column replaced."""
    return (*hand[:number], column, *hand[number + 1 :])


def opened(hand: Held, places: Iterable[Place]) -> Held:
    """Return a hand with two cards turned up (K3.1)."""
    for number, row in places:
        triad = hand[number].triad
        if triad is not None:
            hand = put(hand, number, column_of(triad.put(row, turned_face_up(triad[row]))))
    return hand


def turned_up(hand: Held, pile: Cards) -> tuple[Held, Cards]:
    """Return the hand and the discard pile at the start of a final turn (K6.3)."""
    up = tuple([column.up for column in hand])
    for number, column in enumerate(up):
        if column.triad and column.triad.goes_at_once:
            up, pile = put(up, number, GONE), column.ends[0].shed + pile
    return up, pile


def settled(hand: Held, pile: Cards) -> tuple[Held, Cards]:
    """Return the hand and the discard pile at the end of a turn: waiting triads go (K4.7)."""
    _, hand, pile = next(finished(hand, pile))
    return hand, pile


def swapped(hand: Held) -> Iterator[tuple[Swap, Held]]:
    """Yield the swaps of free KAPOW! cards that complete a column (K4.5), with the resulting hand.

    Swaps that complete nothing can wait until they do.
    """
    places = [(number, row) for number, column in enumerate(hand) for row in column.kapows]
    others = [(number, row) for number, column in enumerate(hand) for row in column.others]
    for (number, row), (other, place) in product(places, others):
        one, two = hand[number].triad, hand[other].triad
        if one is None or two is None:
            continue
        if number == other:
            after = {number: one.exchange(row, place)}
        else:
            after = {number: one.put(row, two[place]), other: two.put(place, LONE_KAPOW)}
        if any(triad.is_complete for triad in after.values()):
            columns = [*hand]
            for changed, triad in after.items():
                columns[changed] = column_of(triad)
            yield Swap(PLACES[number][row], PLACES[other][place]), tuple(columns)


def finished(hand: Held, pile: Cards) -> Iterator[tuple[tuple[Swap, ...], Held, Cards]]:
    """Yield the possible ends of a turn with this hand; complete triads are discarded (K4.7)."""
    for ends in product(*(column.ends for column in hand)):
        swaps: tuple[Swap, ...] = ()
        lying = pile
        for number, end in enumerate(ends):
            lying = end.shed + lying
            swaps += within(number, end.within)
        yield swaps, tuple([end.column for end in ends]), lying


def within(number: int, rows: Within) -> tuple[Swap, ...]:
    """Return swaps within a column as actions."""
    return tuple([Swap(PLACES[number][kapow], PLACES[number][row]) for kapow, row in rows])


def moves(column: Column, card: Card) -> Iterator[Move]:
    """Yield the possible results of a card in a column; :meth:`Column.moves` caches them."""
    triad = column.triad
    if triad is None:
        return
    for play in plays((triad,), card):
        row = play.place.row
        old = triad[row]
        sign, shed = (0, _cards(old)) if isinstance(play, Replace) else (play.sign, ())
        for end in column_of(triad.put(row, placed(old, card, play))).ends:
            yield Move(type(play), row, sign, end.column, end.shed + shed, end.within)


def _arranged(triad: Triad) -> Iterator[tuple[Triad, Within]]:
    """Yield a complete column, and its arrangements by swaps within it (K4.4)."""
    ways: dict[Triad, Within] = {triad: ()}
    waiting = [triad]
    for lying in waiting:
        yield lying, ways[lying]
        for kapow, row in within_triad(lying):
            after = lying.exchange(kapow, row)
            if after not in ways:
                ways[after] = (*ways[lying], (kapow, row))
                waiting.append(after)


def _others(triad: Triad) -> tuple[int, ...]:
    return tuple(row for row in range(ROWS) if row not in triad.kapows)


def _cards(position: Position) -> Cards:
    return tuple(map(known, position.cards))
