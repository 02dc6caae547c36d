import random
from collections.abc import Sequence
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.games.capit.actions import (
    Action,
    Discard,
    LayContract,
    LayMeld,
    LayOff,
    Push,
    Swap,
    TakeDiscard,
)
from bot.games.capit.cards import JOKER, deck_for, read_cards
from bot.games.capit.events import Discarded, Drew, Pushed, TookDiscard, TurnStarted
from bot.games.capit.game import CAPIT
from bot.games.capit.options import CapitOptions, RunSuit
from bot.games.capit.state import Phase, State
from bot.games.capit.view import View
from bot.render.capit import FACE
from bot.render.face import Scene
from bot.render.screen import Act, Button, Focus, Menu, MenuItem, Screen
from tests.render import screens
from tests.render.capit.scenes import at, do, moments, scene, screen

COMPONENTS = 40
AROUND = 8
"""Components of a message at most, and those around a screen: frame, texts, lines, links."""

BUTTON_WORDS, MENU_WORDS, LONGEST_LASTING = 64, 98, 8
"""Characters left for words in a custom id and in a menu's value of 100 each."""

HAND = "7H 7S 7D 2D 2S 3S 4S X 5H 6H 9C 9D AS AS KH"
TABLE = """
    0 run 5S6S7S
    1 set AHADX
    2 run XTDJD
    1 run 4H5H2C
    """
TEXT = 2_000


def items(shown: Screen, placeholder: str) -> list[MenuItem]:
    """Return the lines of the menus whose placeholder begins like that."""
    found = [row for row in shown.rows if isinstance(row, Menu)]
    return [item for row in found if row.placeholder.startswith(placeholder) for item in row.items]


def labels(shown: Screen, placeholder: str) -> list[str]:
    return [item.label for item in items(shown, placeholder)]


def does(shown: Screen, placeholder: str, label: str) -> Act | Focus:
    (found,) = [item.does for item in items(shown, placeholder) if item.label == label]
    return found


def buttons(shown: Screen) -> dict[str, Button]:
    rows = [row for row in shown.rows if not isinstance(row, Menu)]
    return {button.label: button for row in rows for button in row}


def press(shown: Screen, label: str) -> Act | Focus | None:
    return buttons(shown)[label].does


def check(shown: Screen) -> None:
    """Check what Discord asks of a message: rows, buttons, menus, texts, ids."""
    components = AROUND
    for row in shown.rows:
        components += 2 if isinstance(row, Menu) else 1 + len(row)
        if isinstance(row, Menu):
            check_menu(row)
        else:
            assert 1 <= len(row) <= 5
            assert all(0 < len(button.label) <= 40 for button in row)
    assert components <= COMPONENTS
    assert 0 < len(shown.text) <= TEXT
    assert len(shown.lasting) <= LONGEST_LASTING
    for deed in screens.deeds(shown):
        words = deed.action if isinstance(deed, Act) else deed.focus
        assert len(words) <= MENU_WORDS
    for button in buttons(shown).values():
        if button.does is not None:
            words = button.does.action if isinstance(button.does, Act) else button.does.focus
            assert len(words) + len(shown.lasting) <= BUTTON_WORDS


def check_menu(menu: Menu) -> None:
    """Check a menu's limits, and that no two of its lines look alike or do the same."""
    assert 1 <= len(menu.items) <= 25
    assert 0 < len(menu.placeholder) <= 150
    assert all(0 < len(item.label) <= 100 for item in menu.items)
    assert all(len(item.description) <= 100 for item in menu.items)
    assert len({(item.label, item.description) for item in menu.items}) == len(menu.items)
    assert len({item.does for item in menu.items}) == len(menu.items)


def offered(shown: Scene[View], legal: Sequence[Action]) -> dict[str, int]:
    """Return each action offered and its clicks; every screen on the way is checked."""
    for each, _ in screens.walk(FACE, shown, legal):
        check(each)
    return screens.reachable(FACE, shown, legal)


def every_offer_is_legal(state: State, found: dict[str, int]) -> None:
    for text in found:
        CAPIT.check(state, state.to_move, CAPIT.parse(text))


