"""People at the page who play each game."""

import re
from collections.abc import Mapping
from typing import ClassVar, Final

from tests.local.visitor import Visitor

FACE_DOWN: Final = re.compile(r"(?<!Why)(?<!Better)\?$")
"""A place of the hand, and not the button for a reason."""

KAPOW_PRESSED: Final[Mapping[str, str | re.Pattern[str]]] = {
    "opening-first": FACE_DOWN,
    "take": "Draw pile",
    "place": FACE_DOWN,
    "way": re.compile(r"^\+"),
    "kapow": "End turn",
}


class KapowVisitor(Visitor):
    """Turns up a card each turn until the round is over, however the cards fall."""

    steps: ClassVar[Mapping[str, str]] = {
        "opening-first": "pick the first",
        "opening-second": "Pick the second card",
        "take": "Draw a card( or take|\\.)|or end the round",
        "place": "Place the",
        "way": "Replace the",
        "kapow": "Swap a KAPOW!",
        "over": "is over|You (won|share|finished)|is closed",
    }
    _tried_beneath = False

    def choose(self, step: str, shown: str) -> None:
        """Press what turns up a card; once, a power card goes beneath a number."""
        if step == "opening-second":
            # The last one is chosen already: pressing it again would take that back.
            self.hand.get_by_role("button", name=FACE_DOWN, disabled=False).first.click()
        elif step == "place" and re.search("Place the ±", shown) and not self._tried_beneath:
            self._tried_beneath = True
            self.press(self.hand, re.compile(r"^\d+$"))
        elif step == "place" and not self.has(FACE_DOWN):
            # Someone else has gone out, and in a final turn all cards are turned up.
            self.press(self.hand, "Discard")
        else:
            self.press(self.hand, KAPOW_PRESSED[step])


KABOBO_TURNS: Final = 8
"""Turns of its own after which the visitor calls, if nobody else has."""

CARD: Final = re.compile(r"[♠-♧]|(?<!Why)(?<!Better)\?|Joker")
"""On the button of a card of Kabobo!."""

KABOBO_PRESSED: Final = {"peek-first": "1: ?", "peek-second": "2: ?", "sure": "Yes, call"}
"""In other steps, a card."""


class KaboboVisitor(Visitor):
    """Draws and discards for the powers, takes the discard at times, and calls after a while."""

    steps: ClassVar[Mapping[str, str]] = {
        "over": "The round is over|You (won|share|finished)|is closed",
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
            keeps = "A joker has no power" in shown or "There's no card" in shown
            self.press(self.hand, CARD if keeps else "Discard")
        else:
            pressed = KABOBO_PRESSED.get(step, CARD)
            self.press(self.hand, pressed if self.has(pressed) else "Skip")

    def _turn(self) -> None:
        self._turns += 1
        if self._turns >= KABOBO_TURNS and self.has("Call"):
            self._turns = 0
            self.press(self.hand, "Call")
        else:
            self.press(self.hand, re.compile("Take the" if self._turns % 4 == 0 else "Draw"))


CAPIT_TAKES: Final = 3
"""The visitor begins one in this many turns with the top of the discard pile."""

CAPIT_CHOSEN: Final = {
    "what": "What do you lay?",
    "cards": "With which cards?",
    "meld": "New meld",
    "where": "Which meld?",
    "wild": "Replace a wild card",
    "use": "Use the",
    "discard": "Discard a card",
}
"""In these steps, the menu whose first line is chosen."""


class CapitVisitor(Visitor):
    """Lays whatever can be laid, the contract in another way than the best; all by clicks."""

    steps: ClassVar[Mapping[str, str]] = {
        "over": "The round is over|You (won|share|finished)|is closed",
        "sure": "End the round\\?",
        "draw": "or push|[Dd]raw a card\\.|asking the empty draw pile",
        "what": "Pick what to lay",
        "cards": "Pick the cards",
        "meld": "Pick a meld to lay",
        "where": "Pick a meld for",
        "wild": "Pick a card to replace a wild",
        "use": "Pick where the",
        "lay": "Lay (what you like|your contract|cards, or discard)",
        "discard": "Discard a card( to end your turn)?\\.",
    }
    _turns = 0

    def choose(self, step: str, shown: str) -> None:  # noqa: ARG002 - the step tells enough
        """Draw, lay what there is to lay, and discard."""
        if step == "sure":
            self.press(self.hand, "Yes, end the round")
        elif step == "draw":
            self._draw()
        elif step == "lay":
            self._lay()
        else:
            self.pick(CAPIT_CHOSEN[step])

    def _draw(self) -> None:
        self._turns += 1
        takes = self._turns % CAPIT_TAKES == 0 and self.has("Take the")
        self.press(self.hand, re.compile("Take the" if takes else "Push to|Draw a card|Ask the"))

    def _lay(self) -> None:
        for label in ("Replace a wild", "Lay off"):
            if self.has(label):
                return self.press(self.hand, label)
        lines = ("Lay it in another way", "Lay a meld", "Lay a card off")
        boxes = [self.hand.get_by_role("combobox", name=re.compile(f"^{line}")) for line in lines]
        menu = next((line for line, box in zip(lines, boxes, strict=True) if box.count()), None)
        return self.pick(menu) if menu else self.press(self.hand, re.compile("^Lay "))


TIMES: Final = "\N{MULTIPLICATION SIGN}"

UNSEEN: Final = re.compile(r"^\s*\?\s*$")
"""What the button of a slot says that nobody has seen yet, unlike *Why?* and *Better?*."""

SLOT: Final = re.compile(rf"^\s*(\?|[A-Z]\d)({TIMES}\d+)?\s*$")
"""What the button of a slot says: not seen yet, or the card that was seen there last, and of a pile
how many cards lie there."""

LAYS: Final = (
    re.compile(r"^(Pow .*|Defend|Lay down): 1 card"),
    re.compile(r"^Add: [1-9]"),
    re.compile(r"^Pow [^:]*$"),
    "Clear",
    re.compile(r"^[A-Z][A-Za-z-]+ \d"),
    "Skip",
)
"""Of these buttons the first one is pressed that there is, once cards are being chosen: so one card
alone is laid at first, and others are left to be added.
"""


class ChowpowVisitor(Visitor):
    """Flips what nobody has seen, battles whenever that is possible, and adds a card if behind."""

    steps: ClassVar[Mapping[str, str]] = {
        "over": "The round is over|You (won!|share|finished)|is closed",
        "flip": "Chow! Flip a card",
        "pair": "Pick your match",
        "take": "Take a slot beside",
        "cards": "Chosen|Pick cards|under attack|add a? ?cards?|lay down at|Battle the board|fits",
        "for-board": "Flip a slot for the board",
    }

    def choose(self, step: str, shown: str) -> None:  # noqa: ARG002 - the step tells enough
        """Flip what is not seen yet; lay down a card of the first faction, and add one."""
        if step in ("flip", "for-board", "take"):
            self.press(self.hand, UNSEEN if step != "take" and self.has(UNSEEN) else SLOT)
        elif step == "pair":
            self.press(self.hand, " + ")
        else:
            # While the page is drawn again there is none of them for a moment.
            label = next((label for label in LAYS if self.has(label)), LAYS[0])
            self.press(self.hand, label)


VISITORS: Final[Mapping[str, type[Visitor]]] = {
    "kapow": KapowVisitor,
    "kabobo": KaboboVisitor,
    "capit": CapitVisitor,
    "chowpow": ChowpowVisitor,
}
"""By the games' names."""
