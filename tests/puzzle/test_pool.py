"""The shipped puzzles: each can be played, read and answered; and which is due on a day."""

from collections import Counter
from collections.abc import Sequence
from itertools import pairwise
from typing import Final

import pytest
from hypothesis import given, strategies as st

from bot.face.rulebook import SEEDS
from bot.games.registry import GAMES
from bot.puzzle.puzzle import FILE, Pools, Puzzle, pools, puzzle_of_day, puzzles_of, reason_of, why
from tests.puzzle.sample import (
    can_be_chosen,
    ends_at_the_decision,
    hides_what_the_seat_may_not_know,
    is_clear,
    puzzle,
)

DAYS: Final = 120

SAMPLE: Final = puzzle()

sizes = st.lists(st.integers(1, 9), min_size=1, max_size=4)


def pool(name: str, count: int, since: int = 0) -> Sequence[Puzzle]:
    """Return puzzles of which nothing matters but their ids and first day."""
    ids = (f"{name}{since}.{number}" for number in range(count))
    return [SAMPLE.model_copy(update={"id": each, "since": since}) for each in ids]


def some_pools(counts: Sequence[int]) -> dict[str, Sequence[Puzzle]]:
    return {f"game {at}": pool(f"{at}:", count) for at, count in enumerate(counts)}


def due(day: int, pools: Pools) -> Puzzle:
    found = puzzle_of_day(day, pools)
    assert found is not None
    return found


@given(sizes)
def test_the_games_take_turns(counts: Sequence[int]) -> None:
    given = some_pools(counts)
    for day in range(DAYS):
        assert due(day, given) in [*given.values()][day % len(given)]


@given(sizes)
def test_none_returns_before_all_others_of_its_game(counts: Sequence[int]) -> None:
    given = some_pools(counts)
    for own, puzzles in enumerate(given.values()):
        seen = [due(day, given).id for day in range(own, DAYS, len(given))]
        for start in range(len(seen) - len(puzzles) + 1):
            assert len({*seen[start : start + len(puzzles)]}) == len(puzzles)


@given(sizes, st.integers(1, DAYS), st.integers(1, 9))
def test_an_addition_changes_no_earlier_day(counts: Sequence[int], since: int, more: int) -> None:
    before = some_pools(counts)
    first, *_ = before
    after = {**before, first: [*before[first], *pool("new", more, since)]}
    for day in range(DAYS):
        if day < since or day % len(before):
            assert due(day, after) == due(day, before)


@given(sizes, st.integers(0, DAYS), st.integers(1, 9))
def test_the_added_come_next_then_all_in_turn(counts: Sequence[int], since: int, more: int) -> None:
    before = some_pools(counts)
    first, *_ = before
    new = pool("new", more, since + 1)
    after = {**before, first: [*before[first], *new]}
    days = [day for day in range(0, DAYS * 4, len(after)) if day > since]
    assert [due(day, after) for day in days[:more]] == new
    whole = [due(day, after).id for day in days[: len(after[first])]]
    assert len({*whole}) == len(whole)


def test_without_puzzles_none_is_due() -> None:
    assert puzzle_of_day(3, {}) is None
    assert puzzle_of_day(3, {"kapow": ()}) is None
    assert puzzle_of_day(3, {"kapow": pool("late", 2, since=1)}) is None


def test_a_day_before_the_first_has_none() -> None:
    with pytest.raises(ValueError, match="day -1"):
        puzzle_of_day(-1, some_pools([1]))


def test_the_shipped_puzzles_take_turns() -> None:
    shipped = pools()
    assert [*shipped] == [*GAMES]
    shipped = {game: puzzles for game, puzzles in shipped.items() if puzzles}
    found = [due(day, shipped) for day in range(4 * min(map(len, shipped.values())))]
    assert len({puzzle.id for puzzle in found}) == len(found)
    assert all(one.game != other.game for one, other in pairwise(found))


FEWEST: Final = {"kapow": 60, "kabobo": 25, "capit": 25, "chowpow": 9}

LARGEST: Final = 300_000

TOLD: Final = 4
"""How many puzzles of each game Kai is asked about, which has to think then."""

each_game = pytest.mark.parametrize("game", FEWEST)


@each_game
def test_there_are_enough(game: str) -> None:
    assert len(puzzles_of(game)) >= FEWEST[game]


def test_the_files_are_small() -> None:
    assert sum((SEEDS / game / FILE).stat().st_size for game in FEWEST) <= LARGEST


@each_game
def test_the_record_ends_at_the_decision(game: str) -> None:
    for shipped in puzzles_of(game):
        ends_at_the_decision(shipped)


@each_game
def test_the_choices_are_legal_and_read_differently(game: str) -> None:
    for shipped in puzzles_of(game):
        can_be_chosen(shipped)


@each_game
def test_one_choice_is_the_best_in_points_and_in_the_chance_to_win(game: str) -> None:
    for shipped in puzzles_of(game):
        is_clear(shipped)


@each_game
def test_no_two_are_alike(game: str) -> None:
    puzzles = puzzles_of(game)
    offers = {frozenset(choice.action for choice in puzzle.choices) for puzzle in puzzles}
    assert len(offers) == len(puzzles)


@each_game
def test_they_are_of_different_kinds(game: str) -> None:
    puzzles = puzzles_of(game)
    kinds = Counter(puzzle.best.action.split()[0] for puzzle in puzzles)
    assert len(kinds) >= 3
    assert max(kinds.values()) <= 2 * len(puzzles) / 3


@each_game
def test_the_order_on_the_buttons_does_not_tell_the_answer(game: str) -> None:
    puzzles = puzzles_of(game)
    first = sum(puzzle.shuffled[0] == puzzle.best for puzzle in puzzles)
    assert 0 < first < 2 * len(puzzles) / 3
    assert all({*puzzle.shuffled} == {*puzzle.choices} for puzzle in puzzles)


@each_game
def test_cards_that_the_seat_may_not_know_are_in_no_text(game: str) -> None:
    changed = sum(map(hides_what_the_seat_may_not_know, puzzles_of(game)))
    assert changed > len(puzzles_of(game)) / 2


@each_game
def test_kai_tells_why_of_most(game: str) -> None:
    asked = puzzles_of(game)[:TOLD]
    assert all(why(puzzle).endswith(".") for puzzle in asked)
    assert sum(reason_of(puzzle) is not None for puzzle in asked) > TOLD / 2
