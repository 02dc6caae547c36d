"""House rules: limits and times that hold at every table, whatever its game."""

from dataclasses import dataclass

__all__ = ["HouseRules"]


@dataclass(frozen=True, slots=True)
class HouseRules:
    """Limits, and times in seconds; :func:`bot.compose.house_rules` reads them from settings."""

    tables_per_channel: int = 2
    tables_per_server: int = 20
    tables_per_person: int = 3
    tables_in_memory: int = 1000
    """How many recently used tables stay in memory though nothing is due at them."""
    lobby_expiry: float = 3600
    """An untouched lobby closes after this."""
    abandon_after: float = 86_400
    """A paused table closes after this."""
    longest_turn: float = 14 * 86_400
    """A match without a clock closes when a turn takes longer than this."""
    kai_pace: float = 1.5
    """Kai waits this long before its turn, so that people can follow."""
    missed_before_kai: int = 2
    """After this many missed turns in a row, Kai takes over the seat."""
    reminder: float = 0.25
    """The share of a turn's time that is left when its player is reminded; 0 for no reminder.

    Before a match without a clock closes, there is always one, a quarter of the time before.
    """
    notice: float = 3 * 86_400
    """A match without a clock closes this long after its reminder, at the earliest."""
    round_pause: float = 60
    """The next round starts by itself after this; 0 waits for a person."""
    longest_cut: int = 40
    """Characters in a cut."""
    since: int = 0
    """When these times were new here (ms since 1970): all that is older counts from then."""
