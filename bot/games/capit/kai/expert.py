"""Expert: plays the round out after each choice, for the match; roughly without Numba."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Final

from bot.game.held import cards_of
from bot.game.moves import of_kind
from bot.games.capit.kai.hard import LAYING, POINT, HardCapit, Prospects, cost
from bot.games.capit.rules.actions import Action, Discard
from bot.games.capit.rules.cards import points
from bot.games.capit.rules.view import Phase, View
from bot.kai.advice import EvaluatedAction, Prospect
from bot.kai.player import Choice, only_choice
from bot.kai.search import Effort, Outcomes, evaluated
from bot.kai.words import because

if TYPE_CHECKING:
    from bot.games.capit.rules.cards import Card


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


class ExpertCapit:
    """Compares what is worth a thought by playing the round out, beside what hard would do."""

    def __init__(self, effort: Effort | None = None, number: int = 0) -> None:
        """Think so much, or as much as usual, with the dice of this number."""
        self._effort, self._number = effort, number
        self._hard = HardCapit()

    def with_dice(self, number: int) -> "ExpertCapit":
        """Return the same player with other dice; see :class:`bot.kai.advice.WithDice`."""
        return ExpertCapit(self._effort, number)

    def choose(self, view: View, legal: Sequence[Action]) -> Choice[Action]:
        """Return the action that is likely to have the best chance to win the match, and why."""
        if only := only_choice(legal):
            return only
        usual = self._hard.choose(view, legal)
        found = self._outcomes(view, legal, (usual.action,))
        base = found[usual.action]
        best = max(found, key=lambda action: found[action].lead(base, LIKELY))
        return usual if best == usual.action else Choice(best, because("promises_most"))

    def consider(
        self, view: View, legal: Sequence[Action], also: Sequence[Action] = ()
    ) -> Sequence[EvaluatedAction[Action]]:
        """Return what is worth a thought, and ``also``; see :func:`bot.kai.search.evaluated`."""
        asked = (self._hard.choose(view, legal).action, *also)
        found = evaluated(self._outcomes(view, legal, asked), asked[0], SURE, asked)
        # A difference of few deals may come to less than nothing.
        return [replace(each, prospect=_at_least_none(each.prospect)) for each in found]

    def _outcomes(
        self, view: View, legal: Sequence[Action], asked: Sequence[Action]
    ) -> Mapping[Action, Outcomes]:
        """Return what comes of the actions asked for, and then of others worth a thought."""
        # Only where Kai thinks: the compiler takes a second and 65 MB.
        from bot.games.capit.kai.engine.search import USUAL, Search  # noqa: PLC0415 - see above

        first = [*dict.fromkeys(asked)]
        actions = [*dict.fromkeys((*first, *self._worth(view, legal)))]
        search = Search(view, self._effort or USUAL, self._number)
        return dict(zip(actions, search.outcomes(actions, len(first)), strict=True))

    @staticmethod
    def _worth(view: View, legal: Sequence[Action]) -> Sequence[Action]:
        if view.phase is not Phase.PLAY:
            return legal
        discards = _discards(view, legal)
        lays = [way for kind in LAYING for way in sorted(of_kind(legal, kind), key=cost)[-WAYS:]]
        return [*lays, *discards[: 2 if lays else DISCARDS]]


def _at_least_none(prospect: Prospect) -> Prospect:
    return replace(prospect, points=max(0.0, prospect.points), field=max(0.0, prospect.field))


def _discards(view: View, legal: Sequence[Action]) -> Sequence[Action]:
    """Return the discards: those that serve the contract least first, or that cost most."""
    worth: dict[Card, float] = {}
    if view.viewer not in view.laid:
        hand = cards_of(view.hand)
        uses = Prospects(hand, view.contract, view.options.run_suit).uses()
        worth = {card: uses.get(card, WILD) for card in set(hand)}
    discards = of_kind(legal, Discard)
    return sorted(discards, key=lambda d: worth.get(d.card, 0.0) - POINT * points(d.card))


def prepare(view: View, legal: Sequence[Action]) -> bool:
    """Make ready what the first thought would wait for; see :class:`bot.kai.player.Kai`."""
    from bot.kai.compiled import IS_COMPILED  # noqa: PLC0415 - brings the compiler along

    ExpertCapit().consider(view, legal)
    return IS_COMPILED
