"""After the contract: several cards laid off at once (C4.2), wilds replaced (C4.4, C4.6, C8.3)."""

import pytest

from bot.game.held import cards_of
from bot.game.rounds import RoundEnded
from bot.games.capit.rules.cards import read_cards
from bot.games.capit.rules.choices import lay_offs, shed
from bot.games.capit.rules.game import CAPIT
from bot.games.capit.rules.melds import Side
from bot.games.capit.rules.options import RunSuit
from bot.games.capit.rules.view import End, LaidOff, Phase, Swapped
from tests.conformance.playout import playout
from tests.game.playing import scored
from tests.games.capit.rules.at import at, card, do, hand, laid, legal, meld, refusal, watch

TABLE = """
    1 run 5S6S7S
    2 set 8H8C8D
    """


def told(cards: str, *melds: str, run_suit: RunSuit = RunSuit.SAME) -> list[str]:
    table = [meld(each, run_suit) for each in melds]
    return [str(off) for off in shed(read_cards(cards), table)]


def test_cards_are_laid_off_in_several_places_by_one_action() -> None:
    state = at("3S 4S 8S 8H KD", TABLE, laid="0")
    after, happened = watch(state, "off 1 low 3S4S 1 8S 2 8H")
    assert laid(after) == ["1 run 3S4S5S6S7S8S", "2 set 8H8C8D8H"]
    assert hand(after) == "KD"
    assert after.active
    laid_off = [event for event in happened if isinstance(event, LaidOff)]
    assert [(event.number, len(event.cards)) for event in laid_off] == [(0, 2), (0, 1), (1, 1)]
    assert len(happened) == 3


def test_a_card_may_let_the_next_one_in() -> None:
    """Each is checked as the table is once those before it are laid."""
    state = at("8S 9S KD", TABLE, laid="0")
    assert laid(do(state, "off 1 8S 1 9S"))[0] == "1 run 5S6S7S8S9S"
    assert refusal(state, "off 1 9S 1 8S").sentence == "That card doesn't fit there."


@pytest.mark.parametrize(
    "action",
    ["off 1 8S 2 KD", "off 1 8S 2 8S", "off 1 8S 3 8H", "off 2 8H 1 8S 1 8S", "off 1 8S 2 8C"],
)
def test_if_one_of_them_is_not_legal_none_is_laid(action: str) -> None:
    assert refusal(at("8S 8H KD", TABLE, laid="0"), action).rule == "C4.2"


def test_before_the_contract_none_are_laid_off_c4_3() -> None:
    assert refusal(at("8S 8H KD", TABLE), "off 1 8S 2 8H").rule == "C4.3"


def test_who_lays_the_last_cards_so_is_out_c4_5() -> None:
    after, happened = watch(at("8S 8H\nKD", TABLE, laid="0"), "off 1 8S 2 8H")
    assert isinstance(happened[-1], RoundEnded)
    assert scored(after).end is End.OUT


def test_all_that_fits_goes_and_wild_cards_stay() -> None:
    assert told("3S4S8S8HKD2DX2S", "run 5S6S7S", "set 8H8C8D", "set KHKCKS") == [
        "off 1 low 3S4S",
        "off 1 8S",
        "off 2 8H",
        "off 3 KD",
    ]


def test_equal_cards_go_as_far_as_they_fit() -> None:
    """A second 8 of spades finds no place in the run."""
    assert told("8S8S8S", "run 5S6S7S", "set 8H8C8D") == ["off 1 8S", "off 2 8S8S"]
    assert told("8S8S", "run 5S6S7S") == ["off 1 8S"]


def test_the_longest_way_through_the_runs_comes_first() -> None:
    """The 8 joins two runs, but only one of them goes on."""
    assert told("8S7S6S", "run 5S6S7S", "run 9STSJS") == ["off 2 low 6S7S8S"]
    assert told("8S9S", "run 5S6S7S", "run TSJSQS") == ["off 1 8S9S"]


def test_under_any_suit_a_run_takes_whatever_follows_c2_1() -> None:
    assert told("8H9C8S", "run 5S6H7D", run_suit=RunSuit.ANY) == ["off 1 8H9C"]


