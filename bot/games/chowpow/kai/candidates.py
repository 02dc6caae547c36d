"""The choices of a decision that are worth playing out: few, different, and the likely best."""

from collections.abc import Callable, Hashable, Sequence
from typing import Final

from bot.games.chowpow.kai.ahead import LookAhead
from bot.games.chowpow.kai.habits import Habits
from bot.games.chowpow.kai.memory import remembered
from bot.games.chowpow.kai.sides import strongest
from bot.games.chowpow.kai.twin import FACES, TOTAL, Coded, Twin, coded, key
from bot.games.chowpow.rules.actions import (
    Action,
    Attack,
    BattleBoard,
    Counter,
    Decline,
    Defend,
    Flip,
    LayDown,
    Pair,
    Pass,
    Take,
)
from bot.games.chowpow.rules.state import Phase
from bot.games.chowpow.rules.view import View

__all__ = ["MOST", "candidates"]

MOST: Final = 8
"""The most choices that are played out."""

_FIRST: Final = 1e9
"""A rank above all others."""

_Rank = Callable[[Action], float]


def candidates(view: View, legal: Sequence[Action], twin: Twin, habits: Habits) -> Sequence[Action]:
    """Return the choices to play out, at least one: refusals, then the most promising ones.

    ``twin`` is any table of the View; only the viewer's own hand is read.
    """
    rank = _chow_rank(view) or _battle_rank(view, twin, habits)
    best: dict[Hashable, Action] = {}
    first = sorted(legal, key=lambda each: (isinstance(each, Pass | Decline), rank(each)))
    for each in reversed(first):
        best.setdefault(_kind(view, each), each)
    return [*best.values()][:MOST]


def _chow_rank(view: View) -> _Rank | None:
    """Return how promising each action of a Chow is; None in another phase."""
    if view.phase not in (Phase.FLIP, Phase.PAIR, Phase.TAKE):
        return None
    ahead = LookAhead(view, remembered(view, forgetful=False))

    def rank(action: Action) -> float:
        match action:
            case Flip(slot):
                return ahead.flipped(slot.place)
            case Pair(first, second):
                return ahead.match(first.place, second.place)
            case Take(slot) if view.pair is not None:
                return ahead.taken(view.pair[0].place, view.pair[1].place, slot.place)
        return 0.0

    return rank


def _battle_rank(view: View, twin: Twin, habits: Habits) -> _Rank:
    """Return how promising each action of a battle is, by the odds of the fast player."""
    hand = twin.hands[view.viewer or 0]

    def rank(action: Action) -> float:
        match action:
            case Attack(target, cards):
                side = [*map(coded, cards)]
                added = strongest(_without(hand, side), side)
                return habits.attack_gain(twin, key(side), key(added), view.counts[target])
            case Defend(cards) | Counter(cards):
                return _against(view, [*map(coded, cards)])
            case LayDown(cards):
                side = [*map(coded, cards)]
                # The cheapest card first, as one often has to be given up; then the strongest.
                return float(key(side)) if len(side) > 1 else _FIRST - (side[0] & FACES)
            case BattleBoard(card):
                return float(card.number)
            case Flip(slot):
                pile = twin.piles[slot.place]
                return float(pile[-1] & FACES if twin.shown[slot.place] else 0)
        return 0.0

    return rank


def _against(view: View, side: Sequence[Coded]) -> float:
    """Return how well cards answer the other side: those that lead first, then the cheapest.

    In the last turn of a game all that leads is won, so then the most comes first.
    """
    battle, seat = view.battle, view.viewer
    if battle is None or seat is None:
        return 0.0
    other = battle.defence if seat == battle.attacker else battle.attack
    laid = key([*map(coded, battle.laid(seat)), *side])
    total = float(key(side) & TOTAL)
    if laid <= key([*map(coded, other)]):
        return -total
    return _FIRST + (total if view.last == 0 else -total)


def _without(hand: Sequence[Coded], gone: Sequence[Coded]) -> list[Coded]:
    left = [*hand]
    for card in gone:
        left.remove(card)
    return left


def _kind(view: View, action: Action) -> Hashable:
    """Return what an action has in common with others of which only the best is played out."""
    match action:
        case Attack(target, cards):
            return target, frozenset(card.code for card in cards), len(cards)
        case LayDown(cards) if len(cards) == 1:
            return None
        case Defend(cards) | Counter(cards) | LayDown(cards):
            return frozenset(card.code for card in cards), len(cards)
        case Flip(slot) if view.phase is Phase.BOARD and view.slots[slot.place].face is None:
            return None
    return action
