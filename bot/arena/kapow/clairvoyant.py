"""*clairvoyant*: sees every card. No opponent, but a measure of what can be reached.

It is not the bound that it is to be: docs/arena.md says what it falls short of.

It plans its next turns with the cards that it will draw, as if each of the others drew a card a
turn from the draw pile, unless the next player can be expected to take the open card first. It
keeps the best few plans of each length (a beam search) and plans anew at each decision.
"""

from collections.abc import Iterable, Iterator, Sequence
from heapq import nsmallest
from math import inf
from operator import itemgetter
from typing import Final, NamedTuple

from bot.arena.kapow.foresight import Foresight, endings
from bot.games.game import Seat
from bot.games.kapow.actions import (
    Action,
    Discard,
    Pile,
    PutBeneath,
    PutOnTop,
    Replace,
    Reveal,
    Swap,
    Take,
)
from bot.games.kapow.cards import Card, known
from bot.games.kapow.kapow_step import offers
from bot.games.kapow.legal import plays
from bot.games.kapow.positions import FACE_UP
from bot.games.kapow.state import Phase, State
from bot.games.kapow.triads import Hand
from bot.kai.kapow.plays import Lie, played, settled, swapped
from bot.kai.player import Choice, only_choice

__all__ = ["Clairvoyant"]

# Twice as many plans, or plans of 12 turns, won no more against *tips* in 16 rounds each.
_TURNS: Final = 7
"""How many turns are planned."""

_PLANS: Final = 16
"""How many plans of each length are kept."""

_SWAPPED: Final = 3
"""Swaps are tried after so many plays of a card, the best ones by themselves."""

_FEW: Final = 3
"""So many cards are looked ahead for that."""

_DISCARD: Final = (Discard(),)

_WORTH_A_SWAP: Final = 0.01
"""A swap has to save at least so many points, so that swapping comes to an end."""


class _Plan(NamedTuple):
    first: Action
    """What it begins with now."""
    end: Lie
    """How its last turn ends."""
    drawn: int
    """How many cards of the draw pile are gone by then."""
    gift: float
    """What the card left open this turn costs."""
    drawing: int
    """How many of the others will draw a card before the seat's next turn."""


class Clairvoyant:
    """Chooses from the state by the best plan that begins with an action."""

    def choose(self, state: State, seat: Seat, legal: Sequence[Action]) -> Choice[Action]:
        """Return the action that the plan of least cost begins with."""
        if only := only_choice(legal):
            return only
        foresight = Foresight(state, seat)
        hand = state.hands[seat]
        if state.phase is Phase.OPENING:
            pairs = [action for action in legal if isinstance(action, Reveal)]
            two = min(pairs, key=lambda pair: foresight.guess(_opened(hand, pair), _TURNS))
            return Choice(two)
        costs = _costs(foresight, _begun(foresight, hand, legal))
        best = min(costs, key=lambda action: costs[action] + _effort(action))
        return Choice(best)


def _opened(hand: Hand, pair: Reveal) -> Hand:
    """Return a hand with two cards turned up (K3.1)."""
    columns = list(hand)
    for column, row in (pair.first, pair.second):
        triad = columns[column]
        if triad is not None:
            columns[column] = triad.put(row, FACE_UP[known(triad[row].upper)])
    return tuple(columns)


def _effort(action: Action) -> float:
    return _WORTH_A_SWAP if isinstance(action, Swap) else 0.0


def _begun(foresight: Foresight, hand: Hand, legal: Sequence[Action]) -> Iterator[_Plan]:
    """Yield every way to end this turn, by the action that it begins with."""
    for action in legal:
        drawn = int(action == Take(Pile.DRAW))
        for end in _endings(foresight, hand, action):
            after = settled(end)
            drawing = len(foresight.others) - foresight.takes(after.top)
            yield _Plan(action, after, drawn, foresight.gift(after.top, drawn), drawing)


def _endings(foresight: Foresight, hand: Hand, action: Action) -> Iterator[Lie]:
    """Yield how this turn can end after an action."""
    state = foresight.state
    own = Lie(hand, _first(state.discard))
    match action:
        case Take(Pile.DRAW):
            if state.draw:
                yield from _turn(foresight, own, state.draw[0])
            else:
                yield own
        case Take():
            yield from _turn(foresight, Lie(hand, _first(state.discard[1:])), state.discard[0])
        case Swap():
            yield swapped(own, action)
        case Discard() | Replace() | PutOnTop() | PutBeneath() if state.drawn is not None:
            yield from endings(played(own, known(state.drawn.card), action))
        case _:
            yield own


def _turn(foresight: Foresight, own: Lie, card: Card) -> Iterator[Lie]:
    """Yield how a turn can end that plays a card."""
    ends = [played(own, card, play) for play in plays(own.hand, card, _DISCARD)]
    yield from ends
    if any(offers(end.hand).swaps for end in ends):
        likely = nsmallest(_SWAPPED, ends, key=lambda end: foresight.guess(settled(end).hand, _FEW))
        for end in likely:
            yield from endings(end)


def _costs(foresight: Foresight, plans: Iterable[_Plan]) -> dict[Action, float]:
    """Return the cost of the best plan that begins with each action."""
    costs: dict[Action, float] = {}
    for turn in range(1, _TURNS + 1):
        going_on: list[tuple[float, _Plan]] = []
        for plan in plans:
            cost = plan.gift + foresight.cost(plan.end, plan.drawn, turn)
            is_last = turn == _TURNS or foresight.is_over(plan.end.hand)
            if is_last or not _next_card(foresight, plan):
                costs[plan.first] = min(cost, costs.get(plan.first, inf))
            else:
                going_on.append((cost, plan))
        plans = _longer(foresight, _best(going_on))
    return costs


def _best(plans: list[tuple[float, _Plan]]) -> list[_Plan]:
    """Return the plans of least cost, those that lead to the same but once."""
    best: dict[tuple[Hand, int], _Plan] = {}
    for _, plan in sorted(plans, key=itemgetter(0)):
        best.setdefault((plan.end.hand, plan.drawn), plan)
        if len(best) == _PLANS:
            break
    return [*best.values()]


def _longer(foresight: Foresight, plans: Iterable[_Plan]) -> Iterator[_Plan]:
    """Yield the plans that are one turn longer."""
    for plan in plans:
        for card in _next_card(foresight, plan):
            for end in _turn(foresight, Lie(plan.end.hand, None), card):
                drawn, drawing = plan.drawn + plan.drawing + 1, len(foresight.others)
                yield plan._replace(end=settled(end), drawn=drawn, drawing=drawing)


def _next_card(foresight: Foresight, plan: _Plan) -> Sequence[Card]:
    """Return the card that the seat will draw next, if there still is one."""
    at = plan.drawn + plan.drawing
    return foresight.state.draw[at : at + 1]


def _first(cards: Sequence[Card]) -> Card | None:
    return cards[0] if cards else None
