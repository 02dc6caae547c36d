"""Which of Kai's levels is the better one: the same deals from each seat, as in the arena."""

from collections.abc import Mapping
from itertools import pairwise
from typing import Any, Final

import pytest

from bot.game.contract import AnyGame
from bot.game.options import Options
from bot.games.players import ladder_of, levels_for, player_for
from bot.games.registry import GAMES, TITLES
from tests.kai.matches import playing

LADDERS: Final = {name: ladder_of(name) for name in GAMES}
STEPS: Final = [
    (GAMES[name], worse, better)
    for name, ladder in LADDERS.items()
    for worse, better in pairwise(ladder)
]

SHORT: Final[Mapping[str, Mapping[str, Any]]] = {"kapow": {"rounds": 2}}
"""Options of games whose usual matches are longer than it takes to tell the best from the worst."""

FEW: Final = 4
"""Deals of a short series, between the best and the weakest level."""

MANY: Final = 400
"""Matches that tell neighbouring levels from each other."""

BETTER: Final = 0.57
"""The share of them that the better one wins; the arena shows more than 60 % (docs/arena.md)."""

NARROWLY: Final[Mapping[tuple[str, str], float]] = {("kapow", "expert"): 0.5}
"""Games in which *hard* only has to be better, as luck leaves little more to win."""


def name(case: object) -> str | None:
    return getattr(case, "name", None)


def share(
    game: AnyGame, better: str, worse: str, deals: int, options: Options | None = None
) -> float:
    """Return the share of wins of a level that sits on every second seat, in either order."""
    seats, won = game.seats[0], 0.0
    for deal in range(deals):
        for first in (0, 1):
            levels = [better if seat % 2 == first else worse for seat in range(seats)]
            players = [player_for(game.name, level) for level in levels]
            *_, last = playing(game, players, deal, options)
            outcome = game.outcome(last)
            assert outcome is not None
            best = [level for level, rank in zip(levels, outcome.ranks, strict=True) if rank == 1]
            won += best.count(better) / len(best)
    return won / (2 * deals)


@pytest.mark.thorough
@pytest.mark.parametrize("game", GAMES.values(), ids=name)
def test_hard_is_far_better_than_easy(game: AnyGame) -> None:
    options: Options = game.options(**SHORT.get(game.name, {}))
    assert share(game, "hard", "easy", FEW, options) >= 0.75


@pytest.mark.parametrize("game", GAMES.values(), ids=name)
def test_every_game_has_a_ladder(game: AnyGame) -> None:
    assert len(LADDERS[game.name]) == len(levels_for(game.name))
    assert len(LADDERS[game.name]) >= 3 or TITLES[game.name].kai.adviser is None


@pytest.mark.parametrize(("game", "worse", "better"), STEPS, ids=name)
def test_each_level_beats_the_one_below_it(
    game: AnyGame, worse: str, better: str, kai_matches: int
) -> None:
    if kai_matches < MANY:
        pytest.skip(f"a long series: --kai-matches {MANY}")
    wanted = NARROWLY.get((game.name, better), BETTER)
    assert share(game, better, worse, kai_matches // 2) > wanted
