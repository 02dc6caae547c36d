"""A person at the page: reads what is shown, presses buttons, and takes photographs."""

import re
from collections.abc import Callable, Mapping
from contextlib import suppress
from pathlib import Path
from typing import ClassVar, Final, Literal

from playwright.sync_api import Locator, Page, TimeoutError as TooSlowError, expect

PATIENCE: Final = 120_000
"""Milliseconds to wait for anything to show."""

SOON: Final = 8_000
"""Milliseconds after which something is pressed again that shows nothing."""

ATTEMPTS: Final = 6

MOST_CLICKS: Final = 200  # In a round; about 40 are usual.

ALL_SHOWN: Final = """
async () => {
    const shown = () => [...document.images].every(image => image.complete && image.naturalWidth)
    for (let waits = 0; waits < 200 && !shown(); waits++)
        await new Promise(done => setTimeout(done, 50))
}
"""
"""Waits until no picture is being loaded, ten seconds at most."""

SCROLL: Final = "(message, block) => message.scrollIntoView({block})"

HAND: Final = "More"
"""The link in every hand, of whatever game."""

PRIVATE: Final = "Only you can see this"


class Visitor:
    """One open tab; screenshots are left in ``pictures``, their names beginning with ``name``.

    A visitor of one game says how its hands word each step of a turn, and what is pressed there.
    """

    steps: ClassVar[Mapping[str, str]] = {}
    """By name, a regular expression each; the step "over" ends a round."""

    def __init__(self, page: Page, pictures: Path, name: str) -> None:
        page.set_default_timeout(2 * SOON)  # A button is tried several times.
        page.set_default_navigation_timeout(PATIENCE)
        expect.set_options(PATIENCE)
        self.page = page
        self._messages = page.locator("article.channel-message")
        self._pictures = pictures
        self._name = name
        self._photographed: set[str] = set()

    @property
    def table(self) -> Locator:
        """The newest message that everyone can see."""
        return self._messages.filter(has_not_text=PRIVATE).last

    @property
    def hand(self) -> Locator:
        """The newest message that only this person can see."""
        return self._messages.filter(has_text=PRIVATE).last

    def be(self, name: str) -> None:
        self.page.get_by_label("Viewing as").select_option(label=name)

    def press(self, message: Locator, label: str | re.Pattern[str]) -> None:
        """Press the last button of a message whose label has this in it."""
        message.get_by_role("button", name=label, disabled=False).last.click()

    def open_hand(self) -> None:
        self._insist(
            lambda _: self.press(self.table, "My hand"),
            lambda wait: expect(self.hand).to_contain_text(HAND, timeout=wait),
        )

    def go_on(self, label: str, words: str) -> None:
        """Press a button of the table until the table says something."""
        self._insist(
            lambda _: self.press(self.table, label),
            lambda wait: expect(self.table).to_contain_text(words, timeout=wait),
        )

    def pick(self, menu: str) -> None:
        """Choose the first line of the hand's first menu whose name begins like that.

        The menu shows at once what was chosen; the bot has answered when the words above it change.
        Of a line that was chosen already the page sends nothing: the next attempt takes the next.
        """
        words = self.hand.locator(".text-display")
        before = words.all_text_contents()
        trigger = self.hand.get_by_role("combobox", name=re.compile(f"^{re.escape(menu)}")).first
        lines = self.page.locator("[role=option]:visible")
        buttons = self.hand.locator(".component-button")

        def choose(attempt: int) -> None:
            if buttons.count():
                expect(buttons.last).to_be_enabled()
            if trigger.get_attribute("aria-expanded") != "true":
                trigger.click()
            lines.first.wait_for()
            lines.nth(min(attempt, lines.count() - 1)).click()

        self._insist(choose, lambda wait: expect(words).not_to_have_text(before, timeout=wait))

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

    def choose(self, step: str, shown: str) -> None:
        raise NotImplementedError

    def play_round(self) -> None:
        steps = []
        for _ in range(MOST_CLICKS):
            step, shown = self._step()
            steps.append(step)
            if step == "over":
                return
            self.photograph(f"hand-{step}", self.hand)
            self._step_on(step, shown)
        raise AssertionError(
            f"the round is not over after {MOST_CLICKS} clicks: …, {', '.join(steps[-20:])}; "
            f"the hand says: {self.hand.text_content()}"
        )

    def see_no_trouble(self) -> None:
        """Expect the page to count no fault: neither of its own nor of the bot behind a click."""
        # Its whole bar is hidden: what counts is whether there would be a number in it.
        expect(self.page.locator("#inspector-count")).to_have_attribute("hidden", "")

    def has(self, label: str | re.Pattern[str]) -> bool:
        """Whether the hand has a button to press with this in its label."""
        return self.hand.get_by_role("button", name=label, disabled=False).count() > 0

    def _step_on(self, step: str, before: str) -> None:
        """Choose what a step asks for, unless an earlier click has changed the hand since."""

        def act(_: int) -> None:
            if self.hand.text_content() == before:
                self.choose(step, before)

        self._insist(act, lambda wait: expect(self.hand).not_to_have_text(before, timeout=wait))

    def _insist(self, act: Callable[[int], None], shows: Callable[[int], None]) -> None:
        """Do something until it shows: the page drops what comes while it is drawn again.

        A click that came through although nobody saw it yet is known to the bot as a stale one.
        """
        for attempt in range(ATTEMPTS - 1):
            with suppress(TooSlowError, AssertionError):
                act(attempt)
            with suppress(AssertionError):
                shows(SOON)
                return
        shows(PATIENCE)

    def _step(self) -> tuple[str, str]:
        """Wait until there is something to do; return which step of a turn it is, and the text."""
        for _ in range(ATTEMPTS):
            expect(self.hand).to_have_text(re.compile("|".join(self.steps.values())))
            # It may have changed again.
            shown = self.hand.text_content() or ""
            for name, words in self.steps.items():
                if re.search(words, shown):
                    return name, shown
        raise AssertionError(f"the hand doesn't keep still: {self.hand.text_content()}")
