"""How Kai thinks about Kabobo!."""

import random
from itertools import combinations

import pytest

from bot.games.game import SPECTATOR
from bot.games.kabobo.actions import Action, Call, Check, Keep, Trade
from bot.games.kabobo.cards import DECK, Spot
from bot.games.kabobo.game import KABOBO
from bot.games.kabobo.scoring import score
from bot.games.kabobo.state import Phase, State
from bot.kai.kabobo import HopefulKabobo
from bot.kai.kabobo.worlds import Worlds, points
from tests.games.kabobo.at import at, do

KAI = HopefulKabobo()


def chosen(state: State) -> Action:
    """Return what Kai does for the seat to move."""
    seat = state.to_move
    choice = KAI.choose(KABOBO.view(state, seat), KABOBO.legal(state, seat))
    return choice.action


def test_the_quick_scorer_is_the_rules_scorer_b3_1() -> None:
    for hand in random.Random(1).sample([*combinations(DECK, 4)], 20_000):
        assert points(hand) == score(hand).points


def test_what_is_known_lies_so_in_every_world() -> None:
    state = at("?3D/0peek ?3C *?QH 3H\n?6D/0look ?9C ?X 4H")
    for hands in Worlds(KABOBO.view(state, 0)).hands:
        mine, others = hands
        assert [str(mine[0]), str(mine[3]), str(others[0]), str(others[3])] == [
            "3D", "3H", "6D", "4H"
        ]  # fmt: skip
        assert len({*mine, *others}) == 8


def test_a_spectator_has_nothing_to_think_about() -> None:
    with pytest.raises(ValueError, match="no hand"):
        Worlds(KABOBO.view(at("?3D ?3C ?QH ?3H\n?6D ?9C ?X ?4H"), SPECTATOR))


def test_kai_calls_with_the_best_hand_there_is_b2_5() -> None:
    known = "?KC/0check ?KD/0check ?KH/0check ?KS/0check"
    assert chosen(at(f"{known}\n?6D ?9C ?X ?4H")) == Call()


def test_kai_keeps_what_fits_b2_2() -> None:
    known = "?KC/0check ?KD/0check ?KH/0check ?3S/0check"
    state = do(at(f"{known}\n?6D ?9C ?X ?4H", deck="KS 5D"), "draw")
    assert chosen(state) == Keep(3)


def test_kai_looks_at_its_own_unknown_cards_b2_3() -> None:
    hands = "?7C/0peek ?2D ?8H/0peek ?QS\n?6D ?9C ?X ?4H"
    state = do(at(hands, deck="2S 5D"), "draw", "season")
    assert state.phase is Phase.POWER
    assert chosen(state) == Check(1)


def test_kai_trades_for_a_card_it_knows_to_fit_b2_3() -> None:
    hands = "?KC/0peek ?KD/0peek ?KH/0check ?3S/0check\n?6D ?KS/0look ?X ?4H"
    state = do(at(hands, deck="4H 5D"), "draw", "season")
    assert chosen(state) == Trade(3, Spot(1, 1))
