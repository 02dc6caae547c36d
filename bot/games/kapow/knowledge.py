"""Who may know what (section 7 of the rules)."""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache

from bot.games.game import Viewer
from bot.games.kapow.actions import Pile
from bot.games.kapow.cards import Card, Hand, Position, Triad, card
from bot.games.kapow.scoring import totals
from bot.games.kapow.state import Drawn, Round, State, seats_in
from bot.games.kapow.view import View

__all__ = ["count_cards", "permute_unknown", "view"]

HANDS_REMEMBERED = 1 << 10
"""How many hands are remembered as they are shown: most stay as they are from turn to turn."""

_UNKNOWN = Position((None,))


def view(state: State, viewer: Viewer) -> View:
    """Return what ``viewer`` may know of the match."""
    setup, current, results = state
    drawn = current.drawn
    if drawn is not None and not _knows_drawn(current, viewer):
        drawn = Drawn(None, drawn.pile)
    return View(
        viewer=viewer,
        options=setup.options,
        seats=setup.seats,
        round=current.number,
        phase=current.phase,
        starter=current.starter,
        to_move=current.to_move,
        turn=current.turn,
        hands=tuple(map(_shown, current.hands)),
        draw_pile=len(current.draw),
        discard=current.discard,
        drawn=drawn,
        opened=seats_in(current.opened),
        out=current.out,
        swaps=current.swaps,
        reshuffles=current.reshuffles,
        results=results,
        totals=totals(setup.seats, results),
    )


def permute_unknown(
    state: State, viewer: Viewer, order: Callable[[Sequence[str]], Sequence[str]]
) -> State:
    """Return the state with the cards that ``viewer`` may not know rearranged by ``order``."""
    current = state.round
    drawn = current.drawn
    unknown = [*_face_down(current), *current.draw]
    if drawn is not None and drawn.card is not None and not _knows_drawn(current, viewer):
        unknown.append(drawn.card)
    permuted = iter([card(text) for text in order([str(face) for face in unknown])])

    def deal_again(position: Position) -> Position:
        return position if position.face_up else Position((next(permuted),))

    hands = tuple(_map_hand(hand, deal_again) for hand in current.hands)
    draw = tuple(next(permuted) for _ in current.draw)
    if drawn is not None and not _knows_drawn(current, viewer):
        drawn = Drawn(next(permuted), drawn.pile)
    return state._replace(round=current._replace(hands=hands, draw=draw, drawn=drawn))


def count_cards(state: State) -> Counter[str]:
    """Count every card of the round by its notation, wherever it lies."""
    current = state.round
    held = [] if current.drawn is None else [current.drawn.card]
    laid = (face for position in _positions(current) for face in position.cards)
    return Counter(map(str, (*current.draw, *current.discard, *held, *laid)))


def _knows_drawn(current: Round, viewer: Viewer) -> bool:
    """Whether ``viewer`` knows the card just taken: its taker, or all if it lay openly (K3.2)."""
    return current.drawn is None or (
        current.drawn.pile is Pile.DISCARD or viewer == current.to_move
    )


def _positions(current: Round) -> Iterator[Position]:
    for hand in current.hands:
        for triad in hand:
            yield from triad or ()


def _face_down(current: Round) -> Iterator[Card]:
    for position in _positions(current):
        if not position.face_up and position.upper is not None:
            yield position.upper


def _map_hand(hand: Hand, change: Callable[[Position], Position]) -> Hand:
    """Return the hand with every position changed, in reading order of its columns."""
    return tuple(triad if triad is None else _map_triad(triad, change) for triad in hand)


def _map_triad(triad: Triad, change: Callable[[Position], Position]) -> Triad:
    top, middle, bottom = triad
    return change(top), change(middle), change(bottom)


@lru_cache(maxsize=HANDS_REMEMBERED)
def _shown(hand: Hand) -> Hand:
    """Return the hand with its face-down cards unknown."""
    return _map_hand(hand, lambda position: position if position.face_up else _UNKNOWN)
