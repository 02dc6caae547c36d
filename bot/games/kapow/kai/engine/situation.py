"""What lies on the table, as the tables see it."""

from typing import Final

import numpy as np

from bot.games.kapow.kai.engine.columns import GONE_COLUMN, column_of, count_hidden
from bot.games.kapow.kai.engine.desk import BY_SEAT, Desk
from bot.games.kapow.kai.engine.guide import MOST_HALF_TURNS, UNKNOWN, Guide
from bot.games.kapow.kai.twin.positions import GONE
from bot.games.kapow.kai.twin.round import NOBODY, PLACES, Round
from bot.kai.compiled import compiled

__all__ = [
    "fewest_hidden",
    "half_turns",
    "half_turns_left",
    "hand_worth",
    "keeps_passing",
    "look_at",
    "look_at_all",
    "open_card",
]

# Measured in rounds of two players that look one turn ahead, see docs/decisions/0017.
_LAST_TURNS: Final = 1.6
"""Remaining turns when a player has no hidden card left but is not out yet."""
_TURNS_A_CARD: Final = 1.55
"""Additional turns for each hidden card of the player with the fewest."""
_TURNS_BEHIND: Final = 0.5
"""Additional turns for each hidden card above that minimum, up to three."""
_BEHIND: Final = 3

_MOST_CARDS: Final = 99


@compiled
def look_at(game: Round, desk: Desk, seat: int) -> None:
    """Put a hand on the desk."""
    hand = PLACES * seat
    for column in range(BY_SEAT):
        at = hand + 3 * column
        there = column < game.columns and game.hands[at] != GONE
        desk.columns[BY_SEAT * seat + column] = column_of(game, at) if there else GONE_COLUMN
    desk.hidden[seat] = count_hidden(game, seat)


@compiled
def look_at_all(game: Round, desk: Desk) -> None:
    """Put all hands on the desk."""
    for seat in range(game.seats):
        look_at(game, desk, seat)


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
    fewest = _MOST_CARDS
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
