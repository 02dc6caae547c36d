"""Kai's ratings are those of the arena's figures, and no others."""

import math
import re

import pytest

from bot.games.players import USUAL_LEVEL, anchor_for, levels_for, play_name
from bot.games.registry import GAMES, TITLES
from bot.league.anchors import ANCHOR_DEVIATION, anchor
from bot.league.ratings import START_MEAN, Rating
from bot.tables.league.results import kai_anchors
from tests.house.files import ROOT

LEVEL = "easy|normal|hard|expert"
PAIR = rf"`({LEVEL}),({LEVEL})[a-z,]*`"
KAPOW = re.compile(rf"^\| {PAIR} \| [\d, ]+ \| \d+ \| ([\d.]+) \(")
OTHERS = re.compile(rf"^\| ([^|]+) \| {PAIR} \| \d+ \| ([\d.]+) \(")


def steps() -> dict[str, list[tuple[str, str, float]]]:
    """Return what the document says: by title, the stronger and the weaker level, and points."""
    found: dict[str, list[tuple[str, str, float]]] = {}
    for line in (ROOT / "docs/arena.md").read_text("utf-8").splitlines():
        if match := KAPOW.match(line):
            title, stronger, weaker, won = "Kapow!", *match.groups()
        elif match := OTHERS.match(line):
            title, stronger, weaker, won = match.groups()
        else:
            continue
        share = float(won) / 100
        step = 400 * math.log10(share / (1 - share))
        found.setdefault(title, []).append((stronger, weaker, step))
    return found


@pytest.mark.parametrize("game", GAMES)
def test_each_step_is_what_the_arena_measured(game: str) -> None:
    told = steps()[GAMES[game].title]
    kai = TITLES[game].kai
    plays = {level: kai.play(level) for level in levels_for(game)}
    ratings = {level: kai.ratings[play] for level, play in plays.items() if play in kai.ratings}
    assert ratings[USUAL_LEVEL] == START_MEAN
    assert {name for stronger, weaker, _ in told for name in (stronger, weaker)} == set(ratings)
    for stronger, weaker, step in told:
        assert ratings[stronger] - ratings[weaker] == pytest.approx(step, abs=1.5)


@pytest.mark.parametrize("game", GAMES)
def test_only_levels_that_exist_are_anchors(game: str) -> None:
    kai = TITLES[game].kai
    versions = range(1, kai.version + 1)
    plays = {kai.play(level, version) for level in levels_for(game) for version in versions}
    assert set(kai.ratings) <= plays
    assert {version for changes in kai.changed.values() for version in changes} <= {*versions}
    assert kai.changed.keys() <= {*levels_for(game)}


def test_an_anchor_is_found_by_game_and_level() -> None:
    assert anchor_for("kapow", "hard", 2) == Rating(2136, ANCHOR_DEVIATION) == anchor(2136)
    assert anchor_for("kabobo", "expert") == anchor(1749)


def test_a_level_keeps_its_name_as_long_as_it_plays_the_same() -> None:
    assert play_name("kapow", "hard") == "Kapow! hard 3"
    assert play_name("kapow", "hard", 2) == "Kapow! hard 2"
    assert play_name("kapow", "hard", 1) == "Kapow! hard 1"
    assert play_name("kapow", "normal") == play_name("kapow", "normal", 1) == "Kapow! normal 1"
    assert play_name("no such game", "normal") == "no such game normal 1"


def test_a_result_keeps_the_anchors_of_its_time() -> None:
    assert kai_anchors("kapow", 1)["expert"].mean == 2183
    assert "expert" not in kai_anchors("kapow", 2)
    assert kai_anchors("kapow", 1)["normal"] == kai_anchors("kapow", 2)["normal"]
    for unknown in (None, 0, 99):
        assert not kai_anchors("kapow", unknown)


def test_what_was_not_measured_has_no_anchor() -> None:
    assert anchor_for("kapow", "late") is None
    assert anchor_for("kapow", "expert") is None
    assert anchor_for("no such game", USUAL_LEVEL) is None
