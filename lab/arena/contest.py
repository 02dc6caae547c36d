"""Playing matches: each deal once for every rotation of the programs around the table.

Deals are distributed among processes. Except for the times, results do not depend on their number.
"""

import multiprocessing
import os
import signal
import threading
from collections.abc import Callable, Generator, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from concurrent.futures.process import BrokenProcessPool
from contextlib import closing, contextmanager
from dataclasses import dataclass
from hashlib import sha256
from operator import attrgetter
from typing import Any, TypeAlias

from pydantic import BaseModel, ConfigDict, Field

from bot.game.contract import AnyGame, Outcome
from bot.game.deck import Chance
from bot.game.options import Options
from bot.games.registry import GAMES
from lab.arena.contestant import Contestant, FailedError, SeatedProgram, Thinking
from lab.arena.known import contestant

Progress: TypeAlias = Callable[[int], None]
"""Called with the number of deals played so far."""


@dataclass(frozen=True, slots=True)
class Contest:
    """What is played. It is sent to other processes, with names of programs and of the game."""

    game: AnyGame
    options: Options
    seats: tuple[str, ...]
    """The programs' names, in the seats of the first rotation."""
    seed: int

    def __reduce__(self) -> tuple[Callable[..., "Contest"], tuple[object, ...]]:
        """Send a registered game by its name: its moves hold functions that can't be sent."""
        known = GAMES.get(self.game.name) is self.game
        return _sent, (self.game.name if known else self.game, self.options, self.seats, self.seed)


def _sent(game: str | AnyGame, *others: Any) -> Contest:  # noqa: ANN401 - as they were sent
    return Contest(GAMES[game] if isinstance(game, str) else game, *others)


class MatchRow(BaseModel):
    """One match. Tuples by seat begin with the first seat of the table."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    deal: int = Field(ge=1)
    rotation: int = Field(ge=0)
    """By how many seats the programs have moved on."""
    seats: tuple[str, ...]
    """The names by seat."""
    totals: tuple[int, ...]
    ranks: tuple[int, ...]
    """From 1; equal results share one."""
    rounds: tuple[tuple[int, ...], ...]
    """For each round, each seat's points."""


@dataclass(frozen=True, slots=True)
class Played:
    """The results of some deals."""

    rows: tuple[MatchRow, ...]
    """By deal and rotation."""
    thinking: Mapping[str, Thinking]
    """Times of decisions with more than one legal action, by program."""


def run(contest: Contest, deals: int, processes: int, progress: Progress) -> Played:
    """Play this many deals, starting with number 1.

    Raises :class:`FailedError` as soon as a program fails. In this case, and on
    ``KeyboardInterrupt``, the processes are terminated.
    """
    numbers, rows = range(1, deals + 1), list[MatchRow]()
    usable = min(processes, deals)
    parts = _shared(contest, numbers, usable) if usable > 1 else _alone(contest, numbers)
    thinking = {name: Thinking() for name in contest.seats}
    with closing(parts):
        for done, part in enumerate(parts, 1):
            rows += part.rows
            for name, times in part.thinking.items():
                thinking[name].merge(times)
            progress(done)
    rows.sort(key=attrgetter("deal", "rotation"))
    return Played(tuple(rows), thinking)


def _alone(contest: Contest, deals: Iterable[int]) -> Generator[Played, None, None]:
    return (play(contest, [deal]) for deal in deals)


def _shared(
    contest: Contest, deals: Iterable[int], processes: int
) -> Generator[Played, None, None]:
    """Yield what comes of each deal, in any order."""
    others = set(multiprocessing.active_children())
    spawning = multiprocessing.get_context("spawn")
    pool = ProcessPoolExecutor(processes, mp_context=spawning, initializer=_end_with_parent)
    try:
        with _deaf_children():
            futures = [pool.submit(play, contest, [deal]) for deal in deals]
        for future in as_completed(futures):
            yield future.result()
    except BrokenProcessPool as error:
        raise FailedError("A process of the arena died: was there memory enough?") from error
    finally:
        # After the last result they are idle. Before that, their results are not needed any more.
        for process in set(multiprocessing.active_children()) - others:
            process.terminate()
        pool.shutdown(cancel_futures=True)


@contextmanager
def _deaf_children() -> Iterator[None]:
    """Let processes that start now ignore Ctrl-C: their parent handles it and ends them.

    The signal is blocked until all are started. Otherwise children would print tracebacks.
    """
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _end_with_parent() -> None:
    """End this process when its parent ends, even if that was killed."""
    parent = multiprocessing.parent_process()
    assert parent is not None, "it is called in children"  # noqa: S101 - for the type

    def watch() -> None:
        parent.join()
        os._exit(1)

    threading.Thread(target=watch, daemon=True).start()


def rotations(seats: Sequence[str]) -> int:
    """Return the number of different rotations.

    That many matches give each program the cards of each seat.
    """
    same = (by for by in range(1, len(seats) + 1) if _moved(seats, by) == tuple(seats))
    return next(same)


def secret(seed: int, deal: int) -> bytes:
    """Return a deal's secret, which determines all its cards: SHA-256 of ``arena SEED DEAL``."""
    return sha256(f"arena {seed} {deal}".encode()).digest()


def play(contest: Contest, deals: Iterable[int]) -> Played:
    """Play deals, in all rotations.

    Raises :class:`FailedError` if a program fails, :class:`UnusableError` if there is none.
    """
    programs = {name: contestant(contest.game.name, name) for name in contest.seats}
    thinking = {name: Thinking() for name in contest.seats}
    rows = [
        _row(contest, deal, rotation, programs, thinking)
        for deal in deals
        for rotation in range(rotations(contest.seats))
    ]
    return Played(tuple(rows), thinking)


def _row(
    contest: Contest,
    deal: int,
    rotation: int,
    programs: Mapping[str, Contestant],
    thinking: Mapping[str, Thinking],
) -> MatchRow:
    dealt = secret(contest.seed, deal)
    seats = _moved(contest.seats, rotation)
    seated_programs = [
        SeatedProgram.of(name, programs[name], seat, dealt, thinking[name])
        for seat, name in enumerate(seats)
    ]
    outcome = _outcome(contest.game, contest.options, seated_programs, Chance(dealt))
    return MatchRow(
        deal=deal,
        rotation=rotation,
        seats=seats,
        totals=outcome.scores,
        ranks=outcome.ranks,
        rounds=outcome.rounds,
    )


def _outcome(
    game: AnyGame, options: Options, seated_programs: Sequence[SeatedProgram], chance: Chance
) -> Outcome:
    """Play a match to its end. If several seats may act, the lowest goes first."""
    state, _ = game.new(options, len(seated_programs), chance)
    while (outcome := game.outcome(state)) is None:
        seat = min(game.to_act(state))
        state, _ = game.apply(state, seat, seated_programs[seat].decide(game, state))
    return outcome


def _moved(seats: Sequence[str], by: int) -> tuple[str, ...]:
    """Return the seats after everyone has moved on clockwise by some seats."""
    first = len(seats) - by
    return (*seats[first:], *seats[:first])
