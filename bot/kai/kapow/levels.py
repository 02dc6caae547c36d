"""Kai's players of Kapow!: they look equally far, and differ in how they appraise a hand."""

from bot.kai.kapow.ahead import OneTurnAhead
from bot.kai.kapow.appraisal import Appraisal
from bot.kai.kapow.outlook import Outlook

__all__ = ["ColumnKapow", "GreedyKapow"]


class GreedyKapow(OneTurnAhead):
    """Guesses what will be left of its hand, and what it gives to the next player."""

    def __init__(self) -> None:
        super().__init__(Appraisal)


class ColumnKapow(OneTurnAhead):
    """Knows what each column is worth with the cards unseen, its own and the others'."""

    def __init__(self) -> None:
        super().__init__(Outlook)
