"""Pictures on a phone, where Discord shows them 265 points wide: every letter can be read."""

import itertools
from collections.abc import Iterator

import pytest

from bot.face.canvas import PLAIN_THEME
from bot.face.paint import Box
from bot.face.seating import SMALLEST, WIDTH
from bot.game.contract import AnyGame
from bot.games.faces import face_of
from bot.games.registry import GAMES
from lab.contact_sheet import PHONE, scenes
from tests.face.letters import LetterCanvas, Words, check_letters
from tests.short import MOST, some_seats_first

LEAST = 11
"""Points that letters are high on a phone, at least: their font size."""
STRIDE = 29
"""Of this many scenes of a match, one is drawn."""

TABLES = some_seats_first(GAMES.values(), MOST)


def drawn(game: AnyGame, seats: int) -> Iterator[LetterCanvas]:
    for scene in itertools.islice(scenes(game, seats, seats), 0, None, STRIDE):
        canvas = face_of(game).drawn(scene, LetterCanvas)
        assert isinstance(canvas, LetterCanvas)
        yield canvas


def test_the_smallest_letters_are_large_enough_on_a_phone() -> None:
    assert SMALLEST * PHONE / WIDTH >= LEAST


def test_letters_that_are_too_small_are_named() -> None:
    canvas = LetterCanvas((100, 50), PLAIN_THEME)
    canvas.lines.append(Words("Tiny", SMALLEST - 1, Box(5, 5, 40, 20)))
    with pytest.raises(AssertionError, match=rf"SMALLEST, {SMALLEST} pixels: .*'Tiny'"):
        check_letters(canvas)


@pytest.mark.parametrize(("game", "seats"), TABLES)
def test_letters_are_large_and_lines_stay_apart_and_inside(game: AnyGame, seats: int) -> None:
    for canvas in drawn(game, seats):
        check_letters(canvas)
