"""Playing for a person whose time has run out: without starting battles in their name."""

from collections.abc import Sequence
from typing import Final, TypeVar

from bot.games.chowpow.kai.mindful import MindfulChowpow
from bot.games.chowpow.rules.actions import Action, Decline, Defend, LayDown, Pass
from bot.games.chowpow.rules.cards import Card, total
from bot.games.chowpow.rules.state import Phase
from bot.games.chowpow.rules.view import View
from bot.kai.player import Choice
from bot.kai.reason import because

__all__ = ["LateChowpow"]

T = TypeVar("T", Defend, LayDown)


class LateChowpow(MindfulChowpow):
    """Loses as few points as possible in battles; plays Chows as Kai does."""

    def choose(self, view: View, legal: Sequence[Action]) -> Choice[Action]:
        """Return the cheapest legal defence, no attack and no counter; otherwise Kai's choice."""
        if view.phase in _REFUSALS:
            refusal = _REFUSALS[view.phase]
            if refusal in legal:
                return Choice(refusal, because("not_told_to"))
        if view.phase is Phase.DEFEND:
            return _cheapest([each for each in legal if isinstance(each, Defend)])
        if view.phase is Phase.BUFFET:
            return _cheapest([each for each in legal if isinstance(each, LayDown)])
        return super().choose(view, legal)


_REFUSALS: Final[dict[Phase, Action]] = {Phase.POW: Pass(), Phase.COUNTER: Decline()}


def _cheapest(ways: Sequence[T]) -> Choice[Action]:
    return Choice(min(ways, key=_price), because("cheapest"))


def _price(way: Defend | LayDown) -> tuple[int, int, tuple[Card, ...]]:
    """Return the points at risk; among equals, more cards are stronger."""
    return total(way.cards), -len(way.cards), way.cards
