"""A round on plain arrays."""

from typing import Final, NamedTuple

from bot.kai.compiled import Array, allocating

__all__ = ["ACTIVE", "DISCARDS", "IDLE", "MELDS", "MOST_IDLE", "ROOM", "STOCK", "Game", "copied"]

ROOM: Final = 64
"""More melds than the cards of three decks form."""

MELDS, DISCARDS, STOCK, IDLE, MOST_IDLE, ACTIVE = range(6)
"""Places in the counts of a round."""


class Game(NamedTuple):
    """A round; the rows of arrays are written in place."""

    hands: Array
    """[seat, card]: how many of each kind a seat holds."""
    melds: Array
    """[meld, (is it a run, suit, lowest rank, highest rank, wilds that can be replaced)].

    A set has its rank as the lowest and the highest, and the number of its wilds; a run has the
    ranks of its wilds as a bit set.
    """
    discards: Array
    """[number]: the discard pile, the top card last."""
    stock: Array
    """[number]: the draw pile, the top card last."""
    laid: Array
    """[seat]: 1 if it has laid its contract."""
    counts: Array
    """How many melds, discards and cards in the draw pile there are, for how many turns nothing was
    done and for how many at most, and whether something was in this turn."""


@allocating
def copied(game: Game) -> Game:
    """Return a copy of a round."""
    return Game(
        game.hands.copy(),
        game.melds.copy(),
        game.discards.copy(),
        game.stock.copy(),
        game.laid.copy(),
        game.counts.copy(),
    )
