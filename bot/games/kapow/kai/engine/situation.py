"""What a seat's situation is worth by the tables: all that its choices have in common."""

from typing import Final

import numpy as np

from bot.games.kapow.kai.columns import Floats
from bot.games.kapow.kai.engine.columns import GONE_COLUMN, column_of, count_hidden
from bot.games.kapow.kai.engine.desk import (
    BY_SEAT,
    FEWEST,
    GAIN,
    HIDDEN,
    LOWEST_GUESS,
    MEAN_GUESS,
    NOW,
    Desk,
)
from bot.games.kapow.kai.engine.guide import MOST_HALF_TURNS, UNKNOWN, Guide
from bot.games.kapow.kai.guesses import GIFT
from bot.games.kapow.kai.remaining_turns import BEHIND, LAST_TURNS, TURNS_A_CARD, TURNS_BEHIND
from bot.games.kapow.kai.twin.layout import (
    COLUMNS,
    DISCARD,
    DISCARDS,
    HANDS,
    NOBODY,
    OUT,
    PLACES,
    SEATS,
)
from bot.games.kapow.kai.twin.positions import GONE
from bot.kai.compiled import Array, compiled, inlined

__all__ = [
    "assess",
    "fewest_hidden",
    "half_turns",
    "hand_worth",
    "look_at",
    "look_at_all",
    "mean_gain",
    "open_card",
    "set_gains",
    "set_guesses",
]

_FAR: Final = 1e9
_MOST_CARDS: Final = 99


@inlined
def look_at(game: Array, desk: Desk, seat: int) -> None:
    """Put a hand on the desk."""
    hand = HANDS + PLACES * seat
    for column in range(BY_SEAT):
        at = hand + 3 * column
        there = column < game[COLUMNS] and game[at] != GONE
        desk.columns[BY_SEAT * seat + column] = column_of(game, at) if there else GONE_COLUMN
    desk.hidden[seat] = count_hidden(game, seat)


@compiled
def look_at_all(game: Array, desk: Desk) -> None:
    """Put all hands on the desk."""
    for seat in range(game[SEATS]):
        look_at(game, desk, seat)


@inlined
def half_turns(hidden: int, fewest: int) -> int:
    """Return twice the estimated number of turns left; see ``remaining_turns``."""
    least, most = min(hidden, fewest), max(hidden, fewest)
    turns = LAST_TURNS + TURNS_A_CARD * least + TURNS_BEHIND * min(BEHIND, most - least)
    return min(int(np.rint(2 * turns)), MOST_HALF_TURNS)


@inlined
def open_card(game: Array) -> int:
    """Return the open card; ``UNKNOWN`` if there is none."""
    return game[DISCARD + game[DISCARDS] - 1] if game[DISCARDS] > 0 else UNKNOWN


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
        total += worth[left, desk.columns[BY_SEAT * seat + column]]
    return total


@inlined
def set_gains(desk: Desk, seat: int, guide: Guide, turns: int) -> None:
    """Note by how much each card in its best place improves a hand, with turns left after it."""
    desk.gains[:] = 0.0
    for number in range(BY_SEAT):
        column = desk.columns[BY_SEAT * seat + number]
        if column == GONE_COLUMN:
            continue
        now = guide.worth[2 * turns, column]
        for card in range(UNKNOWN):
            gain = now - guide.taken[turns, column, card]
            desk.gains[card] = max(desk.gains[card], gain)


@inlined
def set_final_gains(desk: Desk, seat: int, guide: Guide) -> None:
    """Do so for the last turn, in which all cards are turned up first (K6.3)."""
    desk.gains[:] = 0.0
    for number in range(BY_SEAT):
        column = desk.columns[BY_SEAT * seat + number]
        now = guide.worth[0, column]
        for card in range(UNKNOWN):
            gain = now - guide.final[column, card]
            desk.gains[card] = max(desk.gains[card], gain)


@inlined
def mean_gain(desk: Desk, chances: Floats) -> float:
    """Return what an unknown card gains, by the gains noted last."""
    mean = 0.0
    for card in range(UNKNOWN):
        mean += desk.gains[card] * chances[card]
    return mean


@inlined
def set_guesses(game: Array, guide: Guide, desk: Desk, seat: int) -> None:
    """Guess with which points the others would end if ``seat`` went out now."""
    seats = game[SEATS]
    total, lowest = 0.0, _FAR
    for other in range(seats):
        if other != seat:
            set_final_gains(desk, other, guide)
            guess = hand_worth(desk, other, guide.worth, 0) - mean_gain(desk, guide.chances)
            total += guess
            lowest = min(lowest, guess)
    desk.facts[MEAN_GUESS], desk.facts[LOWEST_GUESS] = total / (seats - 1), lowest


@inlined
def assess(game: Array, guide: Guide, desk: Desk, seat: int) -> None:
    """Reckon what the choices of ``seat`` do not change; all hands have to be on the desk."""
    hidden, fewest = desk.hidden[seat], fewest_hidden(desk, game[SEATS], seat)
    is_out = game[OUT] != NOBODY
    desk.facts[HIDDEN], desk.facts[FEWEST] = hidden, fewest
    for fewer in range(2):
        left = 0 if is_out else half_turns(max(hidden - fewer, 0), fewest)
        desk.left[fewer] = left
        desk.worth[fewer] = hand_worth(desk, seat, guide.worth, left)
        desk.field[fewer] = _field(game, guide, desk, seat, max(left - 1, 0))
    _set_gifts(game, guide, desk, seat)
    if not is_out and hidden <= 1:
        set_guesses(game, guide, desk, seat)
    desk.facts[NOW] = hand_worth(desk, seat, guide.worth, 0)


@inlined
def _field(game: Array, guide: Guide, desk: Desk, seat: int, left: int) -> float:
    """Return the value of the other hands, on average."""
    total = 0.0
    for other in range(game[SEATS]):
        if other != seat:
            total += hand_worth(desk, other, guide.worth, left)
    return float(total / (game[SEATS] - 1))


@inlined
def _set_gifts(game: Array, guide: Guide, desk: Desk, seat: int) -> None:
    """Note what each open card would gain for the seat that follows, if it still has a turn."""
    following = (seat + 1) % game[SEATS]
    desk.gifts[:] = 0.0
    desk.facts[GAIN] = 0.0
    if following == game[OUT]:
        return
    turns = desk.left[0] // 2
    weight = (1.0 if game[OUT] != NOBODY else GIFT) / (game[SEATS] - 1)
    set_gains(desk, following, guide, turns)
    mean = mean_gain(desk, guide.chances)
    desk.facts[GAIN] = mean
    for card in range(UNKNOWN):
        more = max(desk.gains[card] - mean, 0.0) * weight
        desk.gifts[card] = more
        desk.gifts[UNKNOWN] += more * guide.chances[card]
