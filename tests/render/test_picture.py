import io

import pytest
from PIL import Image

from bot.render import palette
from bot.render.face import Scene
from bot.render.picture import Heading, draw
from bot.render.seating import seating
from bot.render.table import Table


class Sheet(Table[None]):
    """A table that notes what is drawn on it."""

    def __init__(self, *, scored: bool) -> None:
        around = seating(2, 10)
        super().__init__(Scene(None, ()), around, palette.blank((8, 4), palette.TABLE))
        self.drawn: list[str] = []
        self._scored = scored

    def is_scored(self) -> bool:
        return self._scored

    def header(self, title: str, corner: str) -> None:
        self.drawn += [title, corner]


@pytest.mark.parametrize(
    ("scored", "over", "corner", "body"),
    [
        (False, False, "turn 7", "playing"),
        (True, False, "round scored", "scored"),
        (True, True, "match over", "scored"),
    ],
)
def test_a_picture_is_headed_by_where_the_match_stands(
    *, scored: bool, over: bool, corner: str, body: str
) -> None:
    sheet = Sheet(scored=scored)
    picture = draw(
        sheet,
        Heading("Highcard", 2, 5, 7, over),
        lambda table: table.drawn.append("playing"),
        lambda table: table.drawn.append("scored"),
    )
    assert sheet.drawn == ["Highcard · round 2 of 5", corner, body]
    assert Image.open(io.BytesIO(picture)).size == (8, 4)
