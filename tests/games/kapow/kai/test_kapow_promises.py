"""What Kai learned of Kapow!: the script makes it again, and it says what hands end with."""

import pytest

from bot.games.kapow.kai.network import Promises, promises
from lab.training.promises import VERSION, learn, main


@pytest.mark.thorough
def test_a_tiny_budget_makes_lines_like_those_of_the_file() -> None:
    few, many = learn(400, 3), promises()
    assert len(few.slope) == len(few.start) == len(many.slope) == len(many.start)
    for left in range(6, 16):
        for worth in (10.0, 30.0):
            ours = few.slope[left] * worth + few.start[left]
            theirs = many.slope[left] * worth + many.start[left]
            assert ours == pytest.approx(theirs, abs=4)


@pytest.mark.thorough
def test_the_same_seed_makes_the_same_lines(capsys: pytest.CaptureFixture[str]) -> None:
    main(["--games", "50", "--seed", "5"])
    assert Promises.model_validate_json(capsys.readouterr().out) == learn(50, 5)


def test_the_file_is_of_this_script() -> None:
    lines = promises()
    assert (lines.version, lines.games, lines.seed) == (VERSION, 20_000, 1)
    assert all(0 < slope <= 1 for slope in lines.slope)
    # So many half turns are left only while nearly all cards are face down: hands are alike then.
    assert all(slope > 0.3 for slope in lines.slope[:27])
