"""Section 6: how a pot of league chips is divided."""

from collections.abc import Sequence
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.game.contract import Pot, Share
from bot.game.deck import Chance
from bot.games.capit.rules.game import CAPIT, divide
from bot.games.capit.rules.options import CapitOptions
from bot.games.capit.rules.scoring import End, RoundResult
from bot.games.capit.rules.state import State
from bot.games.capit.rules.view import Phase
from tests.games.capit.rules.at import card

ALL: tuple[int, ...] = (0, 1, 2, 3)

Scores = Sequence[Sequence[int]]
"""Per round, each seat's score in cards of five points."""


def match(*rounds: Sequence[int], over: bool = False, dealer: int = 0) -> State:
    """A match with these rounds scored, the last of them dealt by ``dealer``."""
    dealt, _ = CAPIT.new(CapitOptions(), len(rounds[0]), Chance(bytes(32), ()))
    results = tuple(
        RoundResult(number, dealer, End.OUT, tuple((card("5H"),) * fives for fives in scores))
        for number, scores in enumerate(rounds, start=1)
    )
    phase = Phase.OVER if over else Phase.SCORED
    return replace(dealt, results=results, phase=phase, dealer=dealer)


def test_the_lowest_score_of_a_round_takes_a_tenth_of_the_starting_pot() -> None:
    """C6.2: of the starting pot, in each round alike."""
    state = match([3, 0, 2, 5], [0, 4, 4, 4])
    assert divide(state, Pot(50, ALL)) == [Share(1, (0, 20, 0, 0)), Share(2, (20, 0, 0, 0))]


def test_a_tie_splits_a_share_in_whole_chips_and_the_rest_stays() -> None:
    """C6.2, C6.3: a tenth of 92 is 9; of these three get three each, of 8 two each."""
    state = match([0, 0, 0, 5])
    assert divide(state, Pot(23, ALL)) == [Share(1, (3, 3, 3, 0))]
    assert divide(state, Pot(20, ALL)) == [Share(1, (2, 2, 2, 0))]


@pytest.mark.parametrize(("ante", "share"), [(1, 0), (2, 0), (3, 1), (5, 2), (7, 2), (10, 4)])
def test_a_share_is_rounded_down_to_whole_chips(ante: int, share: int) -> None:
    """C6.3."""
    assert divide(match([1, 0, 1, 1]), Pot(ante, ALL)) == [Share(1, (0, share, 0, 0))]


def test_the_winner_of_the_match_takes_what_is_left() -> None:
    """C6.2: after five rounds with one share each, half of the pot."""
    state = match(*[[4, 0, 1, 2]] * 4, [0, 9, 9, 9], over=True)
    *_, last, left = divide(state, Pot(10, ALL))
    assert (last, left) == (Share(5, (4, 0, 0, 0)), Share(None, (0, 20, 0, 0)))


def test_a_match_of_fewer_rounds_leaves_more_to_its_winner() -> None:
    state = match([4, 0, 1, 2], over=True)
    assert divide(state, Pot(10, ALL)) == [Share(1, (0, 4, 0, 0)), Share(None, (0, 36, 0, 0))]


@pytest.mark.parametrize(
    ("dealer", "left"),
    [
        (0, (0, 115, 115, 114)),
        (1, (0, 114, 115, 115)),
        (2, (0, 115, 114, 115)),
        (3, (0, 115, 115, 114)),
    ],
)
def test_odd_chips_go_one_each_from_the_left_of_the_last_dealer(
    dealer: int, left: tuple[int, ...]
) -> None:
    """C6.3: three winners have 344 chips to split."""
    state = match([5, 1, 1, 1], over=True, dealer=dealer)
    assert divide(state, Pot(95, ALL)) == [Share(1, (0, 12, 12, 12)), Share(None, left)]


def test_only_those_who_have_put_chips_in_take_any() -> None:
    """The best of the table is Kai, say, who has no chips; the next best takes the shares."""
    state = match([0, 3, 2, 5], [0, 1, 4, 4], over=True)
    shares = divide(state, Pot(20, (1, 3)))
    assert [share.chips for share in shares] == [(0, 4, 0, 0), (0, 4, 0, 0), (0, 32, 0, 0)]


@given(
    st.integers(1, 1000),
    st.sets(st.integers(0, 5), min_size=1),
    st.lists(st.tuples(*[st.integers(0, 4)] * 6), min_size=1, max_size=5),
    st.integers(0, 5),
)
def test_no_chip_is_made_or_lost(
    ante: int, seats: set[int], rounds: list[tuple[int, ...]], dealer: int
) -> None:
    """C6.2: shares come to the whole pot at the end, and before to a tenth a round at most."""
    pot = Pot(ante, tuple(sorted(seats)))
    running = divide(match(*rounds, dealer=dealer), pot)
    over = divide(match(*rounds, dealer=dealer, over=True), pot)
    assert running == over[:-1]
    assert sum(sum(share.chips) for share in over) == pot.chips
    for share, scores in zip(running, rounds, strict=True):
        taken = [chips for chips in share.chips if chips]
        best = min(scores[seat] for seat in seats)
        assert sum(taken) <= pot.chips // 10
        assert len(set(taken)) <= 1
        assert all(scores[seat] == best for seat, chips in enumerate(share.chips) if chips)
    *_, last = over
    assert {seat for seat, chips in enumerate(last.chips) if chips} <= seats
    assert max(last.chips) - min(chips for chips in last.chips if chips) <= 1
