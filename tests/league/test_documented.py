"""docs/league.md lists exactly the achievements that there are."""

import re
from pathlib import Path

from bot.league.achievements import GOALS

PAGE = Path(__file__).parents[2] / "docs" / "league.md"


def test_the_page_lists_the_achievements() -> None:
    section = PAGE.read_text("utf-8").partition("\n## Achievements\n")[2].partition("\n## ")[0]
    told = re.findall(r"^\| \*\*(.+)\*\* \| (.+) \|$", section, re.MULTILINE)
    assert told == [(goal.title, goal.text) for goal in GOALS]
