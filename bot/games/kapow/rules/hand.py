"""Hands: complete triads, what may be placed where, swaps (K3.4-K4.10), and points (K6.4, K6.5)."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from typing import Final, TypeAlias, final

from bot.game.contract import IllegalActionError, Seat, known
from bot.games.kapow.rules.actions import SIGNS, PlaceAction, PutBeneath, PutOnTop, Replace, Swap
from bot.games.kapow.rules.cards import (
    LONE_KAPOW,
    PLACES,
    Card,
    Kind,
    Place,
    Position,
    face_up,
    points,
)

ROWS: Final = 3

Kinds: TypeAlias = tuple[Kind, Kind, Kind]
Positions: TypeAlias = tuple[Position, Position, Position]

Swaps: TypeAlias = tuple[tuple[int, ...], tuple[tuple[int, int], ...] | None]
"""The rows of a triad's lone KAPOW! cards; if it is complete, also the legal swaps (K4.4)."""

_FACE_DOWN: Final = Kind.FACE_DOWN

_RULE: Final[Mapping[type[PlaceAction], str]] = {
    Replace: "K3.3b",
    PutOnTop: "K3.3c",
    PutBeneath: "K3.3d",
}


@final
class Triad:
    """Three positions from top to bottom. No dataclass: those take most of the time of a move."""

    __slots__ = (
        *("_hash", "goes_at_once", "is_complete", "is_face_up", "kapows"),
        *("kinds", "positions", "swaps"),
    )

    positions: Final[Positions]
    kinds: Final[Kinds]
    kapows: Final[tuple[int, ...]]
    """The rows of lone face-up KAPOW! cards."""
    is_face_up: Final[bool]
    is_complete: Final[bool]
    """Whether it is three equal values, or a run up or down, all face up (K4.1)."""
    goes_at_once: Final[bool]
    """Whether it is complete and has no lone KAPOW! card to wait for (K4.3, K4.9)."""
    swaps: Final[Swaps]

    def __init__(self, top: Position, middle: Position, bottom: Position) -> None:
        self.positions = (top, middle, bottom)
        self._hash = hash(self.positions)
        self.kinds, self.kapows, idle = _shared((top.kind, middle.kind, bottom.kind))
        self.is_face_up = _FACE_DOWN not in self.kinds
        self.is_complete = self.is_face_up and _are_complete(top, middle, bottom)
        self.goes_at_once = self.is_complete and not self.kapows
        self.swaps = (self.kapows, tuple(self._within())) if self.is_complete else idle

    def __iter__(self) -> Iterator[Position]:
        return iter(self.positions)

    def __getitem__(self, row: int) -> Position:
        return self.positions[row]

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Triad) and self.positions == other.positions

    def __hash__(self) -> int:
        return self._hash  # cached: Kai looks up each column several times

    def __repr__(self) -> str:
        return f"Triad{self.positions}"

    def put(self, row: int, position: Position) -> "Triad":
        """Return the triad with the position in a row replaced."""
        top, middle, bottom = self.positions
        if row == 0:
            return Triad(position, middle, bottom)
        if row == 1:
            return Triad(top, position, bottom)
        return Triad(top, middle, position)

    def _within(self) -> Iterator[tuple[int, int]]:
        for kapow in self.kapows:
            for other in range(ROWS):
                if other not in self.kapows and _are_complete(
                    *_exchanged(self.positions, kapow, other)
                ):
                    yield kapow, other


def _exchanged(positions: Positions, first: int, second: int) -> Sequence[Position]:
    rows = [*positions]
    rows[first], rows[second] = rows[second], rows[first]
    return rows


@cache
def _shared(kinds: Kinds) -> tuple[Kinds, tuple[int, ...], Swaps]:
    """Return what triads of the same kinds share: these, lone KAPOW! cards, and no own swaps."""
    kapows = tuple(row for row, kind in enumerate(kinds) if kind is Kind.LONE_KAPOW)
    return kinds, kapows, (kapows, None)


def _are_complete(top: Position, middle: Position, bottom: Position) -> bool:
    """Whether positions can have equal values, or a run up or down (K1.3, K4.1)."""
    for step in (0, 1, -1):
        if (
            middle.low - step <= top.high
            and top.low <= middle.high - step
            and bottom.low - step <= middle.high
            and middle.low <= bottom.high - step
            and bottom.low - 2 * step <= top.high
            and top.low <= bottom.high - 2 * step
        ):
            return True
    return False


