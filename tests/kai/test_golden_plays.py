"""A level's play has a name with a number, and stays as it is under this name."""

from collections.abc import Iterator, Sequence
from typing import Any

import pytest

from bot.games.registry import GAMES
from bot.kai.player import Choice
from tests.kai.golden_plays import (
    ADVISER,
    Position,
    choice,
    kept,
    levels_of,
    name_of,
    player_of,
    positions,
)

KEPT = [game for game in GAMES if kept(game)]
PLAYS = [(game, level) for game in KEPT for level in levels_of(game)]
SLOW = ("expert", ADVISER)
QUICK_FIRST = [
    pytest.param(*play, marks=pytest.mark.thorough if play[1] in SLOW else ()) for play in PLAYS
]
COMMAND = "`.venv/bin/python -m tests.kai.golden_plays {game} {level}`"


def wanted(game: str, names: set[str]) -> Iterator[Position]:
    left = set(names)
    for position in positions(GAMES[game]):
        if position.name in left:
            left.remove(position.name)
            yield position
        if not left:
            return


@pytest.mark.parametrize(("game", "level"), QUICK_FIRST)
def test_a_play_with_a_name_stays_as_it_is(game: str, level: str) -> None:
    name, command = name_of(game, level), COMMAND.format(game=game, level=level)
    before = kept(game).get(name)
    assert before, f"{game} {name} is a new play: keep it with {command}, and commit the file"
    player = player_of(game, level)
    now = {each.name: choice(player, each, clear=False) for each in wanted(game, {*before})}
    raising = "`advice_version`" if level == ADVISER else "`version`, and add it to `changed`,"
    assert now == dict(before), (
        f"{game} {name} chooses otherwise: raise {raising} in bot/games/{game}/kai/__init__.py, "
        f"then {command} (docs/kai.md)"
    )


@pytest.mark.parametrize("game", KEPT)
def test_only_plays_of_today_are_kept(game: str) -> None:
    assert [*kept(game)] == [name_of(game, level) for level in levels_of(game)]
    for choices in kept(game).values():
        assert len(choices) >= 8


class First:
    def choose(self, _: object, legal: Sequence[Any]) -> Choice[Any]:
        return Choice(legal[0])


@pytest.mark.parametrize(("game", "level"), PLAYS)
def test_another_play_is_noticed(game: str, level: str) -> None:
    before = kept(game)[name_of(game, level)]
    assert {each.name: choice(First(), each) for each in wanted(game, {*before})} != before


def test_positions_are_the_same_each_time_and_of_several_numbers_of_seats() -> None:
    for game in GAMES.values():
        first = [next(found) for found in [positions(game)] for _ in range(12)]
        assert first == [next(found) for found in [positions(game)] for _ in range(12)]
        assert len({position.name for position in first}) == 12
        assert len({position.name.split("/")[0] for position in first}) >= 3
        assert all(len(position.legal) > 1 for position in first)
        assert choice(First(), first[0]) == str(first[0].legal[0])
