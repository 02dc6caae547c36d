"""Kai's first player of Kabobo!: imagines what may lie face down, and hopes for the best."""

from collections.abc import Sequence
from typing import Final

from bot.games.kabobo.actions import (
    Action,
    Call,
    Check,
    Decline,
    Draw,
    Keep,
    Lock,
    Look,
    Peek,
    Season,
    TakeDiscard,
    Trade,
)
from bot.games.kabobo.cards import PLACES, Card
from bot.games.kabobo.state import Phase
from bot.games.kabobo.view import View
from bot.kai.kabobo.worlds import Worlds
from bot.kai.player import Choice, only_choice

__all__ = ["HopefulKabobo"]

SURE: Final = 0.85
"""The chance to have the best hand at which Kai calls in the first turns."""

LESS_SURE: Final = 0.015
"""By how much that goes down with each turn of its own: the others get better as well."""

AT_LEAST: Final = 0.6

DRAWS: Final = 10
"""How many cards that may be drawn are tried, evenly spread over those unseen."""

BETTER: Final = 0.01
"""What a card has to bring before it is worth the place of another one."""


class HopefulKabobo:
    """Chooses what leaves the best chance to win the round; it remembers all that it has seen."""

    def choose(self, view: View, legal: Sequence[Action]) -> Choice[Action]:
        """Return the most promising action, and why."""
        if only := only_choice(legal):
            return only
        if view.phase is Phase.PEEK:
            return Choice(Peek(0, 1), "Any two cards are as good as others to begin with.")
        worlds = Worlds(view)
        if view.phase is Phase.TURN:
            return _turn(worlds, legal)
        if view.phase is Phase.DRAWN:
            return _drawn(worlds)
        return _power(worlds, legal)


def _turn(worlds: Worlds, legal: Sequence[Action]) -> Choice[Action]:
    view = worlds.view
    if Call() in legal and worlds.chance_to_win() >= _wanted(view):
        return Choice(Call(), "The hand should be the best one by now.")
    now = worlds.now()
    place, taken = _best_place(worlds, view.discard[0])
    drawn = _hoped_for(worlds, now)
    if taken > max(now + BETTER, drawn):
        return Choice(TakeDiscard(place), "The open card makes the hand better at once.")
    return Choice(Draw(), "A card from the deck promises more than the open one.")


def _wanted(view: View) -> float:
    """Return the chance to win at which to call."""
    own_turns = view.turns / view.seats
    return max(AT_LEAST, SURE - LESS_SURE * own_turns)


def _best_place(worlds: Worlds, card: Card) -> tuple[int, float]:
    """Return where a card does the most good, and what the hand is worth then."""
    worth = {place: worlds.with_card(place, card) for place in PLACES}
    best = max(worth, key=worth.__getitem__)
    return best, worth[best]


def _hoped_for(worlds: Worlds, now: float) -> float:
    """Return what the hand is worth on the average after a card from the deck."""
    unseen = worlds.unseen
    step = max(1, len(unseen) // DRAWS)
    tried = unseen[step // 2 :: step]
    return sum(max(now, _best_place(worlds, card)[1]) for card in tried) / len(tried)


def _drawn(worlds: Worlds) -> Choice[Action]:
    card = worlds.view.drawn
    if card is None:
        raise ValueError("only the player to move knows the card drawn")
    place, kept = _best_place(worlds, card)
    if kept > worlds.now() + BETTER:
        return Choice(Keep(place), "The card drawn makes the hand better.")
    return Choice(Season(), "The card drawn would better no place of the hand.")


def _power(worlds: Worlds, legal: Sequence[Action]) -> Choice[Action]:
    own = worlds.view.hands[worlds.seat]
    checks = [a for a in legal if isinstance(a, Check) and own[a.place].card is None]
    if checks:
        return Choice(checks[0], "It shows an own card that was not known yet.")
    looks = [a for a in legal if isinstance(a, Look) and _is_unknown(worlds.view, a)]
    if looks:
        return Choice(looks[0], "It shows what somebody else has.")
    trades = [action for action in legal if isinstance(action, Trade)]
    if trades:
        return _trade(worlds, trades)
    locks = [a for a in legal if isinstance(a, Lock) and own[a.place].card is not None]
    if locks:
        best = max(locks, key=lambda lock: _value(own[lock.place].card))
        return Choice(best, "Nobody can trade away a card that is locked.")
    return Choice(Decline(), "The power would bring nothing.")


def _trade(worlds: Worlds, trades: Sequence[Trade]) -> Choice[Action]:
    worth = {trade: worlds.traded(trade.place, trade.spot) for trade in trades}
    best = max(trades, key=worth.__getitem__)
    if worth[best] > worlds.now() + BETTER:
        return Choice(best, "The other card should be of more use here.")
    return Choice(Decline(), "No trade would make the hand any better.")


def _is_unknown(view: View, look: Look) -> bool:
    return view.hands[look.spot.seat][look.spot.place].card is None


def _value(card: Card | None) -> int:
    return 0 if card is None else card.value