@pytest.mark.parametrize("seats", range(4, 7))
def test_every_legal_action_can_be_clicked_and_no_other(seats: int) -> None:
    """What is offered beside the listed actions is legal as well: other cards, other plans."""
    kinds: set[type[Action]] = set()
    for number, moment in enumerate(moments(seats, 40 + seats)):
        if number % 7:
            continue
        for seat in range(seats):
            legal = CAPIT.legal(moment.state, seat)
            kinds |= set(map(type, legal))
            found = offered(moment.scene(seat), legal)
            assert found.keys() >= {str(action) for action in legal}
            assert legal or not found
            if legal and not CAPIT.stage(moment.state).paused:
                every_offer_is_legal(moment.state, found)
    assert kinds >= {TakeDiscard, Push, LayContract, LayMeld, LayOff, Swap, Discard}


def test_what_is_done_most_takes_a_click() -> None:
    """To draw, to discard, to lay the contract or the only place of a card."""
    found = offered(scene(at(HAND), 0), CAPIT.legal(at(HAND), 0))
    listed = [str(action) for action in CAPIT.legal(at(HAND), 0)]
    assert {found[action] for action in listed} == {1}
    state = at(HAND, TABLE)
    found = offered(scene(state, 0), CAPIT.legal(state, 0))
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
    check(first)
    assert len(items(first, "Lay the contract")) == 12
    page = screen(state, focus="ways 1")
    check(page)
    label = next(label for label in buttons(page) if label.startswith("Page 1 of"))
    last = screen(state, focus=f"ways {label.split()[-1]}")
    check(last)
    for item in (*items(page, "What do you lay?")[::8], *items(last, "What do you lay?")[-1:]):
        assert isinstance(item.does, Focus)
        chosen = screen(state, focus=item.does.focus)
        check(chosen)
        for way in items(chosen, "With which cards?"):
            assert isinstance(way.does, Act)
            assert 0 in CAPIT.apply(state, 0, CAPIT.parse(way.does.action)).state.laid


@pytest.mark.parametrize("number", range(1, 6))
def test_ways_with_few_wilds_come_first(number: int) -> None:
    state = at(rich_hand(9), number=number)
    page = items(screen(state, focus="ways 1"), "What do you lay?")
    wilds = [int(item.description.split()[0].replace("no", "0")) for item in page]
    assert wilds == sorted(wilds)


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


def test_two_readings_of_the_same_cards_are_told_apart() -> None:
    """C2.4: 2S 3S 4S is 2-4 or 3-5, and the player says which."""
    state = at("2S 3S 4S KH", "0 set 9H9D9C")
    shown = screen(state, focus="meld")
    assert labels(shown, "New meld") == ["run 2-4♤: 2♤ 3♤ 4♤", "run 3-5♤: 3♤ 4♤ 2♤(5♤)"]
    acts = [item.does for item in items(shown, "New meld")]
    assert acts == [Act("meld run 2S3S4S"), Act("meld run 3S4S2S")]


def test_a_set_and_a_run_of_the_same_cards_are_told_apart() -> None:
    """C2.2: 2H and two jokers are a set of 2s, or hearts from the 2."""
    shown = screen(at("2H X X KH", "0 set 9H9D9C"), focus="meld")
    about = {item.label: item.does for item in items(shown, "New meld")}
    assert Act("meld set XX2H") in about.values()
    assert about["run 2-4♡: 2♡ Joker(3♡) Joker(4♡)"] == Act("meld run 2HXX")


def test_suits_that_do_not_matter_are_not_told() -> None:
    """C2.1: under ``run_suit = any``."""
    options = CapitOptions(run_suit=RunSuit.ANY)
    shown = screen(at("3S 4H 5D KH", "0 set 9H9D9C", options), focus="meld")
    assert labels(shown, "New meld") == ["run 3-5: 3♤ 4♡ 5♢"]


def test_only_cards_that_fit_can_be_laid_off() -> None:
    """C4.2: the only place at once, else the meld is asked for."""
    shown = screen(at("7H 4S 9C 2D KH", TABLE))
    assert labels(shown, "Lay a card off") == ["7♡", "4♤", "2♢"]
    assert does(shown, "Lay a card off", "7♡") == Act("off 4 7H")
    assert does(shown, "Lay a card off", "4♤") == Act("off 1 low 4S")
    assert does(shown, "Lay a card off", "2♢") == Focus("off 2D")
    which = screen(at("7H 4S 9C 2D KH", TABLE), focus="off 2D")
    assert labels(which, "On which meld?") == [
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
    exchange = does(which, "Replace a wild", "9♢ for the Joker of 3: Oluwaseun's run 9-J♢")
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
        "A♧ for the Joker (2nd card) of 1: Kai (hard)'s set of As",
        "A♧ for the Joker (3rd card) of 1: Kai (hard)'s set of As",
    ]


