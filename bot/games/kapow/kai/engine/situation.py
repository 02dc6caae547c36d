"""What lies on the table, where it is in the tables, and which cards are still unseen."""

from typing import Final

import numpy as np

from bot.games.kapow.kai.columns import ALONE, HIDDEN, KAPOW_SET, KINDS
from bot.games.kapow.kai.columns import GONE as GONE_COLUMN
from bot.games.kapow.kai.engine.tables import (
    BY_SEAT,
    MOST_HALF_TURNS,
    UNKNOWN,
    PolicyTables,
    Scratch,
)
from bot.games.kapow.kai.twin.round import (
    FACE_UP,
    GONE,
    KAPOW,
    NOBODY,
    PLACES,
    Phase,
    Round,
    card_beneath,
    count_beneath,
    lowest,
    points,
    upper,
)
from bot.games.kapow.rules.cards import DECK, Card
from bot.kai.compiled import Array, compiled

WEIGHTS: Final = (KINDS * KINDS, KINDS, 1)
"""What a kind counts in the index, by its row."""
FACE_DOWN_COLUMN: Final = sum(weight * HIDDEN for weight in WEIGHTS)
"""The index of a column of which no card has been turned up."""

_ZERO: Final = ALONE[Card.C0]

# Measured in rounds of two players that look one turn ahead, see docs/decisions/0017.
_LAST_TURNS: Final = 1.6
"""Remaining turns when a player has no hidden card left but is not out yet."""
_TURNS_A_CARD: Final = 1.55
"""Additional turns for each hidden card of the player with the fewest."""
_TURNS_BEHIND: Final = 0.5
"""Additional turns for each hidden card above that minimum, up to three."""
_BEHIND: Final = 3


def _lone_kinds() -> Array:
    """Return [position] the kinds of single cards."""
    found = np.full(2 * FACE_UP, HIDDEN, dtype=np.int64)
    for card, kind in ALONE.items():
        found[FACE_UP | card] = kind
    return found


_LONE: Final = _lone_kinds()


@compiled
def kind_of(position: int) -> int:
    """Return the kind of a position of a column that is there."""
    if position < 2 * FACE_UP:
        return int(_LONE[position])
    if upper(position) == KAPOW:
        return KAPOW_SET
    return min(max(_ZERO + lowest(position), KAPOW_SET + 1), KINDS - 1)


@compiled
def column_of(game: Round, at: int) -> int:
    """Return the index of the column that begins at ``at``."""
    if game.hands[at] == GONE:
        return GONE_COLUMN
    index = 0
    for lies in range(at, at + 3):
        index = index * KINDS + kind_of(game.hands[lies])
    return index


@compiled
def look_at(game: Round, scratch: Scratch, seat: int) -> None:
    """Put a hand on the scratch."""
    hand = PLACES * seat
    for column in range(BY_SEAT):
        there = column < game.columns
        index = column_of(game, hand + 3 * column) if there else GONE_COLUMN
        scratch.columns[BY_SEAT * seat + column] = index
    scratch.hidden[seat] = count_hidden(game, seat)


@compiled
def look_at_all(game: Round, scratch: Scratch) -> None:
    """Put all hands on the scratch."""
    for seat in range(game.seats):
        look_at(game, scratch, seat)


@compiled
def count_hidden(game: Round, seat: int) -> int:
    """Return the number of face-down cards of a hand."""
    hand, count = PLACES * seat, 0
    for at in range(hand, hand + 3 * game.columns):
        if not game.hands[at] & FACE_UP:
            count += 1
    return count


@compiled
def half_turns(hidden: int, fewest: int) -> int:
    """Return twice the estimated number of turns that are left for a player.

    ``hidden`` are its face-down cards, ``fewest`` the fewest of any other player.
    """
    least, most = min(hidden, fewest), max(hidden, fewest)
    turns = _LAST_TURNS + _TURNS_A_CARD * least + _TURNS_BEHIND * min(_BEHIND, most - least)
    return int(np.rint(2 * turns))


@compiled
def half_turns_left(game: Round, scratch: Scratch, seat: int) -> int:
    """Return how many half turns are left for a hand: one fewer between its turns."""
    left = half_turns(scratch.hidden[seat], fewest_hidden(scratch, game.seats, seat))
    left = min(left, MOST_HALF_TURNS)
    return left if seat == game.to_move else max(left - 1, 0)


@compiled
def fewest_hidden(scratch: Scratch, seats: int, seat: int) -> int:
    """Return the fewest face-down cards of another hand."""
    fewest = PLACES
    for other in range(seats):
        if other != seat:
            fewest = min(fewest, scratch.hidden[other])
    return fewest


@compiled
def hand_worth(scratch: Scratch, seat: int, guide: PolicyTables, left: int) -> float:
    """Return the value of a hand with a number of half turns left."""
    total = 0.0
    for column in range(BY_SEAT):
        total += guide.worth[scratch.columns[BY_SEAT * seat + column], left]
    return total


@compiled
def open_card(game: Round) -> int:
    """Return the open card; ``UNKNOWN`` if there is none."""
    return game.discard_pile[game.discards - 1] if game.discards > 0 else UNKNOWN


@compiled
def keeps_passing(game: Round) -> bool:
    """Whether all seats have passed in turn, and so will pass again, which ends the round (K5.6).

    Each of them is where it was a circuit ago, and Kai does the same in the same position.
    """
    return bool(game.out == NOBODY and game.passes >= game.seats)


_DECK: Final = np.array([DECK.count(card) for card in Card], dtype=np.float32)
_KINDS: Final = len(_DECK)


@compiled
def count_cards(game: Round, scratch: Scratch) -> None:
    """Note how likely an unknown card is each card, and its mean points.

    A card just drawn is known to the seat to move.
    """
    scratch.known[:] = 0
    for card in range(_KINDS):
        scratch.chances[card] = _DECK[card]
    for number in range(game.discards):
        scratch.chances[game.discard_pile[number]] -= 1
    if game.phase == Phase.PLAY:
        scratch.chances[game.drawn] -= 1
    for seat in range(game.seats):
        hand = PLACES * seat
        for at in range(hand, hand + 3 * game.columns):
            _count_position(game.hands[at], scratch)
    total, mean = 0.0, 0.0
    for card in range(_KINDS):
        total += scratch.chances[card]
    for card in range(_KINDS):
        scratch.chances[card] /= max(total, 1.0)
        mean += scratch.chances[card] * points(card | FACE_UP)
    scratch.unseen = mean


@compiled
def _count_position(position: int, scratch: Scratch) -> None:
    if position != GONE and position & FACE_UP:
        scratch.chances[upper(position)] -= 1
        for number in range(count_beneath(position)):
            scratch.chances[card_beneath(position, number)] -= 1
