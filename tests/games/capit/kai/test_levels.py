"""How Kai's players of CAP-IT play by judging a position: hard, and how the lighter ones err."""

import random
from collections.abc import Sequence
from typing import Any, Final

from bot.games.capit.kai.players import EasyCapit, HardCapit, NormalCapit, Prospects
from bot.games.capit.rules.actions import (
    Action,
    Discard,
    LayContract,
    LayMeld,
    LayOff,
    Push,
    Swap,
    TakeDiscard,
)
from bot.games.capit.rules.cards import read_cards
from bot.games.capit.rules.game import CAPIT
from bot.games.capit.rules.melds import CONTRACTS
from bot.games.capit.rules.options import RunSuit
from bot.games.capit.rules.state import State
from bot.games.capit.rules.view import Phase
from bot.kai.player import AnyPlayer, Choice
from tests.games.capit.rules.at import at, card
from tests.kai.matches import wins

HARD = HardCapit()

SEATS: Final = 4
WINS: Final = 0.6
"""The share of matches of four seats that Kai has to win; a quarter would be as good as chance."""


class LayingPlayer:
    def __init__(self, seed: int) -> None:
        self._random = random.Random(seed)

    def choose(self, _view: object, legal: Sequence[Any]) -> Choice[Any]:
        lays = [a for a in legal if isinstance(a, LayContract | LayMeld | LayOff | Swap)]
        return Choice(self._random.choice(lays or legal))


def test_kai_wins_most_matches_against_three_who_lay_what_they_can(kai_matches: int) -> None:
    won = [wins(CAPIT, SEATS, HARD, LayingPlayer, seed) for seed in range(kai_matches)]
    assert sum(won) >= WINS * kai_matches


def test_kai_takes_what_brings_the_contract_nearer_c3_1() -> None:
    hand = "7H 7S 9C 9D KD QC 3H 4S TD AC"
    assert chosen(at(hand, phase=Phase.DRAW, discard_pile="7D")) == TakeDiscard()
    assert chosen(at(hand, phase=Phase.DRAW, discard_pile="5D")) == Push()


def test_kai_takes_what_it_can_lay_off_at_once_c4_2() -> None:
    table = "1 run 3S4S5S\n0 set 9C9D9H"
    assert chosen(at("KH 8D", table, phase=Phase.DRAW, discard_pile="6S")) == TakeDiscard()
    assert chosen(at("KH 8D", table, phase=Phase.DRAW, discard_pile="6D")) == Push()


def test_kai_keeps_what_the_contract_needs_and_its_wilds_c4_5() -> None:
    assert chosen(at("7H 7S 9C X KD QC")) in {Discard(card("KD")), Discard(card("QC"))}
    assert chosen(at("7H 7S 9C 9D QD TS AC 4H")) == Discard(card("AC"))


def test_with_the_contract_laid_kai_discards_what_costs_most_c5_1() -> None:
    assert chosen(at("KH 8D AC 4S", "0 set 9C9D9H")) == Discard(card("AC"))


def test_how_many_cards_are_lacking_c2_3() -> None:
    for hand, contract, lacking in (
        ("7H7S7D8C8D8H", 0, 0),
        ("7H7S8C8D", 0, 2),
        ("7H7S8C8DX", 0, 1),
        ("7H7S7D9STSJS", 1, 1),
        ("3H4H5H8S9STSJSQSKS", 4, 1),
    ):
        found = Prospects(read_cards(hand), CONTRACTS[contract], RunSuit.SAME)
        assert found.lacking == lacking, hand


NORMAL = NormalCapit()
EASY = EasyCapit()


def chosen(state: State, player: AnyPlayer = HARD) -> Action:
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
