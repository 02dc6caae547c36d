"""By how many points a seat will be ahead: by the network, or at the round's end by the tables."""

from math import sqrt
from typing import Final

import numpy as np

from bot.games.kapow.kai.columns import GONE as GONE_COLUMN
from bot.games.kapow.kai.engine.tables import (
    BY_SEAT,
    DRAWING,
    LAST_TURN,
    MOST_HALF_TURNS,
    UNKNOWN,
    PolicyTables,
    Scratch,
    fewest_hidden,
    half_turns,
    hand_worth,
)
from bot.games.kapow.kai.network import (
    A_POINT,
    CARDS,
    FIXED,
    HALF_TURNS,
    POINTS,
    UNITS,
    VARYING,
    Fixed,
    Varying,
)
from bot.games.kapow.kai.twin.round import NOBODY, Round
from bot.kai.compiled import compiled, inlined

# What others end with if a seat goes out, from what each of their columns gains by a card: measured
# in 12,000 rounds of the policy against itself (docs/experiments/kapow-learning-in-the-engine.md).
_SLOPE: Final = 0.845
_START: Final = -2.5
"""Their points are this line of the guess: the best of their columns gains more than any one."""
_LUCK: Final = 2.0
"""This many points lower, they are as often above the seat that goes out as below it."""
_DOUBT: Final = 10.0
"""How far that is off, in points."""


@inlined
def _predict(guide: PolicyTables, scratch: Scratch, fewer: int, before: int, after: int) -> float:
    """Judge a hand in which a column became another; ``fewer``: 1 if a card turns up, DRAWING."""
    total, more, none = scratch.lines[fewer], np.float32(0), np.float32(0)
    for feature in range(VARYING):
        total += scratch.varying[feature] * guide.line[feature]
    one, two, three = scratch.varying[0], scratch.varying[1], scratch.varying[2]
    four, five = scratch.varying[3], scratch.varying[4]
    for unit in range(UNITS):
        added = scratch.sums[fewer, unit] - guide.own[before, unit] + guide.own[after, unit]
        added += (
            one * guide.hands[0, unit] + two * guide.hands[1, unit] + three * guide.hands[2, unit]
        )
        added += four * guide.hands[3, unit] + five * guide.hands[4, unit]
        more += max(added, none) * guide.units[unit]
    return float(POINTS * (total + more))


@inlined
def _set_varying(
    guide: PolicyTables, scratch: Scratch, fewer: int, behind: float, gift: float, now: float
) -> None:
    varying = scratch.varying
    varying[Varying.BEHIND] = A_POINT * behind * guide.slope[scratch.left[fewer]]
    varying[Varying.BEHIND_NOW] = A_POINT * behind
    varying[Varying.GIFT] = A_POINT * gift
    varying[Varying.AHEAD_OUT] = A_POINT * _going_out(scratch, now)
    varying[Varying.AHEAD_NOW] = A_POINT * (scratch.lowest_now - now)


@compiled
def judge(
    game: Round,
    guide: PolicyTables,
    scratch: Scratch,
    before: int,
    after: int,
    opened: int,
    hidden: int,
) -> float:
    """Judge a turn's end: a column became another, ``opened`` is open, ``hidden`` lie face down."""
    gift = scratch.gifts[opened]
    now = scratch.now - guide.worth[before, 0] + guide.worth[after, 0]
    if game.out != NOBODY:
        return float(_final(game, guide, scratch, now) - gift)
    if hidden == 0:
        return float(_going_out(scratch, now) - 2 * gift)
    fewer = 0 if hidden == scratch.own_hidden else 1
    left = scratch.left[fewer]
    more = guide.worth[after, left] - guide.worth[before, left]
    behind = scratch.worth[fewer] + more - scratch.field[fewer] + gift
    _set_varying(guide, scratch, fewer, behind, gift, now)
    return _predict(guide, scratch, fewer, before, after)


@compiled
def judge_hand(game: Round, guide: PolicyTables, scratch: Scratch, opened: int) -> float:
    """Judge a seat's hand as it lies after its turn; it has been assessed."""
    return judge(game, guide, scratch, GONE_COLUMN, GONE_COLUMN, opened, scratch.own_hidden)


