"""The plain pictures that ours are compared with."""

import io

import pytest
from PIL import Image, ImageChops

from bot.game.contract import AnyGame
from bot.games.faces import face_of
from bot.games.registry import GAMES
from bot.lab.pictures.moments import moments
from bot.lab.pictures.plain_canvas import PlainCanvas

DIFFERENT = 96
"""How far apart a channel of two pixels has to be to look different, of 255."""


def opened(picture: bytes) -> Image.Image:
    return Image.open(io.BytesIO(picture)).convert("RGB")


@pytest.mark.parametrize("game", GAMES.values(), ids=list(GAMES))
def test_a_plain_picture_shows_the_same(game: AnyGame) -> None:
    """Only soft edges and rounding differ: the work is the same, and so is the content."""
    face = face_of(game)
    for moment in moments(game, game.seats[0]):
        ours = opened(face.picture(moment.scene))
        plain = opened(face.drawn(moment.scene, PlainCanvas).png())
        assert ours.size == plain.size
        apart = ImageChops.difference(ours, plain).convert("L").point(lambda at: at > DIFFERENT)
        assert apart.histogram()[1] < 0.06 * ours.width * ours.height
