import re

from bot.face.screen import Act, Focus, Menu
from bot.games.capit.rules.actions import (
    LayContract,
)
from bot.games.capit.rules.game import CAPIT
from bot.games.capit.rules.options import CapitOptions, RunSuit
from tests.games.capit.face.looking import HAND, TABLE, does, items, labels, press
from tests.games.capit.face.scenes import at, screen


def test_a_plan_can_be_laid_with_cards_of_ones_choice() -> None:
    """C4.1: not only with those that waste least."""
    state = at("7H 7S 7D 2D 9C 9D 9H X")
    page = screen(state, focus="ways 1")
    way = does(page, "What do you lay?", "set of 7s + set of 9s")
    assert isinstance(way, Focus)
    chosen = screen(state, focus=way.focus)
    assert labels(chosen, "With which cards?")[0] == "7♢ 7♡ 7♤ + 9♧ 9♢ 9♡"
    lays = [item.does for item in items(chosen, "With which cards?")]
    assert Act("lay set X7D7S set 9C9D9H") in lays
    assert press(chosen, "Back") == Focus("ways 1")


def test_other_cards_are_offered_before_more_wilds() -> None:
    state = at("7H 7S 7D 7C 2D 2H X 9C 9D 9H")
    chosen = screen(state, focus="way 1")
    ways = labels(chosen, "With which cards?")
    assert "7♧ 7♢ 7♡ + 9♧ 9♢ 9♡" in ways[:4]
    assert "7♧ 7♡ 7♤ + 9♧ 9♢ 9♡" in ways[:4]


def test_a_new_meld_can_be_laid_with_cards_of_ones_choice() -> None:
    """C4.2: the way that wastes least is the first of them."""
    state = at("7H 7S 7D X KH", "0 set 9H9D9C")
    seven = does(screen(state, focus="meld"), "New set", "set of 7s")
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


def test_two_readings_of_the_same_cards_are_told_apart() -> None:
    """C2.4: 2S 3S 4S is 2-4 or 3-5, and the player says which."""
    state = at("2S 3S 4S KH", "0 set 9H9D9C")
    shown = screen(state, focus="meld")
    assert labels(shown, "New run") == ["run 2-4♤: 2♤ 3♤ 4♤", "run 3-5♤: 3♤ 4♤ 2♤(5♤)"]
    acts = [item.does for item in items(shown, "New run")]
    assert acts == [Act("meld run 2S3S4S"), Act("meld run 3S4S2S")]


def test_a_set_and_a_run_of_the_same_cards_are_told_apart() -> None:
    """C2.2: 2H and two jokers are a set of 2s, or hearts from the 2."""
    shown = screen(at("2H X X KH", "0 set 9H9D9C"), focus="meld")
    about = {item.label: item.does for item in items(shown, "New")}
    assert Act("meld set XX2H") in about.values()
    assert about["run 2-4♡: 2♡ Joker(3♡) Joker(4♡)"] == Act("meld run 2HXX")


def test_sets_and_runs_have_menus_of_their_own() -> None:
    """Their names are short, for a phone cuts them off."""
    hand = " ".join(f"{rank}{suit}" for rank in "369Q" for suit in "CDHS")
    shown = screen(at(f"{hand} X X", "0 set 7H7S7D"), focus="meld")
    first, *others = [row for row in shown.rows if isinstance(row, Menu)]
    assert first.placeholder == "New set"
    assert len(others) > 1
    for menu in others:
        assert re.fullmatch(
            r"New run: [0-9AJQK]+-[0-9AJQK]+. … [0-9AJQK]+-[0-9AJQK]+.", menu.placeholder
        )
        assert all(item.label.startswith("run ") for item in menu.items)


def test_suits_that_do_not_matter_are_not_told() -> None:
    """C2.1: under ``run_suit = any``."""
    options = CapitOptions(run_suit=RunSuit.ANY)
    shown = screen(at("3S 4H 5D KH", "0 set 9H9D9C", options), focus="meld")
    assert labels(shown, "New run") == ["run 3-5: 3♤ 4♡ 5♢"]


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


def test_a_wild_is_replaced_and_used_in_one_action() -> None:
    """C4.4, C4.6."""
    state = at("9D 7S KH KC QH", TABLE)
    shown = screen(state)
    assert press(shown, "Replace a wild (1)") == Focus("swap")
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


def test_before_the_contract_nothing_else_can_be_laid() -> None:
    """C4.3."""
    state = at("7H 4S AS KH", TABLE, laid=frozenset({1, 2}))
    shown = screen(state)
    assert [row.placeholder for row in shown.rows if isinstance(row, Menu)] == ["Discard a card"]
    assert "**Contract of round 1:** two sets of 3." in shown.text
    for focus in ("meld", "off AS", "swap", "ways 1", "way 1"):
        assert screen(state, focus=focus) == shown


def test_the_best_ways_are_the_rules_own() -> None:
    """C4.1: what the menu lays is what ``legal`` lists."""
    state = at(HAND)
    listed = [Act(str(a)) for a in CAPIT.legal(state, 0) if isinstance(a, LayContract)]
    assert [item.does for item in items(screen(state), "Lay the contract")] == listed
