"""Which actions are legal: one check for one action, and the list of all of them."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache
from itertools import combinations
from typing import Any, Final

from bot.games.game import IllegalActionError, Seat, not_your_turn
from bot.games.kapow.actions import (
    Action,
    Discard,
    EndTurn,
    NextRound,
    Pile,
    PutBeneath,
    PutOnTop,
    Replace,
    Reveal,
    Swap,
    Take,
)
from bot.games.kapow.cards import Card, Place
from bot.games.kapow.kapow_step import check_swap, offers
from bot.games.kapow.piles import can_draw
from bot.games.kapow.play import (
    PlaceAction,
    Play,
    check_discard,
    check_place,
    check_reveal,
    check_take,
    may_discard,
    taken,
    ways,
)
from bot.games.kapow.positions import Spot
from bot.games.kapow.state import SEATS, Phase, State
from bot.games.kapow.triads import SHAPES, Hand

__all__ = ["check", "legal", "plays", "to_act"]

_SIGNS: Final = (1, -1)


def _plays_in(place: Place, spot: Spot, card: Card) -> Iterator[PlaceAction]:
    for way in ways(spot, card):
        if issubclass(way, Replace):
            yield way(place)
        else:
            yield from (way(place, sign) for sign in _SIGNS)


def _plays_in_column(column: int, card: Card) -> Sequence[tuple[Play, ...]]:
    """Return all plays of ``card`` into a column, by the column's shape."""
    return [
        tuple(
            play
            for row, spot in enumerate(spots)
            for play in _plays_in(Place(column, row), spot, card)
        )
        for spots in SHAPES
    ]


_OF_A_FIXED_CARD, _OF_A_POWER_CARD = (
    tuple(_plays_in_column(column, card) for column in range(4)) for card in (Card.C0, Card.POWER_1)
)
_PLAYS: Final = [_OF_A_POWER_CARD if card.is_power else _OF_A_FIXED_CARD for card in Card]
"""Every play into the hand, by the card, the column and the column's shape."""

_DISCARDS: Final = (Discard(),)
_FROM_EITHER: Final = (Take(Pile.DRAW), Take(Pile.DISCARD))
_FROM_DRAW, _FROM_DISCARD = _FROM_EITHER[:1], _FROM_EITHER[1:]
_NEXT_ROUND: Final = NextRound()

_WANTED: Final[Mapping[Phase, tuple[str, str]]] = {
    Phase.OPENING: ("K3.1", "First turn up two of your cards."),
    Phase.TAKE: ("K3.2", "Take a card from the draw pile or the discard pile."),
    Phase.PLAY: ("K3.3", "Play the card you have taken."),
    Phase.KAPOW: ("K4.6", "Swap a KAPOW! card or end your turn."),
    Phase.SCORED: ("K2.4", "The round is scored: go on to the next one."),
    Phase.OVER: ("K6.6", "The match is over."),
}
"""What to say of an action that its phase has no room for."""

_ALONE: Final = tuple(frozenset((seat,)) for seat in range(SEATS[-1]))
_NOBODY: Final[frozenset[Seat]] = frozenset()
_SCORED, _OVER = Phase.SCORED, Phase.OVER


def to_act(state: State) -> frozenset[Seat]:
    """Return who may act: the seat to move, or every seat once the round is scored."""
    if state.phase is _SCORED:
        return frozenset(range(state.setup.seats))
    return _NOBODY if state.phase is _OVER else _ALONE[state.to_move]


def check(state: State, seat: Seat, action: Action) -> None:
    """Raise :class:`IllegalActionError` unless the action is legal for the seat now."""
    phase, check_now = _CHECKS[type(action)]
    if state.phase is not phase or (seat != state.to_move and seat not in to_act(state)):
        raise _refusal(state, seat)
    check_now(state, action)


def _refusal(state: State, seat: Seat) -> IllegalActionError:
    """Return why the seat may not do something that the phase has no room for, or not for it."""
    if state.phase is _OVER or seat in to_act(state):
        return IllegalActionError(*_WANTED[state.phase])
    return not_your_turn("K2.5")


def _always(_state: State, _action: Action) -> None:
    """Allow what its phase allows."""


_CHECKS: Final[Mapping[type[Action], tuple[Phase, Callable[[State, Any], None]]]] = {
    Reveal: (Phase.OPENING, check_reveal),
    Take: (Phase.TAKE, check_take),
    Discard: (Phase.PLAY, check_discard),
    Replace: (Phase.PLAY, check_place),
    PutOnTop: (Phase.PLAY, check_place),
    PutBeneath: (Phase.PLAY, check_place),
    Swap: (Phase.KAPOW, check_swap),
    EndTurn: (Phase.KAPOW, _always),
    NextRound: (Phase.SCORED, _always),
}
"""The phase of each kind of action, and what else it has to meet."""


def legal(state: State, seat: Seat) -> Sequence[Action]:
    """Return the legal actions of a seat, in the order of the rules and of reading the hand."""
    if seat != state.to_move and seat not in to_act(state):
        return ()
    return _LEGAL[state.phase](state)


def _reveals(state: State) -> Sequence[Action]:
    hand = state.hands[state.to_move]
    return _pairs(tuple([0 if triad is None else triad.facts.shape for triad in hand]))


@cache
def _pairs(shapes: Sequence[int]) -> tuple[Reveal, ...]:
    """Return the pairs of face-down cards in columns of these shapes."""
    places = [
        Place(column, row)
        for column, shape in enumerate(shapes)
        for row, spot in enumerate(SHAPES[shape])
        if spot is Spot.FACE_DOWN
    ]
    return tuple(Reveal(first, second) for first, second in combinations(places, 2))


def _takes(state: State) -> Sequence[Action]:
    if not state.discard:
        return _FROM_DRAW
    return _FROM_EITHER if can_draw(state) else _FROM_DISCARD


def _plays(state: State) -> Sequence[Action]:
    first = _DISCARDS if may_discard(state) else ()
    return plays(state.hands[state.to_move], taken(state), first)


def plays(hand: Hand, card: Card, first: tuple[Play, ...] = ()) -> tuple[Play, ...]:
    """Return the plays of ``card`` into a hand in reading order (K3.3b-d), after those given."""
    found = first
    in_columns = _PLAYS[card]
    for column, triad in enumerate(hand):
        if triad is not None:
            found += in_columns[column][triad.facts.shape]
    return found


def _offers(state: State) -> Sequence[Action]:
    return offers(state.hands[state.to_move]).actions


_LEGAL: Final[Mapping[Phase, Callable[[State], Sequence[Action]]]] = {
    Phase.OPENING: _reveals,
    Phase.TAKE: _takes,
    Phase.PLAY: _plays,
    Phase.KAPOW: _offers,
    Phase.SCORED: lambda _state: (_NEXT_ROUND,),
    Phase.OVER: lambda _state: (),
}
