"""Tables of moves: a game declares its moves, and gets ``legal``, ``check`` and ``apply``.

Each line of the table gives the phase of a move, the types of its actions, a function that lists
them, a check of the rules beyond the phase, and a function that carries them out.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from typing import Any, Final, Generic, Protocol, TypeAlias, TypeVar

from bot.game.contract import IllegalActionError, Seat, Step
from bot.game.notation import NotatedAction, Notation

__all__ = ["Move", "Moves", "NextRound", "always_allowed", "next_round"]


class Phased(Protocol):
    """A state with a phase."""

    @property
    def phase(self) -> Enum:
        """The current phase of the game."""


S = TypeVar("S", bound=Phased)

Listed: TypeAlias = Callable[[S, Seat], Iterable[Any]]
Check: TypeAlias = Callable[[S, Seat, Any], None]
CarryOut: TypeAlias = Callable[[S, Seat, Any], Step[S]]


@dataclass(frozen=True, slots=True)
class NextRound(NotatedAction):
    """Continue with the next round after the scores were shown: the only action in a pause."""

    notation = Notation("next")


def always_allowed(_state: object, _seat: Seat, _action: object) -> None:
    """Allow every action of the phase: a move without further conditions."""


@dataclass(frozen=True, slots=True)
class Move(Generic[S]):
    """A line of a game's table of moves."""

    phase: Enum
    """The phase of the state in which the move can be made."""
    kinds: tuple[type, ...]
    """The types of its actions."""
    listed: Listed[S]
    """Returns the legal actions in a fixed order; only some if the game does not list all."""
    carry_out: CarryOut[S]
    """Applies a legal action and continues to the next decision of any seat."""
    check: Check[S] = always_allowed
    """Raises :class:`IllegalActionError` unless an action of this phase is legal."""


class Moves(Generic[S]):
    """A game's moves; legal actions are listed in the same order.

    ``to_act`` returns the seats that may act, none once the match is over. ``wanted`` returns the
    error for an action that does not belong to the state's phase, ``out_of_turn`` the one for a
    seat that has to wait for others.
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
        actions: tuple[Any, ...] = ()
        for listed in self._listed[state.phase]:
            actions += tuple(listed(state, seat))
        return actions

    def check(self, state: S, seat: Seat, action: object) -> None:
        """Raise :class:`IllegalActionError` unless the action is legal."""
        self._checked(state, seat, action)

    def apply(self, state: S, seat: Seat, action: object) -> Step[S]:
        """Return what an action leads to; raise :class:`IllegalActionError` unless it is legal."""
        return self._checked(state, seat, action).carry_out(state, seat, action)

    def _checked(self, state: S, seat: Seat, action: object) -> Move[S]:
        """Return the move of a legal action."""
        move = self._moves[state.phase].get(type(action))
        if move is None or seat not in self._to_act(state):
            raise self._refusal(state, seat)
        move.check(state, seat, action)
        return move

    def _refusal(self, state: S, seat: Seat) -> IllegalActionError:
        """Return why an action is refused: because of the turn, or because of the phase."""
        acting = self._to_act(state)
        if acting and seat not in acting:
            return self._out_of_turn(state)
        return self._wanted(state)


def next_round(phase: Enum, deal: Callable[[S], Step[S]]) -> Move[S]:
    """Return the only move of a pause between rounds; ``deal`` starts the next round."""
    return Move(
        phase, (NextRound,), lambda _state, _seat: (NextRound(),), lambda state, _, __: deal(state)
    )
