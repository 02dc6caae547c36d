"""Recipes and their points (section 3), pieces, the handle, and the end of the game (section 4)."""

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import combinations, islice

import pytest

from bot.game.rounds import RoundEnded
from bot.games.kabobo.rules.cards import DECK, Card, Recipe, Scored, card, score
from bot.games.kabobo.rules.game import KABOBO
from bot.games.kabobo.rules.options import KaboboOptions
from bot.games.kabobo.rules.state import State
from bot.games.kabobo.rules.view import MatchEnded, Phase
from tests.game.playing import scored
from tests.games.kabobo.rules.at import at, do, refusal, watch
from tests.helpers import not_none

WORKED = [
    ("3D 3C QH 3H", [9, 15]),
    ("6D 9C X 3H", [15, 15]),
    ("4C 5C 6C 7C", [22, 15, 22]),
    ("4C 4D 9H 9S", [18]),
    ("5C 5D 5H AS", [15, 15]),
    ("KC KD KH KS", [52]),
    ("AC 2D 3H KS", [6, 15]),
    ("QC KD AH 2S", [15]),
    ("2C 4D 8H QS", []),
    ("7C 8D X X", [15, 15, 15]),
    ("2C 5C 6C 3C", [16]),
    ("6C 6D 6H 6S", [24]),
    ("3C 3D 4H 5S", [6, 12, 15]),
    ("AC 2C 3C KC", [6, 15, 19]),
]


def cards(text: str) -> list[Card]:
    return [card(word) for word in text.split()]


@pytest.mark.parametrize(("kabob", "parts"), WORKED)
def test_worked_examples_b3_4_b3_6(kabob: str, parts: list[int]) -> None:
    """With the points of each recipe."""
    found = score(cards(kabob))
    assert sorted(each.points for each in found.recipes) == sorted(parts)
    assert found.points == sum(parts)


def test_a_kabob_tells_its_recipes_b3_1_b3_2() -> None:
    assert score(cards("4C 5C 6C 7C")).recipes == (
        Scored(Recipe.RUN, (0, 1, 2, 3), 22),
        Scored(Recipe.FIFTEEN, (0, 1, 2), 15),
        Scored(Recipe.FLUSH, (0, 1, 2, 3), 22),
    )


def test_each_recipe_counts_once_in_its_best_way_b3_1() -> None:
    """Of two pairs the higher one; a run of four, not two of three; one fifteen of two."""
    assert score(cards("4C 9D 4H 9S")).recipes == (Scored(Recipe.MATCH, (1, 3), 18),)
    assert score(cards("2C 3D 4H 5S")).recipes == (Scored(Recipe.RUN, (0, 1, 2, 3), 14),)
    fifteens = [s for s in score(cards("7C 8D 7H 8S")).recipes if s.recipe is Recipe.FIFTEEN]
    assert [scored.points for scored in fifteens] == [15]


def test_a_joker_is_fifteen_by_itself_and_joins_nothing_b3_3() -> None:
    assert score(cards("X 2C X 9D")).recipes == (
        Scored(Recipe.KABOBO, (0,), 15),
        Scored(Recipe.KABOBO, (2,), 15),
    )
    assert score(cards("2C 4C 6C X")).points == 15
    assert score(cards("7D 8C X 2H")).points == 30
    assert score(cards("QC KC X 4D")).points == 15


