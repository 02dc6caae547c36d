"""Which actions are legal: one check for one action, and the list of all of them."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations
from typing import Final

from bot.games.game import IllegalActionError, Seat
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
from bot.games.kapow.cards import Place, known
from bot.games.kapow.kapow_step import check_swap, lone_kapows, partners
from bot.games.kapow.piles import can_draw
from bot.games.kapow.play import (
    PlaceAction,
    check_discard,
    check_place,
    check_reveal,
    check_take,
    is_waiting_column,
    may_discard,
    ways,
)
from bot.games.kapow.state import Drawn, Phase, Round, State

__all__ = ["check", "legal", "to_act"]

_PLACES: Final = tuple(Place(column, row) for column in range(4) for row in range(3))
_IN_PLACE: Final[Mapping[tuple[Place, type[PlaceAction]], tuple[PlaceAction, ...]]] = {
    **{(place, Replace): (Replace(place),) for place in _PLACES},
    **{
        (place, way): (way(place, 1), way(place, -1))
        for place in _PLACES
        for way in (PutOnTop, PutBeneath)
    },
}
_TAKE_DRAW: Final = Take(Pile.DRAW)
_TAKE_DISCARD: Final = Take(Pile.DISCARD)

_WANTED: Final = {
    Phase.OPENING: ("K3.1", "First turn up two of your cards."),
    Phase.TAKE: ("K3.2", "Take a card from the draw pile or the discard pile."),
    Phase.PLAY: ("K3.3", "Play the card you have taken."),
    Phase.KAPOW: ("K4.6", "Swap a KAPOW! card or end your turn."),
    Phase.SCORED: ("K2.4", "The round is scored: go on to the next one."),
    Phase.OVER: ("K6.6", "The match is over."),
}


def to_act(state: State) -> frozenset[Seat]:
    """Return who may act: the seat to move, or every seat once the round is scored."""
    current = state.round
    if current.phase is Phase.OVER:
        return frozenset()
    if current.phase is Phase.SCORED:
        return frozenset(range(state.setup.seats))
    return frozenset((current.to_move,))


def check(state: State, seat: Seat, action: Action) -> None:
    """Raise :class:`IllegalActionError` unless ``seat`` may do ``action`` now."""
    current = state.round
    if seat not in to_act(state):
        raise IllegalActionError("K2.5", "It is not your turn.")
    if not isinstance(action, _KINDS[current.phase]):
        raise IllegalActionError(*_WANTED[current.phase])
    hand = current.hands[seat]
    match action:
        case Reveal():
            check_reveal(hand, action)
        case Take():
            check_take(current, action)
        case Discard():
            check_discard(state.setup.options, _drawn(current))
        case Replace() | PutOnTop() | PutBeneath():
            check_place(hand, known(_drawn(current).card), action)
        case Swap():
            check_swap(hand, action)


def legal(state: State, seat: Seat) -> Sequence[Action]:
    """Return the legal actions of ``seat``, in a fixed order; none if it may not act."""
    if seat not in to_act(state):
        return ()
    current = state.round
    match current.phase:
        case Phase.OPENING:
            return _REVEALS[len(current.hands[seat])]
        case Phase.TAKE:
            return _takes(current)
        case Phase.PLAY:
            return tuple(_plays(state, seat))
        case Phase.KAPOW:
            return (*_swaps(current, seat), EndTurn())
    return (NextRound(),)


_KINDS: Final[dict[Phase, tuple[type[Action], ...]]] = {
    Phase.OPENING: (Reveal,),
    Phase.TAKE: (Take,),
    Phase.PLAY: (Discard, Replace, PutOnTop, PutBeneath),
    Phase.KAPOW: (Swap, EndTurn),
    Phase.SCORED: (NextRound,),
    Phase.OVER: (),
}
_REVEALS: Final = {
    columns: tuple(Reveal(*pair) for pair in combinations(_PLACES[: 3 * columns], 2))
    for columns in (3, 4)
}


def _drawn(current: Round) -> Drawn:
    if current.drawn is None:
        raise ValueError("no card has been taken")
    return current.drawn


def _takes(current: Round) -> tuple[Action, ...]:
    draw = (_TAKE_DRAW,) if can_draw(current) else ()
    return (*draw, _TAKE_DISCARD) if current.discard else draw


def _plays(state: State, seat: Seat) -> Iterator[Action]:
    current = state.round
    hand, drawn = current.hands[seat], _drawn(current)
    card = known(drawn.card)
    if may_discard(state.setup.options, drawn):
        yield Discard()
    for place in _PLACES[: 3 * len(hand)]:
        triad = hand[place.column]
        if triad is not None and not is_waiting_column(hand, place.column):
            for way in ways(triad[place.row], card):
                yield from _IN_PLACE[place, way]


def _swaps(current: Round, seat: Seat) -> Iterator[Action]:
    hand = current.hands[seat]
    for kapow in lone_kapows(hand):
        for other in partners(hand, kapow):
            yield Swap(kapow, other)
