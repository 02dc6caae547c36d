"""Which actions are legal: one check for one action, and the list of all of them."""

from collections.abc import Callable, Mapping, Sequence
from functools import cache, lru_cache
from itertools import combinations, permutations
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
from bot.games.kapow.cards import POWER_CARDS, Card, Place, Triad, known
from bot.games.kapow.kapow_step import check_swap, lone_kapows, partners
from bot.games.kapow.piles import can_draw
from bot.games.kapow.play import (
    PlaceAction,
    check_discard,
    check_place,
    check_reveal,
    check_take,
    may_discard,
    taken,
    ways,
)
from bot.games.kapow.state import Phase, State
from bot.games.kapow.triads import TRIADS_REMEMBERED, is_complete

__all__ = ["check", "legal", "to_act"]

_PLACES: Final = tuple(Place(column, row) for column in range(4) for row in range(3))
_IN_PLACE: Final[Mapping[type[PlaceAction], tuple[tuple[PlaceAction, ...], ...]]] = {
    Replace: tuple((Replace(place),) for place in _PLACES),
    PutOnTop: tuple((PutOnTop(place, 1), PutOnTop(place, -1)) for place in _PLACES),
    PutBeneath: tuple((PutBeneath(place, 1), PutBeneath(place, -1)) for place in _PLACES),
}
"""Every play into the hand, by its way and the place in reading order of the columns."""

_SWAPS: Final = {(kapow, other): Swap(kapow, other) for kapow, other in permutations(_PLACES, 2)}
_DISCARD: Final = Discard()
_TAKE_DRAW: Final = Take(Pile.DRAW)
_TAKE_DISCARD: Final = Take(Pile.DISCARD)
_END_TURN: Final = EndTurn()
_NEXT_ROUND: Final = NextRound()

_WANTED: Final[Mapping[Phase, tuple[tuple[type[Action], ...], str, str]]] = {
    Phase.OPENING: ((Reveal,), "K3.1", "First turn up two of your cards."),
    Phase.TAKE: ((Take,), "K3.2", "Take a card from the draw pile or the discard pile."),
    Phase.PLAY: (
        (Discard, Replace, PutOnTop, PutBeneath),
        "K3.3",
        "Play the card you have taken.",
    ),
    Phase.KAPOW: ((Swap, EndTurn), "K4.6", "Swap a KAPOW! card or end your turn."),
    Phase.SCORED: ((NextRound,), "K2.4", "The round is scored: go on to the next one."),
    Phase.OVER: ((), "K6.6", "The match is over."),
}
"""The kinds of action that each phase wants, and what to say of any other."""

_IN_A_TURN: Final = (Phase.OPENING, Phase.TAKE, Phase.PLAY, Phase.KAPOW)


def to_act(state: State) -> frozenset[Seat]:
    """Return who may act: the seat to move, or every seat once the round is scored."""
    current = state.round
    if current.phase in _IN_A_TURN:
        return frozenset((current.to_move,))
    return frozenset(range(state.setup.seats) if current.phase is Phase.SCORED else ())


def check(state: State, seat: Seat, action: Action) -> None:
    """Raise :class:`IllegalActionError` unless the action is legal for the seat now."""
    current = state.round
    wanted, rule, sentence = _WANTED[current.phase]
    if type(action) not in wanted:
        raise IllegalActionError(rule, sentence)
    if seat not in to_act(state):
        raise IllegalActionError("K2.5", "It is another player's turn.")
    hand = current.hands[current.to_move]
    if isinstance(action, Take):
        check_take(current, action)
    elif isinstance(action, Discard):
        check_discard(state.setup.options, taken(current))
    elif isinstance(action, (Replace, PutOnTop, PutBeneath)):
        check_place(hand, known(taken(current).card), action)
    elif isinstance(action, Swap):
        check_swap(hand, action)
    elif isinstance(action, Reveal):
        check_reveal(hand, action)


def legal(state: State, seat: Seat) -> Sequence[Action]:
    """Return the legal actions of a seat, in the order of the rules and of reading the hand."""
    if seat not in to_act(state):
        return ()
    return _LEGAL[state.round.phase](state)


def _reveals(state: State) -> Sequence[Action]:
    hand = state.round.hands[state.round.to_move]
    return _pairs(
        tuple(
            Place(column, row)
            for column, triad in enumerate(hand)
            for row, position in enumerate(triad or ())
            if not position.face_up
        )
    )


@cache
def _pairs(places: tuple[Place, ...]) -> tuple[Reveal, ...]:
    return tuple(Reveal(first, second) for first, second in combinations(places, 2))


def _takes(state: State) -> Sequence[Action]:
    current = state.round
    if not current.discard:
        return (_TAKE_DRAW,)
    return (_TAKE_DRAW, _TAKE_DISCARD) if can_draw(current) else (_TAKE_DISCARD,)


def _plays(state: State) -> Sequence[Action]:
    current = state.round
    drawn = taken(current)
    # Whether the card is a power card is all that matters here, and the memo is smaller for it.
    kind = Card.POWER_1 if drawn.card in POWER_CARDS else Card.C0
    plays: list[Action] = [_DISCARD] if may_discard(state.setup.options, drawn) else []
    for column, triad in enumerate(current.hands[current.to_move]):
        if triad is not None:
            plays += _plays_into(column, triad, kind)
    return plays


@lru_cache(maxsize=TRIADS_REMEMBERED)
def _plays_into(column: int, triad: Triad, card: Card) -> tuple[PlaceAction, ...]:
    """Return the plays of a card into a triad; none into one that waits (K3.5)."""
    if is_complete(triad):
        return ()
    return tuple(
        play
        for row, position in enumerate(triad)
        for way in ways(position, card)
        for play in _IN_PLACE[way][3 * column + row]
    )


def _swaps(state: State) -> Sequence[Action]:
    hand = state.round.hands[state.round.to_move]
    swaps: list[Action] = [
        _SWAPS[kapow, other] for kapow in lone_kapows(hand) for other in partners(hand, kapow)
    ]
    swaps.append(_END_TURN)
    return swaps


def _next_round(_: State) -> Sequence[Action]:
    return (_NEXT_ROUND,)


_LEGAL: Final[Mapping[Phase, Callable[[State], Sequence[Action]]]] = {
    Phase.OPENING: _reveals,
    Phase.TAKE: _takes,
    Phase.PLAY: _plays,
    Phase.KAPOW: _swaps,
    Phase.SCORED: _next_round,
}
