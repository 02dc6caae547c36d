"""Evenings at the local page, in a real browser, by nothing but looking and clicking.

Screenshots of every step are left in ``screenshots/`` (or where SCREENSHOTS says).
"""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from bot.local.simcord_glue import HIDDEN
from tests.local.running import running
from tests.local.visitor import Visitor
from tests.local.visitors import VISITORS

pytestmark = pytest.mark.browser


@contextmanager
def served(*options: str) -> Iterator[str]:
    """Serve the page, and see that it ends well; yield its address."""
    with running("--port", "0", "--pace", "0.1", "--signs", *options) as session:
        yield session.address
        finished = session.end()
    assert (finished.status, finished.errors) == (0, "")


def page_of(browser: Browser, width: int, height: int) -> Page:
    return browser.new_page(viewport={"width": width, "height": height})


@pytest.mark.thorough
def test_a_round_against_kai_while_someone_looks_on(browser: Browser, pictures: Path) -> None:
    with served("--option", "rounds=2") as address:
        mina = VISITORS["kapow"](page_of(browser, 1280, 1000), pictures, "desk")
        sam = Visitor(browser.new_page(), pictures, "sam")
        for visitor in (mina, sam):
            visitor.page.goto(address)
        mina.photograph("lobby")

        sam.be("Sam")
        sam.press(sam.table, "Join")
        expect(mina.table).to_contain_text("Sam")
        sam.press(sam.table, "Leave")
        expect(mina.table).not_to_contain_text("Sam")

        mina.go_on("Start", "round 1 of 2")
        mina.open_hand()
        mina.photograph("table")
        mina.play_round()
        expect(mina.table).to_contain_text("The round is over")
        mina.photograph("scoreboard")
        expect(sam.table).to_contain_text("The round is over")
        assert sam.hand.count() == 0

        mina.go_on("Next round", "round 2 of 2")
        expect(sam.table).to_contain_text("round 2 of 2")
        for visitor in (mina, sam):
            visitor.see_no_trouble()


@pytest.mark.parametrize(
    ("name", "width", "height"),
    [("phone", 390, 844), pytest.param("desk", 1100, 800, marks=pytest.mark.thorough)],
)
def test_the_first_page_leads_to_a_hand(
    browser: Browser, pictures: Path, name: str, width: int, height: int
) -> None:
    with served() as address:
        page = page_of(browser, width, height)
        mina = Visitor(page, pictures, f"{name}-welcome")
        page.goto(address)
        expect(mina.table).to_contain_text("Welcome to card night!")
        mina.photograph("games", block="start")
        for selector in HIDDEN:
            expect(page.locator(selector)).to_be_hidden()
        expect(page.get_by_label("Viewing as")).to_be_visible()
        # The first game's button can be seen, and what comes of it too, without any scrolling.
        play = page.get_by_role("button", name="Play with Kai").first
        expect(play).to_be_in_viewport()
        play.click()
        expect(mina.hand).to_contain_text("Your table of Kapow! is open")
        expect(mina.hand).to_be_in_viewport()
        mina.photograph("lobby")
        mina.go_on("Start", "round 1 of")
        mina.open_hand()
        mina.photograph("hand", mina.hand)


@pytest.mark.thorough
@pytest.mark.parametrize(
    ("game", "options", "rounds"),
    [
        ("kapow", ["rounds=1", "cards=9"], 1),
        ("kabobo", ["max_rounds=2"], 2),
        ("capit", ["rounds=2"], 2),
        ("chowpow", ["max_turns=3"], 1),
    ],
)
def test_a_short_match_on_a_phone(
    browser: Browser, pictures: Path, game: str, options: list[str], rounds: int
) -> None:
    chosen = [word for option in options for word in ("--option", option)]
    with served("--game", game, *chosen) as address:
        mina = VISITORS[game](page_of(browser, 390, 844), pictures, f"phone-{game}")
        mina.page.goto(address)
        mina.photograph("lobby")
        mina.go_on("Start", f"round 1 of {rounds}")
        mina.photograph("table")
        mina.open_hand()
        mina.play_round()
        for number in range(2, rounds + 1):
            expect(mina.table).to_contain_text("The round is over")
            mina.photograph("scoreboard")
            mina.go_on("Next round", f"round {number} of {rounds}")
            mina.play_round()
        expect(mina.table).to_contain_text("Rematch")
        mina.photograph("finish-picture", block="start")
        mina.photograph("finish")
        mina.press(mina.table, "Replay")
        expect(mina.hand).to_contain_text("Step 1 of")
        mina.press(mina.hand, "Next")
        expect(mina.hand).to_contain_text("Step 2 of")
        mina.photograph("replay", mina.hand)
        mina.see_no_trouble()
