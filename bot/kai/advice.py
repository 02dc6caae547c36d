"""Advisers: what each choice is worth, and how far choices are apart; for hints and reviews."""

from collections.abc import Sequence
from dataclasses import KW_ONLY, dataclass
from typing import Any, Final, Generic, Protocol, TypeVar, runtime_checkable

from bot.game.contract import Scoring

V = TypeVar("V", contravariant=True)
A = TypeVar("A")


@dataclass(frozen=True, slots=True)
class Prospect:
    """The expected result of a choice for the seat that makes it, given good play by all."""

    points: float
    """Expected points of the seat in this round, including doubling."""
    field: float
    """The same of the other seats, on average."""
    chance: float
    """To win the match, from 0 to 1; shared wins count as a share."""
    _: KW_ONLY
    lowest: bool = True
    """Whether the lowest points are best."""

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

        At least one; all different. Deterministic.
        """


@runtime_checkable
class WithDice(Adviser[V, A], Protocol[V, A]):
    """An adviser whose evaluations depend on random numbers."""

    def with_dice(self, number: int) -> Adviser[V, A]:
        """Return an adviser that thinks the same with other dice; those of 0 are the usual ones."""


AnyAdviser = Adviser[Any, Any]
"""An adviser of any game."""

CENT: Final = 100
"""Hundredths in a point, or in a percent of the chance to win."""


class Promise(Protocol):
    """What a choice promises: a :class:`Prospect`, or one of a review that was kept."""

    @property
    def margin(self) -> float:
        """How much better than the field, in points."""

    @property
    def chance(self) -> float:
        """The chance to win the match, from 0 to 1."""


@dataclass(frozen=True, slots=True)
class Measure:
    """What a game's choices are compared by, all in hundredths of the unit."""

    by_chance: bool
    """Whether the unit is a percent of the chance to win the match, and not a point."""
    nothing: int
    """Up to this, a loss is none: evaluations are no more exact."""
    equal: int
    """Up to this, choices are about equally good."""
    sound: int
    """Up to this, a choice is sound."""
    clear: int
    """From this on, a choice is clearly better than another."""
    dear: int
    """Above this, a turn is worth a word."""

    def ahead(self, one: Promise, other: Promise) -> int:
        """Return by how much one choice is better than another."""
        if self.by_chance:
            return round(100 * CENT * (one.chance - other.chance))
        return round(CENT * (one.margin - other.margin))

    def loss(self, best: Promise, made: Promise) -> int:
        """Return the cost of a choice beside the best one, at least 0."""
        behind = self.ahead(best, made)
        return behind if behind > self.nothing else 0

    def about_equal(self, one: Promise, other: Promise) -> bool:
        """Whether nobody should prefer one of two choices for its figures."""
        alike = abs(self.ahead(one, other)) <= self.equal
        return alike and abs(CHANCE.ahead(one, other)) <= CHANCE.equal


POINTS: Final = Measure(by_chance=False, nothing=0, equal=25, sound=50, clear=50, dear=CENT)
"""For games whose points add up to who wins."""

CHANCE: Final = Measure(
    by_chance=True, nothing=50, equal=CENT, sound=CENT, clear=2 * CENT, dear=3 * CENT
)
"""For games whose points decide a round, and not the match."""


def measure_of(scoring: Scoring) -> Measure:
    """Return the measure for a game with this scoring."""
    return POINTS if scoring.totals_rank else CHANCE
