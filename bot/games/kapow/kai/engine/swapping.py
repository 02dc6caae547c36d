"""The KAPOW! step: every swap and the turn's end, judged (K4.4-K4.7)."""

from typing import Final

from bot.games.kapow.kai.columns import GONE as GONE_COLUMN
from bot.games.kapow.kai.engine.assessing import assess
from bot.games.kapow.kai.engine.desk import BY_SEAT, Desk
from bot.games.kapow.kai.engine.guide import Guide
from bot.games.kapow.kai.engine.judging import judge_hand
from bot.games.kapow.kai.engine.situation import column_of, open_card
from bot.games.kapow.kai.learned.network import UNITS
from bot.games.kapow.kai.twin.actions import Kind, coded, first, second, what
from bot.games.kapow.kai.twin.moves import legal
from bot.games.kapow.kai.twin.positions import upper
from bot.games.kapow.kai.twin.round import PLACES, Round
from bot.games.kapow.kai.twin.triads import is_complete, swap
from bot.kai.compiled import compiled

__all__ = ["best_swap"]

_WORTH_A_SWAP: Final = 0.05
"""A swap has to gain this many points, so that swapping comes to an end."""


@compiled
def best_swap(game: Round, guide: Guide, desk: Desk) -> int:
    """Return the best swap, or the turn's end.

    ``desk.legal`` are all choices, in the order of the rules, and ``desk.ahead`` what they are
    worth; ``desk.best`` is the best of it.
    """
    seat, opened = game.to_move, open_card(game)
    assess(game, guide, desk, seat)
    count = legal(game, desk.legal)
    for column in range(BY_SEAT):
        if desk.columns[BY_SEAT * seat + column] != GONE_COLUMN:
            opened = _put(game, guide, desk, column, opened)
    stays = judge_hand(game, guide, desk, opened)
    best, most = coded(Kind.END_TURN, 0, 0), stays + _WORTH_A_SWAP
    desk.best = stays
    for number in range(count):
        action, ahead = desk.legal[number], stays
        if what(action) == Kind.SWAP:
            ahead = _swapped(game, guide, desk, action, opened)
        desk.ahead[number] = ahead
        if ahead > most:
            best, most = action, ahead
            desk.best = ahead
    return best


@compiled
def _swapped(game: Round, guide: Guide, desk: Desk, action: int, opened: int) -> float:
    """Return what ending the turn after a swap is worth."""
    one, other, hand = first(action), second(action), PLACES * game.to_move
    swap(game, hand + one, hand + other)
    after = _put(game, guide, desk, one // 3, _put(game, guide, desk, other // 3, opened))
    ahead = judge_hand(game, guide, desk, after)
    swap(game, hand + one, hand + other)
    _put(game, guide, desk, one // 3, opened)
    _put(game, guide, desk, other // 3, opened)
    return ahead


@compiled
def _put(game: Round, guide: Guide, desk: Desk, column: int, opened: int) -> int:
    """Put a column on the desk as it lies now, or as discarded if it is complete.

    Returns the card that is open then. What ``assess`` has reckoned follows.
    """
    seat = game.to_move
    at = PLACES * seat + 3 * column
    before = desk.columns[BY_SEAT * seat + column]
    after = column_of(game, at)
    if guide.complete[after] and is_complete(game, at):
        after, opened = GONE_COLUMN, upper(game.hands[at])
    if after != before:
        desk.columns[BY_SEAT * seat + column] = after
        left = desk.left[0]
        desk.worth[0] += guide.worth[after, left] - guide.worth[before, left]
        desk.now += guide.worth[after, 0] - guide.worth[before, 0]
        for unit in range(UNITS):
            desk.sums[0, unit] += guide.own[after, unit] - guide.own[before, unit]
    return opened
