"""The puzzles that are shipped: each can be played, read and answered, and gives nothing away."""

from collections import Counter
from typing import Final

import pytest

from bot.face.rulebook import SEEDS
from bot.games.registry import GAMES
from bot.puzzle.pool import FILE, puzzles_of
from bot.puzzle.why import reason_of, why
from tests.puzzle.checks import (
    can_be_chosen,
    ends_at_the_decision,
    hides_what_the_seat_may_not_know,
    is_clear,
)

FEWEST: Final = {"kapow": 60, "kabobo": 25, "capit": 25, "chowpow": 9}

LARGEST: Final = 300_000
"""Bytes of all files together."""

TOLD: Final = 4
"""How many puzzles of each game Kai is asked about, which has to think then."""

each_game = pytest.mark.parametrize("game", GAMES)


@each_game
def test_there_are_enough(game: str) -> None:
    assert len(puzzles_of(game)) >= FEWEST[game]


def test_the_files_are_small() -> None:
    assert sum((SEEDS / game / FILE).stat().st_size for game in GAMES) <= LARGEST


@each_game
def test_the_record_ends_at_the_decision(game: str) -> None:
    for puzzle in puzzles_of(game):
        ends_at_the_decision(puzzle)


@each_game
def test_the_choices_are_legal_and_read_differently(game: str) -> None:
    for puzzle in puzzles_of(game):
        can_be_chosen(puzzle)


@each_game
def test_one_choice_is_the_best_in_points_and_in_the_chance_to_win(game: str) -> None:
    for puzzle in puzzles_of(game):
        is_clear(puzzle)


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
