"""The puzzles that are shipped: each can be played, read and answered, and gives nothing away."""

from collections import Counter
from collections.abc import Sequence
from typing import Final

import pytest

from bot.face.face import Scene
from bot.face.markdown import bare
from bot.face.rulebook import SEEDS
from bot.game.replay import position_at, verify
from bot.games.faces import face_of
from bot.games.registry import GAMES
from bot.puzzle.making import LONGEST, YOU
from bot.puzzle.pool import FILE, puzzles_of
from bot.puzzle.puzzle import Puzzle, position_of
from bot.puzzle.why import reason_of, why

FEWEST: Final = {"kapow": 60, "kabobo": 25, "capit": 25, "chowpow": 9}

LARGEST: Final = 300_000
"""Bytes of all files together."""

TOLD: Final = 4
"""How many puzzles of each game Kai is asked about, which has to think then."""

each_game = pytest.mark.parametrize("game", GAMES)


def texts(puzzle: Puzzle, state: object) -> Sequence[str]:
    """Return everything that may be shown of a puzzle, if its match were in this state."""
    game, signs = position_of(puzzle).game, position_of(puzzle).scene.seats
    scene, face = Scene(game.view(state, puzzle.seat), signs), face_of(game)
    proposals = [face.proposal(scene, game.parse(choice.action)) for choice in puzzle.choices]
    legal = game.legal(state, puzzle.seat)
    screen = face.screen(scene, legal)
    return (face.text(scene), face.alt(scene), face.status(scene), screen.text, *proposals)


@each_game
def test_there_are_enough(game: str) -> None:
    assert len(puzzles_of(game)) >= FEWEST[game]


def test_the_files_are_small() -> None:
    assert sum((SEEDS / game / FILE).stat().st_size for game in GAMES) <= LARGEST


@each_game
def test_the_record_ends_at_the_decision(game: str) -> None:
    for puzzle in puzzles_of(game):
        last = verify(puzzle.record, GAMES)
        assert last.index == len(puzzle.record.actions)
        assert puzzle.record.outcome is None
        assert puzzle.seat in GAMES[game].to_act(last.state)
        assert puzzle.record.seats[puzzle.seat] == YOU
        assert len({*puzzle.record.seats}) == len(puzzle.record.seats)


@each_game
def test_the_choices_are_legal_and_read_differently(game: str) -> None:
    for puzzle in puzzles_of(game):
        position = position_of(puzzle)
        assert {GAMES[game].parse(each.action) for each in puzzle.choices} <= {*position.legal}
        words = [bare(position.words(choice)) for choice in puzzle.choices]
        assert len({*words}) == len(words)
        assert max(map(len, words)) <= LONGEST


@each_game
def test_one_choice_is_the_best_in_points_and_in_the_chance_to_win(game: str) -> None:
    for puzzle in puzzles_of(game):
        best, *others = puzzle.choices
        assert puzzle.measure.ahead(best, others[0]) >= puzzle.measure.dear
        assert all(best.margin >= other.margin for other in others)
        assert all(best.chance >= other.chance for other in others)


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
    rules, changed = GAMES[game], 0
    for puzzle in puzzles_of(game):
        state = position_at(puzzle.record, None, GAMES).state
        other = rules.permute_unknown(state, puzzle.seat, lambda cards: [*reversed(cards)])
        assert rules.view(other, puzzle.seat) == rules.view(state, puzzle.seat)
        assert texts(puzzle, other) == texts(puzzle, state)
        assert not any(puzzle.record.secret.hex() in text for text in texts(puzzle, state))
        changed += other != state
    assert changed > len(puzzles_of(game)) / 2


@each_game
def test_kai_tells_why_of_most(game: str) -> None:
    asked = puzzles_of(game)[:TOLD]
    assert all(why(puzzle).endswith(".") for puzzle in asked)
    assert sum(reason_of(puzzle) is not None for puzzle in asked) > TOLD / 2
