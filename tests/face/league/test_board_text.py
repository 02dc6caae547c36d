"""The standings of a season in words."""

import re
from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st

from bot.face.league.board_text import board_alt, board_text
from bot.face.league.values import MOST_LINES, Board, BoardLine, Form, Medals
from bot.face.league.words import ALT_LIMIT, OWN
from tests.face.league.samples import BOARD, LINES, NEAR

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


def test_the_longest_usual_page_fits_whole() -> None:
    line = BoardLine(
        *(100, "*" * 40, 10_000, 100, 100, 3000, -100),
        *((Form.BETWEEN,) * 5, Medals(10, 10, 10)),
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
