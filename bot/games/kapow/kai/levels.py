"""Kai's players of Kapow!, from the weakest to the strongest."""

from dataclasses import replace

from bot.game.contract import Seat
from bot.games.kapow.kai.ahead import OneTurnAhead
from bot.games.kapow.kai.appraisal import Appraisal
from bot.games.kapow.kai.learned.guide import NetworksGuide
from bot.games.kapow.kai.rollouts import Effort, FarsightedKapow
from bot.games.kapow.rules.cards import Card
from bot.games.kapow.rules.view import View

__all__ = ["EasyKapow", "ExpertKapow", "HardKapow", "NormalKapow"]


class _ShortSighted(Appraisal):
    """Considers its next turn and columns that lack one card, but not the other players.

    It remembers the top two discards.
    """

    def __init__(self, view: View, seat: Seat) -> None:
        super().__init__(replace(view, discard_pile=view.discard_pile[:2]), seat)
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


class HardKapow(FarsightedKapow):
    """Plays out the best choices for four turns of each seat: within 0.1 s of CPU."""

    def __init__(self) -> None:
        super().__init__(Effort(300, 4, 5), Effort(500, 4, 5))


class ExpertKapow(FarsightedKapow):
    """Plays out more choices, more often and longer: within a second of CPU.

    With two players, it uses the trained networks.
    """

    def __init__(self) -> None:
        super().__init__(Effort(600, 4, 6, NetworksGuide), Effort(1500, 6, 6))
