"""``python -m lab league`` prints its figures, and those of abuse."""

import re

import pytest

from bot.league.caps import ALONE_PER_MONTH
from bot.league.counting import FULL_POINTS
from lab.__main__ import main
from lab.league.abuse import ABUSES, FARMS, MOST, Farm, farmed
from lab.league.attacks import ATTACKS
from lab.league.ratings import (
    MILESTONES,
    MISSING,
    SIZES,
    Ours,
    deviations,
    matches_per_second,
    rivals,
)
from lab.league.world import LEAGUES


@pytest.mark.thorough
def test_the_command_prints_five_tables(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["league", "--leagues", "1", "--seed", "7"]) == 0
    printed = capsys.readouterr().out
    rows = [line for line in printed.splitlines() if line.startswith("| ")]
    for plan in LEAGUES:
        assert sum(row.startswith(f"| {plan.name} ") for row in rows) >= 3
    for abuse in ABUSES:
        found = [row.split(" | ")[1].strip() for row in rows if row.startswith(f"| {abuse.name} ")]
        assert found == ["without", "with"]
    for name in (*(farm.name for farm in FARMS), *(attack.name for attack in ATTACKS)):
        assert any(row.startswith(f"| {name} ") for row in rows)
    assert (MISSING in printed) == (not any(rivals()))
    assert re.search(r"10,000 matches of four seats: [\d,]+ a second", printed)


def test_a_deviation_does_not_depend_on_the_size_of_the_table() -> None:
    by_size = [deviations(Ours, size, 1) for size in SIZES]
    for after in zip(*by_size, strict=True):
        assert max(after) - min(after) < 6
    assert len(by_size[0]) == len(MILESTONES)
    assert list(by_size[0]) == sorted(by_size[0], reverse=True)


def test_matches_are_folded_fast() -> None:
    assert matches_per_second(500, 1) > 1000


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
