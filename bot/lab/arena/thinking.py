"""Histograms of thinking times, in constant memory."""

import math
from collections import Counter
from dataclasses import dataclass, field
from typing import Final

__all__ = ["Thinking"]

_STEP: Final = math.log(1.01)
"""Each class ends 1 % above the one before, so percentiles have an error of half a percent."""


@dataclass(slots=True)
class Thinking:
    """The CPU times of decisions, in nanoseconds. Mutable."""

    classes: Counter[int] = field(default_factory=Counter)
    worst: int = 0
    """The longest time, exactly; 0 if there is none."""

    def __len__(self) -> int:
        return self.classes.total()

    def add(self, nanoseconds: int) -> None:
        """Count a decision."""
        self.classes[round(math.log(max(1, nanoseconds)) / _STEP)] += 1
        self.worst = max(self.worst, nanoseconds)

    def merge(self, other: "Thinking") -> None:
        """Add the times of another histogram."""
        self.classes.update(other.classes)
        self.worst = max(self.worst, other.worst)

    def percentile(self, share: float) -> float:
        """Return the percentile (``share`` is 0 to 1) in nanoseconds, by nearest rank.

        Raises ``ValueError`` if it is empty.
        """
        rank = max(1, math.ceil(share * len(self)))
        for number in sorted(self.classes):
            rank -= self.classes[number]
            if rank <= 0:
                return min(math.exp(number * _STEP), float(self.worst))
        raise ValueError("no decision was counted")
