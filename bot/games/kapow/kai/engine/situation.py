"""What lies on the table, and where it is in the tables."""

from typing import Final

import numpy as np

from bot.games.kapow.kai.columns import GONE as GONE_COLUMN
from bot.games.kapow.kai.engine.desk import BY_SEAT, Desk
from bot.games.kapow.kai.engine.guide import MOST_HALF_TURNS, UNKNOWN, Guide
from bot.games.kapow.kai.kinds import ALONE, HIDDEN, KAPOW_SET, KINDS
from bot.games.kapow.kai.twin.positions import FACE_UP, GONE, KAPOW, lowest, upper
from bot.games.kapow.kai.twin.round import NOBODY, PLACES, Round
from bot.games.kapow.rules.cards import Card
from bot.kai.compiled import Array, compiled

__all__ = [
    "FACE_DOWN_COLUMN",
    "WEIGHTS",
    "column_of",
    "fewest_hidden",
    "half_turns",
    "half_turns_left",
    "hand_worth",
    "keeps_passing",
    "kind_of",
    "look_at",
    "look_at_all",
    "open_card",
]

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
def look_at(game: Round, desk: Desk, seat: int) -> None:
    """Put a hand on the desk."""
    hand = PLACES * seat
    for column in range(BY_SEAT):
        there = column < game.columns
        index = column_of(game, hand + 3 * column) if there else GONE_COLUMN
        desk.columns[BY_SEAT * seat + column] = index
    desk.hidden[seat] = count_hidden(game, seat)


@compiled
def look_at_all(game: Round, desk: Desk) -> None:
    """Put all hands on the desk."""
    for seat in range(game.seats):
        look_at(game, desk, seat)


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
def half_turns_left(game: Round, desk: Desk, seat: int) -> int:
    """Return how many half turns are left for a hand on the desk: one fewer between its turns."""
    left = half_turns(desk.hidden[seat], fewest_hidden(desk, game.seats, seat))
    left = min(left, MOST_HALF_TURNS)
    return left if seat == game.to_move else max(left - 1, 0)


@compiled
def fewest_hidden(desk: Desk, seats: int, seat: int) -> int:
    """Return the fewest face-down cards of another hand."""
    fewest = PLACES
    for other in range(seats):
        if other != seat:
            fewest = min(fewest, desk.hidden[other])
    return fewest


@compiled
def hand_worth(desk: Desk, seat: int, guide: Guide, left: int) -> float:
    """Return the value of a hand with so many half turns left."""
    total = 0.0
    for column in range(BY_SEAT):
        total += guide.worth[desk.columns[BY_SEAT * seat + column], left]
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
