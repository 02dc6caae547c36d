"""A program against a half of a pool of styles."""

from pathlib import Path

import pytest

from bot.games.registry import GAMES
from bot.lab.arena.arguments import contest_of, contests_of
from bot.lab.arena.command import arena
from bot.lab.arena.errors import UnusableError
from bot.lab.arena.known import POOLS
from bot.lab.arena.matches import play
from bot.lab.arena.pool import pooled
from bot.lab.arena.report import PoolReport
from bot.lab.arena.table import pool_lines
from tests.lab.arena.programs import HERE
from tests.toy_game import TOY

HIGH, LOW, WEAK = f"{HERE}:HIGHEST", f"{HERE}:LOWEST", "random"
REPORT = POOLS["kapow"]["report"]


def test_a_half_of_the_pool_is_a_contest_against_each_of_its_styles() -> None:
    contests = contests_of(GAMES, "kapow", "hard,pool:report", ["rounds=2"], 5)
    assert [contest.seats for contest in contests] == [("hard", style) for style in REPORT]
    assert {(contest.seed, str(contest.options)) for contest in contests} == {
        (5, str(GAMES["kapow"].options(rounds=2)))
    }


def test_all_seats_of_the_pool_have_the_same_style() -> None:
    contests = contests_of(GAMES, "kapow", "pool:report, hard,pool:report", [], 1)
    assert [contest.seats for contest in contests] == [(style, "hard", style) for style in REPORT]


def test_a_style_does_not_play_against_itself() -> None:
    contests = contests_of(GAMES, "kapow", "tips,pool:report", [], 1)
    assert [contest.seats[1] for contest in contests] == [n for n in REPORT if n != "tips"]


@pytest.mark.parametrize(
    ("game", "seats", "sentence"),
    [
        ("kapow", "hard,pool:best", "no “pool:best” for kapow: there is pool:tune, pool:report"),
        ("kabobo", "hard,pool:tune", "no “pool:tune” for kabobo: there is no pool"),
        ("kapow", "pool:tune,pool:report", "names one program and one half"),
        ("kapow", "hard,normal,pool:tune", "names one program and one half"),
        ("kapow", "pool:tune,pool:tune", "names one program and one half"),
        ("kapow", "nobody,pool:tune", "There is no program “nobody”"),
    ],
)
def test_what_cannot_be_played_is_told_in_a_sentence(game: str, seats: str, sentence: str) -> None:
    with pytest.raises(UnusableError, match=sentence):
        contests_of(GAMES, game, seats, [], 1)


def report() -> PoolReport:
    toys = {TOY.name: TOY}
    contests = [
        contest_of(toys, TOY.name, f"{HIGH},{other},{other},{other}", (), 1)
        for other in (LOW, WEAK)
    ]
    played = [play(contest, range(1, 9)) for contest in contests]
    return pooled((HIGH, "pool:x", "pool:x", "pool:x"), contests, played)


def test_the_whole_is_the_mean_of_the_styles_by_deals() -> None:
    found = report()
    whole, (first, second) = found.whole, found.styles
    assert (whole.deals, whole.rotations, len(whole.matches)) == (8, 4, 64)
    own, others = whole.standings
    assert (own.name, others.name, others.places) == (HIGH, "pool:x", 3)
    parts = first.standings[0], second.standings[0]
    for figure in ("share", "rank", "points"):
        means = [getattr(part, figure).mean for part in parts]
        assert getattr(own, figure).mean == pytest.approx(sum(means) / 2)
    assert own.rank.low is not None
    assert own.rank.low < own.rank.mean
    assert own.decisions is not None
    assert own.decisions.count == sum(part.decisions.count for part in parts if part.decisions)
    assert PoolReport.model_validate_json(found.model_dump_json()) == found


def test_the_table_has_a_line_for_each_style_and_one_for_all() -> None:
    head, _, names, _, *rows = pool_lines(report(), "High Card")
    assert head.startswith(f"High Card: {HIGH} against each of 2 styles: 32 matches, 8 deals")
    assert names.split("|")[1].strip() == "against"
    against = [row.split("|")[1].strip() for row in rows if row.startswith("|")]
    assert against == [f"{LOW} (3 seats)", f"{WEAK} (3 seats)", "pool:x (3 seats)"]
    assert all(float(row.split("|")[4].split()[0]) > 0 for row in rows if row.startswith("|"))


@pytest.mark.thorough
def test_the_command_writes_the_whole_pool(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "pool.json"
    options = ("rounds=1", "cards=9")
    assert arena("kapow", "random,pool:report", 2, 1, options=options, processes=1, file=file) == 0
    assert "random against each of 4 styles" in capsys.readouterr().out
    found = PoolReport.model_validate_json(file.read_bytes())
    assert [each.seats[1] for each in found.styles] == [*REPORT]
