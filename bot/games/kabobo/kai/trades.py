"""Finding the best trade (B2.3)."""

from collections.abc import Iterator
from typing import NamedTuple

from bot.game.contract import Seat
from bot.games.kabobo.kai.outlook import Outlook
from bot.games.kabobo.rules.actions import Trade
from bot.games.kabobo.rules.cards import Spot
from bot.games.kabobo.rules.view import View

__all__ = ["ValuedTrade", "best_trade"]


class ValuedTrade(NamedTuple):
    """A trade and the value of the hand after it."""

    worth: float
    trade: Trade


def best_trade(view: View, outlook: Outlook) -> ValuedTrade | None:
    """Return the trade with the best result for the viewer; None if there is none."""
    trades = _trades(view, outlook.seat)
    weighed = (ValuedTrade(outlook.traded(trade.place, trade.spot), trade) for trade in trades)
    return max(weighed, key=lambda each: each.worth, default=None)


def _trades(view: View, me: Seat) -> Iterator[Trade]:
    for place in _different(view, me):
        for seat in range(view.seats):
            if seat != me:
                yield from (Trade(place, Spot(seat, other)) for other in _different(view, seat))


def _different(view: View, seat: Seat) -> Iterator[int]:
    """Yield a seat's unlocked places; of those with unknown cards, only one."""
    unknown_too = False
    for place, laid in enumerate(view.hands[seat]):
        if laid.locked or (laid.card is None and unknown_too):
            continue
        unknown_too |= laid.card is None
        yield place