def test_before_the_contract_nothing_else_can_be_laid() -> None:
    """C4.3."""
    state = at("7H 4S AS KH", TABLE, laid=frozenset({1, 2}))
    shown = screen(state)
    assert [row.placeholder for row in shown.rows if isinstance(row, Menu)] == ["Discard a card"]
    assert "**Contract of round 1:** two sets of 3." in shown.text
    for focus in ("meld", "off AS", "swap", "ways 1", "way 1"):
        assert screen(state, focus=focus) == shown


def test_many_cards_need_two_menus_to_discard() -> None:
    """C4.5: each distinct card once."""
    hand = " ".join(f"{rank}{suit}" for rank in "3456789TJQ" for suit in "HSD")
    shown = screen(at(f"{hand} 3H", laid=frozenset({0})))
    menus = [row for row in shown.rows if isinstance(row, Menu)]
    discards = [menu for menu in menus if menu.placeholder.startswith("Discard a card")]
    assert [len(menu.items) for menu in discards] == [25, 5]
    assert discards[0].placeholder == "Discard a card: Q♤ … 4♤"
    (three,) = [item for item in discards[1].items if item.label == "3♡"]
    assert three.description == "3 of hearts · you have 2 · 5 points"


@pytest.mark.parametrize(
    ("fields", "offers"),
    [
        ({}, {"Take the 6♡": Act("take"), "Push to Kai (hard)": Act("push")}),
        ({"stock": "5D"}, {"Take the 6♡": Act("take"), "Draw a card (1)": Act("draw")}),
        ({"discard": ""}, {"Draw a card (3)": Act("draw")}),
        ({"stock": ""}, {"Take the 6♡": Act("take"), "Ask the empty stock": Focus("end")}),
    ],
)
def test_a_turn_begins_as_the_piles_allow(
    fields: dict[str, Any], offers: dict[str, Act | Focus]
) -> None:
    """C3.1-C3.4."""
    shown = screen(at(HAND, phase="draw", **fields))
    found = {label: button.does for label, button in buttons(shown).items()}
    assert found == {**offers, "Sort by suit": Focus("", lasting="suit")}


def test_to_end_the_round_takes_a_second_click() -> None:
    """C3.4, C8.2: a slip of the finger does not end it."""
    sure = screen(at(HAND, phase="draw", stock=""), focus="end")
    assert press(sure, "Yes, end the round") == Act("draw")
    usual = screen(at(HAND, phase="draw"))
    assert screen(at(HAND, phase="draw"), focus="end") == usual


def test_pushed_cards_are_told_at_once() -> None:
    """C3.2: the left player sees both, and all know the one from the discard pile."""
    before = at("", phase="draw", to_move=3, discard="6H", stock="5DKC8S")
    pushed = CAPIT.apply(before, 3, CAPIT.parse("push"))
    shown = screen(pushed.state, 0, "", pushed.events)
    assert "**Sam** pushed you the **6♡** and the **5♢**." in shown.text
    assert "**6♡** · **5♢**" in shown.text
    assert shown.footer == "bold: new since your last turn"
    for other in (1, 2, 3):
        assert "5♢" not in screen(pushed.state, other, "", pushed.events).text


def test_a_pushed_card_that_is_gone_is_not_told_wrongly() -> None:
    """C3.2: once a card was laid off, another one may lie where it lay."""
    state = at("6H*+ 9C* KH", "0 set 5H5S5C")
    events = [Pushed(3, 0, read_cards("6H")[0]), Drew(3), TurnStarted(0), Drew(0)]
    shown = screen(state, events=[*events, TookDiscard(0, JOKER)])
    assert "**Sam** pushed you the **6♡** and a card from the stock." in shown.text
    assert "You drew" not in shown.text


