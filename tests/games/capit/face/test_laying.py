"""The menus to lay melds, to lay off and to replace wilds (C4.2, C4.4), in rare positions, too."""

import random
from dataclasses import replace

import pytest
from hypothesis import given, strategies as st

from bot.face.face import Act, Focus
from bot.games.capit.rules.actions import LayContract
from bot.games.capit.rules.cards import deck_for
from bot.games.capit.rules.game import CAPIT
from bot.games.capit.rules.options import CapitOptions, RunSuit
from tests.face.screens import check_limits
from tests.games.capit.face.scenes import (
    HAND,
    TABLE,
    at,
    buttons,
    does,
    items,
    labels,
    press,
    screen,
)


def test_a_new_meld_can_be_laid_with_cards_of_ones_choice() -> None:
    """C4.2: the way that wastes least is the first of them."""
    state = at("7H 7S 7D X KH", "0 set 9H9D9C")
    seven = does(screen(state, focus="meld"), "New meld", "set of 7s")
    assert isinstance(seven, Focus)
    chosen = screen(state, focus=seven.focus)
    assert labels(chosen, "With which cards?") == [
        "set of 7s: 7♢ 7♡ 7♤",
        "set of 7s: Joker 7♢ 7♡",
        "set of 7s: Joker 7♢ 7♤",
        "set of 7s: Joker 7♡ 7♤",
    ]
    assert items(chosen, "With which cards?")[0].does == Act("meld set 7D7H7S")
    assert press(chosen, "Back") == Focus("meld")


def test_readings_of_the_same_cards_are_told_apart() -> None:
    """C2.2, C2.4: 2S 3S 4S is 2-4 or 3-5; 2H and two jokers are a set of 2s, or hearts."""
    runs = labels(screen(at("2S 3S 4S KH", "0 set 9H9D9C")), "Lay a meld")
    assert {"run 2-4♤: 2♤ 3♤ 4♤", "run 3-5♤: 3♤ 4♤ 2♤(5♤)"} <= {*runs}
    shown = screen(at("2H X X KH", "0 set 9H9D9C"))
    assert does(shown, "Lay a meld", "set of 2s: Joker Joker 2♡") == Act("meld set XX2H")
    anyhow = screen(at("3S 4H 5D KH", "0 set 9H9D9C", CapitOptions(run_suit=RunSuit.ANY)))
    assert labels(anyhow, "Lay a meld")[0] == "run 3-5: 3♤ 4♡ 5♢"
    run = "run 2-4♡: 2♡ Joker(3♡) Joker(4♡)"
    assert does(shown, "Lay a meld", run) == Act("meld run 2HXX")


def test_only_cards_that_fit_can_be_laid_off() -> None:
    """C4.2: the only place at once, else the meld is asked for."""
    shown = screen(at("7H 4S 9C 2D KH", TABLE))
    assert labels(shown, "Lay a card off") == ["7♡", "4♤", "2♢"]
    assert does(shown, "Lay a card off", "7♡") == Act("off 4 7H")
    assert does(shown, "Lay a card off", "4♤") == Act("off 1 low 4S")
    assert does(shown, "Lay a card off", "2♢") == Focus("off 2D")
    which = screen(at("7H 4S 9C 2D KH", TABLE), focus="off 2D")
    assert labels(which, "Which meld?") == [
        "1: your run 5-7♤, as the 4♤",
        "1: your run 5-7♤, as the 8♤",
        "2: Kai (hard)'s set of As",
        "3: Oluwaseun's run 9-J♢, as the 8♢",
        "3: Oluwaseun's run 9-J♢, as the Q♢",
        "4: Kai (hard)'s run 4-6♡, as the 3♡",
        "4: Kai (hard)'s run 4-6♡, as the 7♡",
    ]


def test_a_wild_is_replaced_and_used_in_one_action_c4_4_c4_6() -> None:
    state = at("9D 7S KH KC QH", TABLE)
    shown = screen(state)
    assert press(shown, "Replace a wild") == Focus("swap")
    which = screen(state, focus="swap")
    exchange = does(which, "Replace a wild", "9♢ for the Joker of meld 3, Oluwaseun's run 9-J♢")
    assert exchange == Focus("swap 3.1 9D")
    use = screen(state, focus="swap 3.1 9D")
    assert does(use, "Use the Joker", "2: Kai (hard)'s set of As") == Act("swap 3.1 9D: off 2 X")
    assert does(use, "Use the Joker", "new set of Ks") == Act("swap 3.1 9D: meld set XKCKH")
    assert "3: Oluwaseun" not in " ".join(labels(use, "Use the Joker"))


