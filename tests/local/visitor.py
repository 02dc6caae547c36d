"""A person at the page: reads what is shown, presses buttons, and takes photographs."""

import re
from pathlib import Path
from typing import Final, Literal

from playwright.sync_api import Locator, Page, expect

__all__ = ["Visitor"]

PATIENCE: Final = 20_000
"""Milliseconds to wait for anything to show."""

MOST_CLICKS: Final = 200
"""In a round; about 40 are usual."""

STEPS: Final = {
    "opening-first": ("choose the first", "?"),
    "opening-second": ("which other one", "?"),
    "take": ("Take a card", "Draw pile"),
    "place": ("Choose a place", "?"),
    "way": ("How do you play it", "Beneath"),
    "kapow": ("You may swap", "End turn"),
    "over": ("is over|is closed", ""),
}
"""By name: how a private hand words each step of a turn, and what we press there."""

ALL_SHOWN: Final = """
async () => {
    const shown = () => [...document.images].every(image => image.complete && image.naturalWidth)
    for (let waits = 0; waits < 200 && !shown(); waits++)
        await new Promise(done => setTimeout(done, 50))
}
"""
"""Waits until no picture is being loaded, ten seconds at most."""

SCROLL: Final = "(message, block) => message.scrollIntoView({block})"

PRIVATE: Final = "Only you can see this"


class Visitor:
    """One open tab; screenshots are left in ``pictures``, their names beginning with ``name``."""

    def __init__(self, page: Page, pictures: Path, name: str) -> None:
        page.set_default_timeout(PATIENCE)
        expect.set_options(PATIENCE)
        self.page = page
        self._messages = page.locator("article.channel-message")
        self._pictures = pictures
        self._name = name
        self._photographed: set[str] = set()
        self._tried_beneath = False

    @property
    def table(self) -> Locator:
        """The newest message that everybody can see."""
        return self._messages.filter(has_not_text=PRIVATE).last

    @property
    def hand(self) -> Locator:
        """The newest message that only this person can see."""
        return self._messages.filter(has_text=PRIVATE).last

    def be(self, name: str) -> None:
        """Choose who to be."""
        self.page.get_by_label("Viewing as").select_option(label=name)

    def press(self, message: Locator, label: str | re.Pattern[str]) -> None:
        """Press the last button of a message whose label has this in it."""
        message.get_by_role("button", name=label, disabled=False).last.click()

    def photograph(
        self, name: str, message: Locator | None = None, block: Literal["start", "end"] = "end"
    ) -> None:
        """Leave a screenshot, one for each name, with an end of a message in sight."""
        if name not in self._photographed:
            self._photographed.add(name)
            self.page.mouse.move(0, 0)
            self.page.evaluate(ALL_SHOWN)
            (message or self.table).evaluate(SCROLL, block)
            self.page.screenshot(path=self._pictures / f"{self._name}-{name}.png")

    def play_round(self) -> None:
        """Turn up a card each turn until the round is over, however the cards fall."""
        for _ in range(MOST_CLICKS):
            step = self._step()
            if step == "over":
                return
            self.photograph(f"hand-{step}", self.hand)
            before = self.hand.text_content() or ""
            self._choose(step, before)
            expect(self.hand).not_to_have_text(before)
        raise AssertionError(f"the round is not over after {MOST_CLICKS} clicks")

    def see_no_trouble(self) -> None:
        """Expect the page to count no fault: neither of its own nor of the bot behind a click."""
        expect(self.page.locator("#inspector-count")).to_be_hidden()

    def _step(self) -> str:
        """Wait until there is something to do; return which step of a turn it is."""
        expect(self.hand).to_have_text(re.compile("|".join(words for words, _ in STEPS.values())))
        shown = self.hand.text_content() or ""
        return next(name for name, (words, _) in STEPS.items() if re.search(words, shown))

    def _has(self, label: str) -> bool:
        """Whether the hand has a button to press with this in its label."""
        return self.hand.get_by_role("button", name=label, disabled=False).count() > 0

    def _choose(self, step: str, shown: str) -> None:
        if step == "opening-second":
            # The last one is chosen already: pressing it again would take that back.
            self.hand.get_by_role("button", name="?", disabled=False).first.click()
        elif step == "place" and "the power card" in shown and not self._tried_beneath:
            # Once, a power card goes beneath a number: that takes a choice more.
            self._tried_beneath = True
            self.press(self.hand, re.compile(r"^\d+$"))
        elif step == "place" and not self._has("?"):
            # Somebody else has gone out, and in a final turn all cards are turned up.
            self.press(self.hand, "Discard")
        else:
            self.press(self.hand, STEPS[step][1])
