"""One line of the benchmark's table, and statistics for it."""

import math
from collections.abc import Sequence
from dataclasses import dataclass

__all__ = ["Figure", "percentile", "ratio"]


@dataclass(frozen=True, slots=True)
class Figure:
    """A measured value and its reference value."""

    name: str
    measured: str
    anchor: str = "—"
    ratio: str = "—"
    """Measured value over reference value."""


def ratio(measured: float, anchor: float) -> str:
    """Return the ratio of measured value and reference with three digits."""
    times = measured / anchor
    digits = max(0, 2 - math.floor(math.log10(times)))
    return f"{times:.{digits}f}"


def percentile(values: Sequence[float], share: float) -> float:
    """Return the percentile (``share`` is 0 to 1) by nearest rank."""
    ordered = sorted(values)
    return ordered[max(0, math.ceil(share * len(ordered)) - 1)]
