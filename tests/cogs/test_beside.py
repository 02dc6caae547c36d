"""The lines of a profile about what was played beside rated matches."""

import pytest

from bot.daily.career import DailyCareer
from bot.face.fonts import width
from bot.face.league.sheet import INNER, RIGHT
from bot.face.seating import SMALLEST
from bot.league.achievements import GOALS, Career
from bot.tables.nights.store import NightCareer
from cogs.reports.beside import Beside

NOTHING = Beside(DailyCareer(), NightCareer())


def test_nothing_is_told_of_what_was_not_played() -> None:
    assert not NOTHING.is_told
    assert (NOTHING.daily_line, NOTHING.puzzle_line, NOTHING.night_line) == ("", "", "")
    career = NOTHING.added_to(Career())
    assert not any(goal.reached(career) for goal in GOALS)


@pytest.mark.parametrize(
    ("dailies", "line"),
    [
        (DailyCareer(1, 0, 1, 1), "1 daily deal: 0 won, longest streak 1 day"),
        (DailyCareer(9, 4, 0, 5), "9 daily deals: 4 won, longest streak 5 days"),
        (DailyCareer(9, 4, 3, 5), "9 daily deals: 4 won, streak 3, longest 5"),
        (DailyCareer(9, 4, 1, 5), "9 daily deals: 4 won, streak 1, longest 5"),
    ],
)
def test_daily_deals_are_told_with_their_streaks(dailies: DailyCareer, line: str) -> None:
    assert NOTHING._replace(dailies=dailies).daily_line == line


def test_no_line_is_cut_in_the_picture() -> None:
    long = Beside(DailyCareer(3650, 3650, 999, 3650), NightCareer(9999, 0, 128), 3650, 3650)
    for line in (long.daily_line, long.puzzle_line, long.night_line):
        assert width(line, SMALLEST) <= RIGHT - INNER


@pytest.mark.parametrize(
    ("answered", "solved", "line"),
    [(1, 0, "0 of 1 daily puzzle solved"), (12, 8, "8 of 12 daily puzzles solved")],
)
def test_puzzles_are_told_with_those_solved(answered: int, solved: int, line: str) -> None:
    assert NOTHING._replace(puzzles=answered, solved=solved).puzzle_line == line


@pytest.mark.parametrize(
    ("nights", "line"),
    [
        (NightCareer(1, 0, 3), "1 league night: best place 3rd"),
        (NightCareer(12, 0, 2), "12 league nights: best place 2nd"),
        (NightCareer(12, 2, 1), "12 league nights: 2 won"),
    ],
)
def test_nights_are_told_with_the_best_place(nights: NightCareer, line: str) -> None:
    assert NOTHING._replace(nights=nights).night_line == line
