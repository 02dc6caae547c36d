"""How long each measurement takes."""

from dataclasses import dataclass
from typing import Final

__all__ = ["FULL", "QUICK", "Budget"]


@dataclass(frozen=True, slots=True)
class Budget:
    """Times are in seconds, and reached by whole matches, pictures and decisions."""

    playouts: float
    """For each of two games."""
    moves: float
    """For each number of tables."""
    tables: tuple[int, ...]
    """How many tables are played at once."""
    pictures: float
    """For each of two ways to draw."""
    decisions: float
    appends: int
    """Moves that each writer appends."""
    commits: int
    """Rows that a bare aiosqlite commits before each figure, and again after it."""
    starts: int
    """Fresh processes of each kind."""


FULL: Final = Budget(
    playouts=8,
    moves=6,
    tables=(1, 32, 256),
    pictures=5,
    decisions=8,
    appends=1000,
    commits=500,
    starts=3,
)

QUICK: Final = Budget(
    playouts=0.4,
    moves=0.4,
    tables=(1, 32, 256),
    pictures=0.3,
    decisions=0.4,
    appends=60,
    commits=50,
    starts=1,
)
