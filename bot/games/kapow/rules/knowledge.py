"""Hidden information: what a viewer may know (section 7 of the rules)."""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence

from bot.game.contract import Viewer
from bot.game.standing import totals
from bot.games.kapow.rules.actions import Pile
from bot.games.kapow.rules.cards import Card, card
from bot.games.kapow.rules.positions import Position
from bot.games.kapow.rules.state import Drawn, State
from bot.games.kapow.rules.triads import Hand, Triad
from bot.games.kapow.rules.view import View

__all__ = ["count_cards", "permute_unknown", "view"]

_UNKNOWN = Position((None,))


def view(state: State, viewer: Viewer) -> View:
    """Return what ``viewer`` may know of the match."""
    drawn = state.drawn
    if drawn is not None and not _knows_drawn(state, viewer):
        drawn = Drawn(None, drawn.pile)
    return View(
        viewer=viewer,
        options=state.setup.options,
        seats=state.setup.seats,
        round=state.number,
        phase=state.phase,
        starter=state.starter,
        to_move=state.to_move,
        turn=state.turn,
        hands=tuple(map(_shown, state.hands)),
        draw_pile=len(state.draw_pile),
        discard_pile=state.discard_pile,
        drawn=drawn,
        opened=state.opened,
        out=state.out,
        swaps=state.swaps,
        reshuffles=state.reshuffles,
        passes=state.passes,
        results=state.results,
        totals=totals(state.setup.seats, state.results),
    )


def permute_unknown(
    state: State, viewer: Viewer, order: Callable[[Sequence[str]], Sequence[str]]
) -> State:
    """Return the state with the cards that ``viewer`` may not know rearranged by ``order``."""
    drawn = state.drawn
    unknown = [*_face_down(state), *state.draw_pile]
    if drawn is not None and drawn.card is not None and not _knows_drawn(state, viewer):
        unknown.append(drawn.card)
    permuted = iter([card(text) for text in order([str(face) for face in unknown])])

    def deal_again(position: Position) -> Position:
        return position if position.face_up else Position((next(permuted),))

    hands = tuple(_map_hand(hand, deal_again) for hand in state.hands)
    draw_pile = tuple(next(permuted) for _ in state.draw_pile)
    if drawn is not None and not _knows_drawn(state, viewer):
        drawn = Drawn(next(permuted), drawn.pile)
    return state._replace(hands=hands, draw_pile=draw_pile, drawn=drawn)


def count_cards(state: State) -> Counter[str]:
    """Count every card of the round by its notation, in all piles and hands."""
    held = [] if state.drawn is None else [state.drawn.card]
    laid = (face for position in _positions(state) for face in position.cards)
    return Counter(map(str, (*state.draw_pile, *state.discard_pile, *held, *laid)))


def _knows_drawn(state: State, viewer: Viewer) -> bool:
    """Whether ``viewer`` knows the card just taken: its taker, or all if it was open (K3.2)."""
    return state.drawn is None or (state.drawn.pile is Pile.DISCARD or viewer == state.to_move)


def _positions(state: State) -> Iterator[Position]:
    for hand in state.hands:
        for triad in hand:
            yield from triad or ()


def _face_down(state: State) -> Iterator[Card]:
    for position in _positions(state):
        if not position.face_up and position.upper is not None:
            yield position.upper


def _map_hand(hand: Hand, change: Callable[[Position], Position]) -> Hand:
    """Return the hand with every position changed, in reading order of its columns."""
    return tuple(None if triad is None else Triad(*map(change, triad)) for triad in hand)


def _shown(hand: Hand) -> Hand:
    """Return the hand with its face-down cards unknown."""
    return _map_hand(hand, lambda position: position if position.face_up else _UNKNOWN)
