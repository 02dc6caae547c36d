"""What each achievement takes, and that a little less is not enough."""

import re
from itertools import product
from pathlib import Path

import pytest

from bot.league.achievements import (
    COMPANY,
    DAILY_MONTH,
    DAILY_STREAK,
    DAILY_WINS,
    DROUGHT,
    GOALS,
    MANY_PUZZLES,
    PUNCTUAL,
    PUZZLES,
    SOME_DAILY_WINS,
    STREAK,
    Career,
)
from bot.league.counting import BANDS

ENOUGH = {
    "One against three": Career(won_against_three=True),
    "All-rounder": Career(games_left=0),
    "Any table": Career(bands_won=frozenset(BANDS)),
    "Giant-killer": Career(upset=True),
    "Hat-trick": Career(streak=STREAK),
    "Back again": Career(drought=DROUGHT),
    "Podium": Career(medals=1),
    "Dead heat": Career(ties=1),
    "Nothing in it": Career(even=1),
    "Good company": Career(opponents=COMPANY),
    "On the dot": Career(punctual=PUNCTUAL),
    "Card a day": Career(daily_streak=DAILY_STREAK),
    "Month of cards": Career(daily_streak=DAILY_MONTH),
    "Ahead of Kai": Career(daily_wins=SOME_DAILY_WINS),
    "Even on Mondays": Career(daily_wins=DAILY_WINS),
    "Good eye": Career(puzzles=PUZZLES),
    "Sharp eye": Career(puzzles=MANY_PUZZLES),
    "Night owl": Career(nights=1),
    "Star of the night": Career(nights_won=1),
    "Seen it all": Career(complete=1),
}
TOO_LITTLE = Career(
    games_left=1,
    bands_won=frozenset(BANDS[1:]),
    drought=DROUGHT - 1,
    streak=STREAK - 1,
    punctual=PUNCTUAL - 1,
    opponents=COMPANY - 1,
    daily_streak=DAILY_STREAK - 1,
    daily_wins=SOME_DAILY_WINS - 1,
    puzzles=PUZZLES - 1,
)
BEFORE = {
    "Month of cards": ["Card a day"],
    "Even on Mondays": ["Ahead of Kai"],
    "Sharp eye": ["Good eye"],
}
"""What is always reached before an achievement that asks for more of the same."""
NEARLY = {
    "Month of cards": Career(daily_streak=DAILY_MONTH - 1),
    "Even on Mondays": Career(daily_wins=DAILY_WINS - 1),
    "Sharp eye": Career(puzzles=MANY_PUZZLES - 1),
}


def test_each_has_a_short_name_and_text() -> None:
    assert [goal.title for goal in GOALS] == [*ENOUGH]
    assert len({goal.text for goal in GOALS}) == len(GOALS)
    assert all(len(goal.title) <= 40 and len(goal.text) <= 120 for goal in GOALS)


@pytest.mark.parametrize("title", ENOUGH)
def test_each_is_reached_by_what_it_asks_and_by_nothing_else(title: str) -> None:
    reached = [goal.title for goal in GOALS if goal.reached(ENOUGH[title])]
    assert reached == [*BEFORE.get(title, ()), title]


def test_a_little_less_is_not_enough() -> None:
    assert not any(goal.reached(TOO_LITTLE) for goal in GOALS)
    assert not any(goal.reached(Career()) for goal in GOALS)
    for title, career in NEARLY.items():
        assert [goal.title for goal in GOALS if goal.reached(career)] == BEFORE[title]


def test_only_puzzles_belong_to_no_server() -> None:
    assert [goal.title for goal in GOALS if not goal.of_server] == ["Good eye", "Sharp eye"]


def test_numbers_in_words_are_those_that_count() -> None:
    numbers = {"three": STREAK, "five": DROUGHT, str(PUNCTUAL): PUNCTUAL, str(COMPANY): COMPANY}
    texts = {goal.title: goal.text for goal in GOALS}
    told = ("Hat-trick", "Back again", "On the dot", "Good company")
    for title, (word, _) in zip(told, numbers.items(), strict=True):
        assert word in texts[title]
    assert (STREAK, DROUGHT) == (3, 5)


def test_more_never_takes_an_achievement_away() -> None:
    """Except for games left to win, of which fewer are more."""
    fields = [name for name in Career._fields if name not in ("games_left", "bands_won")]
    for title, name in product(ENOUGH, fields):
        (goal,) = [goal for goal in GOALS if goal.title == title]
        assert goal.reached(Career(**{**ENOUGH[title]._asdict(), name: 999}))


PAGE = Path(__file__).parents[2] / "docs" / "league.md"


def test_the_page_lists_the_achievements() -> None:
    section = PAGE.read_text("utf-8").partition("\n## Achievements\n")[2].partition("\n## ")[0]
    told = re.findall(r"^\| \*\*(.+)\*\* \| (.+) \|$", section, re.MULTILINE)
    assert told == [(goal.title, goal.text) for goal in GOALS]
