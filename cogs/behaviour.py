"""How the bot behaves on Discord, as its operator set it."""

from dataclasses import dataclass

__all__ = ["Behaviour"]


@dataclass(frozen=True, slots=True)
class Behaviour:
    """Times on Discord, in seconds unless they say otherwise."""

    live_seconds: tuple[int, ...] = (30, 60, 120, 300)
    """The live clocks offered, per turn."""
    slow_hours: tuple[int, ...] = (8, 24, 72)
    """The slow clocks offered, per turn."""
    edit_interval: float = 1.0
    """The shortest time between two edits of a table's message, or of a private hand."""
    fresh_after: float = 3000
    """The age at which a table's message is replaced: edits become scarce after an hour."""
    token_life: float = 840
    """How long a private hand is refreshed unasked; its token dies at 900."""
