"""A person at the page who plays Kapow!."""

import re
from collections.abc import Mapping
from typing import ClassVar, Final

from tests.local.visitor import Visitor

__all__ = ["KapowVisitor"]

FACE_DOWN: Final = re.compile(r"(?<!Why)\?$")
"""A place of the hand, and not the button for a reason."""

PRESSED: Final[Mapping[str, str | re.Pattern[str]]] = {
    "opening-first": FACE_DOWN,
    "take": "Draw pile",
    "place": FACE_DOWN,
    "way": "Beneath",
    "kapow": "End turn",
}


class KapowVisitor(Visitor):
    """Turns up a card each turn until the round is over, however the cards fall."""

    steps: ClassVar[Mapping[str, str]] = {
        "opening-first": "pick the first",
        "opening-second": "Pick the second card",
        "take": "Take (a card|the top discard)",
        "place": "Pick a place",
        "way": "Pick how to play",
        "kapow": "Pick a KAPOW! card",
        "over": "is over|is closed",
    }
    _tried_beneath = False

    def choose(self, step: str, shown: str) -> None:
        """Press what turns up a card; once, a power card goes beneath a number."""
        if step == "opening-second":
            # The last one is chosen already: pressing it again would take that back.
            self.hand.get_by_role("button", name=FACE_DOWN, disabled=False).first.click()
        elif step == "place" and "the power card" in shown and not self._tried_beneath:
            self._tried_beneath = True
            self.press(self.hand, re.compile(r"^\d+$"))
        elif step == "place" and not self.has(FACE_DOWN):
            # Somebody else has gone out, and in a final turn all cards are turned up.
            self.press(self.hand, "Discard")
        else:
            self.press(self.hand, PRESSED[step])