@compiled
def judge_drawing(guide: PolicyTables, scratch: Scratch) -> float:
    """Judge drawing a card; the seat has been assessed."""
    for feature in range(FIXED):
        scratch.fixed[DRAWING, feature] = scratch.fixed[0, feature]
    scratch.fixed[DRAWING, Fixed.TO_DRAW] = 1
    scratch.lines[DRAWING] = scratch.lines[0] + guide.line[VARYING + Fixed.TO_DRAW]
    for unit in range(UNITS):
        more = guide.hands[VARYING + Fixed.TO_DRAW, unit]
        scratch.sums[DRAWING, unit] = scratch.sums[0, unit] + more
    behind = scratch.worth[0] - scratch.field[0]
    _set_varying(guide, scratch, 0, behind, 0.0, scratch.now)
    return _predict(guide, scratch, DRAWING, GONE_COLUMN, GONE_COLUMN)


@compiled
def _final(game: Round, guide: PolicyTables, scratch: Scratch, own: float) -> float:
    """Return the lead of a hand with ``own`` points after its last turn (K6.4, K6.5)."""
    out, seats = game.out, game.seats
    theirs = hand_worth(scratch, out, guide, 0)
    lowest, field = own, 0.0
    for other in range(seats):
        if other not in (game.to_move, out):
            points = hand_worth(scratch, other, guide, 0)
            lowest = min(lowest, points)
            field += points
    if theirs > 0 and lowest < theirs:
        theirs *= 2
    return float((field + theirs) / (seats - 1) - own)


@inlined
def _going_out(scratch: Scratch, own: float) -> float:
    """Return the lead of the seat that goes out with ``own`` points, maybe doubled (K6.5)."""
    others = _SLOPE * scratch.mean_guess + _START
    lowest = _SLOPE * scratch.lowest_guess + _START
    doubts = (lowest - own - _LUCK) / _DOUBT
    doubled = 0.5 - 0.5 * doubts / sqrt(1.0 + doubts * doubts)
    return float(others - own - max(own, 0.0) * doubled)


_GIFT: Final = 0.5
"""The weight of what the open card gains the next player, as long as the round goes on."""

_FAR: Final = 1e9


@compiled
def assess(game: Round, guide: PolicyTables, scratch: Scratch, seat: int) -> None:
    """Reckon what choices of ``seat`` don't change, from hands on the scratch and cards counted."""
    hidden, fewest = scratch.hidden[seat], fewest_hidden(scratch, game.seats, seat)
    is_over = game.out not in (NOBODY, seat)
    scratch.own_hidden, scratch.fewest = hidden, fewest
    for fewer in range(2):
        goes_on = not is_over and hidden > fewer
        left = min(half_turns(hidden - fewer, fewest), MOST_HALF_TURNS) if goes_on else 0
        scratch.left[fewer] = left
        scratch.worth[fewer] = hand_worth(scratch, seat, guide, left)
        scratch.field[fewer] = _field(game, guide, scratch, seat, max(left - 1, 0))
    scratch.now = hand_worth(scratch, seat, guide, 0)
    _set_gifts(game, guide, scratch, seat, 1.0 if is_over else _GIFT)
    if not is_over:
        _set_guesses(game, guide, scratch, seat)
        _prepare(game, guide, scratch, seat)


@compiled
def _field(game: Round, guide: PolicyTables, scratch: Scratch, seat: int, left: int) -> float:
    total = 0.0
    for other in range(game.seats):
        if other != seat:
            total += hand_worth(scratch, other, guide, left)
    return float(total / (game.seats - 1))


