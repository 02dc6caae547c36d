"""Judging the end of a turn: by how many points the seat will be ahead of the others, on average.

The network says it as long as the round goes on; at its end the tables know.
"""

from math import exp
from typing import Final

import numpy as np

from bot.games.kapow.kai.engine.desk import (
    BY_SEAT,
    FEWEST,
    HIDDEN,
    LOWEST_GUESS,
    MEAN_GUESS,
    NOW,
    Desk,
)
from bot.games.kapow.kai.engine.desk import GAIN as NEXT_GAIN
from bot.games.kapow.kai.engine.guide import UNITS, Guide
from bot.games.kapow.kai.engine.situation import hand_worth
from bot.games.kapow.kai.guesses import DOUBT
from bot.games.kapow.kai.learned.features import (
    A_POINT,
    BEHIND,
    BEHIND_NOW,
    CARDS,
    GAIN,
    GIFT,
    HALF_TURNS,
    LEFT,
    OWN_HIDDEN,
    OWN_LAST,
    THEIR_HIDDEN,
    THEIR_LAST,
)
from bot.games.kapow.kai.learned.network import POINTS
from bot.games.kapow.kai.twin.layout import NOBODY, OUT, SEATS, TO_MOVE
from bot.kai.compiled import Array, inlined

__all__ = ["judge", "predict", "prepare"]

_FARTHEST: Final = 30.0
"""Beyond this many doubts, nothing is left in doubt; keeps ``exp`` in range."""


@inlined
def prepare(game: Array, guide: Guide, desk: Desk, seat: int) -> None:
    """Add up the network's input but for the choice; the seat has to be assessed."""
    net, hidden, fewest = guide.net, desk.facts[HIDDEN], desk.facts[FEWEST]
    share = np.float32(1.0 / (game[SEATS] - 1))
    gain = np.float32(A_POINT * desk.facts[NEXT_GAIN])
    near = np.float32(fewest / CARDS)
    last = np.float32(1.0 if fewest == 1 else 0.0)
    hands = net.hands
    for unit in range(UNITS):
        desk.sums[0, unit] = (
            net.start[unit]
            + gain * hands[GAIN, unit]
            + near * hands[THEIR_HIDDEN, unit]
            + last * hands[THEIR_LAST, unit]
        )
        desk.gift[unit] = A_POINT * hands[GIFT, unit]
    for at in range(BY_SEAT * game[SEATS]):
        column = desk.columns[at]
        if at // BY_SEAT == seat:
            for unit in range(UNITS):
                desk.sums[0, unit] += net.own[column, unit]
        else:
            for unit in range(UNITS):
                desk.sums[0, unit] += share * net.theirs[column, unit]
    line = net.bias[0] + gain * net.line[GAIN] + near * net.line[THEIR_HIDDEN]
    line += last * net.line[THEIR_LAST]
    for fewer in (1, 0):
        _prepare_for(guide, desk, fewer, max(hidden - fewer, 0.0), line)


@inlined
def _prepare_for(guide: Guide, desk: Desk, fewer: int, hidden: float, line: float) -> None:
    """Add what depends on whether a card is turned up; the sums of 0 are used up last."""
    net, left = guide.net, desk.left[fewer]
    own = np.float32(hidden / CARDS)
    last = np.float32(1.0 if hidden == 1 else 0.0)
    turns = np.float32(left / HALF_TURNS)
    slope = guide.slope[left]
    desk.lines[fewer] = (
        line + own * net.line[OWN_HIDDEN] + last * net.line[OWN_LAST] + turns * net.line[LEFT]
    )
    hands = net.hands
    for unit in range(UNITS):
        desk.sums[fewer, unit] = (
            desk.sums[0, unit]
            + own * hands[OWN_HIDDEN, unit]
            + last * hands[OWN_LAST, unit]
            + turns * hands[LEFT, unit]
        )
        desk.behind[fewer, unit] = A_POINT * (hands[BEHIND_NOW, unit] + slope * hands[BEHIND, unit])


@inlined
def predict(
    guide: Guide, desk: Desk, fewer: int, before: int, after: int, behind: float, gift: float
) -> float:
    """Return the network's judgement of a hand in which one column has become another.

    ``fewer`` is 1 if a card has been turned up, ``behind`` what the tables say in points, and
    ``gift`` what the open card gains for others.
    """
    net = guide.net
    slope = guide.slope[desk.left[fewer]]
    total = desk.lines[fewer] + A_POINT * (
        behind * (net.line[BEHIND_NOW] + slope * net.line[BEHIND]) + gift * net.line[GIFT]
    )
    points, given = np.float32(behind), np.float32(gift)
    more = np.float32(0)
    for unit in range(UNITS):
        added = desk.sums[fewer, unit] - net.own[before, unit] + net.own[after, unit]
        added += points * desk.behind[fewer, unit] + given * desk.gift[unit]
        more += max(added, np.float32(0)) * net.units[unit]
    return float(POINTS * (total + more))


@inlined
def judge(
    game: Array, guide: Guide, desk: Desk, before: int, after: int, opened: int, hidden: int
) -> float:
    """Judge the end of a turn of the seat to move, which has been assessed and prepared.

    One column has become another, ``opened`` is the open card then, and ``hidden`` cards of the
    hand are face down.
    """
    gift = desk.gifts[opened]
    now = desk.facts[NOW] - guide.worth[0, before] + guide.worth[0, after]
    if game[OUT] != NOBODY:
        return float(_final(game, guide, desk, now) - gift)
    if hidden == 0:
        return float(_going_out(desk, now) - 2 * gift)
    fewer = 0 if hidden == desk.facts[HIDDEN] else 1
    left = desk.left[fewer]
    more = guide.worth[left, after] - guide.worth[left, before]
    behind = desk.worth[fewer] + more - desk.field[fewer] + gift
    return predict(guide, desk, fewer, before, after, behind, gift)


@inlined
def _final(game: Array, guide: Guide, desk: Desk, own: float) -> float:
    """Return the lead of a hand with ``own`` points after its last turn (K6.4, K6.5)."""
    out, seats = game[OUT], game[SEATS]
    theirs = hand_worth(desk, out, guide.worth, 0)
    lowest, field = own, 0.0
    for other in range(seats):
        if other not in (game[TO_MOVE], out):
            points = hand_worth(desk, other, guide.worth, 0)
            lowest = min(lowest, points)
            field += points
    if theirs > 0 and lowest < theirs:
        theirs *= 2
    return float((field + theirs) / (seats - 1) - own)


@inlined
def _going_out(desk: Desk, own: float) -> float:
    """Return the lead of whoever goes out with ``own`` points, which may be doubled (K6.5)."""
    doubts = (desk.facts[LOWEST_GUESS] - own) / DOUBT
    doubled = 1.0 / (1.0 + exp(min(max(doubts, -_FARTHEST), _FARTHEST)))
    return float(desk.facts[MEAN_GUESS] - own - max(own, 0.0) * doubled)
