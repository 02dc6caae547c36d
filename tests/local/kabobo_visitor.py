"""A person at the page who plays Kabobo!."""

import re
from collections.abc import Mapping
from typing import ClassVar, Final

from tests.local.visitor import Visitor

__all__ = ["KaboboVisitor"]

TURNS: Final = 8
"""Turns of its own after which the visitor calls, if nobody else has."""

PRESSED: Final = {
    "peek-first": "1: ?",
    "peek-second": "2: ?",
    "take": "4:",
    "sure": "Yes, call",
    "check": "?",
    "look": "?",
    "trade-own": "4:",
    "trade-other": "Kai ·",
    "lock": "1:",
}


class KaboboVisitor(Visitor):
    """Draws and discards for the powers, takes the discard at times, and calls after a while."""

    steps: ClassVar[Mapping[str, str]] = {
        "over": "The round is over|is closed",
        "peek-first": "pick the first",
        "peek-second": "Pick the second card",
        "take": "Pick the card that the",
        "sure": "Everyone else gets one more turn",
        "turn": "Draw a card( or|,) take",
        "drawn": "Pick the card it replaces",
        "check": "Check: pick",
        "look": "Look: pick",
        "trade-own": "pick your card to give away",
        "trade-other": "pick the card you want",
        "lock": "Pick a card of yours to lock",
    }
    _turns = 0

    def choose(self, step: str, shown: str) -> None:
        """Press what the step asks for; powers are left where nothing fits."""
        if step == "turn":
            self._turn()
        elif step == "drawn":
            keeps = "a joker has no power" in shown or "there is no card" in shown
            self.press(self.hand, "3:" if keeps else "Discard it")
        elif self.has(PRESSED[step]):
            self.press(self.hand, PRESSED[step])
        else:
            self.press(self.hand, "Skip")

    def _turn(self) -> None:
        self._turns += 1
        if self._turns >= TURNS and self.has("Call"):
            self._turns = 0
            self.press(self.hand, "Call")
        else:
            self.press(self.hand, re.compile("Take the" if self._turns % 4 == 0 else "Draw a card"))
