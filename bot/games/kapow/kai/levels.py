"""Kai's players of Kapow!, from the weakest to the strongest."""

from dataclasses import replace

from bot.games.kapow.kai.ahead import OneTurnAhead
from bot.games.kapow.kai.appraisal import Appraisal
from bot.games.kapow.kai.searching import Effort, SearchingKapow
from bot.games.kapow.rules.cards import Card
from bot.games.kapow.rules.view import View

__all__ = ["EasyKapow", "ExpertKapow", "HardKapow", "NormalKapow"]


class _ShortSighted(Appraisal):
    """Considers its next turn and columns that lack one card, but not the other players.

    It remembers the top two discards.
    """

    def __init__(self, view: View) -> None:
        super().__init__(replace(view, discard_pile=view.discard_pile[:2]))
        self._turns = 1

    def _misses(self, one: float, _: float, cards: float) -> float:
        return super()._misses(one, 0.0, cards)

    def _gift(self, _: Card | None) -> float:
        return 0.0


class EasyKapow(OneTurnAhead):
    """Evaluates only its own hand."""

    def __init__(self) -> None:
        super().__init__(_ShortSighted)


class NormalKapow(OneTurnAhead):
    """Evaluates its own hand, and what it gives to the next player."""

    def __init__(self) -> None:
        super().__init__(Appraisal)


class HardKapow(SearchingKapow):
    """Plays the best choices out, in some milliseconds of CPU."""

    def __init__(self) -> None:
        super().__init__(Effort(800, 2, 6))


class ExpertKapow(SearchingKapow):
    """Plays more choices out, more often, in some tens of milliseconds of CPU."""

    def __init__(self) -> None:
        super().__init__(Effort(4000, 2, 8))
