"""How long programs think: times counted in classes, so that any number of them takes no room."""

import math
from collections import Counter
from dataclasses import dataclass, field
from typing import Final

__all__ = ["Thinking"]

_STEP: Final = math.log(1.01)
"""Each class of times ends 1 % above the one before, so what is read is true to half a percent."""


@dataclass(slots=True)
class Thinking:
    """The CPU times of decisions, in nanoseconds. It grows: it is no value."""

    classes: Counter[int] = field(default_factory=Counter)
    worst: int = 0
    """The longest one, exactly; 0 where there is none."""

    def __len__(self) -> int:
        return self.classes.total()

    def add(self, nanoseconds: int) -> None:
        """Count a decision."""
        self.classes[round(math.log(max(1, nanoseconds)) / _STEP)] += 1
        self.worst = max(self.worst, nanoseconds)

    def merge(self, other: "Thinking") -> None:
        """Count what another one has counted, too."""
        self.classes.update(other.classes)
        self.worst = max(self.worst, other.worst)

    def percentile(self, share: float) -> float:
        """Return the nanoseconds that a share (0 to 1) of the decisions keep within: nearest rank.

        Raises ``ValueError`` where nothing was counted.
        """
        rank = max(1, math.ceil(share * len(self)))
        for number in sorted(self.classes):
            rank -= self.classes[number]
            if rank <= 0:
                return min(math.exp(number * _STEP), float(self.worst))
        raise ValueError("no decision was counted")
