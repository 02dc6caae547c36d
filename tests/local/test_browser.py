"""Evenings at the local page, in a real browser, by nothing but looking and clicking.

Screenshots of every step are left in ``screenshots/`` (or where SCREENSHOTS says).
"""

from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from bot.local.simcord_glue import HIDDEN
from tests.local.capit_visitor import CapitVisitor
from tests.local.chowpow_visitor import ChowpowVisitor
from tests.local.kabobo_visitor import KaboboVisitor
from tests.local.kapow_visitor import KapowVisitor
from tests.local.running import running
from tests.local.visitor import Visitor

pytestmark = pytest.mark.browser


@pytest.mark.thorough
def test_a_round_against_kai_while_somebody_looks_on(browser: Browser, pictures: Path) -> None:
    with running("--port", "0", "--option", "rounds=2", "--pace", "0.1") as session:
        address = session.address
        mina = KapowVisitor(
            browser.new_page(viewport={"width": 1280, "height": 1000}), pictures, "desk"
        )
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
        finished = session.end()
    assert (finished.status, finished.errors) == (0, "")


@pytest.mark.parametrize(
    ("name", "width", "height"),
    [("phone", 390, 844), pytest.param("desk", 1100, 800, marks=pytest.mark.thorough)],
)
def test_the_first_page_leads_to_a_hand(
    browser: Browser, pictures: Path, name: str, width: int, height: int
) -> None:
    with running("--port", "0", "--pace", "0.1") as session:
        page = browser.new_page(viewport={"width": width, "height": height})
        mina = Visitor(page, pictures, f"{name}-welcome")
        page.goto(session.address)
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
        finished = session.end()
    assert (finished.status, finished.errors) == (0, "")


@pytest.mark.thorough
def test_a_short_match_on_a_phone(browser: Browser, pictures: Path) -> None:
    chosen = ("--option", "rounds=1", "--option", "cards=9")
    with running("--port", "0", *chosen, "--pace", "0.1") as session:
        mina = KapowVisitor(
            browser.new_page(viewport={"width": 390, "height": 844}), pictures, "phone"
        )
        mina.page.goto(session.address)
        mina.photograph("lobby")
        mina.go_on("Start", "round 1 of 1")
        mina.photograph("table")
        mina.open_hand()
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
        finished = session.end()
    assert (finished.status, finished.errors) == (0, "")


@pytest.mark.thorough
@pytest.mark.parametrize(
    ("game", "option", "visitor"),
    [("kabobo", "max_rounds=2", KaboboVisitor), ("capit", "rounds=2", CapitVisitor)],
)
def test_two_rounds_on_a_phone(
    browser: Browser,
    pictures: Path,
    game: str,
    option: str,
    visitor: type[KaboboVisitor | CapitVisitor],
) -> None:
    with running("--port", "0", "--game", game, "--option", option, "--pace", "0.1") as session:
        page = browser.new_page(viewport={"width": 390, "height": 844})
        mina = visitor(page, pictures, f"phone-{game}")
        mina.page.goto(session.address)
        mina.photograph("lobby")
        mina.go_on("Start", "round 1 of 2")
        mina.photograph("table")
        mina.open_hand()
        mina.play_round()
        expect(mina.table).to_contain_text("The round is over")
        mina.photograph("scoreboard")
        mina.go_on("Next round", "round 2 of 2")
        mina.play_round()
        expect(mina.table).to_contain_text("Rematch")
        mina.photograph("finish-picture", block="start")
        mina.photograph("finish")
        mina.see_no_trouble()
        finished = session.end()
    assert (finished.status, finished.errors) == (0, "")


@pytest.mark.thorough
def test_a_short_match_of_chow_pow_on_a_phone(browser: Browser, pictures: Path) -> None:
    chosen = ("--game", "chowpow", "--option", "max_turns=3")
    with running("--port", "0", *chosen, "--pace", "0.1") as session:
        page = browser.new_page(viewport={"width": 390, "height": 844})
        mina = ChowpowVisitor(page, pictures, "phone-chowpow")
        mina.page.goto(session.address)
        mina.photograph("lobby")
        mina.go_on("Start", "round 1 of 1")
        mina.photograph("table")
        mina.open_hand()
        mina.play_round()
        expect(mina.table).to_contain_text("Rematch")
        mina.photograph("finish-picture", block="start")
        mina.photograph("finish")
        mina.see_no_trouble()
        finished = session.end()
    assert (finished.status, finished.errors) == (0, "")
