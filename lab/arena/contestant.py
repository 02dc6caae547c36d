"""Contestants: the programs that play in the arena, in their seats, with their times and faults.

A game's own contestants are in ``YARDSTICKS`` of ``lab.arena.known``, by name.
"""

import math
import traceback
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from hashlib import sha256
from time import process_time_ns
from typing import Any, Final

from bot.game.contract import AnyGame, IllegalActionError, Seat
from bot.kai.player import AnyPlayer

_STEP: Final = math.log(1.01)
"""Each class ends 1 % above the one before, so percentiles have an error of half a percent."""


class ArenaError(Exception):
    """The run cannot start or continue; the text says why."""


class UnusableError(ArenaError):
    """An argument is unknown or not allowed."""


class FailedError(ArenaError):
    """A program raised an error, or chose what is not legal."""


@dataclass(frozen=True, slots=True)
class Contestant:
    """A program that plays in the arena."""

    make: Callable[[bytes], AnyPlayer]
    """Makes its player for one seat of one match, from a seed of 32 bytes."""


def seated(player: AnyPlayer) -> Contestant:
    """Return a contestant whose player is the same in every seat: it keeps nothing."""
    return Contestant(lambda _seed: player)


@dataclass(slots=True)
class Thinking:
    """The CPU times of decisions, in nanoseconds. Mutable."""

    classes: Counter[int] = field(default_factory=Counter)
    worst: int = 0
    """The longest time, exactly; 0 if there is none."""

    def __len__(self) -> int:
        return self.classes.total()

    def add(self, nanoseconds: int) -> None:
        """Count a decision."""
        self.classes[round(math.log(max(1, nanoseconds)) / _STEP)] += 1
        self.worst = max(self.worst, nanoseconds)

    def merge(self, other: "Thinking") -> None:
        """Add the times of another histogram."""
        self.classes.update(other.classes)
        self.worst = max(self.worst, other.worst)

    def percentile(self, share: float) -> float:
        """Return the percentile (``share`` is 0 to 1) in nanoseconds, by nearest rank.

        Raises ``ValueError`` if it is empty.
        """
        rank = max(1, math.ceil(share * len(self)))
        for number in sorted(self.classes):
            rank -= self.classes[number]
            if rank <= 0:
                return min(math.exp(number * _STEP), float(self.worst))
        raise ValueError("no decision was counted")


@dataclass(frozen=True, slots=True)
class SeatedProgram:
    """A program in a seat."""

    name: str
    player: AnyPlayer
    seat: Seat
    thinking: Thinking
    """Collects its times."""

    @classmethod
    def of(
        cls, name: str, program: Contestant, seat: Seat, secret: bytes, thinking: Thinking
    ) -> "SeatedProgram":
        """Seat a program; its random seed follows from the deal's secret and the seat."""
        try:
            player = program.make(sha256(secret + bytes([seat])).digest())
        except Exception as error:
            raise FailedError(f"“{name}” cannot sit down: {_told(error)}") from error
        return cls(name, player, seat, thinking)

    def decide(self, game: AnyGame, state: Any) -> Any:  # noqa: ANN401 - any game's state, action
        """Return the program's action; raise :class:`FailedError` if it has no legal one."""
        legal = game.legal(state, self.seat)
        try:
            start = process_time_ns()
            action = self.player.choose(game.view(state, self.seat), legal).action
            spent = process_time_ns() - start
        except Exception as error:
            raise FailedError(f"“{self.name}” failed: {_told(error)}") from error
        if len(legal) > 1:
            self.thinking.add(spent)
        self._check(game, state, action, legal)
        return action

    def _check(self, game: AnyGame, state: object, action: object, legal: Sequence[object]) -> None:
        """Check an action by the rules, as a game may not list all legal actions."""
        try:
            if action not in legal:
                game.check(state, self.seat, action)
        except Exception as error:
            why = error if isinstance(error, IllegalActionError) else _told(error)
            raise FailedError(
                f"“{self.name}” chose {action!r}, which is not legal: {why}"
            ) from error


def _told(error: Exception) -> str:
    """Return the error and its location, for the author of the program."""
    last = traceback.extract_tb(error.__traceback__)[-1]
    return f"{type(error).__name__}: {error} ({last.filename}, line {last.lineno})"
