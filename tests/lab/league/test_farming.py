"""What a season's points can be farmed to."""

import pytest

from bot.lab.league.farming import FARMS, MOST, farmed
from bot.league.caps import ALONE_PER_MONTH
from bot.league.counting import FULL_POINTS

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
    ],
)
def test_points_farmed_in_a_month(name: str, points: int) -> None:
    [farm] = [each for each in FARMS if each.name == name]
    assert farmed(farm) == points
