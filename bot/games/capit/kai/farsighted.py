"""The strongest player of CAP-IT: plays the round out after each choice, for the match.

Where Numba is missing there is time for a few playouts only, so its figures are rough.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Final, TypeVar

from bot.game.deck import SECRET_BYTES, Chance
from bot.games.capit.kai.prospects import Prospects
from bot.games.capit.kai.thrifty import POINT, ThriftyCapit
from bot.games.capit.rules.actions import (
    Action,
    Discard,
    LayContract,
    LayMeld,
    LayOff,
    Swap,
)
from bot.games.capit.rules.cards import Card, points
from bot.games.capit.rules.game import CAPIT
from bot.games.capit.rules.hands import cards_of
from bot.games.capit.rules.state import Phase
from bot.games.capit.rules.view import View
from bot.kai.advice import EvaluatedAction
from bot.kai.player import Choice, only_choice
from bot.kai.reason import because

if TYPE_CHECKING:
    from bot.games.capit.kai.search import Effort, Outcomes

__all__ = ["FarsightedCapit", "prepare"]

T = TypeVar("T")
Laying = TypeVar("Laying", bound=LayContract | LayMeld | LayOff | Swap)

DISCARDS: Final = 5
"""How many discards are worth a thought."""

WAYS: Final = 3
"""How many ways to lay cards of each kind are worth a thought."""

SURE: Final = 2.0
"""Standard errors by which a choice has to be ahead of the usual one, to be told as better."""

LIKELY: Final = 1.0
"""Standard errors by which it has to be ahead to be played."""

WILD: Final = 100.0
"""What a wild serves the contract: more than any natural card."""


class FarsightedCapit:
    """Compares what is worth a thought by playing the round out, beside what hard would do."""

    def __init__(self, effort: "Effort | None" = None, number: int = 0) -> None:
        """Think so much, or as much as usual, with the dice of this number."""
        self._effort, self._number = effort, number
        self._plain = ThriftyCapit()

    def with_dice(self, number: int) -> "FarsightedCapit":
        """Return the same player with other dice; see :class:`bot.kai.advice.WithDice`."""
        return FarsightedCapit(self._effort, number)

    def choose(self, view: View, legal: Sequence[Action]) -> Choice[Action]:
        """Return the action that is likely to have the best chance to win the match, and why."""
        if only := only_choice(legal):
            return only
        usual = self._plain.choose(view, legal)
        found = self._outcomes(view, legal, (usual.action,))
        base = found[usual.action]
        best = max(found, key=lambda action: found[action].lead(base, LIKELY))
        return usual if best == usual.action else Choice(best, because("promises_most"))

    def consider(
        self, view: View, legal: Sequence[Action], also: Sequence[Action] = ()
    ) -> Sequence[EvaluatedAction[Action]]:
        """Return the choices worth a thought, and those of ``also``, best first.

        What others seem to be ahead of the usual choice by chance is left out of what they promise.
        What is asked for is taken to be as good as the usual one unless it surely is not.
        """
        asked = (self._plain.choose(view, legal).action, *also)
        outcomes = self._outcomes(view, legal, asked)
        base = outcomes[asked[0]]
        first = base.beside(base)
        found: list[EvaluatedAction[Action]] = []
        for action, each in outcomes.items():
            prospect = each.beside(base)
            ahead, behind = each.surely_ahead(base, SURE), base.surely_ahead(each, SURE)
            if action in asked and not ahead and not behind:
                prospect = first
            elif prospect.chance > first.chance and not ahead:
                prospect = replace(prospect, chance=first.chance)
            found.append(EvaluatedAction(action, prospect))
        return sorted(found, key=lambda each: -each.prospect.chance)

    def _outcomes(
        self, view: View, legal: Sequence[Action], asked: Sequence[Action]
    ) -> "Mapping[Action, Outcomes]":
        """Return what comes of the actions asked for, and then of others worth a thought."""
        # Only where Kai thinks: the compiler takes a second and 65 MB.
        from bot.games.capit.kai.search import USUAL, Search  # noqa: PLC0415 - see above

        first = [*dict.fromkeys(asked)]
        actions = [*dict.fromkeys((*first, *self._worth(view, legal)))]
        search = Search(view, self._effort or USUAL, self._number)
        return dict(zip(actions, search.outcomes(actions, len(first)), strict=True))

    @staticmethod
    def _worth(view: View, legal: Sequence[Action]) -> Sequence[Action]:
        """Return the choices worth a thought."""
        if view.phase is not Phase.PLAY:
            return legal
        discards = _discards(view, legal)
        lays: list[Action] = [
            *_dearest(_of(legal, LayContract)),
            *_dearest(_of(legal, Swap)),
            *_dearest(_of(legal, LayMeld)),
            *_dearest(_of(legal, LayOff)),
        ]
        return [*lays, *discards[: 2 if lays else DISCARDS]]


def _discards(view: View, legal: Sequence[Action]) -> Sequence[Action]:
    """Return the discards: those that serve the contract least first, or that cost most."""
    worth: dict[Card, float] = {}
    if view.viewer not in view.laid:
        hand = cards_of(view.hand)
        uses = Prospects(hand, view.contract, view.options.run_suit).uses()
        worth = {card: uses.get(card, WILD) for card in set(hand)}
    discards = _of(legal, Discard)
    return sorted(discards, key=lambda d: worth.get(d.card, 0.0) - POINT * points(d.card))


def _dearest(ways: Sequence[Laying]) -> Sequence[Laying]:
    """Return the ways to lay cards that take the most points out of the hand."""
    return sorted(ways, key=_cost)[-WAYS:]


def _cost(action: LayContract | LayMeld | LayOff | Swap) -> int:
    """Return the points that leave the hand."""
    cards = (action.card, *action.use.cards) if isinstance(action, Swap) else action.cards
    return sum(map(points, cards))


def _of(legal: Sequence[Action], kind: type[T]) -> list[T]:
    return [action for action in legal if isinstance(action, kind)]


def prepare() -> bool:
    """Make ready what the first thought would wait for; see :class:`bot.kai.kai.Kai`."""
    from bot.kai.compiled import IS_COMPILED  # noqa: PLC0415 - brings the compiler along

    state, _ = CAPIT.new(CAPIT.options(), min(CAPIT.seats), Chance(bytes(SECRET_BYTES)))
    seat = state.to_move
    FarsightedCapit().consider(CAPIT.view(state, seat), CAPIT.legal(state, seat))
    return IS_COMPILED
