"""A person at the page who plays Kapow!."""

import re
from collections.abc import Mapping
from typing import ClassVar, Final

from tests.local.visitor import Visitor

__all__ = ["KapowVisitor"]

PRESSED: Final = {
    "opening-first": "?",
    "take": "Draw pile",
    "place": "?",
    "way": "Beneath",
    "kapow": "End turn",
}


class KapowVisitor(Visitor):
    """Turns up a card each turn until the round is over, however the cards fall."""

    steps: ClassVar[Mapping[str, str]] = {
        "opening-first": "choose the first",
        "opening-second": "which other one",
        "take": "Take a card",
        "place": "Choose a place",
        "way": "How do you play it",
        "kapow": "You can swap",
        "over": "is over|is closed",
    }
    _tried_beneath = False

    def choose(self, step: str, shown: str) -> None:
        """Press what turns up a card; once, a power card goes beneath a number."""
        if step == "opening-second":
            # The last one is chosen already: pressing it again would take that back.
            self.hand.get_by_role("button", name="?", disabled=False).first.click()
        elif step == "place" and "the power card" in shown and not self._tried_beneath:
            self._tried_beneath = True
            self.press(self.hand, re.compile(r"^\d+$"))
        elif step == "place" and not self.has("?"):
            # Somebody else has gone out, and in a final turn all cards are turned up.
            self.press(self.hand, "Discard")
        else:
            self.press(self.hand, PRESSED[step])
