"""From the rules' values to the twin's arrays, and actions back again."""

from collections.abc import Sequence
from functools import lru_cache
from hashlib import blake2b

import numpy as np

from bot.game.contract import known
from bot.games.kapow.kai.sight import Sight
from bot.games.kapow.kai.twin.round import (
    FACE_UP,
    GONE,
    NOBODY,
    NOTHING,
    PLACES,
    Kind,
    Phase,
    Round,
    beneath,
    coded,
)
from bot.games.kapow.rules import actions as act, view as rules
from bot.games.kapow.rules.cards import Card, Place, Position
from bot.games.kapow.rules.hand import Hand
from bot.games.kapow.rules.options import KapowOptions
from bot.games.kapow.rules.state import State
from bot.games.kapow.rules.view import View
from bot.kai.compiled import Array

_PHASES = {
    rules.Phase.OPENING: Phase.OPENING,
    rules.Phase.TAKE: Phase.TAKE,
    rules.Phase.PLAY: Phase.PLAY,
    rules.Phase.KAPOW: Phase.KAPOW,
    rules.Phase.SCORED: Phase.ENDED,
    rules.Phase.OVER: Phase.ENDED,
}


def round_of(state: State) -> Round:
    """Return the round of a state as a record."""
    game = shared_by_all(state, state.setup.options)
    if state.drawn is not None:
        game.drawn = known(state.drawn.card)
        game.from_discard = state.drawn.pile is act.Pile.DISCARD
    if game.phase == Phase.ENDED:
        points = state.results[-1].points
        game.points[: len(points)] = points
    game.draws = lay_down(game.draw_pile, state.draw_pile)
    game.discards = lay_down(game.discard_pile, state.discard_pile)
    return game


def shared_by_all(seen: State | View, options: KapowOptions) -> Round:
    """Return what a state and any View of it have in common, without piles and the card taken."""
    game = Round()
    game.columns, game.seats = len(seen.hands[0]), len(seen.hands)
    game.no_pass = options.no_pass
    game.max_swaps = options.max_swaps
    game.stall = options.stall_circuits
    game.max_reshuffles = options.max_reshuffles
    game.phase = _PHASES[seen.phase]
    game.to_move = seen.to_move
    game.turn = seen.turn
    game.opened = sum(1 << seat for seat in seen.opened)
    game.out = NOBODY if seen.out is None else seen.out
    game.swaps = seen.swaps
    game.reshuffles = seen.reshuffles
    game.passes = seen.passes
    game.drawn = NOTHING
    for seat, hand in enumerate(seen.hands):
        at = PLACES * seat
        game.hands[at : at + 3 * len(hand)] = hand_of(hand)
    return game


def lay_down(pile: Array, cards: Sequence[Card]) -> int:
    """Lay a pile down with its top card last; return the number of its cards."""
    pile[: len(cards)] = bytearray(reversed(cards))  # Card by card takes four times as long.
    return len(cards)


@lru_cache(maxsize=1 << 12)
def hand_of(hand: Hand) -> Array:
    """Return the positions of a hand, column by column from the top; unknown cards as 0s."""
    triads = ([GONE] * 3 if triad is None else map(position_of, triad) for triad in hand)
    return np.array([number for triad in triads for number in triad], dtype=np.int64)


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
def code_of(action: act.Action) -> int:
    """Return an action as a number; ``ValueError`` for the one that begins the next round."""
    what, places = _parts(action)
    first, second = (*places, 0, 0)[:2]
    return coded(what, first, second)


def _parts(action: act.Action) -> tuple[int, tuple[int, ...]]:
    """Return what an action does, and its places; a sign counts as the second one."""
    found: tuple[int, tuple[int, ...]]
    match action:
        case act.Reveal(first, second):
            found = Kind.REVEAL, (_at(first), _at(second))
        case act.Take(pile):
            found = (Kind.PICK_UP if pile is act.Pile.DISCARD else Kind.DRAW), ()
        case act.Discard():
            found = Kind.DISCARD, ()
        case act.Replace(place):
            found = Kind.REPLACE, (_at(place),)
        case act.PutOnTop(place, sign):
            found = Kind.ON_TOP, (_at(place), int(sign < 0))
        case act.PutBeneath(place, sign):
            found = Kind.BENEATH, (_at(place), int(sign < 0))
        case act.Swap(kapow, other):
            found = Kind.SWAP, (_at(kapow), _at(other))
        case act.EndTurn():
            found = Kind.END_TURN, ()
        case _:
            raise ValueError(f"{action} is no action within a round")
    return found


def _at(place: Place) -> int:
    return 3 * place.column + place.row


def round_seen(view: View) -> Round:
    """Return the round as a record; what the seat can't see is 0."""
    game, drawn = shared_by_all(view, view.options), view.drawn
    if drawn is not None and drawn.card is not None:
        game.drawn = drawn.card
        game.from_discard = drawn.pile is act.Pile.DISCARD
    game.draws = view.draw_pile
    game.discards = lay_down(game.discard_pile, view.discard_pile)
    return game


def unseen_cards(view: View) -> Array:
    """Return the cards that lie face down or in the draw pile, sorted."""
    return np.array([int(card) for card in Sight(view).unseen.elements()], dtype=np.int64)


def number_of(game: Round, totals: tuple[int, ...]) -> int:
    """Return a number that is always the same for the same position."""
    digest = blake2b(game.tobytes(), digest_size=8)
    digest.update(repr(totals).encode())
    return int.from_bytes(digest.digest(), "big")
