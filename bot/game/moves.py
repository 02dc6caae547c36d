"""A game's table of moves, from which come what is legal, what forbids an action, what it leads to.

A line of the table says in which phase a move is made, which actions it comes as, what there is to
choose from, what the rules ask beyond the phase, and what comes of it.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from typing import Any, Final, Generic, Protocol, TypeAlias, TypeVar

from bot.game.contract import IllegalActionError, Seat, Step
from bot.game.notation import Notation, Written

__all__ = ["Move", "Moves", "NextRound", "anything_goes", "next_round"]


class Phased(Protocol):
    """A state that knows its phase."""

    @property
    def phase(self) -> Enum:
        """What is to be done, of the phases of its game."""


S = TypeVar("S", bound=Phased)

Listed: TypeAlias = Callable[[S, Seat], Iterable[Any]]
Check: TypeAlias = Callable[[S, Seat, Any], None]
CarryOut: TypeAlias = Callable[[S, Seat, Any], Step[S]]


@dataclass(frozen=True, slots=True)
class NextRound(Written):
    """Go on to the next round after the scores were shown: the one action of a pause."""

    notation = Notation("next")


def anything_goes(_state: object, _seat: Seat, _action: object) -> None:
    """Allow whatever the phase allows."""


@dataclass(frozen=True, slots=True)
class Move(Generic[S]):
    """A line of a game's table of moves."""

    phase: Enum
    """When it is made; ``phase`` of the state."""
    kinds: tuple[type, ...]
    """The actions it comes as."""
    listed: Listed[S]
    """Returns the legal ones in a fixed order; some of them, where the game does not list all."""
    carry_out: CarryOut[S]
    """Returns what a legal action leads to, up to the next decision of anybody."""
    check: Check[S] = anything_goes
    """Raises :class:`IllegalActionError` unless an action of its phase is legal."""


class Moves(Generic[S]):
    """A game's moves, in the order in which what is legal is listed.

    ``to_act`` returns who may act, nobody once the match is over; ``wanted`` what a state asks for
    instead of an action that its phase has no room for; ``out_of_turn`` what a seat is told that
    may not act while others may.
    """

    def __init__(
        self,
        moves: Sequence[Move[S]],
        *,
        to_act: Callable[[S], frozenset[Seat]],
        wanted: Callable[[S], IllegalActionError],
        out_of_turn: Callable[[S], IllegalActionError],
    ) -> None:
        phases = type(moves[0].phase)
        self._listed: Final[Mapping[Enum, Sequence[Listed[S]]]] = {
            phase: [move.listed for move in moves if move.phase is phase] for phase in phases
        }
        self._moves: Final[Mapping[Enum, Mapping[type, Move[S]]]] = {
            phase: {kind: move for move in moves if move.phase is phase for kind in move.kinds}
            for phase in phases
        }
        self._to_act = to_act
        self._wanted = wanted
        self._out_of_turn = out_of_turn

    def legal(self, state: S, seat: Seat) -> tuple[Any, ...]:
        """Return the legal actions of a seat, move by move."""
        if seat not in self._to_act(state):
            return ()
        found: tuple[Any, ...] = ()
        for listed in self._listed[state.phase]:
            found += tuple(listed(state, seat))
        return found

    def check(self, state: S, seat: Seat, action: object) -> None:
        """Raise :class:`IllegalActionError` unless the action is legal."""
        self._checked(state, seat, action)

    def apply(self, state: S, seat: Seat, action: object) -> Step[S]:
        """Return what an action leads to; raise :class:`IllegalActionError` unless it is legal."""
        return self._checked(state, seat, action).carry_out(state, seat, action)

    def _checked(self, state: S, seat: Seat, action: object) -> Move[S]:
        """Return the move that a legal action is."""
        move = self._moves[state.phase].get(type(action))
        if move is None or seat not in self._to_act(state):
            raise self._refusal(state, seat)
        move.check(state, seat, action)
        return move

    def _refusal(self, state: S, seat: Seat) -> IllegalActionError:
        """Return why the phase has no room for an action, or the turn for the seat's."""
        acting = self._to_act(state)
        if acting and seat not in acting:
            return self._out_of_turn(state)
        return self._wanted(state)


def next_round(phase: Enum, deal: Callable[[S], Step[S]]) -> Move[S]:
    """Return the one move of a pause between rounds, which ``deal`` ends."""
    return Move(
        phase, (NextRound,), lambda _state, _seat: (NextRound(),), lambda state, _, __: deal(state)
    )
