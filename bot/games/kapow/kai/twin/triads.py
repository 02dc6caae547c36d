"""Columns of a hand: three places next to each other in the array (K4.1-K4.4).

``at`` is where a column or a hand begins in the array of the round.
"""

from typing import Final

from bot.games.kapow.kai.twin.positions import FACE_UP, GONE, KAPOW, is_lone_kapow, lowest, upper
from bot.games.kapow.kai.twin.round import Round
from bot.games.kapow.rules.cards import KAPOW_VALUES
from bot.kai.compiled import compiled

__all__ = [
    "has_hidden",
    "has_lone_kapow",
    "is_complete",
    "is_there",
    "may_move_within",
    "swap",
]

_SPAN: Final = KAPOW_VALUES[-1]
"""By how much the highest value of a KAPOW! card exceeds its lowest (K1.3)."""


@compiled
def is_there(game: Round, at: int) -> bool:
    """Whether a column has not been discarded."""
    return bool(game.hands[at] != GONE)


@compiled
def are_complete(top: int, middle: int, bottom: int) -> bool:
    """Whether positions are face up, and three equal values or a run up or down (K4.1)."""
    if not top & middle & bottom & FACE_UP:
        return False
    a, b, c = lowest(top), lowest(middle), lowest(bottom)
    a_more = _SPAN if upper(top) == KAPOW else 0
    b_more = _SPAN if upper(middle) == KAPOW else 0
    c_more = _SPAN if upper(bottom) == KAPOW else 0
    for step in range(-1, 2):
        low = max(a, b - step, c - 2 * step)
        high = min(a + a_more, b - step + b_more, c - 2 * step + c_more)
        if low <= high:
            return True
    return False


@compiled
def is_complete(game: Round, at: int) -> bool:
    """Whether a column that is there is complete (K4.1)."""
    return are_complete(game.hands[at], game.hands[at + 1], game.hands[at + 2])


@compiled
def has_lone_kapow(game: Round, at: int) -> bool:
    """Whether a lone face-up KAPOW! card lies in a column (K4.4, K4.5)."""
    return (
        is_lone_kapow(game.hands[at])
        or is_lone_kapow(game.hands[at + 1])
        or is_lone_kapow(game.hands[at + 2])
    )


@compiled
def has_hidden(game: Round, at: int) -> bool:
    """Whether a card of a column is face down; a discarded one has none."""
    return not game.hands[at] & game.hands[at + 1] & game.hands[at + 2] & FACE_UP


@compiled
def swap(game: Round, one: int, other: int) -> None:
    """Swap two positions."""
    game.hands[one], game.hands[other] = game.hands[other], game.hands[one]


@compiled
def may_move_within(game: Round, at: int, kapow: int, other: int) -> bool:
    """Whether a lone KAPOW! card may move to another row of its complete column (K4.4)."""
    if not is_lone_kapow(game.hands[at + kapow]) or is_lone_kapow(game.hands[at + other]):
        return False
    swap(game, at + kapow, at + other)
    stays = is_complete(game, at)
    swap(game, at + kapow, at + other)
    return stays
