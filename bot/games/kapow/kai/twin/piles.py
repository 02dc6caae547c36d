"""The draw pile and the discard pile, with their top card last (section 5 of the rules)."""

from bot.games.kapow.kai.twin.layout import (
    COLUMNS,
    DISCARD,
    DISCARDS,
    DRAW,
    DRAWN,
    DRAWS,
    FROM_DISCARD,
    HANDS,
    PLACES,
    RESHUFFLES,
    TO_MOVE,
)
from bot.games.kapow.kai.twin.positions import GONE, card_beneath, count_beneath, upper
from bot.games.kapow.kai.twin.triads import has_lone_kapow, is_complete, is_there
from bot.kai.compiled import Array, Dice, compiled
from bot.kai.dice import shuffle

__all__ = [
    "discard",
    "discard_at_once",
    "discard_complete",
    "discard_position",
    "gather",
    "may_draw",
    "refill_discard",
    "reshuffle",
    "take_from_discard_pile",
    "take_from_draw_pile",
]


@compiled
def discard(game: Array, card: int) -> None:
    """Put a card on the discard pile."""
    game[DISCARD + game[DISCARDS]] = card
    game[DISCARDS] += 1


@compiled
def discard_position(game: Array, position: int) -> None:
    """Put a position's cards on the discard pile, the uppermost on top (K3.3b, K5.3)."""
    for number in range(count_beneath(position) - 1, -1, -1):
        discard(game, card_beneath(position, number))
    discard(game, upper(position))


@compiled
def _discard_column(game: Array, at: int) -> None:
    """Discard a column; the uppermost card of its top position ends on top (K5.1)."""
    for row in range(2, -1, -1):
        discard_position(game, game[at + row])
        game[at + row] = GONE


@compiled
def discard_at_once(game: Array) -> None:
    """Discard complete columns of the seat to move that have nothing to wait for (K4.3, K4.9)."""
    hand = HANDS + PLACES * game[TO_MOVE]
    for at in range(hand, hand + 3 * game[COLUMNS], 3):
        if is_there(game, at) and is_complete(game, at) and not has_lone_kapow(game, at):
            _discard_column(game, at)


@compiled
def discard_complete(game: Array) -> None:
    """Discard all complete columns of the seat to move, from the left (K4.7)."""
    hand = HANDS + PLACES * game[TO_MOVE]
    for at in range(hand, hand + 3 * game[COLUMNS], 3):
        if is_there(game, at) and is_complete(game, at):
            _discard_column(game, at)


@compiled
def refill_discard(game: Array) -> None:
    """Restart an empty discard pile from the draw pile (K5.4)."""
    if game[DISCARDS] == 0 and game[DRAWS] > 0:
        game[DRAWS] -= 1
        discard(game, game[DRAW + game[DRAWS]])


@compiled
def may_draw(game: Array) -> bool:
    """Whether a card can be drawn, possibly after a reshuffle (K5.5)."""
    return bool(game[DRAWS] > 0 or game[DISCARDS] > 1)


@compiled
def gather(game: Array) -> None:
    """Make the discard pile except its top card the draw pile, in the order that it has (K5.5)."""
    rest = game[DISCARDS] - 1
    for number in range(rest):
        game[DRAW + number] = game[DISCARD + number]
    game[DISCARD] = game[DISCARD + rest]
    game[DRAWS], game[DISCARDS] = rest, 1
    game[RESHUFFLES] += 1


@compiled
def reshuffle(game: Array, dice: Dice) -> None:
    """Shuffle the discard pile except its top card into a new draw pile (K5.5)."""
    gather(game)
    shuffle(dice, game, DRAW, game[DRAWS])


@compiled
def take_from_draw_pile(game: Array) -> None:
    """Take the top card of the draw pile (K3.2)."""
    game[DRAWS] -= 1
    game[DRAWN], game[FROM_DISCARD] = game[DRAW + game[DRAWS]], 0


@compiled
def take_from_discard_pile(game: Array) -> None:
    """Take the top card of the discard pile (K3.2)."""
    game[DISCARDS] -= 1
    game[DRAWN], game[FROM_DISCARD] = game[DISCARD + game[DISCARDS]], 1
