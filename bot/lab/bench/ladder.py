"""The strength of Kai's levels compared with the next lower one: a quick look, not a proof."""

import time
from collections.abc import Iterator
from itertools import count, pairwise
from typing import Final

from bot.game.contract import AnyGame, Options
from bot.games.players import ladder_of
from bot.lab.arena.matches import Contest, play
from bot.lab.arena.report import MatchRow
from bot.lab.bench.figure import Figure
from bot.lab.bench.hosted import named

__all__ = ["figures_of_ladder"]

SEED: Final = 7
"""The arena's seed of the deals."""


def figures_of_ladder(game: AnyGame, seconds: float) -> Iterator[Figure]:
    """Let each pair of neighbouring levels play for at least this long; see also docs/arena.md.

    Each deal is played from both sides. Matches have a single round, if the game has rounds.
    """
    for worse, better in pairwise(ladder_of(game.name)):
        rows = _rows(game, worse, better, seconds)
        won = sum(_won(row, better) for row in rows)
        yield Figure(
            named(f"Kai's ladder: {better} over {worse}", game),
            f"{100 * won / len(rows):.0f} % of {len(rows)} short matches won",
        )


def _rows(game: AnyGame, worse: str, better: str, seconds: float) -> list[MatchRow]:
    fewest = game.seats[0]
    seats = tuple((better, worse)[seat % 2] for seat in range(fewest + fewest % 2))
    contest = Contest(game, _short(game), seats, SEED)
    rows: list[MatchRow] = []
    end = time.perf_counter() + seconds
    for deal in count(1):
        rows += play(contest, (deal,)).rows
        if time.perf_counter() > end:
            break
    return rows


def _short(game: AnyGame) -> Options:
    usual: Options = game.options()
    if not hasattr(usual, "rounds"):
        return usual
    short: Options = game.options(rounds=1)
    return short


def _won(row: MatchRow, name: str) -> float:
    """Return the share of a match's win that a program has."""
    first = [who for who, rank in zip(row.seats, row.ranks, strict=True) if rank == 1]
    return first.count(name) / len(first)
