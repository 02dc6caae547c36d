"""The options of CAP-IT, and how many can play it."""

from enum import StrEnum
from typing import Final

from pydantic import Field

from bot.game.options import Options

SEATS: Final = range(4, 7)
"""The possible numbers of seats (C1.1)."""

ROUNDS: Final = 5
"""Rounds of a full match, each with its own contract (C1.3)."""


class RunSuit(StrEnum):
    """Which suits the cards of a run may have (C2.1)."""

    SAME = "same"
    """All one suit."""
    ANY = "any"
    """Any suits."""


class CapitOptions(Options):
    """Fields with a title are offered in the lobby."""

    run_suit: RunSuit = Field(
        RunSuit.SAME,
        title="Runs",
        description="Whether a run needs one suit (C2.1).",
    )
    rounds: int = Field(
        ROUNDS,
        ge=1,
        le=ROUNDS,
        title="Rounds",
        description="How many of the five rounds you play (C1.3).",
    )
    stall_circuits: int = Field(
        3,
        ge=1,
        le=10,
        title="Idle times round",
        description=(
            "A round ends after this many times round the table without a draw or a meld (C5.4)."
        ),
    )

    @property
    def full_length(self) -> bool:
        """Whether all five contracts are played."""
        return self.rounds == ROUNDS

    def turns(self, seats: int) -> float:
        """Return about how many turns a match takes."""
        return self.rounds * (14 + 2.4 * seats)

    def kind(self, _seats: int) -> str:
        """Return whether runs are easy: then hands are laid down sooner."""
        return "runs of any suits" if self.run_suit is RunSuit.ANY else ""
