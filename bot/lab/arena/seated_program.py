"""A program in one seat of one match: calls it, measures its time, and checks its choices."""

import traceback
from collections.abc import Sequence
from dataclasses import dataclass
from hashlib import sha256
from time import process_time_ns
from typing import Any

from bot.game.contract import AnyGame, IllegalActionError, Seat
from bot.lab.arena.contestant import Choosing, Contestant
from bot.lab.arena.errors import FailedError
from bot.lab.arena.thinking import Thinking

__all__ = ["SeatedProgram"]


@dataclass(frozen=True, slots=True)
class SeatedProgram:
    """A program in a seat."""

    name: str
    choosing: Choosing
    seat: Seat
    thinking: Thinking
    """Collects its times."""

    @classmethod
    def of(
        cls, name: str, program: Contestant, seat: Seat, secret: bytes, thinking: Thinking
    ) -> "SeatedProgram":
        """Seat a program; its random seed follows from the deal's secret and the seat."""
        try:
            choosing = program.sit_down(sha256(secret + bytes([seat])).digest())
        except Exception as error:
            raise FailedError(f"“{name}” cannot sit down: {_told(error)}") from error
        return cls(name, choosing, seat, thinking)

    def decide(self, game: AnyGame, state: Any) -> Any:  # noqa: ANN401 - any game's state, action
        """Return the program's action; raise :class:`FailedError` if it has no legal one."""
        legal = game.legal(state, self.seat)
        try:
            start = process_time_ns()
            action = self.choosing(game, state, self.seat, legal).action
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
