"""Where a card goes: every play of the card taken, judged."""

from typing import Final

from bot.games.kapow.kai.columns import GONE as GONE_COLUMN
from bot.games.kapow.kai.engine.assessing import assess
from bot.games.kapow.kai.engine.desk import BY_SEAT, Desk
from bot.games.kapow.kai.engine.guide import UNKNOWN, Guide
from bot.games.kapow.kai.engine.judging import judge
from bot.games.kapow.kai.engine.situation import (
    FACE_DOWN_COLUMN,
    WEIGHTS,
    keeps_passing,
    kind_of,
    open_card,
)
from bot.games.kapow.kai.twin.actions import Kind, coded, first, what
from bot.games.kapow.kai.twin.positions import (
    FACE_UP,
    KAPOW,
    beneath,
    is_lone_power,
    is_power,
    upper,
)
from bot.games.kapow.kai.twin.round import PLACES, Round
from bot.games.kapow.kai.twin.triads import is_complete, is_there
from bot.kai.compiled import compiled

__all__ = ["best_of_plays", "best_play"]

_EQUAL: Final = 1e-3
"""A play has to be better than the ones before it by so many points. So a card that changes nothing
is discarded, which ends a round at last (K5.6): two players could replace equal cards for ever."""


@compiled
def best_play(game: Round, guide: Guide, desk: Desk) -> int:
    """Return the best play of the card taken, see :func:`best_of_plays`."""
    assess(game, guide, desk, game.to_move)
    return best_of_plays(game, guide, desk)


@compiled
def best_of_plays(game: Round, guide: Guide, desk: Desk) -> int:
    """Return the best play of the card taken; the seat has been assessed.

    ``desk.legal`` are all plays, in the order of the rules, and ``desk.ahead`` what they are worth
    if no swap follows; ``desk.best`` is the best of it.
    """
    count = _judge_plays(game, guide, desk)
    best, most = desk.legal[0], desk.ahead[0]
    for number in range(1, count):
        if desk.ahead[number] > most + _EQUAL:
            best, most = desk.legal[number], desk.ahead[number]
    desk.best = most
    return coded(Kind.DISCARD, 0, 0) if game.from_discard and keeps_passing(game) else int(best)


@compiled
def _judge_plays(game: Round, guide: Guide, desk: Desk) -> int:
    """Judge all plays of the card taken; return their number."""
    seat, card, count = game.to_move, game.drawn, 0
    if not (game.no_pass and game.from_discard):
        desk.legal[0] = coded(Kind.DISCARD, 0, 0)
        stays = judge(game, guide, desk, GONE_COLUMN, GONE_COLUMN, card, desk.hidden[seat])
        desk.ahead[0] = stays
        count = 1
    hand, like = PLACES * seat, -1
    for column in range(game.columns):
        at = hand + 3 * column
        if desk.columns[BY_SEAT * seat + column] == FACE_DOWN_COLUMN:
            like = count if like < 0 else like
            count = _judge_face_down(game, guide, desk, count, column, like)
        elif is_there(game, at) and not is_complete(game, at):
            for place in range(3 * column, 3 * column + 3):
                count = _judge_place(game, guide, desk, count, place)
    return count


@compiled
def _judge_face_down(
    game: Round, guide: Guide, desk: Desk, count: int, column: int, like: int
) -> int:
    """Judge all plays in a column that lies face down; return the number of plays so far.

    All such columns are alike, and so are the two ends of each: ``like`` is the number of the first
    play in the first of them.
    """
    for row in range(3):
        if row < 2 and count == like + row:
            count = _judge_place(game, guide, desk, count, 3 * column + row)
        else:
            desk.legal[count] = coded(Kind.REPLACE, 3 * column + row, 0)
            desk.ahead[count] = desk.ahead[like + row % 2]
            count += 1
    return count


@compiled
def _judge_place(game: Round, guide: Guide, desk: Desk, count: int, place: int) -> int:
    """Judge all that the card can do in one place; return the number of plays so far."""
    card, old = game.drawn, game.hands[PLACES * game.to_move + place]
    count = _add(game, guide, desk, count, coded(Kind.REPLACE, place, 0), card | FACE_UP)
    if is_lone_power(old):
        for sign in range(2):
            new = beneath(card | FACE_UP, upper(old), sign)
            count = _add(game, guide, desk, count, coded(Kind.ON_TOP, place, sign), new)
    if is_power(card) and old & FACE_UP:
        for sign in range(2):
            new = beneath(old, card, sign)
            count = _add(game, guide, desk, count, coded(Kind.BENEATH, place, sign), new)
    return count


@compiled
def _add(game: Round, guide: Guide, desk: Desk, count: int, action: int, new: int) -> int:
    """Judge a turn that ends with a new position; return the number of plays so far."""
    seat, place = game.to_move, first(action)
    row, at = place % 3, PLACES * seat + place
    old = game.hands[at]
    opened = open_card(game)
    if what(action) == Kind.REPLACE:
        opened = upper(old) if old & FACE_UP else UNKNOWN
    before = desk.columns[BY_SEAT * seat + place // 3]
    after = before + WEIGHTS[row] * (kind_of(new) - kind_of(old))
    if guide.complete[after]:
        game.hands[at] = new
        if is_complete(game, at - row):
            opened = _opened_by(game, at - row)
            after = GONE_COLUMN
        game.hands[at] = old
    hidden = desk.hidden[seat] if old & FACE_UP else desk.hidden[seat] - 1
    desk.legal[count] = action
    desk.ahead[count] = judge(game, guide, desk, before, after, opened, hidden)
    return count + 1


@compiled
def _opened_by(game: Round, at: int) -> int:
    """Return the card that a complete column leaves open.

    Its owner moves a KAPOW! card away from the top (K4.5).
    """
    for row in range(2):
        if upper(game.hands[at + row]) != KAPOW:
            return upper(game.hands[at + row])
    return upper(game.hands[at + 2])
