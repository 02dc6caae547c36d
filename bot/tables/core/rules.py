"""The house rules of the host: limits and times that hold for every game."""

from dataclasses import dataclass

__all__ = ["HouseRules"]


@dataclass(frozen=True, slots=True)
class HouseRules:
    """Limits in numbers, times in seconds. The composition root fills them from the settings."""

    tables_per_channel: int = 2
    tables_per_server: int = 20
    tables_per_person: int = 3
    tables_in_memory: int = 1000
    """How many are kept for their next click, though nothing is due at them."""
    lobby_expiry: float = 3600
    """An untouched lobby closes after this."""
    abandon_after: float = 86_400
    """A paused table closes after this."""
    longest_turn: float = 14 * 86_400
    """A match without a clock closes when a turn takes longer than this."""
    kai_pace: float = 1.5
    """Kai waits this long before its turn, so that people can follow."""
    missed_before_kai: int = 2
    """Turns missed in a row after which Kai holds the seat."""
    reminder: float = 0.25
    """The share of a turn's time that is left when its player is reminded."""
    round_pause: float = 60
    """The next round starts by itself after this; 0 waits for a person."""
    longest_cut: int = 40
    """Characters in a cut."""
