"""A person at the page who plays Chow Pow!."""

import re
from collections.abc import Mapping
from typing import ClassVar, Final

from tests.local.visitor import Visitor

__all__ = ["ChowpowVisitor"]

TIMES: Final = "\N{MULTIPLICATION SIGN}"

UNSEEN: Final = re.compile(r"^\s*\?\s*$")
"""What the button of a slot says that nobody has seen yet, unlike the one with *Why?*."""

SLOT: Final = re.compile(rf"^\s*(\?|[A-Z]\d)({TIMES}\d+)?\s*$")
"""What the button of a slot says: not seen yet, or the card that was seen there last, and of a pile
how many cards lie there."""

LAYS: Final = (
    re.compile(r"^(Pow|Defend|Lay down): 1 card"),
    re.compile(r"^Add: [1-9]"),
    "None",
    re.compile(r"^[A-Z]\d"),
    "Add nothing",
)
"""Of these buttons the first one is pressed that there is, once cards are being chosen.

So one card alone is laid at first, and others are left to be added.
"""


class ChowpowVisitor(Visitor):
    """Flips what nobody has seen, battles whenever that is possible, and adds a card if behind."""

    steps: ClassVar[Mapping[str, str]] = {
        "over": "The (round|match) is over|is closed",
        "flip": "Chow! Flip a slot",
        "pair": "Pick your match",
        "take": "Take a slot that touches",
        "cards": "Chosen: ",
        "whom": "Pick a player to battle",
        "attack": "Attack .*Pick a faction",
        "board": "Battle the board with a card, or",
        "for-board": "Flip a slot for the board",
        "defend": "You're under attack: .*Pick a faction",
        "add-to-board": "You're behind: add a card,",
        "counter": "You're behind: add cards,",
        "unable": "You're behind, but",
        "lay": "Showdown: lay down .*Pick a faction",
    }

    def choose(self, step: str, shown: str) -> None:  # noqa: ARG002 - the step tells enough
        """Flip what is not seen yet; lay down a card of the first faction, and add one."""
        if step in ("flip", "for-board", "take"):
            self.press(self.hand, UNSEEN if step != "take" and self.has(UNSEEN) else SLOT)
        elif step == "pair":
            self.press(self.hand, " + ")
        elif step == "cards":
            self.press(self.hand, next(label for label in LAYS if self.has(label)))
        elif step == "unable":
            self.press(self.hand, "Add nothing")
        elif step == "whom":
            self.press(self.hand, re.compile(r"\(\d+\)"))
        elif step in ("board", "add-to-board"):
            self.pick("Battle the board with" if step == "board" else "Add a card")
        else:
            self.pick("Choose a faction")