Hand: TypeAlias = tuple[Triad | None, ...]
"""A player's columns from left to right; ``None`` for discarded triads."""


def column_of(hand: Hand, column: int) -> Triad:
    """Return a column of a hand; ``ValueError`` if it was discarded."""
    triad = hand[column]
    if triad is None:
        raise ValueError(f"column {column + 1} was discarded")
    return triad


def with_column(hand: Hand, column: int, triad: Triad | None) -> Hand:
    """Return the hand with a column replaced, or discarded if None."""
    columns = [*hand]
    columns[column] = triad
    return tuple(columns)


def lying(hand: Hand, place: Place) -> Position | None:
    """Return the position in a place; None if there is none."""
    column, row = place
    triad = hand[column] if 0 <= column < len(hand) else None
    return None if triad is None or not 0 <= row < ROWS else triad[row]


def is_face_up(hand: Hand) -> bool:
    """Whether all cards of a hand are face up (K6.1)."""
    return all(triad is None or triad.is_face_up for triad in hand)


def hidden_in(hand: Iterable[Triad | None]) -> int:
    """Return the number of face-down cards of a hand."""
    return sum(not position.face_up for triad in hand for position in triad or ())


def places_face_down(hand: Hand) -> Iterator[Place]:
    """Yield the places with face-down cards, column by column from the top."""
    for triad, places in zip(hand, PLACES, strict=False):
        for position, place in zip(triad or (), places, strict=False):
            if not position.face_up:
                yield place


def turned_up(hand: Hand, places: Iterable[Place]) -> tuple[Hand, tuple[Card, ...]]:
    """Return a hand with its cards in these places face up, and those cards (K3.1, K6.3)."""
    cards = []
    for column, row in places:
        triad = hand[column]
        if triad is not None:
            card = known(triad[row].upper)
            hand = with_column(hand, column, triad.put(row, face_up(card)))
            cards.append(card)
    return hand, tuple(cards)


def plays(hand: Hand, card: Card) -> tuple[PlaceAction, ...]:
    """Return the plays of ``card`` in reading order, except into waiting triads (K3.5)."""
    found: tuple[PlaceAction, ...] = ()
    is_power = card.is_power
    for column, triad in enumerate(hand):
        if triad is not None and not triad.is_complete:
            found += _plays_into(column, triad.kinds, is_power)
    return found


@cache
def _plays_into(column: int, kinds: Kinds, is_power: bool) -> tuple[PlaceAction, ...]:  # noqa: FBT001 - a key of the cache
    return tuple(
        play
        for place, kind in zip(PLACES[column], kinds, strict=True)
        for play in (
            Replace(place),
            *(put(place, sign) for put in (PutOnTop, PutBeneath) for sign in SIGNS),
        )
        if _why_not_there(kind, is_power, play) is None
    )


def verify_play(hand: Hand, card: Card, play: PlaceAction) -> None:
    """Raise unless ``card`` may be put in the hand in this way (K3.3b-d, K3.5)."""
    column, row = play.place
    triad = hand[column] if 0 <= column < len(hand) else None
    if triad is None or not 0 <= row < ROWS:
        raise IllegalActionError(_RULE[type(play)], "There's no card in that place.")
    if triad.is_complete:
        raise IllegalActionError("K3.5", "That triad is complete. It goes when you end your turn.")
    if fault := _why_not_there(triad.kinds[row], card.is_power, play):
        raise IllegalActionError(*fault)


def _why_not_there(kind: Kind, is_power: bool, play: PlaceAction) -> tuple[str, str] | None:  # noqa: FBT001 - as above
    """Return the rule against a play and its sentence (K3.3b-d); None if it is allowed."""
    if isinstance(play, Replace):
        return None
    if play.sign not in SIGNS:
        return "K1.2", "A power card adds or takes away its own number."
    if isinstance(play, PutOnTop):
        only = "K3.3c", "You can put a card on top only of a single face-up power card."
        return None if kind is Kind.LONE_POWER else only
    if not is_power:
        return "K3.3d", "Only a power card can go beneath another card."
    if kind is Kind.FACE_DOWN:
        return "K3.3d", "You can't put anything beneath a face-down card."
    return None


def placed(old: Position, card: Card, play: PlaceAction) -> Position:
    """Return the position after a legal play of ``card`` (K3.3b-d)."""
    if isinstance(play, Replace):
        return face_up(card)
    put = on_top if isinstance(play, PutOnTop) else beneath
    return put(old, card, play.sign)


