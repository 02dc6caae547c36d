"""What the choices of Kapow! are worth, one turn ahead."""

from collections.abc import Callable, Sequence
from math import erf, sqrt
from typing import Final

from bot.games.kapow.actions import (
    Action,
    Discard,
    EndTurn,
    Pile,
    PutBeneath,
    PutOnTop,
    Replace,
    Swap,
    Take,
)
from bot.games.kapow.view import View
from bot.kai.advice import Considered, Prospect
from bot.kai.kapow.ahead import best_play, lie_of
from bot.kai.kapow.outlook import Outlook
from bot.kai.kapow.plays import played, swapped

__all__ = ["KapowAdviser"]

_SPREAD: Final = 18.0
"""How far two players' points of a round lie apart, as a standard deviation."""


class KapowAdviser:
    """Weighs every choice with the tables of columns."""

    def consider(
        self, view: View, legal: Sequence[Action], also: Sequence[Action] = ()
    ) -> Sequence[Considered[Action]]:
        """Return all choices that the tables can weigh, best first."""
        cost = _costs(view)
        found = [
            Considered(action, _prospect(view, cost(action)))
            for action in dict.fromkeys((*legal, *also))
        ]
        return sorted(found, key=lambda each: -each.prospect.margin)


def _costs(view: View) -> Callable[[Action], float]:
    seat = view.to_move
    outlook = Outlook(view, seat)
    before = lie_of(view)

    def cost(action: Action) -> float:
        match action:
            case Take(Pile.DISCARD):
                beneath = view.discard[1] if len(view.discard) > 1 else None
                return best_play(outlook, beneath, view.discard[0], may_discard=False)
            case Take(Pile.DRAW):
                return sum(
                    chance * best_play(outlook, before.top, card, may_discard=True)
                    for card, chance in outlook.odds.cards.items()
                    if chance > 0
                )
            case Swap():
                return outlook.best_cost(swapped(before, action))
            case EndTurn():
                return outlook.cost(before)
            case Discard() | Replace() | PutOnTop() | PutBeneath() if (
                view.drawn and view.drawn.card is not None
            ):
                return outlook.best_cost(played(before, view.drawn.card, action))
        return 0.0

    return cost


def _prospect(view: View, cost: float) -> Prospect:
    others = [total for seat, total in enumerate(view.totals) if seat != view.to_move]
    lead = sum(others) / len(others) - view.totals[view.to_move] - cost
    rounds = max(view.options.rounds - view.round, 0)
    chance = (1 + erf(lead / (_SPREAD * sqrt(rounds + 0.5)) / sqrt(2))) / 2
    return Prospect(cost, 0.0, chance)
