"""What cards gain for a hand in their best places, by the tables."""

from bot.games.kapow.kai.engine.columns import GONE_COLUMN
from bot.games.kapow.kai.engine.desk import BY_SEAT, Desk
from bot.games.kapow.kai.engine.guide import UNKNOWN, Guide
from bot.kai.compiled import inlined

__all__ = ["mean_gain", "own_gain", "set_final_gains", "set_gains", "set_own_gains"]


@inlined
def set_gains(desk: Desk, seat: int, guide: Guide, turns: int) -> None:
    """Note by how much each card in its best place improves a hand, with turns left after it."""
    desk.gains[:] = 0.0
    for number in range(BY_SEAT):
        column = desk.columns[BY_SEAT * seat + number]
        if column != GONE_COLUMN:
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
def mean_gain(desk: Desk) -> float:
    """Return what an unknown card gains, by the gains noted last."""
    mean = 0.0
    for card in range(UNKNOWN):
        mean += desk.gains[card] * desk.chances[card]
    return mean


@inlined
def set_own_gains(desk: Desk, seat: int, guide: Guide) -> None:
    """Note for each column of a hand what each card gains in the best of the other columns."""
    for fewer in range(2):
        turns = desk.left[fewer] // 2
        for column in range(BY_SEAT + 1):
            for card in range(UNKNOWN):
                desk.others[fewer, column, card] = 0
        for number in range(BY_SEAT):
            column = desk.columns[BY_SEAT * seat + number]
            if column == GONE_COLUMN:
                continue
            now = guide.worth[2 * turns, column]
            for card in range(UNKNOWN):
                gain = now - guide.taken[turns, column, card]
                for other in range(BY_SEAT + 1):
                    if other != number:
                        most = max(desk.others[fewer, other, card], gain)
                        desk.others[fewer, other, card] = most


@inlined
def own_gain(desk: Desk, guide: Guide, fewer: int, number: int, after: int) -> float:
    """Return what an unknown card gains for a hand whose column ``number`` has become ``after``."""
    turns, total = desk.left[fewer] // 2, 0.0
    if after == GONE_COLUMN:
        for card in range(UNKNOWN):
            total += desk.others[fewer, number, card] * desk.chances[card]
        return total
    now = guide.worth[2 * turns, after]
    for card in range(UNKNOWN):
        gain = max(now - guide.taken[turns, after, card], desk.others[fewer, number, card])
        total += gain * desk.chances[card]
    return total
