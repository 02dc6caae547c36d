"""The draw pile and the discard pile, with their top card last (section 5 of the rules)."""

from bot.games.kapow.kai.twin.positions import GONE, card_beneath, count_beneath, upper
from bot.games.kapow.kai.twin.round import PLACES, Round
from bot.games.kapow.kai.twin.triads import has_lone_kapow, is_complete, is_there
from bot.kai.compiled import Dice, compiled
from bot.kai.dice import shuffle

__all__ = [
    "discard",
    "discard_at_once",
    "discard_complete",
    "discard_position",
    "may_draw",
    "refill_discard",
    "reshuffle",
    "take_from_discard_pile",
]


@compiled
def discard(game: Round, card: int) -> None:
    """Put a card on the discard pile."""
    game.discard_pile[game.discards] = card
    game.discards += 1


@compiled
def discard_position(game: Round, position: int) -> None:
    """Put a position's cards on the discard pile, the uppermost on top (K3.3b, K5.3)."""
    for number in range(count_beneath(position) - 1, -1, -1):
        discard(game, card_beneath(position, number))
    discard(game, upper(position))


@compiled
def _discard_column(game: Round, at: int) -> None:
    """Discard a column; the uppermost card of its top position ends on top (K5.1)."""
    for row in range(2, -1, -1):
        discard_position(game, game.hands[at + row])
        game.hands[at + row] = GONE


@compiled
def discard_at_once(game: Round) -> None:
    """Discard complete columns of the seat to move that have nothing to wait for (K4.3, K4.9)."""
    hand = PLACES * game.to_move
    for at in range(hand, hand + 3 * game.columns, 3):
        if is_there(game, at) and is_complete(game, at) and not has_lone_kapow(game, at):
            _discard_column(game, at)


@compiled
def discard_complete(game: Round) -> None:
    """Discard all complete columns of the seat to move, from the left (K4.7)."""
    hand = PLACES * game.to_move
    for at in range(hand, hand + 3 * game.columns, 3):
        if is_there(game, at) and is_complete(game, at):
            _discard_column(game, at)


@compiled
def refill_discard(game: Round) -> None:
    """Restart an empty discard pile from the draw pile (K5.4)."""
    if game.discards == 0 and game.draws > 0:
        game.draws -= 1
        discard(game, game.draw_pile[game.draws])


@compiled
def may_draw(game: Round) -> bool:
    """Whether a card can be drawn, possibly after a reshuffle (K5.5)."""
    return bool(game.draws > 0 or game.discards > 1)


@compiled
def reshuffle(game: Round, dice: Dice) -> None:
    """Shuffle the discard pile except its top card into a new draw pile (K5.5)."""
    rest = game.discards - 1
    for number in range(rest):
        game.draw_pile[number] = game.discard_pile[number]
    game.discard_pile[0] = game.discard_pile[rest]
    game.draws, game.discards = rest, 1
    game.reshuffles += 1
    shuffle(dice, game.draw_pile, rest)


@compiled
def take_from_discard_pile(game: Round) -> None:
    """Take the top card of the discard pile (K3.2)."""
    game.discards -= 1
    game.drawn, game.from_discard = game.discard_pile[game.discards], 1
