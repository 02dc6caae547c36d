"""Helpers to play any game in tests, in notation, and to ask what its events tell of seats."""

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Any, Generic, Protocol, TypeVar

import pytest

from bot.game.contract import AnyGame, Fact, Game, IllegalActionError, Seat, Viewer
from bot.game.rounds import OVER, SCORED


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

    def mover(self, state: S) -> Seat:
        """Return the seat that has to decide; of several the first."""
        return min(self._game.to_act(state), default=state.to_move)

    def watch(self, state: S, *actions: str) -> tuple[S, list[object]]:
        """Let the seat to move do the actions; return the last state and all events."""
        happened: list[object] = []
        for text in actions:
            before = state
            state, events = self._game.apply(state, self.mover(state), self._game.parse(text))
            if self._game.stage(state).round == self._game.stage(before).round:
                assert self._game.cards(state) == self._game.cards(before)
            happened += events
        return state, happened

    def do(self, state: S, *actions: str) -> S:
        return self.watch(state, *actions)[0]

    def legal(self, state: S) -> list[str]:
        return [str(action) for action in self._game.legal(state, self.mover(state))]

    def refusal(self, state: S, action: str, seat: Seat | None = None) -> IllegalActionError:
        """Return why an action that is not legal is refused, by default for the seat to move."""
        seat = self.mover(state) if seat is None else seat
        parsed = self._game.parse(action)
        assert parsed not in self._game.legal(state, seat)
        with pytest.raises(IllegalActionError) as refused:
            self._game.apply(state, seat, parsed)
        return refused.value


def pile(state: Any) -> str:  # noqa: ANN401 - a state with a discard pile
    return " ".join(map(str, state.discard_pile))


def scored(state: Any) -> Any:  # noqa: ANN401 - the game's own result
    """Return the result of the round just scored."""
    assert state.phase in (SCORED, OVER)
    return state.results[-1]


def permuted(game: AnyGame, state: object, viewer: Viewer) -> list[str]:
    """Return the cards that a viewer may not know, in order."""
    asked: list[str] = []

    def reverse(cards: Sequence[str]) -> Sequence[str]:
        asked.extend(cards)
        return cards[::-1]

    assert game.view(game.permute_unknown(state, viewer, reverse), viewer) == game.view(
        state, viewer
    )
    return sorted(asked)


def told(game: AnyGame, events: Iterable[object]) -> list[Fact]:
    """Return the facts that events tell, in order."""
    by_type = game.facts
    return [
        fact for event in events if type(event) in by_type for fact in by_type[type(event)](event)
    ]


def totals_of(game: AnyGame, events: Iterable[object]) -> Counter[tuple[Seat, str]]:
    totals: Counter[tuple[Seat, str]] = Counter()
    for fact in told(game, events):
        totals[fact.seat, fact.name] += fact.count
    return totals
