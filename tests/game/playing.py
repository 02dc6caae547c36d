"""Helpers to play any game in tests: actions in notation, done by the seat to move."""

from typing import Any, Generic, Protocol, TypeVar

import pytest

from bot.game.contract import Game, IllegalActionError, Seat

__all__ = ["Playing"]


class HasMover(Protocol):
    """A state in which usually one seat is to move."""

    @property
    def to_move(self) -> Seat:
        """The seat to move."""


S = TypeVar("S", bound=HasMover)


class Playing(Generic[S]):
    """A table of one game, to play at and to inspect."""

    def __init__(self, game: Game[S, Any, Any, Any]) -> None:
        self._game = game

    def watch(self, state: S, *actions: str) -> tuple[S, list[object]]:
        """Let the seat to move do the actions; return the last state and all events."""
        happened: list[object] = []
        for text in actions:
            state, events = self._game.apply(state, state.to_move, self._game.parse(text))
            happened += events
        return state, happened

    def do(self, state: S, *actions: str) -> S:
        """Let the seat to move do the actions."""
        return self.watch(state, *actions)[0]

    def legal(self, state: S) -> list[str]:
        """Return the legal actions of the seat to move."""
        return [str(action) for action in self._game.legal(state, state.to_move)]

    def refusal(self, state: S, action: str, seat: Seat | None = None) -> IllegalActionError:
        """Return why an action that is not legal is refused, by default for the seat to move."""
        seat = state.to_move if seat is None else seat
        parsed = self._game.parse(action)
        assert parsed not in self._game.legal(state, seat)
        with pytest.raises(IllegalActionError) as refused:
            self._game.apply(state, seat, parsed)
        return refused.value
