"""Kai's thinking times, a quick look at his levels' strength, and clicks in the daily deal.

The ladder is no proof: docs/arena.md has long series.
"""

import itertools
import time
from collections.abc import Callable, Iterator, Mapping
from itertools import pairwise
from statistics import fmean
from typing import Final

from bot.daily.deal import GAME, PLAYER, Deal, Round, dealt, played, replayed
from bot.game.contract import AnyGame
from bot.game.deck import SECRET_BYTES, Chance
from bot.game.options import Options
from bot.games.kapow.rules.game import KAPOW
from bot.games.registry import GAMES, ladder_of, player_for
from bot.puzzle.puzzle import position_of, puzzles_of, why
from lab.arena.contest import Contest, MatchRow, play
from lab.arena.contestant import Thinking
from lab.arena.report import standing
from lab.bench.figure import Figure, named, percentile, ratio, seats_at
from lab.bench.playouts import uno_rate

UNO: Final = 125_000
"""The actions/s of rlcard's Uno on the machine that the aims are for."""

A_SECOND: Final = 100
"""Decisions of hard a second on one core, at two seats: the aim."""

AIMS: Final[Mapping[tuple[str, int], float]] = {
    ("hard", 2): 0.010,
    ("hard", 4): 0.025,
    ("expert", 2): 0.050,
    ("expert", 4): 0.050,
}
"""Seconds for half of all decisions, by level and seats."""

SEED: Final = 7
"""The arena's seed of the deals."""

FEWEST: Final = 20
"""Clicks, at least."""


def figure_of_decisions(game: AnyGame, level: str, seconds: float) -> Figure:
    """Measure Kai at a game for at least this long."""
    times = decision_times(game, level, seconds)
    half, most = percentile(times, 0.5) * 1e3, percentile(times, 0.99) * 1e3
    return Figure(
        named(f"Kai's decision ({level})", game),
        f"{half:.2f} ms (p99 {most:.2f} ms, of {len(times):,} decisions)",
    )


def figures_of_thinking(seconds: float) -> Iterator[Figure]:
    """Measure each level and number of seats for this long."""
    rate = uno_rate(seconds)
    slower = UNO / rate if rate else 1.0
    at = f"at {rate:,.0f} of Uno's actions/s" if rate else "unscaled: rlcard is not installed"
    for (level, seats), aim in AIMS.items():
        times = decision_times(KAPOW, level, seconds, seats, time.process_time)
        half, most = percentile(times, 0.5), percentile(times, 0.99)
        if (level, seats) == ("hard", 2):
            done, wanted = 1 / fmean(times), A_SECOND / slower
            yield Figure(
                "decisions of hard on one core, 2 seats",
                f"{done:,.0f} decisions/s",
                f"{wanted:,.0f} decisions/s, the aim {at}",
                ratio(done, wanted),
            )
        yield Figure(
            f"CPU a decision of {level}, {seats} seats",
            f"{half * 1e3:.1f} ms (p99 {most * 1e3:.1f} ms, of {len(times):,} decisions)",
            f"{aim * slower * 1e3:.1f} ms, the aim {at}",
            ratio(half, aim * slower),
        )


def figures_of_ladder(game: AnyGame, seconds: float) -> Iterator[Figure]:
    """Let each pair of neighbouring levels play for at least this long, if that is not zero.

    Each deal is played from both sides. Matches have a single round, if the game has rounds. See
    also docs/arena.md.
    """
    for worse, better in pairwise(ladder_of(game.name) if seconds else ()):
        rows = _rows(game, worse, better, seconds)
        won = standing(better, rows, Thinking()).wins
        yield Figure(
            named(f"Kai's ladder: {better} over {worse}", game),
            f"{100 * won / len(rows):.0f} % of {len(rows)} short matches won",
        )


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


def decision_times(
    game: AnyGame,
    level: str,
    seconds: float,
    seats: int = 0,
    clock: Callable[[], float] = time.perf_counter,
) -> list[float]:
    """Let Kai play matches against itself; return the time of each decision in seconds.

    The first is not counted: machine code is loaded for it. ``seats``: by default the usual.
    """
    times: list[float] = []
    decisions = _decisions(game, level, seats or seats_at(game), clock)
    _, begun = next(decisions)
    for start, end in decisions:
        times.append(end - start)
        if end - begun > seconds:
            break
    return times


def _decisions(
    game: AnyGame, level: str, seats: int, clock: Callable[[], float]
) -> Iterator[tuple[float, float]]:
    """Yield when each of Kai's decisions began and ended, endlessly; only those with a choice."""
    player = player_for(game.name, level)
    for number in itertools.count(1):
        chance = Chance(number.to_bytes(SECRET_BYTES, "big"))
        state, _ = game.new(game.options(), seats, chance)
        while to_act := game.to_act(state):
            seat = min(to_act)
            view, legal = game.view(state, seat), game.legal(state, seat)
            start = clock()
            choice = player.choose(view, legal)
            if len(legal) > 1:
                yield start, clock()
            state, _ = game.apply(state, seat, choice.action)


def _rows(game: AnyGame, worse: str, better: str, seconds: float) -> list[MatchRow]:
    fewest = game.seats[0]
    seats = tuple((better, worse)[seat % 2] for seat in range(fewest + fewest % 2))
    contest = Contest(game, _short(game), seats, SEED)
    rows: list[MatchRow] = []
    end = time.perf_counter() + seconds
    for deal in itertools.count(1):
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
