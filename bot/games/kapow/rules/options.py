"""The options of Kapow!."""

from typing import Final, Literal

from pydantic import Field

from bot.game.options import Options

SEATS: Final = range(2, 9)
"""The possible numbers of seats (K2.1, K2.2)."""


class KapowOptions(Options):
    """Fields with a title are offered in the lobby; the others are caps set by house rulings."""

    rounds: int = Field(10, ge=1, le=10, title="Rounds", description="Rounds of the match (K2.4).")
    cards: Literal[12, 9] | None = Field(
        None,
        title="Cards",
        description="Cards in each hand. Usually 12, with five players or more 9 (K2.1, K2.2).",
        json_schema_extra={"choices": [12, 9]},
    )
    no_pass: bool = Field(
        False,
        title="No plain pass",
        description="A card from the discard pile can't go straight back (K3.3a).",
    )
    max_swaps: int = Field(24, ge=1, le=100, description="KAPOW! swaps in one turn (K4.10).")
    stall_circuits: int = Field(
        3,
        ge=1,
        le=100,
        description="Circuits of plain passes that end a round (K5.6).",
    )
    max_reshuffles: int = Field(10, ge=0, le=100, description="Reshuffles in one round (K5.6).")

    @property
    def full_length(self) -> bool:
        """Whether the match has ten rounds (K2.4)."""
        return self.rounds == 10

    def turns(self, seats: int) -> float:
        """Return about how many turns a match takes: most cards are replaced once, or more."""
        return 1.25 * self.rounds * seats * self.hand_size(seats)

    def kind(self, seats: int) -> str:
        """Return the number of cards in a hand: fewer cards come to fewer points."""
        return f"{self.hand_size(seats)} cards"

    def hand_size(self, seats: int) -> int:
        """Return the number of cards dealt to each hand (K2.1, K2.2)."""
        return self.cards or (12 if seats <= 4 else 9)
