"""The files of the lessons: what they say, and what is refused in them."""

from pathlib import Path
from typing import Final

import pytest

from bot.game.replay import verify
from bot.games.registry import GAMES
from bot.lesson.lesson import LONGEST, Lesson, lesson_of

TAUGHT: Final = [name for name in GAMES if lesson_of(name)]

RECORD: Final = """card night record 1
game: kapow
secret: 000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f
seat 0: You
seat 1: Kai
cut 0:
cut 1:
order 0 dealer: 1

0 reveal 1t 1b
0 take draw
0 discard
1 reveal 1t 1b
"""

FIRST: Final = '[[step]]\nafter = 0\nmove = "reveal 1t 1b"\nsay = "Turn up two cards."\n'
HEAD: Final = 'goal = "Few points."\n'
END: Final = '[ending]\nscore = "Well done."\nremember = ["Low is good."]\n'


def lesson(name: str) -> Lesson:
    found = lesson_of(name)
    assert found is not None
    return found


def written(folder: Path, steps: str) -> Lesson | None:
    """Read a lesson with these steps from a folder of its own."""
    place = folder / "kapow"
    place.mkdir()
    (place / "lesson.record").write_text(RECORD, "utf-8")
    (place / "lesson.toml").write_text(HEAD + steps + END, "utf-8")
    return lesson_of("kapow", folder)


def test_every_game_of_the_house_is_taught() -> None:
    assert {*TAUGHT} >= {"kapow", "kabobo", "capit", "chowpow"}


@pytest.mark.parametrize("game", TAUGHT)
def test_its_record_is_a_record(game: str) -> None:
    found = lesson(game).record
    assert found.game == game
    assert verify(found, GAMES).index == len(found.actions)


@pytest.mark.parametrize("game", TAUGHT)
def test_its_sentences_are_short(game: str) -> None:
    found = lesson(game)
    assert all(len(sentence) <= LONGEST for sentence in found.sentences)
    assert all(sentence.endswith((".", "!")) for sentence in found.sentences if sentence)
    assert 2 <= len(found.ending.remember) <= 3


@pytest.mark.parametrize("game", TAUGHT)
def test_its_short_round_has_options_of_the_game(game: str) -> None:
    GAMES[game].options.model_validate(lesson(game).options)


def test_a_game_without_files_has_none(tmp_path: Path) -> None:
    assert lesson_of("kapow", tmp_path) is None


def test_a_lesson_is_read_from_its_files(tmp_path: Path) -> None:
    found = written(tmp_path, FIRST)
    assert found is not None
    assert [step.move for step in found.steps] == ["reveal 1t 1b"]
    assert found.options == {}


@pytest.mark.parametrize(
    ("steps", "fault"),
    [
        (FIRST.replace("1b", "1m"), "the record does not have it after 0"),
        (FIRST.replace("after = 0", "after = 1"), "the record does not have it after 1"),
        (FIRST.replace("after = 0", "after = 99"), "the record does not have it after 99"),
        (FIRST.replace("Turn up two cards.", ""), "nothing is said"),
        (FIRST.replace("Turn", "T" * LONGEST), "more than"),
        (FIRST + FIRST, "it comes before the one above it"),
        (f'{FIRST}[[step]]\nafter = 2\nmove = "discard"\nsay = "Discard it."\n', "“meanwhile”"),
        (f'{FIRST}[[step]]\nafter = 3\nmove = "reveal 1t 1b"\nsay = "Kai."\n', "does not have it"),
    ],
)
def test_what_does_not_fit_the_record_is_refused(tmp_path: Path, steps: str, fault: str) -> None:
    with pytest.raises(ValueError, match=fault):
        written(tmp_path, steps)
