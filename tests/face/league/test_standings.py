"""The standings of a season: the picture, and the same in words."""

import re
from dataclasses import replace
from itertools import pairwise

import pytest
from hypothesis import given, strategies as st
from PIL import ImageChops

from bot.face import palette
from bot.face.league.sheet import INNER, RIGHT
from bot.face.league.standings import board_alt, board_picture, board_text
from bot.face.league.values import MOST_LINES, RECENT, Board, BoardLine, Form, Medals
from bot.face.league.words import ALT_LIMIT, OWN
from bot.face.seating import SIDE
from tests.face.grammar import slips
from tests.face.league.samples import BOARD, LINES, NEAR
from tests.face.screens import opened

NASTY = ("", "W" * 200, "\u202eevil", "\u3164", "\U0001f389", "e\u0301" * 40)
SCRIPTS = ("Олег", "王小明", "שלום עולם", "محمد")


def changed(one: Board, other: Board) -> tuple[int, int, int, int]:
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
        *({"movement": 1}, {"movement": -1}, {"movement": None}, {"movement": None, "new": True}),
        *({"form": (Form.FIRST,)}, {"form": (Form.LAST,)}),
        *({"medals": Medals(bronze=1)}, {"medals": Medals(bronze=2)}),
        *({"own": True}, {"wins": 3}, {"matches": 19}, {"place": 4}),
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


NUMBERS = st.integers(-(10**12), 10**12)
TEXTS = st.text(max_size=80)
SCORED = st.builds(
    BoardLine,
    place=NUMBERS,
    name=TEXTS,
    points=NUMBERS,
    matches=NUMBERS,
    wins=NUMBERS,
    rating=st.none() | NUMBERS,
    movement=st.none() | NUMBERS,
    form=st.lists(st.sampled_from(Form), max_size=8).map(tuple),
    medals=st.builds(Medals, NUMBERS, NUMBERS, NUMBERS),
    own=st.booleans(),
    new=st.booleans(),
    hidden=st.booleans(),
)
BOARDS = st.builds(
    Board,
    title=TEXTS,
    season=TEXTS,
    lines=st.lists(SCORED, max_size=12).map(tuple),
    server=TEXTS,
    near=st.lists(SCORED, max_size=4).map(tuple),
    note=st.text(max_size=400),
    page=NUMBERS,
    pages=NUMBERS,
)


@given(BOARDS)
def test_texts_keep_to_their_limits(board: Board) -> None:
    told = board_text(board)
    assert told.count("\n**") + told.count(f"\n{OWN} **") >= min(len(board.lines), MOST_LINES)
    alt = board_alt(board)
    assert 0 < len(alt) <= ALT_LIMIT
    assert "\n" not in alt
    assert not slips(alt + told)


def test_the_longest_usual_page_fits_whole() -> None:
    line = BoardLine(
        *(100, "*" * 40, 10_000, 100, 100, 3000, -100), *((Form.BETWEEN,) * 5, Medals(10, 10, 10))
    )
    board = replace(BOARD, lines=(line,) * 10, near=(line,) * 3, note="." * 300)
    assert board_text(board).count("10000 points") == 13
    assert board_text(board).endswith(r"\.…")


def test_the_text_tells_every_figure() -> None:
    told = board_text(BOARD)
    for line in (*LINES, *NEAR):
        large, small = re.findall(rf"\*\*{line.place}\. {line.name}\*\*(.*)\n-# (.*)", told)[0]
        moved = line.movement
        way = "new" if moved is None else "same place"
        if moved:
            way = f"{'up' if moved > 0 else 'down'} {abs(moved)}"
        assert large == f" · {line.points} points · {way}"
        assert small.startswith(f"{line.matches} match")
        assert f" · {line.wins} win" in small
        assert (f"rating {line.rating}" if line.rating else "no rating") in small
        assert small.endswith(", ".join(match.value for match in line.form))
        for kind, count in line.medals._asdict().items():
            assert (f"{count} {kind}" in small) == (count > 0)


def test_a_movement_that_is_not_known_is_not_told() -> None:
    told = board_text(replace(BOARD, lines=(replace(LINES[0], movement=None),), near=()))
    assert "Oluwaseun** · 412 points\n" in told


def test_the_own_line_is_marked_and_the_mark_explained() -> None:
    assert re.findall(r"^▸ \*\*(\d+)", board_text(BOARD), re.MULTILINE) == ["24"]
    assert "-# ▸ the line" in board_text(BOARD)
    assert "24. Ines (own line) 91 points" in board_alt(BOARD)
    assert "▸" not in board_text(replace(BOARD, near=()))


def test_who_shares_a_place_has_the_same_number() -> None:
    assert re.findall(r"\*\*(\d+)\.", board_text(BOARD))[:4] == ["1", "2", "2", "4"]


def test_names_are_escaped() -> None:
    line = replace(LINES[0], name="**x** @everyone")
    board = replace(BOARD, lines=(line,), title="_t_", server="[s](http://a.b)", note="`n`")
    told = board_text(board)
    assert r"\*\*x\*\* " in told
    assert "@" not in told
    assert r"\_t\_" in told
    assert r"\[s\](http\:\/\/a\.b)" in told
    assert r"\`n\`" in told


def test_a_name_from_right_to_left_does_not_move_its_figures() -> None:
    told = board_text(replace(BOARD, lines=(replace(LINES[0], name="שרה לב"),)))
    assert "**1. \u2068שרה לב\u2069** · 412 points" in told


def test_an_empty_page_says_so() -> None:
    empty = Board("Kapow!", "November 2026", ())
    assert board_text(empty) == "## Kapow! · November 2026\nNobody is in the standings yet."
    assert board_alt(empty) == "Standings of Kapow!, November 2026: Nobody is in the standings yet."


def test_of_a_hidden_person_only_place_points_and_matches_are_told() -> None:
    line = BoardLine(7, "Hidden player", 90, 3, 0, hidden=True)
    told = board_text(Board("Kapow!", "May 2027", (line,))).splitlines()
    assert told[1:] == ["**7. Hidden player** · 90 points", "-# 3 matches"]
