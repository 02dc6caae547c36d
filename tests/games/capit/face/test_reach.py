"""What a hand offers in seldom seen positions: rich hands, many plans, outdated choices."""

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.face.screen import Act, Focus
from bot.games.capit.face import FACE
from bot.games.capit.rules.cards import deck_for
from bot.games.capit.rules.game import CAPIT
from bot.games.capit.rules.options import CapitOptions, RunSuit
from tests.face.screens import check_limits, reachable
from tests.games.capit.face.scenes import HAND, TABLE, at, buttons, items, press, scene, screen


def test_what_is_done_most_takes_a_click() -> None:
    """To draw, to discard, to lay the contract or the only place of a card."""
    found = reachable(FACE, scene(at(HAND), 0), CAPIT.legal(at(HAND), 0))
    listed = [str(action) for action in CAPIT.legal(at(HAND), 0)]
    assert {found[action] for action in listed} == {1}
    state = at(HAND, TABLE)
    found = reachable(FACE, scene(state, 0), CAPIT.legal(state, 0))
    assert all(found[str(action)] <= 3 for action in CAPIT.legal(state, 0))
    assert found["off 2 AS"] == found["discard AS"] == 1


def rich_hand(seed: int) -> str:
    """Return 35 cards with ten wild ones among them (C8.7)."""
    wheel = random.Random(seed)
    deck = deck_for(6)
    wilds = wheel.sample([card for card in deck if card.is_wild], 10)
    return " ".join(map(str, (*wilds, *wheel.sample([c for c in deck if not c.is_wild], 25))))


@pytest.mark.parametrize("number", range(1, 6))
@pytest.mark.parametrize("run_suit", RunSuit)
def test_a_rich_hand_can_be_played_in_every_round(number: int, run_suit: RunSuit) -> None:
    """C2.3, C8.7: every plan can be reached, and is legal with the cards first offered."""
    state = at(rich_hand(number), "", CapitOptions(run_suit=run_suit), number=number)
    first = screen(state)
    check_limits(first)
    assert len(items(first, "Lay the contract")) == 12
    page = screen(state, focus="ways 1")
    check_limits(page)
    label = next(label for label in buttons(page) if label.startswith("Page 1 of"))
    last = screen(state, focus=f"ways {label.split()[-1]}")
    check_limits(last)
    for item in (
        *items(page, "What do you lay?")[::8],
        *items(last, "What do you lay?")[-1:],
    ):
        assert isinstance(item.does, Focus)
        chosen = screen(state, focus=item.does.focus)
        check_limits(chosen)
        for way in items(chosen, "With which cards?"):
            assert isinstance(way.does, Act)
            assert 0 in CAPIT.apply(state, 0, CAPIT.parse(way.does.action)).state.laid


def test_the_pages_of_plans_go_round() -> None:
    state = at(rich_hand(1), number=1)
    first = screen(state, focus="ways 1")
    last = next(label for label in buttons(first) if label.startswith("Page")).split()[-1]
    assert int(last) > 1
    assert press(first, "More") == Focus("ways 2")
    assert press(first, "Before") == Focus(f"ways {last}")
    assert press(screen(state, focus=f"ways {last}"), "More") == Focus("ways 1")
    assert press(screen(state, focus="ways 2"), "Before") == Focus("ways 1")


def test_a_contract_that_is_laid_is_not_offered_again() -> None:
    """C4.1: although the cards in hand would meet it."""
    state = at(HAND, TABLE)
    assert items(screen(at(HAND), focus="ways 1"), "What do you lay?")
    for focus in ("ways 1", "way 1"):
        assert screen(state, focus=focus) == screen(state)


@pytest.mark.parametrize("number", range(1, 6))
def test_ways_with_few_wilds_come_first(number: int) -> None:
    state = at(rich_hand(9), number=number)
    page = items(screen(state, focus="ways 1"), "What do you lay?")
    wilds = [int(item.description.split()[0].replace("no", "0")) for item in page]
    assert wilds == sorted(wilds)


@pytest.mark.parametrize("phase", ["draw", "play"])
@pytest.mark.parametrize("laid", ["", "0"])
@given(st.text(max_size=30) | st.from_regex(r"(suit\|)?(ways?|off|meld|swap) ?[0-9A-Z.:]{0,9}"))
def test_every_focus_survives(phase: str, laid: str, focus: str) -> None:
    """Nonsense is the start; whatever looks like a choice leads to a screen that can be shown."""
    state = at(HAND, TABLE, phase=phase, laid=laid)
    check_limits(screen(state, focus=focus))


@pytest.mark.parametrize(
    "focus", ["ways 0", "ways 99", "way 0", "way 9999", "ways x", "off", "off 3C", "swap 9.9 3C"]
)
def test_an_outdated_choice_is_ignored(focus: str) -> None:
    for table in ("", TABLE):
        assert screen(at(HAND, table), focus=focus) == screen(at(HAND, table))
