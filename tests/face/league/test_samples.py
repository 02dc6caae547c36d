"""The pictures among the documents."""

from io import BytesIO
from pathlib import Path

import pytest
from PIL import Image, ImageChops

from bot.face.league.board import board_picture
from bot.face.league.profile import profile_picture
from tests.face.league.samples import BOARD, PROFILE

PICTURES = Path(__file__).parents[3] / "docs" / "pictures"


@pytest.mark.parametrize(
    ("name", "drawn"),
    [("league-board.png", board_picture(BOARD)), ("league-profile.png", profile_picture(PROFILE))],
)
def test_the_documents_show_a_league_as_it_is_drawn_today(name: str, drawn: bytes) -> None:
    """If this fails, ``make pictures`` and look at what it draws."""
    shown, today = (
        Image.open(BytesIO(png)).convert("RGB") for png in ((PICTURES / name).read_bytes(), drawn)
    )
    assert shown.size == today.size
    assert ImageChops.difference(shown, today).getbbox() is None
