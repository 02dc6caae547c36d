"""Several cards laid off at once (C4.2): which ones, and that it is the same as one by one."""

import pytest

from bot.games.capit.rules.cards import read_cards
from bot.games.capit.rules.choices import lay_offs, shed
from bot.games.capit.rules.events import LaidOff, RoundEnded
from bot.games.capit.rules.game import CAPIT
from bot.games.capit.rules.options import RunSuit
from bot.games.capit.rules.scoring import End
from bot.games.capit.rules.view import Phase, cards_of
from tests.conformance.playout import playout
from tests.games.capit.rules.at import at, do, hand, laid, meld, refusal, scored, watch

TABLE = """
    1 run 5S6S7S
    2 set 8H8C8D
    """


def told(cards: str, *melds: str, run_suit: RunSuit = RunSuit.SAME) -> list[str]:
    """Return what is laid off of a hand."""
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
    assert refusal(state, "off 1 9S 1 8S").sentence == "The 9S doesn't fit there."


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
