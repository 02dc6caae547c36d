"""What a seat's situation is worth by the tables: all that its choices have in common."""

from typing import Final

import numpy as np

from bot.games.kapow.kai.columns import Floats
from bot.games.kapow.kai.engine.columns import GONE_COLUMN, column_of, count_hidden
from bot.games.kapow.kai.engine.desk import (
    BY_SEAT,
    Desk,
)
from bot.games.kapow.kai.engine.gains import mean_gain, set_final_gains, set_gains
from bot.games.kapow.kai.engine.guide import MOST_HALF_TURNS, UNKNOWN, Guide
from bot.games.kapow.kai.remaining_turns import BEHIND, LAST_TURNS, TURNS_A_CARD, TURNS_BEHIND
from bot.games.kapow.kai.twin.positions import GONE
from bot.games.kapow.kai.twin.round import NOBODY, PLACES, Round
from bot.kai.compiled import compiled, inlined

__all__ = [
    "assess",
    "fewest_hidden",
    "half_turns",
    "hand_worth",
    "keeps_passing",
    "look_at",
    "look_at_all",
    "open_card",
]

_GIFT: Final = 0.5
"""The weight of what the open card gains the next player, as long as the round goes on."""

_FAR: Final = 1e9
_MOST_CARDS: Final = 99


@inlined
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


@inlined
def half_turns(hidden: int, fewest: int) -> int:
    """Return twice the estimated number of turns left; see ``remaining_turns``."""
    least, most = min(hidden, fewest), max(hidden, fewest)
    turns = LAST_TURNS + TURNS_A_CARD * least + TURNS_BEHIND * min(BEHIND, most - least)
    return min(int(np.rint(2 * turns)), MOST_HALF_TURNS)


@inlined
def open_card(game: Round) -> int:
    """Return the open card; ``UNKNOWN`` if there is none."""
    return game.discard_pile[game.discards - 1] if game.discards > 0 else UNKNOWN


@inlined
def keeps_passing(game: Round) -> bool:
    """Whether all seats have passed in turn, and so will pass again, which ends the round (K5.6).

    Each of them is where it was a circuit ago, and Kai does the same in the same position.
    """
    return bool(game.out == NOBODY and game.passes >= game.seats)


@inlined
def fewest_hidden(desk: Desk, seats: int, seat: int) -> int:
    """Return the fewest face-down cards of another hand."""
    fewest = _MOST_CARDS
    for other in range(seats):
        if other != seat:
            fewest = min(fewest, desk.hidden[other])
    return fewest


@inlined
def hand_worth(desk: Desk, seat: int, worth: Floats, left: int) -> float:
    """Return the value of a hand with so many half turns left."""
    total = 0.0
    for column in range(BY_SEAT):
        total += worth[desk.columns[BY_SEAT * seat + column], left]
    return total


@inlined
def assess(game: Round, guide: Guide, desk: Desk, seat: int) -> None:
    """Reckon what the choices of ``seat`` do not change.

    All hands have to be on the desk, and the cards counted.
    """
    hidden, fewest = desk.hidden[seat], fewest_hidden(desk, game.seats, seat)
    is_over = game.out not in (NOBODY, seat)
    desk.own_hidden, desk.fewest = hidden, fewest
    for fewer in range(2):
        goes_on = not is_over and hidden > fewer
        left = half_turns(hidden - fewer, fewest) if goes_on else 0
        desk.left[fewer] = left
        desk.worth[fewer] = hand_worth(desk, seat, guide.worth, left)
        desk.field[fewer] = _field(game, guide, desk, seat, max(left - 1, 0))
    desk.now = hand_worth(desk, seat, guide.worth, 0)
    _set_gifts(game, guide, desk, seat, 1.0 if is_over else _GIFT)
    if not is_over:
        _set_guesses(game, guide, desk, seat)


@inlined
def _field(game: Round, guide: Guide, desk: Desk, seat: int, left: int) -> float:
    """Return the value of the other hands, on average."""
    total = 0.0
    for other in range(game.seats):
        if other != seat:
            total += hand_worth(desk, other, guide.worth, left)
    return float(total / (game.seats - 1))


@inlined
def _set_guesses(game: Round, guide: Guide, desk: Desk, seat: int) -> None:
    """Guess with which points the others would end if ``seat`` went out now."""
    seats = game.seats
    total, lowest, lowest_now = 0.0, _FAR, _FAR
    for other in range(seats):
        if other != seat:
            now = hand_worth(desk, other, guide.worth, 0)
            guess = now - _last_gain(desk, other, guide)
            total += guess
            lowest, lowest_now = min(lowest, guess), min(lowest_now, now)
    desk.mean_guess, desk.lowest_guess = total / (seats - 1), lowest
    desk.lowest_now = lowest_now


@inlined
def _last_gain(desk: Desk, seat: int, guide: Guide) -> float:
    """Return what an unknown card gains in a hand's last turn; kept until the hand changes."""
    is_known = True
    for at in range(BY_SEAT * seat, BY_SEAT * seat + BY_SEAT):
        if desk.known[at] != desk.columns[at] + 1:
            desk.known[at], is_known = desk.columns[at] + 1, False
    if not is_known:
        set_final_gains(desk, seat, guide)
        desk.last_gains[seat] = mean_gain(desk)
    return float(desk.last_gains[seat])


@inlined
def _set_gifts(game: Round, guide: Guide, desk: Desk, seat: int, whole: float) -> None:
    """Note what each open card would gain for the seat that follows, if it still has a turn.

    ``whole`` is the weight of a gift to all others together.
    """
    following = (seat + 1) % game.seats
    desk.gifts[:] = 0.0
    desk.next_gain = 0.0
    if following == game.out:
        return
    weight = np.float32(whole / (game.seats - 1))
    set_gains(desk, following, guide, desk.left[0] // 2)
    mean, none, unknown = np.float32(mean_gain(desk)), np.float32(0), np.float32(0)
    desk.next_gain = float(mean)
    for card in range(UNKNOWN):
        more = max(desk.gains[card] - mean, none) * weight
        desk.gifts[card] = more
        unknown += more * desk.chances[card]
    desk.gifts[UNKNOWN] = unknown
