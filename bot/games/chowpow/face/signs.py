"""How cards look: each faction's colours, and its food in the standard deck.

Other factions are shown by their letter only.
"""

from typing import Final, NamedTuple

from bot.face.palette import CREAM, INK, Colour
from bot.games.chowpow.face.foods import SIGNS
from bot.games.chowpow.rules.cards import Card
from bot.games.chowpow.rules.deck import Deck

__all__ = ["TINTS", "WILD_TINT", "Look", "Tint", "look_of"]


class Tint(NamedTuple):
    """The colours of a faction's cards: a visual aid, never the only distinction."""

    light: Colour
    """The card."""
    strong: Colour
    """Its lower edge, and its letter."""


TINTS: Final = (
    Tint((255, 214, 208), (176, 24, 44)),
    Tint((212, 236, 182), (28, 104, 44)),
    Tint((255, 236, 184), (140, 84, 16)),
    Tint((238, 188, 158), (122, 38, 18)),
    Tint((238, 212, 248), (124, 44, 150)),
    Tint((194, 228, 252), (14, 78, 146)),
    Tint((186, 234, 224), (8, 98, 90)),
    Tint((252, 198, 226), (160, 20, 96)),
    Tint((226, 230, 150), (92, 96, 10)),
    Tint((214, 216, 222), (70, 74, 88)),
    Tint((226, 206, 184), (96, 66, 40)),
    Tint((206, 208, 252), (54, 52, 150)),
)
"""By the faction's index in its deck."""

WILD_TINT: Final = Tint((92, 58, 148), CREAM)


class Look(NamedTuple):
    """A card's appearance: letter, number, the faction's sign (may be empty) and colours."""

    code: str
    number: int
    sign: str
    tint: Tint

    @property
    def ink(self) -> Colour:
        """The colour of the number."""
        return CREAM if self.tint is WILD_TINT else INK


def look_of(deck: Deck, card: Card) -> Look:
    """Return the appearance of a card."""
    if card.is_wild:
        return Look(card.code, card.number, card.code, WILD_TINT)
    at = next(at for at, faction in enumerate(deck.factions) if faction.code == card.code)
    name = deck.factions[at].name
    return Look(card.code, card.number, name if name in SIGNS else "", TINTS[at])