@compiled
def _set_gifts(game: Round, guide: PolicyTables, scratch: Scratch, seat: int, whole: float) -> None:
    """Note each open card's gain for the next seat; ``whole`` is for all others together."""
    following = (seat + 1) % game.seats
    scratch.gifts[:] = 0.0
    scratch.next_gain = 0.0
    if following == game.out:
        return
    weight = np.float32(whole / (game.seats - 1))
    set_gains(scratch, following, guide, scratch.left[0] // 2)
    mean, none, unknown = np.float32(mean_gain(scratch)), np.float32(0), np.float32(0)
    scratch.next_gain = float(mean)
    for card in range(UNKNOWN):
        more = max(scratch.gains[card] - mean, none) * weight
        scratch.gifts[card] = more
        unknown += more * scratch.chances[card]
    scratch.gifts[UNKNOWN] = unknown


@compiled
def set_gains(scratch: Scratch, seat: int, guide: PolicyTables, turns: int) -> None:
    """Note what each card in its best place gains; ``turns`` left after it, or ``LAST_TURN``."""
    scratch.gains[:] = 0.0
    left = 0 if turns == LAST_TURN else 2 * turns
    for at in range(BY_SEAT * seat, BY_SEAT * seat + BY_SEAT):
        column = scratch.columns[at]
        if column != GONE_COLUMN:
            for card in range(UNKNOWN):
                gain = guide.worth[column, left] - guide.taken[turns, column, card]
                scratch.gains[card] = max(scratch.gains[card], gain)


@compiled
def mean_gain(scratch: Scratch) -> float:
    """Return what an unknown card gains, by the gains noted last."""
    mean = np.float32(0)
    for card in range(UNKNOWN):
        mean += scratch.gains[card] * scratch.chances[card]
    return float(mean)


@compiled
def _set_guesses(game: Round, guide: PolicyTables, scratch: Scratch, seat: int) -> None:
    """Guess with which points the others would end if ``seat`` went out now."""
    seats = game.seats
    total, lowest, lowest_now = 0.0, _FAR, _FAR
    for other in range(seats):
        if other != seat:
            now = hand_worth(scratch, other, guide, 0)
            guess = now - _last_gain(scratch, other, guide)
            total += guess
            lowest, lowest_now = min(lowest, guess), min(lowest_now, now)
    scratch.mean_guess, scratch.lowest_guess = total / (seats - 1), lowest
    scratch.lowest_now = lowest_now


@compiled
def _last_gain(scratch: Scratch, seat: int, guide: PolicyTables) -> float:
    """Return what an unknown card gains in a hand's last turn; kept until the hand changes."""
    is_known = True
    for at in range(BY_SEAT * seat, BY_SEAT * seat + BY_SEAT):
        if scratch.known[at] != scratch.columns[at] + 1:
            scratch.known[at], is_known = scratch.columns[at] + 1, False
    if not is_known:
        set_gains(scratch, seat, guide, LAST_TURN)
        scratch.last_gains[seat] = mean_gain(scratch)
    return float(scratch.last_gains[seat])


@compiled
def _prepare(game: Round, guide: PolicyTables, scratch: Scratch, seat: int) -> None:
    for fewer in range(2):
        _set_fixed(game, scratch, fewer)
    _add_columns(game, guide, scratch, seat)
    for fewer in range(2):
        _add_fixed(guide, scratch, fewer)


@compiled
def _set_fixed(game: Round, scratch: Scratch, fewer: int) -> None:
    hidden, fewest, fixed = max(scratch.own_hidden - fewer, 0), scratch.fewest, scratch.fixed
    fixed[fewer, Fixed.OWN_HIDDEN] = hidden / CARDS
    fixed[fewer, Fixed.THEIR_HIDDEN] = fewest / CARDS
    fixed[fewer, Fixed.OWN_LAST] = 1 if hidden == 1 else 0
    fixed[fewer, Fixed.THEIR_LAST] = 1 if fewest == 1 else 0
    fixed[fewer, Fixed.LEFT] = scratch.left[fewer] / HALF_TURNS
    fixed[fewer, Fixed.NEXT_GAIN] = A_POINT * scratch.next_gain
    fixed[fewer, Fixed.SHARE] = 1.0 / (game.seats - 1)
    fixed[fewer, Fixed.MEAN] = A_POINT * scratch.unseen
    fixed[fewer, Fixed.TO_DRAW] = 0


@compiled
def _add_columns(game: Round, guide: PolicyTables, scratch: Scratch, seat: int) -> None:
    sums, share = scratch.sums, scratch.fixed[0, Fixed.SHARE]
    for unit in range(UNITS):
        sums[0, unit] = guide.units_start[unit]
    for at in range(BY_SEAT * game.seats):
        column = scratch.columns[at]
        if at // BY_SEAT == seat:
            for unit in range(UNITS):
                sums[0, unit] += guide.own[column, unit]
        else:
            for unit in range(UNITS):
                sums[0, unit] += share * guide.theirs[column, unit]
    for unit in range(UNITS):
        sums[1, unit] = sums[0, unit]


@compiled
def _add_fixed(guide: PolicyTables, scratch: Scratch, fewer: int) -> None:
    fixed, line = scratch.fixed, guide.line_start[0]
    for feature in range(FIXED):
        value = fixed[fewer, feature]
        line += value * guide.line[VARYING + feature]
        for unit in range(UNITS):
            scratch.sums[fewer, unit] += value * guide.hands[VARYING + feature, unit]
    scratch.lines[fewer] = line
