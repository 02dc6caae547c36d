"""What each choice of a decision promises: for hints, for reasons and for the review of a match."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Generic, Protocol, TypeVar, runtime_checkable

__all__ = ["Adviser", "AnyAdviser", "Considered", "Prospect"]

V = TypeVar("V", contravariant=True)
A = TypeVar("A")


@dataclass(frozen=True, slots=True)
class Prospect:
    """What a choice promises the seat that makes it, everybody playing well afterwards."""

    points: float
    """Its own points to expect of this round, doubling included."""
    field: float
    """The mean of the others' points to expect of this round."""
    chance: float
    """Its chance to win the match, from 0 to 1; a shared first place counts its share."""

    @property
    def margin(self) -> float:
        """By how many points of this round it is expected to do better than the field."""
        return self.field - self.points


@dataclass(frozen=True, slots=True)
class Considered(Generic[A]):
    """An action and what it promises."""

    action: A
    prospect: Prospect


@runtime_checkable
class Adviser(Protocol[V, A]):
    """Says what the choices of a decision are worth, from the View of the seat that decides."""

    def consider(
        self, view: V, legal: Sequence[A], also: Sequence[A] = ()
    ) -> Sequence[Considered[A]]:
        """Return the choices worth a thought, best first, with every one of ``also`` among them.

        At least one; each a different one of ``legal``. The same arguments give the same answer.
        """


AnyAdviser = Adviser[Any, Any]
"""An adviser as the host sees it."""
