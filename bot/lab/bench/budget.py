"""How long and how often each benchmark runs."""

from dataclasses import dataclass
from typing import Final

__all__ = ["FULL", "QUICK", "Budget"]


@dataclass(frozen=True, slots=True)
class Budget:
    """Times are in seconds; they are rounded up to whole matches, pictures and decisions."""

    playouts: float
    """For Kapow! and for its reference."""
    moves: float
    """For each number of tables."""
    tables: tuple[int, ...]
    """Numbers of tables played in parallel."""
    pictures: float
    """For each of two ways to draw."""
    decisions: float
    """For each level."""
    ladder: float
    """For each pair of neighbouring levels of a game; 0 to skip them."""
    others: float
    """For each other game: its playouts, its pictures and its decisions."""
    secrecy: float
    """For pairs of tables on which clicks are answered."""
    appends: int
    """Moves that each writer appends."""
    commits: int
    """Rows committed by plain aiosqlite before each figure, and again after it."""
    weighed: int
    """Tables that are held in memory."""
    rounds: int
    """Rounds of the matches whose size in the database is measured."""
    matches: int
    """Matches of the server whose standings the crowd asks for."""
    league: int
    """Matches of all servers together, where standings and profiles are measured."""
    clicks: int
    """Clicks on one hand, one after the other."""
    people: int
    """The size of the crowd; each person clicks once in five seconds."""
    crowd: float
    """How long the crowd clicks."""
    kais: int
    """Tables at which Kai thinks, and people who click as often at others."""
    beside: float
    """How long each of the two crowds clicks."""
    waking: int
    """Unfinished tables at the start."""
    starts: int
    """Fresh processes of each kind."""
    stops: int
    """Bots that are stopped in each state."""
    record: int
    """The size of the record to check, in bytes."""


FULL: Final = Budget(
    playouts=8,
    moves=6,
    tables=(1, 32, 256),
    pictures=5,
    decisions=4,
    ladder=5,
    others=2,
    secrecy=10,
    appends=1000,
    commits=500,
    weighed=1000,
    rounds=10,
    matches=10_000,
    league=1_000_000,
    clicks=1000,
    people=1000,
    crowd=20,
    kais=200,
    beside=40,
    waking=10_000,
    starts=3,
    stops=10,
    record=256 * 1024,
)

QUICK: Final = Budget(
    playouts=0.4,
    moves=0.4,
    tables=(1, 32, 256),
    pictures=0.3,
    decisions=0.4,
    ladder=0.1,
    others=0.1,
    secrecy=0.4,
    appends=60,
    commits=50,
    weighed=100,
    rounds=2,
    matches=500,
    league=20_000,
    clicks=50,
    people=20,
    crowd=1,
    kais=10,
    beside=2,
    waking=100,
    starts=1,
    stops=1,
    record=16 * 1024,
)
