"""Scoring rounds and ranking matches (K6.4-K6.6), with the worked examples of section 8."""

from dataclasses import replace

import pytest

from bot.game.contract import Outcome, lowest_first, totals
from bot.game.rounds import MatchEnded, RoundEnded
from bot.games.kapow.rules.cards import Place, position
from bot.games.kapow.rules.game import KAPOW
from bot.games.kapow.rules.hand import score_hands
from bot.games.kapow.rules.options import KapowOptions
from bot.games.kapow.rules.view import Phase
from tests.game.playing import scored
from tests.games.kapow.rules.at import at, do, parse_hand, watch


def column(text: str) -> str:
    return text.replace("/", "\n")


@pytest.mark.parametrize(
    ("hand", "total"),
    [
        ("K/0-2/4", 27),
        ("K+1/5/9", 15),
        ("K-2/3/9", 10),
        ("0-2/0-1/3", 0),
        ("P1+2/P2/12+1+2", 3 + 2 + 15),
        ("K/K/0-2-2", 25 + 25 - 4),
    ],
)
def test_a_hand_scores_the_sum_of_what_is_left_k6_4(hand: str, total: int) -> None:
    (score,) = score_hands([parse_hand(column(hand))], None)
    assert score.total == score.points == total
    assert sum(points for _, _, points in score.items) == total


def test_every_position_left_is_accounted_for_k6_4() -> None:
    (score,) = score_hands([parse_hand("K . 0-2\n3 . 9\nP1 . 5")], None)
    assert score.items == (
        (Place(0, 0), position("K"), 25),
        (Place(0, 1), position("3"), 3),
        (Place(0, 2), position("P1"), 1),
        (Place(2, 0), position("0-2"), -2),
        (Place(2, 1), position("9"), 9),
        (Place(2, 2), position("5"), 5),
    )


def test_an_empty_hand_scores_nothing_k6_4() -> None:
    (score,) = score_hands([(None, None, None)], 0)
    assert (score.items, score.points, score.doubled) == ((), 0, False)


@pytest.mark.parametrize(
    ("sums", "points"),
    [
        ((8, 8, 20), (8, 8, 20)),
        ((8, 7), (16, 7)),
        ((-3, -5), (-3, -5)),
        ((0, -5), (0, -5)),
        ((8, 20, 9), (8, 20, 9)),
        ((1, 20, 0), (2, 20, 0)),
    ],
)
def test_who_went_out_is_doubled_above_zero_and_not_lowest_k6_5(
    sums: tuple[int, ...], points: tuple[int, ...]
) -> None:
    hands = [parse_hand("\n".join(halves(total))) for total in sums]
    scores = score_hands(hands, out=0)
    assert tuple(score.total for score in scores) == sums
    assert tuple(score.points for score in scores) == points
    assert [score.doubled for score in scores] == [
        s != p for s, p in zip(sums, points, strict=True)
    ]


def halves(total: int) -> list[str]:
    if total < 0:
        return ["0" + "-1" * -total, "0", "0"]
    return [str(min(total, 12)), str(total - min(total, 12)), "0"]


def test_only_who_went_out_first_is_doubled_k6_5() -> None:
    hands = [parse_hand("9\n9\n0"), parse_hand("3\n3\n0")]
    assert [score.points for score in score_hands(hands, out=1)] == [18, 6]
    assert [score.points for score in score_hands(hands, out=0)] == [36, 6]
    assert [score.points for score in score_hands(hands, out=None)] == [18, 6]


@pytest.mark.parametrize(
    ("points", "expected"),
    [
        ((5, 3, 9), (2, 1, 3)),
        ((3, 3, 9), (1, 1, 3)),
        ((-4, 0, 0, 2), (1, 2, 2, 4)),
        ((1, 1), (1, 1)),
    ],
)
def test_equal_totals_share_a_rank_k6_6(points: tuple[int, ...], expected: tuple[int, ...]) -> None:
    assert lowest_first(points) == expected


def test_a_match_is_won_by_the_lowest_total_k6_6() -> None:
    options = KapowOptions(rounds=2)
    picture = "number {}\nout 1\ndrawn 9 draw\n\n0-2\n3\n4\n\n9\n5\n7"
    first = at(picture.format(1), options)
    state, events = watch(first, "discard")
    assert [type(event) for event in events[-1:]] == [RoundEnded]
    assert KAPOW.outcome(state) is None
    assert totals(2, state.results) == (5, 42)
    second = replace(at(picture.format(2), options), results=state.results)
    state, events = watch(second, "discard")
    assert state.phase is Phase.OVER
    assert events[-1] == MatchEnded((1, 2), (10, 84))
    assert KAPOW.outcome(state) == Outcome(
        "all rounds played", (1, 2), (10, 84), ((5, 42), (5, 42))
    )


def test_when_the_match_is_over_nobody_acts_k6_6() -> None:
    state = do(at("out 1\ndrawn 9 draw\n\n0\n3\n4\n\n9\n5\n7", KapowOptions(rounds=1)), "discard")
    assert KAPOW.to_act(state) == frozenset()
    assert [KAPOW.legal(state, seat) for seat in (0, 1)] == [(), ()]
    with pytest.raises(ValueError, match=r"The match is over\. \(K6\.6\)"):
        do(state, "next")


def test_between_rounds_any_seat_may_go_on_k2_4() -> None:
    state = do(at("out 1\ndrawn 9 draw\n\n0\n3\n4\n\n9\n5\n7"), "discard")
    assert KAPOW.stage(state).paused
    assert KAPOW.to_act(state) == {0, 1}
    for seat in (0, 1):
        assert [str(action) for action in KAPOW.legal(state, seat)] == ["next"]
        after = KAPOW.apply(state, seat, KAPOW.parse("next")).state
        assert KAPOW.stage(after).round == 2
        assert not KAPOW.stage(after).paused
    with pytest.raises(ValueError, match=r"Go on to the next one\. \(K2\.4\)"):
        do(state, "take draw")


def test_a_scored_round_is_a_turn_of_its_own_for_clocks() -> None:
    playing = at("out 1\ndrawn 9 draw\n\n0\n3\n4\n\n9\n5\n7")
    paused = do(playing, "discard")
    going_on = do(paused, "next")
    turns = [KAPOW.stage(state).turn for state in (playing, paused, going_on)]
    assert turns == [9, 10, 11]


def test_the_result_explains_the_round_k6_5() -> None:
    state = do(at("number 3\nout 1\nstarter 1\ndrawn 9 draw\n\n0\n3\n4\n\n9\n5\n7"), "discard")
    result = scored(state)
    assert (result.round, result.out, result.starter) == (3, 1, 1)
    assert [(hand.total, hand.doubled) for hand in result.hands] == [(7, False), (21, True)]
    assert result.points == (7, 42)
