"""``python -m lab league`` prints its figures."""

import re

import pytest

from lab.__main__ import main
from lab.league.abuse import ABUSES, FARMS
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
