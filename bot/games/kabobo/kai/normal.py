"""Easy and normal: they improve their own hand and ignore the others."""

import random
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import ClassVar, Final

from bot.game.moves import Decline, Draw, of_kind
from bot.games.kabobo.kai.outlook import Hand, points, unseen
from bot.games.kabobo.rules import actions as act
from bot.games.kabobo.rules.cards import PLACES, Card, Spot
from bot.games.kabobo.rules.view import How, Laid, Phase, View
from bot.kai.player import Choice, only_choice, seat_of
from bot.kai.words import because

WAYS: Final = 24
"""How many possibilities for the unknown cards of the hand are averaged."""

TAKE: Final = 5.0
"""Points that the open card has to gain."""


class NormalKabobo:
    """Counts only its own points, ignores pieces and other hands, and forgets peeked cards."""

    call_at: ClassVar[float] = 31.0

    peeks_last: ClassVar[int] = 4
    """In circuits; then it forgets its peek."""

    def choose(self, view: View, legal: Sequence[act.Action]) -> Choice[act.Action]:
        """Return the action with the most points for the hand, and why."""
        if only := only_choice(legal):
            return only
        if view.phase is Phase.PEEK:
            return Choice(act.Peek(0, 1), because("any_two"))
        view = _faded(view, self.peeks_last)
        hand = _Own(view)
        if view.phase is Phase.TURN:
            return self._turn(view, hand, legal)
        if view.phase is Phase.DRAWN:
            return _drawn(view, hand)
        return _power(view, hand, legal)

    def _turn(self, view: View, hand: "_Own", legal: Sequence[act.Action]) -> Choice[act.Action]:
        if act.Call() in legal and hand.now >= self.call_at:
            return Choice(act.Call(), because("call_fine"))
        place, gain = hand.best_place(view.discard_pile[0])
        if gain >= TAKE:
            return Choice(act.TakeDiscard(place), because("open_points"))
        return Choice(Draw(), because("open_little"))


class EasyKabobo(NormalKabobo):
    """Only remembers cards it drew and face-up cards, and calls with fewer points."""

    call_at = 28.0
    peeks_last = 0


class _Own:
    def __init__(self, view: View) -> None:
        self.seat = seat_of(view)
        self.laid = view.hands[self.seat]
        self._ways = _ways(self.laid, unseen(view))
        self.now = self._mean(lambda hand: hand)

    def best_place(self, card: Card) -> tuple[int, float]:
        found = {place: self._with(place, card) for place in PLACES}
        best = max(found, key=found.__getitem__)
        return best, found[best] - self.now

    def gain(self, trade: act.Trade, card: Card) -> float:
        return self._with(trade.place, card) - self.now

    def _with(self, place: int, card: Card) -> float:
        return self._mean(lambda hand: (*hand[:place], card, *hand[place + 1 :]))

    def _mean(self, change: Callable[[Hand], Hand]) -> float:
        return sum(points(change(hand)) for hand in self._ways) / len(self._ways)


def _ways(laid: Sequence[Laid], left: Sequence[Card]) -> Sequence[Hand]:
    """Return possible hands; the same View gives the same ones."""
    unknown = sum(each.card is None for each in laid)
    chance = random.Random(0)  # noqa: S311 - deterministic on purpose
    drawn = [iter(chance.sample(left, unknown)) for _ in range(WAYS if unknown else 1)]
    return [
        tuple(next(cards) if each.card is None else each.card for each in laid) for cards in drawn
    ]


def _drawn(view: View, hand: _Own) -> Choice[act.Action]:
    if view.drawn is None:
        raise ValueError("only the seat to move knows the drawn card")
    place, gain = hand.best_place(view.drawn)
    if gain > 0:
        return Choice(act.Keep(place), because("drawn_points"))
    return Choice(act.Season(), because("drawn_no_points"))


def _power(view: View, hand: _Own, legal: Sequence[act.Action]) -> Choice[act.Action]:
    checks = [each for each in of_kind(legal, act.Check) if hand.laid[each.place].card is None]
    if checks:
        return Choice(checks[0], because("shows_own"))
    if trade := _best_trade(view, hand, legal):
        return Choice(trade, because("trade_points"))
    looks = [each for each in of_kind(legal, act.Look) if _at(view, each.spot).card is None]
    if looks:
        return Choice(looks[0], because("shows_other"))
    locks = [each for each in of_kind(legal, act.Lock) if hand.laid[each.place].card is not None]
    if locks:
        return Choice(locks[0], because("lock"))
    return Choice(Decline(), because("no_power"))


def _best_trade(view: View, hand: _Own, legal: Sequence[act.Action]) -> act.Trade | None:
    found = []
    for trade in of_kind(legal, act.Trade):
        card = _at(view, trade.spot).card
        if card is not None:
            found.append((hand.gain(trade, card), str(trade), trade))
    gain, _, best = max(found, default=(0.0, "", None))
    return best if gain > 0 else None


def _at(view: View, spot: Spot) -> Laid:
    return view.hands[spot.seat][spot.place]


def _faded(view: View, peeks_last: int) -> View:
    """Return the View without cards seen in earlier turns, and without an old peek."""
    forgotten = {How.LOOK, How.PEEK} if view.turns > peeks_last * view.seats else {How.LOOK}

    def faded(laid: Laid) -> Laid:
        old = laid.how(view.viewer) in forgotten and view.viewer not in laid.fresh
        return laid._replace(card=None) if old and not laid.face_up else laid

    return replace(view, hands=tuple(tuple(map(faded, hand)) for hand in view.hands))
