"""Judging hands: by how many points a seat will be ahead of the others, on average.

The network says it as long as the round goes on; at its end the tables know.
"""

from math import sqrt
from typing import Final

import numpy as np

from bot.games.kapow.kai.columns import GONE as GONE_COLUMN
from bot.games.kapow.kai.engine.desk import DRAWING, Desk
from bot.games.kapow.kai.engine.guide import Guide
from bot.games.kapow.kai.engine.situation import hand_worth
from bot.games.kapow.kai.learned.features import A_POINT, FIXED, VARYING, Fixed, Varying
from bot.games.kapow.kai.learned.network import POINTS, UNITS
from bot.games.kapow.kai.twin.round import NOBODY, Round
from bot.kai.compiled import compiled, inlined

__all__ = ["judge", "judge_drawing", "judge_hand"]

# What others end with if a seat goes out, from what each of their columns gains by a card: measured
# in 12,000 rounds of the policy against itself (docs/experiments/kapow-learning-in-the-engine.md).
_SLOPE: Final = 0.845
_START: Final = -2.5
"""Their points are this line of the guess: the best of their columns gains more than any one."""
_LUCK: Final = 2.0
"""By so many points lower they are as often above the seat that goes out as below it."""
_DOUBT: Final = 10.0
"""How far that is off, in points."""


@inlined
def _predict(guide: Guide, desk: Desk, fewer: int, before: int, after: int) -> float:
    """Return the network's judgement of a hand in which one column has become another.

    ``fewer`` is 1 if a card has been turned up, or ``DRAWING``; the varying features are noted.
    """
    total, more, none = desk.lines[fewer], np.float32(0), np.float32(0)
    for feature in range(VARYING):
        total += desk.varying[feature] * guide.line[feature]
    one, two, three = desk.varying[0], desk.varying[1], desk.varying[2]
    four, five = desk.varying[3], desk.varying[4]
    for unit in range(UNITS):
        added = desk.sums[fewer, unit] - guide.own[before, unit] + guide.own[after, unit]
        added += (
            one * guide.hands[0, unit] + two * guide.hands[1, unit] + three * guide.hands[2, unit]
        )
        added += four * guide.hands[3, unit] + five * guide.hands[4, unit]
        more += max(added, none) * guide.units[unit]
    return float(POINTS * (total + more))


@inlined
def _set_varying(
    guide: Guide, desk: Desk, fewer: int, behind: float, gift: float, now: float
) -> None:
    """Note the features of a choice, after which the hand would score ``now``."""
    varying = desk.varying
    varying[Varying.BEHIND] = A_POINT * behind * guide.slope[desk.left[fewer]]
    varying[Varying.BEHIND_NOW] = A_POINT * behind
    varying[Varying.GIFT] = A_POINT * gift
    varying[Varying.AHEAD_OUT] = A_POINT * _going_out(desk, now)
    varying[Varying.AHEAD_NOW] = A_POINT * (desk.lowest_now - now)


@compiled
def judge(
    game: Round, guide: Guide, desk: Desk, before: int, after: int, opened: int, hidden: int
) -> float:
    """Judge the end of a turn of the seat to move, which has been assessed.

    A column of its hand has become another, ``opened`` is the open card then, and
    ``hidden`` cards of the hand are face down.
    """
    gift = desk.gifts[opened]
    now = desk.now - guide.worth[before, 0] + guide.worth[after, 0]
    if game.out != NOBODY:
        return float(_final(game, guide, desk, now) - gift)
    if hidden == 0:
        return float(_going_out(desk, now) - 2 * gift)
    fewer = 0 if hidden == desk.own_hidden else 1
    left = desk.left[fewer]
    more = guide.worth[after, left] - guide.worth[before, left]
    behind = desk.worth[fewer] + more - desk.field[fewer] + gift
    _set_varying(guide, desk, fewer, behind, gift, now)
    return _predict(guide, desk, fewer, before, after)


@compiled
def judge_hand(game: Round, guide: Guide, desk: Desk, opened: int) -> float:
    """Judge a seat's hand as it lies after its turn; it has been assessed."""
    return judge(game, guide, desk, GONE_COLUMN, GONE_COLUMN, opened, desk.own_hidden)


@compiled
def judge_drawing(guide: Guide, desk: Desk) -> float:
    """Judge drawing a card; the seat has been assessed."""
    for feature in range(FIXED):
        desk.fixed[DRAWING, feature] = desk.fixed[0, feature]
    desk.fixed[DRAWING, Fixed.TO_DRAW] = 1
    desk.lines[DRAWING] = desk.lines[0] + guide.line[VARYING + Fixed.TO_DRAW]
    for unit in range(UNITS):
        more = guide.hands[VARYING + Fixed.TO_DRAW, unit]
        desk.sums[DRAWING, unit] = desk.sums[0, unit] + more
    behind = desk.worth[0] - desk.field[0]
    _set_varying(guide, desk, 0, behind, 0.0, desk.now)
    return _predict(guide, desk, DRAWING, GONE_COLUMN, GONE_COLUMN)


@compiled
def _final(game: Round, guide: Guide, desk: Desk, own: float) -> float:
    """Return the lead of a hand with ``own`` points after its last turn (K6.4, K6.5)."""
    out, seats = game.out, game.seats
    theirs = hand_worth(desk, out, guide, 0)
    lowest, field = own, 0.0
    for other in range(seats):
        if other not in (game.to_move, out):
            points = hand_worth(desk, other, guide, 0)
            lowest = min(lowest, points)
            field += points
    if theirs > 0 and lowest < theirs:
        theirs *= 2
    return float((field + theirs) / (seats - 1) - own)


@inlined
def _going_out(desk: Desk, own: float) -> float:
    """Return the lead of whoever goes out with ``own`` points, which may be doubled (K6.5)."""
    others = _SLOPE * desk.mean_guess + _START
    lowest = _SLOPE * desk.lowest_guess + _START
    doubts = (lowest - own - _LUCK) / _DOUBT
    doubled = 0.5 - 0.5 * doubts / sqrt(1.0 + doubts * doubts)
    return float(others - own - max(own, 0.0) * doubled)
