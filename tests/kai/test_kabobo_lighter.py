"""How Kai's lighter players of Kabobo! err: they think of their own hands alone, and forget."""

import pytest

from bot.games.game import SPECTATOR
from bot.games.kabobo.actions import Action, Call, Check, Draw, Keep, TakeDiscard, Trade
from bot.games.kabobo.cards import Spot
from bot.games.kabobo.game import KABOBO
from bot.games.kabobo.state import State
from bot.kai.kabobo import ForgetfulKabobo, ModestKabobo
from bot.kai.player import AnyPlayer
from tests.games.kabobo.at import at, do

NORMAL = ModestKabobo()
EASY = ForgetfulKabobo()

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
    assert chosen(do(at(hands, deck="KS 5D"), "draw"), player) == Keep(3)


def test_they_take_an_open_card_only_if_it_brings_much_b2_1() -> None:
    hands = f"?6C/0draw ?6D/0draw ?2H/0check ?4S/0check\n{OTHER}"
    assert chosen(at(hands, discard="6S")) == TakeDiscard(2)
    assert chosen(at(hands, discard="QS")) == Draw()


def test_easy_checks_a_card_that_it_has_forgotten_b2_3() -> None:
    state = do(at(PEEKED, deck="2S 5D"), "draw", "season")
    assert chosen(state, EASY) == Check(0)


def test_normal_trades_for_a_card_only_while_it_remembers_it_b2_3() -> None:
    hands = "?KC/0draw ?KD/0draw ?KH/0check ?3S/0check\n?6D {} ?X ?4H"
    state = do(at(hands.format("KS"), deck="4H 5D"), "draw", "season")
    assert chosen(state) == Trade(3, Spot(1, 1))
    state = do(at(hands.format("?KS/0look"), deck="4H 5D"), "draw", "season")
    assert chosen(state) != Trade(3, Spot(1, 1))


def test_a_spectator_has_nothing_to_think_about() -> None:
    state = at(PEEKED)
    with pytest.raises(ValueError, match="no hand"):
        NORMAL.choose(KABOBO.view(state, SPECTATOR), KABOBO.legal(state, 0))
