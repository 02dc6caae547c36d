"""How Kai's lighter players of Kabobo! err: they think of their own hands alone, and forget."""

import pytest

from bot.game.contract import SPECTATOR
from bot.games.kabobo.kai.easy import EasyKabobo, NormalKabobo
from bot.games.kabobo.rules.actions import Action, Call, Check, Draw, Keep, TakeDiscard, Trade
from bot.games.kabobo.rules.cards import Spot
from bot.games.kabobo.rules.game import KABOBO
from bot.games.kabobo.rules.state import State
from bot.kai.player import AnyPlayer
from tests.games.kabobo.rules.at import at, do

NORMAL = NormalKabobo()
EASY = EasyKabobo()

OTHER = "?6D ?9C ?X ?4H"
PEEKED = f"?KC/0peek ?KD/0peek ?KH/0check ?3S/0check\n{OTHER}"


def chosen(state: State, player: AnyPlayer = NORMAL) -> Action:
    """Return what a player does for the seat to move."""
    seat = state.to_move
    action: Action = player.choose(KABOBO.view(state, seat), KABOBO.legal(state, seat)).action
    return action


def test_normal_calls_by_its_own_points_whatever_it_knows_of_others_b2_5() -> None:
    assert chosen(at(PEEKED)) == Call()
    assert chosen(at(PEEKED.replace(OTHER, "X *X QS QD"))) == Call()


def test_easy_does_not_know_any_more_what_it_peeked_at_b1_2() -> None:
    assert chosen(at(PEEKED), EASY) != Call()


def test_normal_forgets_what_it_peeked_at_when_the_round_is_long_b1_2() -> None:
    assert chosen(at(PEEKED, turns="8")) == Call()
    assert chosen(at(PEEKED, turns="9")) != Call()


@pytest.mark.parametrize("player", [NORMAL, EASY], ids=["normal", "easy"])
def test_both_keep_what_fits_b2_2(player: AnyPlayer) -> None:
    hands = f"?KC/0draw ?KD/0draw ?KH/0check ?3S/0check\n{OTHER}"
    assert chosen(do(at(hands, draw_pile="KS 5D"), "draw"), player) == Keep(3)


def test_they_take_an_open_card_only_if_it_brings_much_b2_1() -> None:
    hands = f"?6C/0draw ?6D/0draw ?2H/0check ?4S/0check\n{OTHER}"
    assert chosen(at(hands, discard_pile="6S")) == TakeDiscard(2)
    assert chosen(at(hands, discard_pile="QS")) == Draw()


def test_easy_checks_a_card_that_it_has_forgotten_b2_3() -> None:
    state = do(at(PEEKED, draw_pile="2S 5D"), "draw", "season")
    assert chosen(state, EASY) == Check(0)


def test_normal_trades_for_a_card_only_while_it_remembers_it_b2_3() -> None:
    hands = "?KC/0draw ?KD/0draw ?KH/0check ?3S/0check\n?6D {} ?X ?4H"
    state = do(at(hands.format("KS"), draw_pile="4H 5D"), "draw", "season")
    assert chosen(state) == Trade(3, Spot(1, 1))
    state = do(at(hands.format("?KS/0look"), draw_pile="4H 5D"), "draw", "season")
    assert chosen(state) != Trade(3, Spot(1, 1))


def test_a_spectator_has_nothing_to_think_about() -> None:
    state = at(PEEKED)
    with pytest.raises(ValueError, match="no hand"):
        NORMAL.choose(KABOBO.view(state, SPECTATOR), KABOBO.legal(state, 0))
