"""How Kai's players of Kabobo! play by judging a position: hard, and how the lighter ones err."""

import random
from itertools import combinations, combinations_with_replacement

import pytest

from bot.game.contract import SPECTATOR
from bot.game.moves import Draw
from bot.games.kabobo.kai.hard import HardKabobo
from bot.games.kabobo.kai.normal import EasyKabobo, NormalKabobo
from bot.games.kabobo.kai.outlook import Outlook, Stakes, points, unseen, worlds
from bot.games.kabobo.rules.actions import Action, Call, Check, Keep, TakeDiscard, Trade
from bot.games.kabobo.rules.cards import DECK, JOKER, Card, Spot, Suit, card, score
from bot.games.kabobo.rules.game import KABOBO
from bot.games.kabobo.rules.state import State
from bot.games.kabobo.rules.view import Phase
from bot.kai.player import AnyPlayer
from tests.games.kabobo.rules.at import at, do

KAI = HardKabobo()

FACES = "3D 3C QH 3H\n6D 9C X 4H\n2D 4C 8H QS"


def hard(state: State) -> Action:
    return chosen(state, KAI)


def test_the_quick_scorer_is_the_rules_scorer_b3_1() -> None:
    """For all values that four cards can have, and flushes among many hands."""
    ranks = [*(card for card in DECK if card.suit is Suit.SPADES), JOKER]
    for hand in combinations_with_replacement(ranks, 4):
        if hand.count(JOKER) <= 2:
            mixed = (*hand[:3], Card(hand[3].value, hand[3].suit and Suit.HEARTS))
            assert points(mixed) == score(mixed).points
    for hand in random.Random(1).sample([*combinations(DECK, 4)], 5_000):
        assert points(hand) == score(hand).points


def test_what_is_known_lies_so_in_every_world() -> None:
    state = at("?3D/0peek ?3C *?QH 3H\n?6D/0look ?9C ?X 4H")
    for mine, others in worlds(KABOBO.view(state, 0), None):
        assert [str(mine[0]), str(mine[3]), str(others[0]), str(others[3])] == [
            "3D", "3H", "6D", "4H"
        ]  # fmt: skip
        assert len({*mine, *others}) == 8


def test_there_are_no_worlds_for_a_spectator() -> None:
    with pytest.raises(ValueError, match="no choices"):
        Outlook(KABOBO.view(at("?3D ?3C ?QH ?3H\n?6D ?9C ?X ?4H"), SPECTATOR), None)


def test_in_every_second_world_those_with_a_turn_to_come_get_better_b2_5() -> None:
    view = KABOBO.view(at("?3D ?3C ?QH ?3H\n2D 4C 8H QS\n2S 4D 8S QD", caller="2"), 0)
    now = {world[1] for world in worlds(view, 2)[1::2]}
    later = [points(world[1]) for world in worlds(view, 2)[::2]]
    assert now == {tuple(map(card, ("2D", "4C", "8H", "QS")))}
    assert min(later) == 0 < max(later)
    assert len({world[2] for world in worlds(view, 2)}) == 1


def test_there_may_be_too_few_cards_left_for_turns_to_come() -> None:
    seen = " ".join(map(str, DECK[4:-1]))
    hands = "AS 2S 3S 4S\n5S 6S 7S 8S\n9S 10S JS QS"
    view = KABOBO.view(
        at(hands, draw_pile="X", discard_pile=seen[seen.index("KS") :], caller="2"), 0
    )
    assert unseen(view) == (card("X"),)
    assert len(worlds(view, 0)) == len(worlds(view, None))


@pytest.mark.parametrize(
    ("best", "caller", "better"),
    [
        ((0,), 0, True),  # B4.1: two pieces
        ((0, 1), 0, True),  # B4.1: a tie counts
        ((1,), 0, False),  # B4.1: a piece for each of the others
        ((1,), 1, False),
        ((1,), 2, True),  # seat 1 gets no more for it than seat 0
        ((0,), None, True),
    ],
)
def test_the_stakes_follow_the_pieces_b4_1(
    *, best: tuple[int, ...], caller: int | None, better: bool
) -> None:
    stakes = Stakes(KABOBO.view(at(FACES, pieces="2 2 2"), 0), 0, caller)
    assert stakes.now() == pytest.approx(1 / 3)
    assert (stakes.if_best(best) > stakes.now()) is better


@pytest.mark.parametrize(
    ("best", "caller", "chance"),
    [((0,), 2, 1), ((1,), 0, 0), ((0, 1), 2, 1 / 2), ((0, 1), 0, 1), ((0, 2), 1, 1)],
)
def test_the_handle_decides_it_b4_2(best: tuple[int, ...], caller: int, chance: float) -> None:
    stakes = Stakes(KABOBO.view(at(FACES, pieces="5 5 2"), 0), 0, caller)
    assert stakes.if_best(best) == chance


def test_kai_calls_with_the_best_hand_there_is_b2_5() -> None:
    known = "?KC/0check ?KD/0check ?KH/0check ?KS/0check"
    assert hard(at(f"{known}\n?6D ?9C ?X ?4H")) == Call()


def test_kai_keeps_what_fits_b2_2() -> None:
    known = "?KC/0check ?KD/0check ?KH/0check ?3S/0check"
    state = do(at(f"{known}\n?6D ?9C ?X ?4H", draw_pile="KS 5D"), "draw")
    assert hard(state) == Keep(3)


def test_kai_looks_at_its_own_unknown_cards_b2_3() -> None:
    hands = "?7C/0peek ?2D ?8H/0peek ?QS\n?6D ?9C ?X ?4H"
    state = do(at(hands, draw_pile="2S 5D"), "draw", "season")
    assert state.phase is Phase.POWER
    assert hard(state) == Check(1)


@pytest.mark.parametrize(
    ("hand", "wanted"),
    [("?KC/0peek ?KD/0peek ?KH/0peek ?3S/0check", True), ("KC 2D 6H *9S", False)],
)
def test_kai_calls_only_if_it_is_worth_it_b2_5(*, hand: str, wanted: bool) -> None:
    assert (hard(at(f"{hand}\n?6D ?9C ?X ?4H", pieces="3 3")) == Call()) is wanted


def test_kai_leaves_out_trades_of_locked_cards_b2_4() -> None:
    hands = "?KC/0peek ?KD/0peek ?KH/0check ?3S/0check\n?6D *?KS/0look ?X ?4H"
    state = do(at(hands, draw_pile="4H 5D"), "draw", "season")
    assert hard(state) != Trade(3, Spot(1, 1))


def test_kai_trades_for_a_card_it_knows_to_fit_b2_3() -> None:
    hands = "?KC/0peek ?KD/0peek ?KH/0check ?3S/0check\n?6D ?KS/0look ?X ?4H"
    state = do(at(hands, draw_pile="4H 5D"), "draw", "season")
    assert hard(state) == Trade(3, Spot(1, 1))


NORMAL = NormalKabobo()
EASY = EasyKabobo()

OTHER = "?6D ?9C ?X ?4H"
PEEKED = f"?KC/0peek ?KD/0peek ?KH/0check ?3S/0check\n{OTHER}"


def chosen(state: State, player: AnyPlayer = NORMAL) -> Action:
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
    with pytest.raises(ValueError, match="no choices"):
        NORMAL.choose(KABOBO.view(state, SPECTATOR), KABOBO.legal(state, 0))
