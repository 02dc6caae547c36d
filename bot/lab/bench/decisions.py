"""Kai's thinking times."""

import itertools
import time

from bot.game.contract import AnyGame
from bot.game.deck import SECRET_BYTES, Chance
from bot.games.players import player_for
from bot.lab.bench.figure import Figure, percentile
from bot.lab.bench.hosted import named, seats_at

__all__ = ["decision_times", "figure_of_decisions"]


def figure_of_decisions(game: AnyGame, level: str, seconds: float) -> Figure:
    """Measure Kai at a game for at least this long."""
    times = decision_times(game, level, seconds)
    half, most = percentile(times, 0.5) * 1e3, percentile(times, 0.99) * 1e3
    return Figure(
        named(f"Kai's decision ({level})", game),
        f"{half:.2f} ms (p99 {most:.2f} ms, of {len(times):,} decisions)",
    )


def decision_times(game: AnyGame, level: str, seconds: float) -> list[float]:
    """Let Kai play matches against itself; return the time of each decision in seconds.

    Decisions with only one legal action are not counted.
    """
    player = player_for(game.name, level)
    times: list[float] = []
    end = time.perf_counter() + seconds
    for number in itertools.count(1):
        state, _ = game.new(game.options(), seats_at(game), _chance(number))
        while to_act := game.to_act(state):
            seat = min(to_act)
            view, legal = game.view(state, seat), game.legal(state, seat)
            start = time.perf_counter()
            choice = player.choose(view, legal)
            if len(legal) > 1:
                times.append(time.perf_counter() - start)
            if start > end and times:
                return times
            state, _ = game.apply(state, seat, choice.action)
    return times


def _chance(number: int) -> Chance:
    return Chance(number.to_bytes(SECRET_BYTES, "big"))
