"""A line of the table of figures, and the numbers in it."""

import math
from collections.abc import Sequence
from dataclasses import dataclass

__all__ = ["Figure", "percentile", "ratio"]


@dataclass(frozen=True, slots=True)
class Figure:
    """What was measured beside what it is compared with."""

    name: str
    measured: str
    anchor: str = "—"
    ratio: str = "—"
    """Measured over anchor."""


def ratio(measured: float, anchor: float) -> str:
    """Return how many times the anchor was measured, in three digits."""
    times = measured / anchor
    digits = max(0, 2 - math.floor(math.log10(times)))
    return f"{times:.{digits}f}"


def percentile(values: Sequence[float], share: float) -> float:
    """Return the value below which a share (0 to 1) of the values lies: the nearest rank."""
    ordered = sorted(values)
    return ordered[max(0, math.ceil(share * len(ordered)) - 1)]