def test_places_of_a_set_are_told_apart() -> None:
    """C4.4: either joker may be freed, of which the cards on the table look alike."""
    state = at("AC KH", "1 set AHXX\n0 set KHKDKC")
    which = labels(screen(state, focus="swap"), "Replace a wild")
    assert which == [
        "A♧ for the Joker (2nd card) of meld 1, Kai (hard)'s set of As",
        "A♧ for the Joker (3rd card) of meld 1, Kai (hard)'s set of As",
    ]


def test_what_the_contract_forbids_is_not_offered() -> None:
    """C4.1, C4.3: nothing else before it, and it alone once."""
    before = replace(at("7H 4S AS KH", TABLE), laid=frozenset({1, 2}))
    for state, focuses in (
        (before, ("meld", "off AS", "swap", "ways 1", "way 1")),
        (at(HAND, TABLE), ("ways 1", "way 1")),
    ):
        assert all(screen(state, focus=focus) == screen(state) for focus in focuses)


def test_the_best_ways_are_the_rules_own() -> None:
    """C4.1: what the menu lays is what ``legal`` lists."""
    state = at(HAND)
    best, *others = [Act(str(a)) for a in CAPIT.legal(state, 0) if isinstance(a, LayContract)]
    assert press(screen(state), "Lay set of 7s + set of As") == best
    rest = [item.does for item in items(screen(state), "Lay it in another way")]
    assert rest == [*others, Focus("ways 1")]


def test_what_would_go_where_is_told_before_the_click() -> None:
    state = at("8S 7H 3H AS AD 2D KH", TABLE)
    shown = screen(state)
    told = "**Lay off 5 cards**: 8♤ on meld 1, A♢ A♤ on 2, 3♡ on 4, 7♡ on 4."
    assert told in shown.text
    assert told in shown.lead
    action = press(shown, "Lay off 5 cards")
    assert action == Act("off 1 8S 2 ADAS 4 low 3H 4 7H")
    after = CAPIT.apply(state, 0, CAPIT.parse(action.action)).state
    assert [len(each.meld.cards) for each in after.melds] == [4, 5, 3, 5]


def test_one_card_is_laid_off_by_the_menu_alone() -> None:
    for hand in ("AS KH", "AS 2D X KH", "KH QH"):
        shown = buttons(screen(at(hand, TABLE))).items()
        assert not any(label.startswith("Lay off") for label, button in shown if button.does)


def test_what_is_too_much_for_a_button_can_be_laid_off_afterwards() -> None:
    ranks = "3456789TJQKA"
    table = "\n".join(f"{seat % 4} set {rank}H{rank}C{rank}D" for seat, rank in enumerate(ranks))
    state = at(" ".join(f"{rank}S" for rank in ranks), table)
    shown = screen(state)
    check_limits(shown)
    first = press(shown, "Lay off 11 cards")
    assert isinstance(first, Act)
    after = CAPIT.apply(state, 0, CAPIT.parse(first.action)).state
    assert len(after.hands[0]) == 1


def test_the_meld_of_most_cards_comes_first_and_takes_one_choice() -> None:
    """C4.2: four of a kind are one meld; wild cards are not wasted on it."""
    found = items(screen(at("7H 7S 7D 7C 9H TH JH QH X KC", "0 set 3H3D3C")), "Lay a meld")
    first = [item.label for item in found[:2]]
    assert first == ["set of 7s: 7♧ 7♢ 7♡ 7♤", "run 9-Q♡: 9♡ 10♡ J♡ Q♡"]
    assert found[0].does == Act("meld set 7C7D7H7S")
    assert found[-1].does == Focus("meld")


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
    assert len(items(first, "Lay it in another way")) == 12
    page = screen(state, focus="ways 1")
    check_limits(page)
    label = next(label for label in buttons(page) if label.startswith("Page 1 of"))
    last = screen(state, focus=f"ways {label.split()[-1]}")
    check_limits(last)
    for item in (*items(page, "What do you lay?")[::8], *items(last, "What do you lay?")[-1:]):
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
    assert press(first, "Next") == Focus("ways 2")
    assert press(first, "Before") == Focus(f"ways {last}")
    assert press(screen(state, focus=f"ways {last}"), "Next") == Focus("ways 1")
    assert press(screen(state, focus="ways 2"), "Before") == Focus("ways 1")


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
