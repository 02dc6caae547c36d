"""What the players' rules say of CAP-IT and no other test of its rules shows."""

from collections import Counter

import pytest

from bot.games.capit.rules.game import CAPIT
from bot.games.capit.rules.melds import CONTRACTS, Kind
from bot.games.capit.rules.options import CapitOptions
from bot.games.capit.rules.scoring import points
from bot.games.capit.rules.view import Phase
from tests.games.capit.rules.at import at, card, do, laid, meld, refusal
from tests.seeded import chance

SET, RUN = Kind.SET, Kind.RUN


@pytest.mark.parametrize(
    ("number", "melds"),
    [
        (1, {(SET, 3): 2}),
        (2, {(SET, 3): 1, (RUN, 4): 1}),
        (3, {(RUN, 4): 2}),
        (4, {(SET, 3): 3}),
        (5, {(RUN, 3): 1, (RUN, 7): 1}),
    ],
)
def test_the_five_contracts_c2_3(number: int, melds: dict[tuple[Kind, int], int]) -> None:
    assert len(CONTRACTS) == 5
    assert Counter((each.kind, each.size) for each in CONTRACTS[number - 1]) == melds


def test_five_rounds_and_three_idle_circuits_c1_3_c5_4() -> None:
    assert CapitOptions().rounds == 5
    assert [CapitOptions(rounds=number).rounds for number in range(1, 6)] == [*range(1, 6)]
    assert CapitOptions().stall_circuits == 3


def test_a_random_player_deals_first_c1_3() -> None:
    dealers = {CAPIT.new(CapitOptions(), 4, chance(secret)).state.dealer for secret in range(40)}
    assert dealers == {0, 1, 2, 3}


def test_the_same_cards_are_a_set_or_a_run_as_their_player_says_c2_1_c2_2() -> None:
    state = at("2C 2D X KD", laid="0")
    assert laid(do(state, "meld set 2C2DX")) == ["0 set 2C2DX"]
    assert laid(do(state, "meld run 2C2DX")) == ["0 run 2C2DX"]
    for first, suit in (("2C2D", "C"), ("2D2C", "D")):
        run = meld(f"run {first}X")
        assert (run.rank, str(run.suit)) == (2, suit)
        assert [run.is_natural(place) for place in range(3)] == [True, False, False]
    assert meld("set 2C2DX").rank == 2
    assert refusal(at("7H KD", "0 set 2C2DX"), "off 1 7H").rule == "C4.2"


@pytest.mark.parametrize(
    ("ranks", "cost"), [("X", 20), ("2", 15), ("A", 15), ("KQJT", 10), ("9876543", 5)]
)
def test_what_each_card_costs_c5_1(ranks: str, cost: int) -> None:
    for rank in ranks:
        for suit in "CDHS":
            assert points(card("X" if rank == "X" else rank + suit)) == cost


def test_equal_totals_share_the_win_c5_3() -> None:
    over = do(at("7H\n7S\n9C\nKC", phase=Phase.DRAW, draw_pile="", number=5), "draw")
    outcome = CAPIT.outcome(over)
    assert outcome is not None
    assert (outcome.scores, outcome.ranks) == ((5, 5, 5, 10), (1, 1, 1, 4))
