"""What a season's points can be farmed to."""

import pytest

from bot.league.caps import ALONE_PER_MONTH
from bot.league.counting import FULL_POINTS
from lab.league.abuse import FARMS, MOST, Farm, farmed

ALONE = ALONE_PER_MONTH * FULL_POINTS


@pytest.mark.parametrize(
    ("name", "points"),
    [
        ("one", 0),
        ("one that plays with others too", ALONE),
        ("two in turn", 0),
        ("two that play with others too, in turn", 2 * ALONE),
        ("two at one table", 0),
        # Three at one table look like an honest evening of three.
        ("two that play with others too, at one table", MOST),
        ("three at one table", MOST),
        ("three at one table on Wednesday night", MOST // 2),
        # Two weeks touch there: that is what a cap by the week allows.
        ("three at one table on Sunday night", MOST),
        ("one, deleting three times before", 0),
        ("two at one table, deleting twice before", 0),
        ("one, which deletes after every five", ALONE),
    ],
)
def test_points_farmed_in_a_month(name: str, points: int) -> None:
    assert farmed(named(name)) == points


@pytest.mark.parametrize(
    ("name", "points"),
    [
        ("one, deleting three times before", ALONE),
        ("two at one table, deleting twice before", MOST),
        ("one, which deletes after every five", MOST),
    ],
)
def test_what_a_deletion_that_forgets_would_be_worth(name: str, points: int) -> None:
    assert farmed(named(name), forgets=True) == points


def named(name: str) -> Farm:
    [farm] = [each for each in FARMS if each.name == name]
    return farm
