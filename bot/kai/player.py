"""The ``Player`` protocol of computer players, and their choices."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Generic, Protocol, TypeVar

from bot.game.moves import NextRound
from bot.kai.reason import Reason, because

__all__ = ["AnyPlayer", "Choice", "Player", "only_choice"]

V = TypeVar("V", contravariant=True)
A = TypeVar("A")


@dataclass(frozen=True, slots=True)
class Choice(Generic[A]):
    """An action and its reason, which contains only what everybody at the table may know."""

    action: A
    reason: Reason | None = None
    """None if the game's ``explain`` finds the reason, or nobody is ever told."""


class Player(Protocol[V, A]):
    """Chooses from a View and the legal actions. It never sees a state, so it cannot cheat."""

    def choose(self, view: V, legal: Sequence[A]) -> Choice[A]:
        """Return one of ``legal``. Deterministic."""


AnyPlayer = Player[Any, Any]
"""A player of any game."""


def only_choice(legal: Sequence[A]) -> Choice[A] | None:
    """Return the only legal action with its reason; None if there is more than one."""
    if len(legal) > 1:
        return None
    (action,) = legal
    if isinstance(action, NextRound):
        return Choice(action, because("next_round"))
    return Choice(action, because("only_choice"))
