"""The options of Kabobo!, and how many can play it."""

from typing import Final

from pydantic import Field

from bot.game.options import Options

SEATS: Final = range(2, 7)
"""The possible numbers of seats (B1.2)."""


class KaboboOptions(Options):
    """Fields with a title are offered in the lobby."""

    memory_aid: bool = Field(
        True,
        title="Memory aid",
        description="Your hand remembers what you saw (B5.2).",
    )
    max_turns: int = Field(
        40,
        ge=3,
        le=100,
        title="Turns a round",
        description="Turns per player in a round (B2.8).",
    )
    max_rounds: int = Field(
        30,
        ge=1,
        le=100,
        title="Rounds",
        description="After this many rounds, most pieces win (B4.3).",
    )

    def turns(self, seats: int) -> float:
        """Return about how many turns a match takes: the handle is won after nine rounds or so."""
        return min(self.max_rounds, 9) * (2 * seats + 5)

    @property
    def full_length(self) -> bool:
        """Whether there are enough rounds to win the handle, as a match should end (B4.2)."""
        return self.max_rounds >= 30
