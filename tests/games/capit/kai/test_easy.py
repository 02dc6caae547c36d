"""How Kai's lighter players of CAP-IT err: with one plan alone, or with none."""

from bot.games.capit.kai.easy import EasyCapit, NormalCapit
from bot.games.capit.kai.hard import HardCapit
from bot.games.capit.rules.actions import (
    Action,
    Discard,
    LayContract,
    LayOff,
    Push,
    Swap,
    TakeDiscard,
)
from bot.games.capit.rules.game import CAPIT
from bot.games.capit.rules.state import State
from bot.games.capit.rules.view import Phase
from bot.kai.player import AnyPlayer
from tests.games.capit.rules.at import at, card

NORMAL = NormalCapit()
EASY = EasyCapit()
HARD = HardCapit()


def chosen(state: State, player: AnyPlayer) -> Action:
    """Return what a player does in the first seat."""
    action: Action = player.choose(CAPIT.view(state, 0), CAPIT.legal(state, 0)).action
    return action


def test_all_lay_the_contract_as_soon_as_they_have_it_c4_1() -> None:
    state = at("7H 7S 2D 8C 8D 8H KD")
    for player in (EASY, NORMAL, HARD):
        assert isinstance(chosen(state, player), LayContract)


def test_only_hard_sees_a_wild_that_can_be_freed_c4_4() -> None:
    state = at("5S QD KD", "1 run 3S4SX6S\n2 set KHKSKC", laid="0")
    assert isinstance(chosen(state, HARD), Swap)
    assert isinstance(chosen(state, NORMAL), LayOff)


def test_easy_lays_off_on_its_own_melds_alone_c4_2() -> None:
    others, own = "1 set KHKSKC\n0 set 9C9D9H", "0 set KHKSKC\n1 set 9C9D9H"
    assert isinstance(chosen(at("KD 7S", own), EASY), LayOff)
    assert isinstance(chosen(at("KD 7S", others), NORMAL), LayOff)
    assert isinstance(chosen(at("KD 7S", others), EASY), Discard)


def test_easy_takes_what_goes_with_others_whatever_the_contract_is_c2_3() -> None:
    """The first contract has no run, and yet it takes a card for one."""
    drawing = at("7H 8H TH JD 3C 3D 5S QC KS AC", phase=Phase.DRAW, discard_pile="9H")
    assert chosen(drawing, EASY) == TakeDiscard()
    assert chosen(drawing, NORMAL) == Push()


def test_normal_throws_away_what_its_one_plan_has_no_place_for_c4_5() -> None:
    state = at("7H 7S 9C 9D QD TS AC 4H")
    assert chosen(state, NORMAL) == Discard(card("AC"))
