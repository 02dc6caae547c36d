"""Any game in the words of its rules' tests: actions in notation, done by the seat to move."""

from typing import Any, Generic, Protocol, TypeVar

import pytest

from bot.game.contract import Game, IllegalActionError, Seat

__all__ = ["Playing"]


class HasMover(Protocol):
    """A state that has one seat to move, most of the time."""

    @property
    def to_move(self) -> Seat:
        """The seat to move."""


S = TypeVar("S", bound=HasMover)


class Playing(Generic[S]):
    """What can be done and asked at a table of one game."""

    def __init__(self, game: Game[S, Any, Any, Any]) -> None:
        self._game = game

    def watch(self, state: S, *actions: str) -> tuple[S, list[object]]:
        """Let the seat to move do the actions; return what they lead to, and all that happened."""
        happened: list[object] = []
        for text in actions:
            state, events = self._game.apply(state, state.to_move, self._game.parse(text))
            happened += events
        return state, happened

    def do(self, state: S, *actions: str) -> S:
        """Let the seat to move do the actions."""
        return self.watch(state, *actions)[0]

    def legal(self, state: S) -> list[str]:
        """Return what the seat to move may do."""
        return [str(action) for action in self._game.legal(state, state.to_move)]

    def refusal(self, state: S, action: str, seat: Seat | None = None) -> IllegalActionError:
        """Return why a seat, else the one to move, may not do what ``legal`` does not list."""
        seat = state.to_move if seat is None else seat
        parsed = self._game.parse(action)
        assert parsed not in self._game.legal(state, seat)
        with pytest.raises(IllegalActionError) as refused:
            self._game.apply(state, seat, parsed)
        return refused.value
