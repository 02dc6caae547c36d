"""The options of Chow Pow! (section 5 of the rules), including the deck."""

from typing import Final

from pydantic import Field, JsonValue, ValidationInfo, field_validator
from pydantic_core import PydanticCustomError

from bot.game.options import Options
from bot.games.chowpow.rules.deck import Deck, DeckError, default_deck, parse_deck, read_deck_file

GAMES_OF_A_MEAL = 3
"""Games in a Three Course Meal (P5.2)."""

LONGEST_DECK = 400
"""The longest notation of a deck, in characters."""

_TURNS = 60


class ChowpowOptions(Options):
    """Fields with a title are offered in the lobby."""

    hot_sauce: bool = Field(
        False,
        title="Hot Sauce",
        description="Cards left in your hand at the end cost you their number (P5.1).",
    )
    three_course_meal: bool = Field(
        False,
        title="Three Course Meal",
        description="You play three games and add up the points (P5.2).",
    )
    battle_buffet: bool = Field(
        False,
        title="Battle Buffet",
        description=(
            "No battles in turns. Once everyone has had a turn, all lay cards down together (P5.3)."
        ),
    )
    own_size: bool = Field(
        False,
        title="Pick on Your Own Size",
        description="You can attack only an opponent with the most cards (P5.4).",
    )
    memory_aid: bool = Field(
        True,
        title="Memory aid",
        description="Your hand remembers flips (P7.9).",
    )
    max_turns: int = Field(
        _TURNS,
        ge=3,
        le=200,
        title="Turns a game",
        description="Turns per player in a game (P4.3).",
    )
    deck: str = Field(
        "",
        max_length=LONGEST_DECK,
        description="Your own cards, as a file like seeds/chowpow/deck.toml (P1.1).",
        json_schema_extra={"file": "Deck"},
    )

    @field_validator("own_size")
    @classmethod
    def _not_at_a_buffet(cls, own_size: bool, info: ValidationInfo) -> bool:  # noqa: FBT001 - as pydantic gives it
        if own_size and info.data.get("battle_buffet"):
            raise PydanticCustomError(
                "own_size", "it doesn't go with Battle Buffet, where nobody chooses an opponent"
            )
        return own_size

    @field_validator("deck")
    @classmethod
    def _a_deck(cls, deck: str) -> str:
        try:
            return str(parse_deck(deck)) if deck else deck
        except DeckError as error:
            raise PydanticCustomError("deck", "{fault}", {"fault": str(error)}) from None

    @classmethod
    def from_file(cls, name: str, text: str) -> JsonValue:
        """Parse a deck file; ``ValueError`` names the line."""
        return str(read_deck_file(text)) if name == "deck" else super().from_file(name, text)

    @property
    def cards(self) -> Deck:
        """The deck as a value."""
        return parse_deck(self.deck) if self.deck else default_deck()

    @property
    def games(self) -> int:
        """The number of games in a match (P5.2)."""
        return GAMES_OF_A_MEAL if self.three_course_meal else 1

    @property
    def full_length(self) -> bool:
        """Whether games are played to their end with the standard deck (P1.1, P4.3)."""
        return self.max_turns >= _TURNS and not self.deck

    def turns(self, _seats: int) -> float:
        """Return about how many turns a match takes, decisions of others among them."""
        return 50 * self.games

    def kind(self, _seats: int) -> str:
        """Return the variants in which a game comes to other points (P5.1, P5.3)."""
        variants = {"Hot Sauce": self.hot_sauce, "Battle Buffet": self.battle_buffet}
        return ", ".join(name for name, played in variants.items() if played)


SEATS: Final = range(2, 7)
"""The possible numbers of seats (P1.3)."""
