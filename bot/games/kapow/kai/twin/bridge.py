"""From the rules' values to the twin's arrays, and actions back again."""

from collections.abc import Sequence
from functools import lru_cache

import numpy as np

from bot.games.kapow.kai.twin import actions, layout
from bot.games.kapow.kai.twin.positions import FACE_UP, GONE, beneath
from bot.games.kapow.rules.actions import (
    Action,
    Discard,
    EndTurn,
    Pile,
    PutBeneath,
    PutOnTop,
    Replace,
    Reveal,
    Swap,
    Take,
)
from bot.games.kapow.rules.cards import Card, Place, known
from bot.games.kapow.rules.options import KapowOptions
from bot.games.kapow.rules.positions import Position
from bot.games.kapow.rules.state import Phase, State
from bot.games.kapow.rules.triads import Hand
from bot.games.kapow.rules.view import View
from bot.kai.compiled import Array

__all__ = ["code_of", "lay_down", "position_of", "round_of", "shared_by_all"]

_PHASES = {
    Phase.OPENING: layout.OPENING,
    Phase.TAKE: layout.TAKE,
    Phase.PLAY: layout.PLAY,
    Phase.KAPOW: layout.KAPOW_STEP,
    Phase.SCORED: layout.ENDED,
    Phase.OVER: layout.ENDED,
}


def round_of(state: State) -> Array:
    """Return the round of a state as an array."""
    game = shared_by_all(state, state.setup.options)
    if state.drawn is not None:
        game[layout.DRAWN] = known(state.drawn.card)
        game[layout.FROM_DISCARD] = state.drawn.pile is Pile.DISCARD
    if game[layout.PHASE] == layout.ENDED:
        points = state.results[-1].points
        game[layout.POINTS : layout.POINTS + len(points)] = points
    lay_down(game, layout.DRAWS, layout.DRAW, state.draw_pile)
    lay_down(game, layout.DISCARDS, layout.DISCARD, state.discard_pile)
    return game


def shared_by_all(seen: State | View, options: KapowOptions) -> Array:
    """Return what a state and any View of it have in common, without piles and the card taken."""
    game = np.zeros(layout.SIZE, dtype=np.int64)
    game[layout.COLUMNS] = len(seen.hands[0])
    game[layout.SEATS] = len(seen.hands)
    game[layout.NO_PASS] = options.no_pass
    game[layout.MAX_SWAPS] = options.max_swaps
    game[layout.STALL] = options.stall_circuits
    game[layout.MAX_RESHUFFLES] = options.max_reshuffles
    game[layout.PHASE] = _PHASES[seen.phase]
    game[layout.TO_MOVE] = seen.to_move
    game[layout.TURN] = seen.turn
    game[layout.OPENED] = sum(1 << seat for seat in seen.opened)
    game[layout.OUT] = layout.NOBODY if seen.out is None else seen.out
    game[layout.SWAPS] = seen.swaps
    game[layout.RESHUFFLES] = seen.reshuffles
    game[layout.PASSES] = seen.passes
    game[layout.DRAWN] = layout.NOTHING
    for seat, hand in enumerate(seen.hands):
        at = layout.HANDS + layout.PLACES * seat
        game[at : at + 3 * len(hand)] = hand_of(hand)
    return game


def lay_down(game: Array, count: int, at: int, cards: Sequence[Card]) -> None:
    """Lay a pile down with its top card last; ``count`` and ``at`` are where it belongs."""
    game[count] = len(cards)
    game[at : at + len(cards)] = cards[::-1]


def hand_of(hand: Hand) -> list[int]:
    """Return the positions of a hand, column by column from the top; unknown cards as 0s."""
    return [
        number
        for triad in hand
        for number in ([GONE] * 3 if triad is None else map(position_of, triad))
    ]


@lru_cache(maxsize=1 << 12)
def position_of(position: Position) -> int:
    """Return a position as a number; an unknown card as 0."""
    number = int(position.upper or 0)
    if not position.face_up:
        return number
    number |= FACE_UP
    for card, modifier in zip(position.cards[1:], position.modifiers, strict=True):
        number = beneath(number, int(known(card)), int(modifier < 0))
    return number


@lru_cache(maxsize=1 << 9)
def code_of(action: Action) -> int:
    """Return an action as a number; ``ValueError`` for the one that begins the next round."""
    what, places = _parts(action)
    first, second = (*places, 0, 0)[:2]
    return actions.coded(what, first, second)


def _parts(action: Action) -> tuple[int, tuple[int, ...]]:
    """Return what an action does, and its places; a sign counts as the second one."""
    found: tuple[int, tuple[int, ...]]
    match action:
        case Reveal(first, second):
            found = actions.REVEAL, (_at(first), _at(second))
        case Take(pile):
            found = (actions.PICK_UP if pile is Pile.DISCARD else actions.DRAW_ONE), ()
        case Discard():
            found = actions.DISCARD_IT, ()
        case Replace(place):
            found = actions.REPLACE, (_at(place),)
        case PutOnTop(place, sign):
            found = actions.ON_TOP, (_at(place), int(sign < 0))
        case PutBeneath(place, sign):
            found = actions.BENEATH, (_at(place), int(sign < 0))
        case Swap(kapow, other):
            found = actions.SWAP, (_at(kapow), _at(other))
        case EndTurn():
            found = actions.END_TURN, ()
        case _:
            raise ValueError(f"{action} is no action within a round")
    return found


def _at(place: Place) -> int:
    return 3 * place.column + place.row