def test_where_nothing_fits_nothing_goes() -> None:
    assert told("3H4H2SX", "run 5S6S7S", "set 8H8C8D") == []
    assert told("3H4H") == []


@pytest.mark.parametrize("seats", CAPIT.seats)
def test_in_a_match_it_is_the_same_as_one_by_one(seats: int) -> None:
    """And leaves no natural card that could still be laid off."""
    compared = 0
    for turn in playout(CAPIT, seats, 7):
        state, seat = turn.state, turn.seat
        if state.phase is not Phase.PLAY:
            continue
        melds = [each.meld for each in state.melds]
        offs = shed(cards_of(state.hands[seat]), melds) if seat in state.laid else []
        if len(offs) < 2:
            continue
        together = CAPIT.parse(" ".join(("off", *(str(off).removeprefix("off ") for off in offs))))
        one_by_one = state
        for off in offs:
            one_by_one = CAPIT.apply(one_by_one, seat, off).state
        assert CAPIT.apply(state, seat, together).state == one_by_one
        left = [card for card in cards_of(one_by_one.hands[seat]) if not card.is_wild]
        assert not [*lay_offs(left, [each.meld for each in one_by_one.melds])]
        compared += 1
    assert compared


WILDS_LAID = "1 run 3S4SX6S\n2 set KHKSKD"


def test_a_freed_wild_is_laid_off_on_another_meld_c4_4() -> None:
    state, happened = watch(at("5S 9C", WILDS_LAID, laid="0"), "swap 1.3 5S: off 2 X")
    assert laid(state) == ["1 run 3S4S5S6S", "2 set KHKSKDX"]
    assert hand(state) == "9C"
    assert happened == [
        Swapped(0, 0, 1, card("5S"), card("X")),
        LaidOff(0, 1, 2, (card("X"),), Side.HIGH),
    ]


def test_a_freed_wild_makes_a_new_meld_c4_4() -> None:
    state = do(at("5S 9C 9D QD", WILDS_LAID, laid="0"), "swap 1.3 5S: meld set 9C9DX")
    assert laid(state)[2] == "0 set 9C9DX"
    assert hand(state) == "QD"


@pytest.mark.parametrize(
    ("action", "rule"),
    [
        ("swap 1.3 5H: off 2 X", "C4.4"),
        ("swap 1.1 3S: off 2 X", "C4.4"),
        ("swap 1.9 5S: off 2 X", "C4.4"),
        ("swap 3.1 5S: off 2 X", "C4.2"),
        ("swap 1.3 5S: off 2 KC", "C4.4"),  # it is not the wild that is laid
        ("swap 1.3 5S: meld set 9C9D9H", "C4.4"),
        ("swap 1.3 5S: off 1 X", "C4.6"),  # back to where it was
        ("swap 1.3 5S: off 1 low X", "C4.6"),
        ("swap 1.3 5S: meld set 9CQDX", "C2.1"),
        ("swap 1.3 5S: meld set 8C8DX", "C4.4"),
    ],
)
def test_what_no_replacement_is_c4_4_c4_6(action: str, rule: str) -> None:
    state = at("5S 5H 3S 9C 9D 9H KC QD", WILDS_LAID, laid="0")
    assert refusal(state, action).rule == rule


def test_if_the_wild_cannot_be_used_there_is_no_replacement_c4_4() -> None:
    state = at("5S 9C QD", "1 run 3S4SX6S", laid="0")
    assert not [action for action in legal(state) if action.startswith("swap")]


def test_one_replacement_frees_one_wild_c8_3() -> None:
    """Two wilds on the table do not make a meld with one card of the hand."""
    state = at("5S 8H 9C QD", "1 run 3S4SX6S\n2 run 6H7HX9H", laid="0")
    for action in legal(state):
        if action.startswith("swap"):
            assert "meld" not in action


def test_a_wild_from_ones_own_meld_may_go_to_anothers_and_back_c4_6() -> None:
    state = at("5S 6D", "0 run 3S4SX6S\n1 run 3D4D5D", laid="0")
    assert laid(do(state, "swap 1.3 5S: off 2 X")) == ["0 run 3S4S5S6S", "1 run 3D4D5DX"]
