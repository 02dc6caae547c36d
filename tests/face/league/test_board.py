"""The picture of the standings of a season."""

from dataclasses import replace
from io import BytesIO
from itertools import pairwise

import pytest
from PIL import Image, ImageChops

from bot.face import palette
from bot.face.league.board import board_picture
from bot.face.league.sheet import INNER, RIGHT
from bot.face.league.values import MOST_LINES, RECENT, Board, BoardLine, Form, Medals
from bot.face.seating import SIDE
from tests.face.league.samples import BOARD, LINES, NEAR

NASTY = ("", "W" * 200, "\u202eevil", "\u3164", "\U0001f389", "e\u0301" * 40)
SCRIPTS = ("Олег", "王小明", "שלום עולם", "محمد")


def opened(png: bytes) -> Image.Image:
    picture = Image.open(BytesIO(png))
    picture.load()
    assert picture.format == "PNG"
    return picture.convert("RGB")


def changed(one: Board, other: Board) -> tuple[int, int, int, int]:
    """Return the box in which two pictures differ."""
    first, second = opened(board_picture(one)), opened(board_picture(other))
    assert first.size == second.size
    box = ImageChops.difference(first, second).getbbox()
    assert box is not None
    return box


def with_first(**values: object) -> Board:
    return replace(BOARD, lines=(replace(LINES[0], **values), *LINES[1:]))  # type: ignore[arg-type]


def test_the_same_page_is_the_same_picture() -> None:
    assert board_picture(BOARD) == board_picture(BOARD)


@pytest.mark.parametrize("name", [*NASTY, *SCRIPTS])
def test_a_name_stays_in_its_place(name: str) -> None:
    """Beside it, right of the places and left of the medals, nothing changes."""
    left, top, right, bottom = changed(with_first(name="A"), with_first(name=f"{name}B"))
    assert INNER + 60 < left < right < 400
    assert 88 < top < bottom < 88 + 42


def test_points_and_ratings_stay_in_their_places() -> None:
    left, _, right, _ = changed(with_first(points=7), with_first(points=-123_456_789))
    # Medals make room for long points.
    assert 300 < left < right <= RIGHT + 2
    left, _, right, _ = changed(with_first(rating=None), with_first(rating=3456))
    assert 270 < left < right < 390


@pytest.mark.parametrize("count", [0, 1, 2, 10])
def test_each_line_has_a_panel(count: int) -> None:
    picture = opened(board_picture(replace(BOARD, lines=LINES[:count], near=())))
    edge = [picture.getpixel((SIDE + 2, y)) == palette.PANEL for y in range(picture.height)]
    panels = sum(now and not before for before, now in pairwise(edge))
    assert panels == max(1, count)


def test_no_more_lines_are_drawn_than_there_is_room_for() -> None:
    many = replace(BOARD, lines=LINES * 2, near=NEAR * 2)
    assert len(LINES) == MOST_LINES
    assert board_picture(many) == board_picture(BOARD)


@pytest.mark.parametrize(
    "values",
    [
        {"movement": 1},
        {"movement": -1},
        {"movement": None},
        {"movement": None, "new": True},
        {"form": (Form.FIRST,)},
        {"form": (Form.LAST,)},
        {"medals": Medals(bronze=1)},
        {"medals": Medals(bronze=2)},
        {"own": True},
        {"wins": 3},
        {"matches": 19},
        {"place": 4},
    ],
)
def test_everything_that_is_told_is_seen(values: dict[str, object]) -> None:
    """In grey as well: no colour is needed."""
    plain = BoardLine(1, "Mina", 9, 20, 2, movement=0)
    one = replace(BOARD, lines=(plain,), near=())
    other = replace(one, lines=(replace(plain, **values),))  # type: ignore[arg-type]
    grey = [opened(board_picture(board)).convert("L").tobytes() for board in (one, other)]
    assert grey[0] != grey[1]


def test_nothing_is_drawn_of_a_movement_that_is_not_known() -> None:
    unknown, new = (with_first(movement=None, new=new) for new in (False, True))
    still = with_first(movement=0)
    pictures = {board_picture(board) for board in (unknown, new, still)}
    assert len(pictures) == 3
    under = (12, 88 + 42, 84, 88 + 64)
    assert len(opened(board_picture(unknown)).crop(under).getcolors() or ()) == 1


def test_only_the_latest_matches_are_drawn() -> None:
    form = (Form.LAST,) * 30 + (Form.FIRST, Form.BETWEEN) * RECENT
    assert board_picture(with_first(form=form)) == board_picture(with_first(form=form[-RECENT:]))


def test_of_a_hidden_person_nothing_else_is_drawn() -> None:
    bare = BoardLine(7, "Hidden player", 90, 3, 0, hidden=True)
    full = replace(bare, wins=2, rating=1700, movement=3, form=(Form.FIRST,))
    one, other = (board_picture(replace(BOARD, lines=(line,))) for line in (bare, full))
    assert one == other
    assert one != board_picture(replace(BOARD, lines=(replace(bare, hidden=False),)))
