"""What a program that plays has to offer."""

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
    """An action and why: nothing in the reason that anybody at the table may not know."""

    action: A
    reason: Reason | None = None
    """None where the game's ``explain`` finds it, or where nobody is ever told."""


class Player(Protocol[V, A]):
    """Chooses from a View and the legal actions; never sees a state, so it cannot cheat."""

    def choose(self, view: V, legal: Sequence[A]) -> Choice[A]:
        """Return one of ``legal``. The same view and actions give the same choice."""


AnyPlayer = Player[Any, Any]
"""A player as the host sees it."""


def only_choice(legal: Sequence[A]) -> Choice[A] | None:
    """Return the only legal action, and why; None if there is something to think about."""
    if len(legal) > 1:
        return None
    (action,) = legal
    if isinstance(action, NextRound):
        return Choice(action, because("next_round"))
    return Choice(action, because("only_choice"))
