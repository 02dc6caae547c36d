"""What cards gain for a hand in their best places, by the tables."""

import numpy as np

from bot.games.kapow.kai.engine.columns import GONE_COLUMN
from bot.games.kapow.kai.engine.desk import BY_SEAT, Desk
from bot.games.kapow.kai.engine.guide import UNKNOWN, Guide
from bot.kai.compiled import inlined

__all__ = ["mean_gain", "set_final_gains", "set_gains"]


@inlined
def set_gains(desk: Desk, seat: int, guide: Guide, turns: int) -> None:
    """Note by how much each card in its best place improves a hand, with turns left after it."""
    desk.gains[:] = 0.0
    for number in range(BY_SEAT):
        column = desk.columns[BY_SEAT * seat + number]
        if column != GONE_COLUMN:
            now = guide.worth[column, 2 * turns]
            for card in range(UNKNOWN):
                gain = now - guide.taken[turns, column, card]
                desk.gains[card] = max(desk.gains[card], gain)


@inlined
def set_final_gains(desk: Desk, seat: int, guide: Guide) -> None:
    """Do so for the last turn, in which all cards are turned up first (K6.3)."""
    desk.gains[:] = 0.0
    for number in range(BY_SEAT):
        column = desk.columns[BY_SEAT * seat + number]
        now = guide.worth[column, 0]
        for card in range(UNKNOWN):
            gain = now - guide.final[column, card]
            desk.gains[card] = max(desk.gains[card], gain)


@inlined
def mean_gain(desk: Desk) -> float:
    """Return what an unknown card gains, by the gains noted last."""
    mean = np.float32(0)
    for card in range(UNKNOWN):
        mean += desk.gains[card] * desk.chances[card]
    return float(mean)
