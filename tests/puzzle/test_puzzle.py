"""A puzzle as a value, and as a line of a file."""

from dataclasses import replace
from pathlib import Path

import pytest

from bot.kai.advice import POINTS
from bot.puzzle.puzzle import FILE, ID_DIGITS, id_of, position_of, puzzles_of, read_puzzles
from bot.review.review import EvaluatedChoice
from tests.puzzle.sample import DRAW, RECORD, TAKE, line, puzzle

NEAR = DRAW.model_copy(update={"action": "take discard", "points": 4.2})


def test_it_knows_its_game_and_its_answer() -> None:
    made = puzzle()
    assert (made.game, made.best, made.measure) == ("kapow", DRAW, POINTS)
    assert {*made.shuffled} == {DRAW, TAKE}


def test_its_id_is_that_of_the_position() -> None:
    assert id_of(RECORD, 0) == puzzle(judge="Kapow! hard 3").id
    assert len(id_of(RECORD, 0)) == ID_DIGITS
    assert id_of(RECORD, 1) != id_of(RECORD, 0)
    assert id_of(replace(RECORD, actions=()), 0) != id_of(RECORD, 0)


def test_its_position_is_what_its_seat_sees() -> None:
    position = position_of(puzzle())
    assert position.scene.view.viewer == 0
    assert [sign.name for sign in position.scene.seats] == ["You", "Mina"]
    assert position.words(DRAW) == "Draw a card"
    assert [str(action) for action in position.legal] == ["take draw", "take discard"]


@pytest.mark.parametrize(
    ("other", "fault"),
    [
        ({"id": "0123456789"}, "its id should be"),
        ({"choices": (DRAW,)}, "at least 2"),
        ({"choices": (DRAW, DRAW)}, "comes twice"),
        ({"choices": (TAKE, DRAW)}, "aren't in order"),
        ({"choices": (DRAW, NEAR)}, "isn't clearly the best"),
        ({"since": -1}, "greater than or equal"),
        ({"answer": 1}, "Extra inputs"),
    ],
)
def test_what_does_not_fit_is_refused(other: dict[str, object], fault: str) -> None:
    with pytest.raises(ValueError, match=fault):
        puzzle(**other)


def test_it_can_be_written_and_read() -> None:
    made = puzzle(since=3)
    assert read_puzzles("kapow", line(made)) == (made,)


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("{}\n", "line 1"),
        (line(puzzle()) + "\n", "line 2"),
        (line(puzzle()) * 2, "comes twice"),
        (line(puzzle()).replace("game: kapow", "game: poker"), "its id should be"),
        (line(puzzle(seat=1)), "line 1: It isn't your turn"),
        (line(puzzle(record=replace(RECORD, actions=((1, "end"),)))), "isn't possible"),
        (line(puzzle(choices=(DRAW, TAKE.model_copy(update={"action": "discard"})))), "line 1: "),
    ],
)
def test_a_file_at_fault_is_refused(text: str, fault: str) -> None:
    with pytest.raises(ValueError, match=fault):
        read_puzzles("kapow", text)


def test_a_file_has_the_puzzles_of_one_game_the_newest_last() -> None:
    with pytest.raises(ValueError, match="another game"):
        read_puzzles("capit", line(puzzle()))
    later = replace(RECORD, actions=(*RECORD.actions, (0, "take draw")))
    choices = tuple(
        EvaluatedChoice(action=action, points=points, field=9, chance=0.5)
        for action, points in (("discard", 4), ("replace 1t", 6))
    )
    lines = line(puzzle(since=5)) + line(puzzle(record=later, choices=choices))
    with pytest.raises(ValueError, match="belongs at the end"):
        read_puzzles("kapow", lines)


def test_a_game_without_a_file_has_none(tmp_path: Path) -> None:
    assert puzzles_of("kapow", tmp_path) == ()


def test_a_game_has_those_of_its_file(tmp_path: Path) -> None:
    (tmp_path / "kapow").mkdir()
    (tmp_path / "kapow" / FILE).write_text(line(puzzle()), "utf-8")
    assert puzzles_of("kapow", tmp_path) == (puzzle(),)
