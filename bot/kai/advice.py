"""The ``Adviser`` protocol: what each choice is worth, for hints, reasons and reviews."""

from collections.abc import Sequence
from dataclasses import KW_ONLY, dataclass
from typing import Any, Generic, Protocol, TypeVar, runtime_checkable

__all__ = ["Adviser", "AnyAdviser", "EvaluatedAction", "Prospect", "WithDice"]

V = TypeVar("V", contravariant=True)
A = TypeVar("A")


@dataclass(frozen=True, slots=True)
class Prospect:
    """The expected result of a choice for the seat that makes it, given good play by all."""

    points: float
    """Expected points of the seat in this round, including doubling."""
    field: float
    """Expected points of the other seats in this round, on average."""
    chance: float
    """The chance to win the match, from 0 to 1; shared wins count as a share."""
    _: KW_ONLY
    lowest: bool = True
    """Whether the lowest points are best; see :class:`bot.game.contract.Scoring`."""

    @property
    def margin(self) -> float:
        """How much better than the field it is expected to do in this round, in points."""
        return self.field - self.points if self.lowest else self.points - self.field


@dataclass(frozen=True, slots=True)
class EvaluatedAction(Generic[A]):
    """An action and its prospect."""

    action: A
    prospect: Prospect


@runtime_checkable
class Adviser(Protocol[V, A]):
    """Evaluates the choices of a decision, from the View of the deciding seat."""

    def consider(
        self, view: V, legal: Sequence[A], also: Sequence[A] = ()
    ) -> Sequence[EvaluatedAction[A]]:
        """Return the choices worth considering, best first; they include all of ``also``.

        At least one; all different, and in ``legal`` or ``also``. Deterministic.
        """


@runtime_checkable
class WithDice(Adviser[V, A], Protocol[V, A]):
    """An adviser whose evaluations depend on random numbers, so that it can be asked again."""

    def with_dice(self, number: int) -> Adviser[V, A]:
        """Return an adviser that thinks the same with other random numbers.

        Equal numbers give equal ones; those of 0 are the usual ones.
        """


AnyAdviser = Adviser[Any, Any]
"""An adviser of any game."""
