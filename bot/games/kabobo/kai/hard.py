"""Hard: averages over random worlds, and maximises the chance to win the match."""

from collections.abc import Iterator, Sequence
from functools import cached_property
from typing import Final, NamedTuple

from bot.game.contract import Seat
from bot.game.moves import Decline, Draw, of_kind
from bot.games.kabobo.kai.outlook import Outlook, spread
from bot.games.kabobo.rules import actions as act
from bot.games.kabobo.rules.cards import PLACES, Card, Spot, Suit
from bot.games.kabobo.rules.view import Phase, View
from bot.kai.player import Choice, only_choice
from bot.kai.words import because

SURE: Final = 0.7
"""Kai calls if this yields at least this share of a certain highest score's value."""

DRAWS: Final = 10

SEEN: Final = 0.01
"""The value of looking at a card, while there is time to use the knowledge."""

BETTER: Final = 0.002


class HardKabobo:
    """Maximises the chance to win the match; remembers everything it has seen."""

    def choose(self, view: View, legal: Sequence[act.Action]) -> Choice[act.Action]:
        """Return the most promising action, and why."""
        if only := only_choice(legal):
            return only
        if view.phase is Phase.PEEK:
            return Choice(act.Peek(0, 1), because("any_two"))
        thought = _Thought(view)
        if view.phase is Phase.TURN:
            return thought.turn(legal)
        if view.phase is Phase.DRAWN:
            return thought.drawn()
        return thought.power(legal)


class ValuedTrade(NamedTuple):
    """A trade and the value of the hand after it."""

    worth: float
    trade: act.Trade


class _Thought:
    def __init__(self, view: View) -> None:
        self.view = view
        self.outlook = Outlook(view, view.caller)
        self.now = self.outlook.now()

    def turn(self, legal: Sequence[act.Action]) -> Choice[act.Action]:
        if act.Call() in legal and self._should_call():
            return Choice(act.Call(), because("call_best"))
        place, taken = self._best_place(self.view.discard_pile[0])
        if taken > max(self.now + BETTER, self._hoped_for()):
            return Choice(act.TakeDiscard(place), because("open_better"))
        return Choice(Draw(), because("deck_promises"))

    def drawn(self) -> Choice[act.Action]:
        card = self.view.drawn
        if card is None:
            raise ValueError("only the seat to move knows the drawn card")
        place, kept = self._best_place(card)
        if kept > self._seasoned(card.suit) + BETTER:
            return Choice(act.Keep(place), because("drawn_better"))
        return Choice(act.Season(), because("drawn_no_better"))

    def power(self, legal: Sequence[act.Action]) -> Choice[act.Action]:
        hands = self.view.hands
        own = hands[self.outlook.seat]
        checks = [a for a in of_kind(legal, act.Check) if own[a.place].card is None]
        if checks:
            return Choice(checks[0], because("shows_own"))
        looks = [
            a for a in of_kind(legal, act.Look) if hands[a.spot.seat][a.spot.place].card is None
        ]
        if looks:
            return Choice(looks[0], because("shows_other"))
        if self.view.discard_pile[0].suit is Suit.HEARTS:
            return self._trade()
        locks = [a for a in of_kind(legal, act.Lock) if own[a.place].card is not None]
        if locks:
            best = max(locks, key=lambda lock: _value(own[lock.place].card))
            return Choice(best, because("lock"))
        return Choice(Decline(), because("no_power"))

    def _should_call(self) -> bool:
        called = Outlook(self.view, caller=self.outlook.seat)
        for_certain = called.stakes.if_best((called.seat,))
        now = called.stakes.now()
        return called.now() - now >= SURE * (for_certain - now)

    def _best_place(self, card: Card) -> tuple[int, float]:
        worth = {place: self.outlook.with_card(place, card) for place in PLACES}
        best = max(worth, key=worth.__getitem__)
        return best, worth[best]

    def _hoped_for(self) -> float:
        tried = spread(self.outlook.unseen, DRAWS)
        worth = (max(self._seasoned(card.suit), self._best_place(card)[1]) for card in tried)
        return sum(worth) / len(tried)

    def _seasoned(self, suit: Suit | None) -> float:
        if suit is Suit.HEARTS and self._best_trade:
            return max(self.now, self._best_trade.worth)
        shows = suit in {Suit.SPADES, Suit.CLUBS} and not self.outlook.ends_soon
        return self.now + SEEN * shows

    def _trade(self) -> Choice[act.Action]:
        best = self._best_trade
        if best and best.worth > self.now + BETTER:
            return Choice(best.trade, because("trade_better"))
        return Choice(Decline(), because("no_trade"))

    @cached_property
    def _best_trade(self) -> ValuedTrade | None:
        return best_trade(self.view, self.outlook)


def best_trade(view: View, outlook: Outlook) -> ValuedTrade | None:
    """Return the trade with the best result for the viewer; None if there is none."""
    trades = _trades(view, outlook.seat)
    weighed = (ValuedTrade(outlook.traded(trade.place, trade.spot), trade) for trade in trades)
    return max(weighed, key=lambda each: each.worth, default=None)


def _trades(view: View, me: Seat) -> Iterator[act.Trade]:
    for place in _different(view, me):
        for seat in range(view.seats):
            if seat != me:
                yield from (act.Trade(place, Spot(seat, other)) for other in _different(view, seat))


def _different(view: View, seat: Seat) -> Iterator[int]:
    """Yield a seat's unlocked places; of those with unknown cards, only one."""
    unknown_too = False
    for place, laid in enumerate(view.hands[seat]):
        if laid.locked or (laid.card is None and unknown_too):
            continue
        unknown_too |= laid.card is None
        yield place


def _value(card: Card | None) -> int:
    return 0 if card is None else card.value
