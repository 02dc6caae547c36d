"""A person at the page who plays CAP-IT."""

import re
from collections.abc import Mapping
from typing import ClassVar, Final

from tests.local.visitor import Visitor

__all__ = ["CapitVisitor"]

TAKES: Final = 3
"""The visitor begins one in this many turns with the top of the discard pile."""

CHOSEN: Final = {
    "what": "What do you lay?",
    "cards": "With which cards?",
    "meld": "New",
    "where": "Which meld?",
    "wild": "Replace a wild card",
    "use": "Use the",
    "discard": "Discard a card",
}
"""In these steps, the menu whose first line is chosen."""


class CapitVisitor(Visitor):
    """Lays whatever can be laid, the contract in another way than the best; all by clicks."""

    steps: ClassVar[Mapping[str, str]] = {
        "over": "The (round|match) is over|is closed",
        "sure": "End the round\\?",
        "draw": "or push|[Dd]raw a card|sk the empty draw pile for a card",
        "what": "Pick what to lay",
        "cards": "Pick the cards",
        "meld": "Pick a meld to lay",
        "where": "Pick a meld for",
        "wild": "Pick a card to replace a wild",
        "use": "Pick where the",
        "shed": "Lay off all of these",
        "lay": "Lay (what you like|your contract)",
        "discard": "Discard a card to end your turn",
    }
    _turns = 0

    def choose(self, step: str, shown: str) -> None:  # noqa: ARG002 - the step tells enough
        """Draw, lay what there is to lay, and discard."""
        if step == "sure":
            self.press(self.hand, "Yes, end the round")
        elif step == "draw":
            self._draw()
        elif step == "shed":
            self.press(self.hand, "Lay off these")
        elif step == "lay":
            self._lay()
        else:
            self.pick(CHOSEN[step])

    def _draw(self) -> None:
        self._turns += 1
        takes = self._turns % TAKES == 0 and self.has("Take the")
        self.press(self.hand, re.compile("Take the" if takes else "Push to|Draw a card|Ask the"))

    def _lay(self) -> None:
        for label in ("Other ways to lay it", "Replace a wild", "New meld", "Lay off"):
            if self.has(label):
                return self.press(self.hand, label)
        return self.pick("Lay a card off")