def test_every_hand_counts_as_an_independent_scorer_says_b3_5(*, thorough: bool) -> None:
    """All 316,251 hands of four cards, or every eleventh of them."""
    step, hands = 1 if thorough else 11, 0
    for four in islice(combinations(DECK, 4), None, None, step):
        assert score(four).points == independent(four), four
        hands += 1
    assert hands == -(-316_251 // step)


def independent(four: Sequence[Card]) -> int:
    """Score a hand in another way: by counting values, and by what can be summed up."""
    plain = [each for each in four if each.suit is not None]
    values = Counter(each.value for each in plain)
    jokers = len(four) - len(plain)
    matched = max((value * count for value, count in values.items() if count > 1), default=0)
    runs = max((sum(run) for run in _runs(set(values))), default=0)
    fifteen = 15 * bool(_ways({0: 1}, values).get(15))
    suits = {each.suit for each in four}
    flush = sum(each.value for each in four) if len(suits) == 1 and not jokers else 0
    return 15 * jokers + matched + runs + fifteen + flush


def _runs(values: set[int]) -> Iterator[range]:
    for start in values:
        for length in (3, 4):
            if set(range(start, start + length)) <= values:
                yield range(start, start + length)


def _ways(sums: dict[int, int], values: Counter[int]) -> dict[int, int]:
    """Return in how many ways each sum can be made."""
    for value, count in values.items():
        for _ in range(count):
            for total, ways in list(sums.items()):
                sums[total + value] = sums.get(total + value, 0) + ways
    return sums


NOTHING, PAIR, TRIPLE, QUADRUPLE = "2C 4D 8H QS", "2C 2D 8H QS", "5C 5D 5H AS", "KC KD KH KS"
"""Kabobs of 0, 4, 30 and 52 points."""


def played(*hands: str, caller: int | None = 0, pieces: str = "", **fields: str) -> State:
    """Return the state after a round with these kabobs, which nobody's last turn changes."""
    seats = len(hands)
    last = (seats - 1 if caller is None else caller - 1) % seats
    top = hands[last].split()[0]
    options = KaboboOptions(max_turns=3)
    given = {"to_move": str(last), "pieces": pieces or " ".join("0" * seats), "turns": "99"}
    given |= {} if caller is None else {"caller": str(caller)}
    state = at("\n".join(hands), options, **{**given, "discard_pile": top, **fields})
    return do(state, "take 1")


def test_the_caller_with_the_highest_score_gets_two_pieces_b4_1() -> None:
    assert scored(played(TRIPLE, PAIR, NOTHING)).given == (2, 0, 0)


def test_a_tie_for_the_highest_counts_for_the_caller_b4_1_b4_4() -> None:
    assert scored(played(PAIR, "2H 2S 8C QD", NOTHING)).given == (2, 0, 0)


def test_else_every_other_player_gets_one_b4_1() -> None:
    assert scored(played(PAIR, TRIPLE, NOTHING)).given == (0, 1, 1)


@pytest.mark.parametrize(
    ("hands", "pieces", "given"),
    [
        ((TRIPLE, PAIR), "4 0", (1, 0)),
        ((TRIPLE, PAIR), "5 0", (0, 0)),
        ((PAIR, TRIPLE, NOTHING), "0 4 5", (0, 1, 0)),
    ],
)
def test_nobody_has_more_than_five_pieces_b4_1(
    hands: tuple[str, ...], pieces: str, given: tuple[int, ...]
) -> None:
    result = scored(played(*hands, pieces=pieces))
    assert result.given == given
    assert max(result.pieces) <= 5


def test_five_pieces_and_the_highest_score_win_the_handle_no_matter_who_called_b4_2() -> None:
    state = played(PAIR, TRIPLE, NOTHING, pieces="3 5 0")
    assert scored(state).handle == (1,)
    assert scored(state).given == (0, 0, 1), "the pieces are given in the same round too"
    outcome = not_none(KABOBO.outcome(state))
    assert outcome.reason == "the handle is won"
    assert outcome.ranks == (2, 1, 3)


def test_the_fifth_piece_does_not_win_at_once_b4_2() -> None:
    """The player who wins the handle has started the round with all five."""
    state = played(TRIPLE, PAIR, pieces="3 0")
    assert state.pieces == (5, 0)
    assert state.phase is Phase.SCORED
    assert KABOBO.outcome(state) is None


def test_five_pieces_without_the_highest_score_win_nothing_b4_2() -> None:
    assert scored(played(PAIR, TRIPLE, pieces="5 0")).handle == ()


def test_of_several_with_five_the_caller_wins_b4_2() -> None:
    assert scored(played(PAIR, "2H 2S 8C QD", pieces="5 5")).handle == (0,)


def test_without_the_caller_among_them_they_share_b4_2() -> None:
    state = played(NOTHING, PAIR, "2H 2S 8C QD", pieces="5 5 5")
    assert scored(state).handle == (1, 2)
    outcome = not_none(KABOBO.outcome(state))
    assert outcome.ranks == (3, 1, 1)


def test_a_tie_with_someone_without_five_pieces_is_enough_b4_4() -> None:
    assert scored(played(NOTHING, PAIR, "2H 2S 8C QD", pieces="5 5 0")).handle == (1,)


def test_without_a_caller_no_pieces_but_the_handle_b2_8() -> None:
    state = played(PAIR, TRIPLE, caller=None, pieces="2 5")
    assert scored(state).given == (0, 0)
    assert scored(state).handle == (1,)


@pytest.mark.parametrize(
    ("hands", "pieces", "ranks"),
    [
        ((NOTHING, PAIR), "3 2", (2, 1)),
        ((NOTHING, PAIR), "4 2", (1, 2)),
        ((PAIR, "2H 2S 8C QD", NOTHING), "1 3 3", (1, 1, 3)),
        ((PAIR, TRIPLE, NOTHING), "3 1 3", (2, 3, 1)),
        ((NOTHING, "2H 4S 8C QD"), "1 3", (1, 1)),
    ],
)
def test_after_the_last_round_the_most_pieces_win_then_the_highest_sum_b4_3(
    hands: tuple[str, ...], pieces: str, ranks: tuple[int, ...]
) -> None:
    state = played(*hands, pieces=pieces, number="30")
    outcome = not_none(KABOBO.outcome(state))
    assert outcome.reason == "all rounds played"
    assert outcome.ranks == ranks
    assert refusal(state, "next", 0).rule == "B4.3"


def test_all_is_revealed_and_told_b4_1() -> None:
    state = at(f"{TRIPLE}\n?2C ?2D ?8H ?QS", to_move="1", caller="0", discard_pile="2H")
    state, happened = watch(state, "take 1")
    result = scored(state)
    assert happened[-1] == RoundEnded(result)
    assert [kabob.points for kabob in result.kabobs] == [30, 4]
    assert result.best == (0,)
    assert all(laid.card for laid in KABOBO.view(state, None).hands[1])


def test_the_end_is_told_b4_2() -> None:
    state = at(f"{TRIPLE}\n{PAIR}", to_move="1", caller="0", discard_pile="2H", pieces="5 0")
    _, happened = watch(state, "take 1")
    assert happened[-1] == MatchEnded((1, 2), (5, 0), handle=(0,))


def test_a_match_that_ends_without_the_handle_says_so_b4_3() -> None:
    options = KaboboOptions(max_rounds=1)
    state = at(
        f"{TRIPLE}\n{PAIR}", options, to_move="1", caller="0", discard_pile="2H", pieces="2 0"
    )
    _, happened = watch(state, "take 1")
    assert happened[-1] == MatchEnded((1, 2), (4, 0), handle=())