def test_a_push_of_an_earlier_turn_is_not_told_again() -> None:
    six, nine = read_cards("6H9C")
    events = [Pushed(3, 0, six), Drew(3), Discarded(3, nine), TurnStarted(0), Discarded(0, six)]
    assert "pushed you" not in screen(at("6H 9C*", phase="draw"), events=events).text


def test_the_card_drawn_is_told() -> None:
    before = at("KH QH", phase="draw", discard="")
    drawn = CAPIT.apply(before, 0, CAPIT.parse("draw"))
    assert "You drew the **5♢**." in screen(drawn.state, 0, "", drawn.events).text


def test_a_hand_is_told_by_rank_or_by_suit() -> None:
    """The word of the way that a player likes comes back with every click."""
    state = at("AS AS* 3H KD 3S X 2D 2S")
    by_rank, by_suit = screen(state), screen(state, focus="suit|")
    assert "\nA♤ **A♤** · K♢ · 3♤ 3♡ · 2♤ 2♢ · Joker\n" in by_rank.text
    assert "\n♤ A **A** 3\n♡ 3\n♢ K\nwild: 2♤ 2♢ Joker\n" in by_suit.text
    assert (by_rank.lasting, by_suit.lasting) == ("", "suit")
    assert press(by_rank, "Sort by suit") == Focus("", lasting="suit")
    assert press(by_suit, "Sort by rank") == Focus("", lasting="")
    assert labels(by_rank, "Discard")[:3] == ["A♤", "K♢", "3♤"]
    assert labels(by_suit, "Discard")[:3] == ["A♤", "3♤", "3♡"]


def test_a_half_made_choice_keeps_the_sorting() -> None:
    deep = screen(at(HAND, TABLE), focus="suit|off 2D")
    assert deep.lasting == "suit"
    assert items(deep, "On which meld?")
    assert "wild: " in deep.text


@pytest.mark.parametrize("phase", ["draw", "play"])
@pytest.mark.parametrize("laid", [frozenset(), frozenset({0})])
@settings(max_examples=60, deadline=None)
@given(st.text(max_size=30) | st.from_regex(r"(suit\|)?(ways?|off|meld|swap) ?[0-9A-Z.:]{0,9}"))
def test_every_focus_survives(phase: str, laid: frozenset[int], focus: str) -> None:
    """Nonsense is the start; whatever looks like a choice leads to a screen that can be shown."""
    state = at(HAND, TABLE, phase=phase, laid=laid)
    check(screen(state, focus=focus))


@settings(deadline=None)
@given(st.text(max_size=12).filter(lambda text: "|" not in text and text not in {"meld", "swap"}))
def test_a_random_text_is_no_half_made_choice(focus: str) -> None:
    state = at(HAND, TABLE)
    assert screen(state, focus=focus) == screen(state)


@pytest.mark.parametrize(
    "focus", ["ways 0", "ways 99", "way 0", "way 9999", "ways x", "off", "off 3C", "swap 9.9 3C"]
)
def test_an_outdated_choice_is_ignored(focus: str) -> None:
    for table in ("", TABLE):
        assert screen(at(HAND, table), focus=focus) == screen(at(HAND, table))


def test_a_scored_hand_is_reckoned() -> None:
    """C5.1."""
    state = do(at("KH\nAS KD 9C 2H X\n3S\n4S"), "discard KH")
    assert state.phase is Phase.SCORED
    shown = screen(state, 1)
    assert "**Round 1**: 65 points for you" in shown.text
    assert "20 (Joker) + 2 \N{MULTIPLICATION SIGN} 15 (2♡ A♤) + 10 (K♢) + 5 (9♧) = 65" in shown.text
    assert press(shown, "Next round") == Act("next")


def test_others_wait_and_may_sort() -> None:
    shown = screen(at(HAND), seat=2)
    assert "**Mina** is to move." in shown.text
    assert list(buttons(shown)) == ["Sort by suit"]


def test_a_spectator_has_no_hand() -> None:
    assert FACE.screen(scene(at(HAND)), ()).text == "You are watching: no hand here is yours."


def test_the_best_ways_are_the_rules_own() -> None:
    """C4.1: what the menu lays is what ``legal`` lists."""
    state = at(HAND)
    listed = [Act(str(a)) for a in CAPIT.legal(state, 0) if isinstance(a, LayContract)]
    assert [item.does for item in items(screen(state), "Lay the contract")] == listed