def on_top(below: Position, card: Card, sign: int) -> Position:
    """Return a lone power card with a card on top and one of its modifiers visible (K3.3c)."""
    power = known(below.upper)
    return Position((card, power), face_up=True, modifiers=(sign * power.face,))


def beneath(above: Position, power: Card, sign: int) -> Position:
    """Return a face-up position with a power card added beneath it (K3.3d, K9.5)."""
    modifiers = (*above.modifiers, sign * power.face)
    return Position((*above.cards, power), face_up=True, modifiers=modifiers)


def offers(hand: Hand) -> tuple[Swap, ...]:
    """Return the legal swaps of a hand, by the place of the KAPOW! card in reading order.

    In a waiting triad, a lone KAPOW! card may only move so that the triad stays complete (K4.4).
    In incomplete triads, it may be swapped with every position of all incomplete triads (K4.5),
    except with other lone KAPOW! cards (K4.10).
    """
    for triad in hand:
        if triad is not None and triad.kapows:
            return _offers(tuple([_GONE if triad is None else triad.swaps for triad in hand]))
    return ()


_GONE: Final[Swaps] = (), ()


@lru_cache(maxsize=1 << 10)
def _offers(parts: tuple[Swaps, ...]) -> tuple[Swap, ...]:
    others = [
        PLACES[column][row]
        for column, (kapows, rows) in enumerate(parts)
        if rows is None
        for row in range(ROWS)
        if row not in kapows
    ]
    found: list[Swap] = []
    for places, (kapows, rows) in zip(PLACES, parts, strict=False):
        if rows is None:
            found += [Swap(places[kapow], other) for kapow in kapows for other in others]
        else:
            found += [Swap(places[kapow], places[other]) for kapow, other in rows]
    return tuple(found)


def verify_offered(hand: Hand, swap: Swap) -> None:
    """Raise unless the swap is one of the hand's :func:`offers`, which say what is legal."""
    if swap not in offers(hand):
        raise IllegalActionError(*_why_not(hand, swap))


def _why_not(hand: Hand, swap: Swap) -> tuple[str, str]:
    kapow, other = lying(hand, swap.kapow), lying(hand, swap.other)
    if kapow is None or not kapow.is_lone_kapow:
        return "K4.5", "There's no single face-up KAPOW! card in that place."
    if other is None:
        return "K4.5", "There's no card in that place to swap with."
    if other.is_lone_kapow:
        return "K4.10", "Swapping two single KAPOW! cards changes nothing."
    if not column_of(hand, swap.kapow.column).is_complete:
        return "K4.5", "A complete triad can't take another card."
    return (
        "K4.4",
        "A KAPOW! card can move only within its complete triad, which must stay complete.",
    )


def swapped(hand: Hand, swap: Swap) -> Hand:
    """Return a hand after one of its :func:`offers`."""
    (column, row), (other_column, other_row) = swap.kapow, swap.other
    triad, columns = column_of(hand, column), [*hand]
    if column == other_column:
        columns[column] = Triad(*_exchanged(triad.positions, row, other_row))
    else:
        other = column_of(hand, other_column)
        columns[column] = triad.put(row, other.positions[other_row])
        columns[other_column] = other.put(other_row, LONE_KAPOW)
    return tuple(columns)


@dataclass(frozen=True, slots=True)
class HandScore:
    """One hand's points: those of each position, their sum, and the final points."""

    items: tuple[tuple[Place, Position, int], ...]
    total: int
    points: int
    """Twice the ``total`` if ``doubled`` (K6.5)."""
    doubled: bool


def score_hands(hands: Sequence[Hand], out: Seat | None) -> tuple[HandScore, ...]:
    """Score every hand; ``out`` is the seat that went out first, or None (K6.4, K6.5)."""
    items = [
        tuple(
            (place, position, points(position))
            for triad, in_column in zip(hand, PLACES, strict=False)
            if triad is not None
            for position, place in zip(triad, in_column, strict=True)
        )
        for hand in hands
    ]
    sums = [sum(counted for _, _, counted in item) for item in items]
    scores = []
    for seat, (item, total) in enumerate(zip(items, sums, strict=True)):
        doubled = seat == out and total > 0 and min(sums) < total
        scores.append(HandScore(item, total, 2 * total if doubled else total, doubled))
    return tuple(scores)
