"""The CPU time of a click in the daily deal, and of a puzzle's answer."""

import time
from collections.abc import Iterator
from typing import Final

from bot.daily.deal import GAME, PLAYER, Deal
from bot.daily.round import Round, dealt, played, replayed
from bot.game.deck import SECRET_BYTES
from bot.games.players import player_for
from bot.games.registry import GAMES
from bot.lab.bench.figure import Figure, percentile, ratio
from bot.puzzle.pool import puzzles_of
from bot.puzzle.puzzle import position_of
from bot.puzzle.why import why

__all__ = ["answer_times", "click_times", "figures_of_daily"]

FEWEST: Final = 20
"""Clicks, at least."""


def figures_of_daily(seconds: float) -> Iterator[Figure]:
    """Measure for this long; the anchor is a click on the first position, with nothing to replay.

    Storing and drawing are not in it: they are as at a table.
    """
    first, later = click_times(seconds)
    half, before = percentile(later, 0.5), percentile(first, 0.5)
    yield Figure(
        "CPU a click in the daily deal, Kai's answer included",
        f"{half * 1e3:.3f} ms (p99 {percentile(later, 0.99) * 1e3:.1f} ms, at most "
        f"{max(later) * 1e3:.1f} ms, of {len(later):,} clicks)",
        f"{before * 1e3:.3f} ms, the round's first click",
        ratio(half, before),
    )
    for game in ("kapow", "capit"):
        times = answer_times(game)
        yield Figure(
            f"CPU to answer a puzzle, {GAMES[game].title}",
            f"{percentile(times, 0.5) * 1e3:.1f} ms (at most {max(times) * 1e3:.1f} ms, "
            f"of {len(times)} puzzles)",
        )


def click_times(seconds: float) -> tuple[list[float], list[float]]:
    """Play rounds as *easy* does; return the CPU times of first clicks, and of all others."""
    player = player_for(GAME.name, "easy")
    first: list[float] = []
    later: list[float] = []
    begun, day = time.process_time(), 0
    while time.process_time() - begun < seconds or len(later) < FEWEST:
        day += 1
        at = dealt(Deal(day, day.to_bytes(SECRET_BYTES, "big")))
        opening = len(at.moves)
        while at.score is None:
            is_first = len(at.moves) == opening
            view = GAME.view(at.state, PLAYER)
            action = str(player.choose(view, at.legal).action)
            took, at = _clicked(at, action)
            (first if is_first else later).append(took)
    return first, later


def answer_times(game: str) -> list[float]:
    """Return the CPU time that it takes to find each shipped puzzle's position and reason."""
    times = []
    for puzzle in puzzles_of(game):
        position_of.cache_clear()
        start = time.process_time()
        position_of(puzzle)
        why(puzzle)
        times.append(time.process_time() - start)
    return times


def _clicked(before: Round, action: str) -> tuple[float, Round]:
    start = time.process_time()
    after = played(replayed(before.deal, before.moves), action)
    return time.process_time() - start, after
