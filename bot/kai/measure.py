"""How far choices are apart: in points, or in the chance to win where points mean little."""

from dataclasses import dataclass
from typing import Final, Protocol

from bot.game.contract import Scoring

__all__ = ["CENT", "CHANCE", "POINTS", "Measure", "Promise", "measure_of"]

CENT: Final = 100
"""Hundredths in a unit of a measure: in a point, or in a percent of the chance to win."""


class Promise(Protocol):
    """What a choice promises: see :class:`bot.kai.advice.Prospect`."""

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
    return POINTS if scoring.totals_compare else CHANCE
