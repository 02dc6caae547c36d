"""The quick policy plays a seat's turn in some microseconds, and sees no face-down card."""

from typing import Final

from bot.games.kapow.kai.columns import GONE as GONE_COLUMN
from bot.games.kapow.kai.engine.judging import (
    assess,
    judge,
    judge_drawing,
    judge_hand,
    mean_gain,
    set_gains,
)
from bot.games.kapow.kai.engine.tables import (
    BY_SEAT,
    FACE_DOWN_COLUMN,
    UNKNOWN,
    WEIGHTS,
    PolicyTables,
    Scratch,
    column_of,
    keeps_passing,
    kind_of,
    look_at,
    look_at_all,
    open_card,
)
from bot.games.kapow.kai.network import UNITS
from bot.games.kapow.kai.twin.moves import apply, legal, take_from_discard_pile
from bot.games.kapow.kai.twin.round import (
    FACE_UP,
    KAPOW,
    NOBODY,
    NOTHING,
    PLACES,
    Kind,
    Phase,
    Round,
    beneath,
    coded,
    first,
    is_complete,
    is_lone_power,
    is_power,
    is_there,
    second,
    swap,
    upper,
    what,
)
from bot.kai.compiled import Dice, compiled

_EQUAL: Final = 1e-3
"""What a play has to be better by; else two players replace equal cards for ever (K5.6)."""


@compiled
def best_play(game: Round, guide: PolicyTables, scratch: Scratch) -> int:
    """Return the best play of the card taken, see :func:`best_of_plays`."""
    assess(game, guide, scratch, game.to_move)
    return best_of_plays(game, guide, scratch)


@compiled
def best_of_plays(game: Round, guide: PolicyTables, scratch: Scratch) -> int:
    """Return the best play; ``legal`` are all, as the rules list them, ``ahead`` their worth."""
    count = _judge_plays(game, guide, scratch)
    best, most = scratch.legal[0], scratch.ahead[0]
    for number in range(1, count):
        if scratch.ahead[number] > most + _EQUAL:
            best, most = scratch.legal[number], scratch.ahead[number]
    scratch.best = most
    return coded(Kind.DISCARD, 0, 0) if game.from_discard and keeps_passing(game) else int(best)


@compiled
def _judge_plays(game: Round, guide: PolicyTables, scratch: Scratch) -> int:
    seat, card, count = game.to_move, game.drawn, 0
    if not (game.no_pass and game.from_discard):
        scratch.legal[0] = coded(Kind.DISCARD, 0, 0)
        stays = judge(game, guide, scratch, GONE_COLUMN, GONE_COLUMN, card, scratch.hidden[seat])
        scratch.ahead[0] = stays
        count = 1
    hand, like = PLACES * seat, -1
    for column in range(game.columns):
        at = hand + 3 * column
        if scratch.columns[BY_SEAT * seat + column] == FACE_DOWN_COLUMN:
            like = count if like < 0 else like
            count = _judge_face_down(game, guide, scratch, count, column, like)
        elif is_there(game, at) and not is_complete(game, at):
            for place in range(3 * column, 3 * column + 3):
                count = _judge_place(game, guide, scratch, count, place)
    return count


@compiled
def _judge_face_down(
    game: Round, guide: PolicyTables, scratch: Scratch, count: int, column: int, like: int
) -> int:
    """Judge the plays in a face-down column, whose ends are ``like`` those of the first one."""
    for row in range(3):
        if row < 2 and count == like + row:
            count = _judge_place(game, guide, scratch, count, 3 * column + row)
        else:
            scratch.legal[count] = coded(Kind.REPLACE, 3 * column + row, 0)
            scratch.ahead[count] = scratch.ahead[like + row % 2]
            count += 1
    return count


@compiled
def _judge_place(game: Round, guide: PolicyTables, scratch: Scratch, count: int, place: int) -> int:
    """Judge all that the card can do in one place; return the number of plays so far."""
    card, old = game.drawn, game.hands[PLACES * game.to_move + place]
    count = _add(game, guide, scratch, count, coded(Kind.REPLACE, place, 0), card | FACE_UP)
    if is_lone_power(old):
        for sign in range(2):
            new = beneath(card | FACE_UP, upper(old), sign)
            count = _add(game, guide, scratch, count, coded(Kind.ON_TOP, place, sign), new)
    if is_power(card) and old & FACE_UP:
        for sign in range(2):
            new = beneath(old, card, sign)
            count = _add(game, guide, scratch, count, coded(Kind.BENEATH, place, sign), new)
    return count


@compiled
def _add(
    game: Round, guide: PolicyTables, scratch: Scratch, count: int, action: int, new: int
) -> int:
    """Judge a turn that ends with a new position; return the number of plays so far."""
    seat, place = game.to_move, first(action)
    row, at = place % 3, PLACES * seat + place
    old = game.hands[at]
    opened = open_card(game)
    if what(action) == Kind.REPLACE:
        opened = upper(old) if old & FACE_UP else UNKNOWN
    before = scratch.columns[BY_SEAT * seat + place // 3]
    after = before + WEIGHTS[row] * (kind_of(new) - kind_of(old))
    if guide.complete[after]:
        game.hands[at] = new
        if is_complete(game, at - row):
            opened = _opened_by(game, at - row)
            after = GONE_COLUMN
        game.hands[at] = old
    hidden = scratch.hidden[seat] if old & FACE_UP else scratch.hidden[seat] - 1
    scratch.legal[count] = action
    scratch.ahead[count] = judge(game, guide, scratch, before, after, opened, hidden)
    return count + 1


@compiled
def _opened_by(game: Round, at: int) -> int:
    """Return the card that a complete column leaves open: a KAPOW! card is moved away (K4.5)."""
    for row in range(2):
        if upper(game.hands[at + row]) != KAPOW:
            return upper(game.hands[at + row])
    return upper(game.hands[at + 2])


_WORTH_A_SWAP: Final = 0.05
"""A swap has to gain this many points, so that swapping comes to an end."""


@compiled
def best_swap(game: Round, guide: PolicyTables, scratch: Scratch) -> int:
    """Return the best swap, or the turn's end; ``legal``, ``ahead`` and ``best`` as for plays."""
    seat, opened = game.to_move, open_card(game)
    assess(game, guide, scratch, seat)
    count = legal(game, scratch.legal)
    for column in range(BY_SEAT):
        if scratch.columns[BY_SEAT * seat + column] != GONE_COLUMN:
            opened = _put(game, guide, scratch, column, opened)
    stays = judge_hand(game, guide, scratch, opened)
    best, most = coded(Kind.END_TURN, 0, 0), stays + _WORTH_A_SWAP
    scratch.best = stays
    for number in range(count):
        action, ahead = scratch.legal[number], stays
        if what(action) == Kind.SWAP:
            ahead = _swapped(game, guide, scratch, action, opened)
        scratch.ahead[number] = ahead
        if ahead > most:
            best, most = action, ahead
            scratch.best = ahead
    return best


@compiled
def _swapped(game: Round, guide: PolicyTables, scratch: Scratch, action: int, opened: int) -> float:
    one, other, hand = first(action), second(action), PLACES * game.to_move
    swap(game, hand + one, hand + other)
    after = _put(game, guide, scratch, one // 3, _put(game, guide, scratch, other // 3, opened))
    ahead = judge_hand(game, guide, scratch, after)
    swap(game, hand + one, hand + other)
    _put(game, guide, scratch, one // 3, opened)
    _put(game, guide, scratch, other // 3, opened)
    return ahead


@compiled
def _put(game: Round, guide: PolicyTables, scratch: Scratch, column: int, opened: int) -> int:
    """Put a column on the scratch, as discarded if it is complete; return the open card then."""
    seat = game.to_move
    at = PLACES * seat + 3 * column
    before = scratch.columns[BY_SEAT * seat + column]
    after = column_of(game, at)
    if guide.complete[after] and is_complete(game, at):
        after, opened = GONE_COLUMN, upper(game.hands[at])
    if after != before:
        scratch.columns[BY_SEAT * seat + column] = after
        left = scratch.left[0]
        scratch.worth[0] += guide.worth[after, left] - guide.worth[before, left]
        scratch.now += guide.worth[after, 0] - guide.worth[before, 0]
        for unit in range(UNITS):
            scratch.sums[0, unit] += guide.own[after, unit] - guide.own[before, unit]
    return opened


@compiled
def play_turn(game: Round, guide: PolicyTables, scratch: Scratch, dice: Dice) -> None:
    """Play the rest of a turn; hands on the scratch stay so, counted cards aren't counted again."""
    turn, seat = game.turn, game.to_move
    look_at(game, scratch, seat)
    while game.turn == turn and game.phase != Phase.ENDED:
        if game.phase == Phase.TAKE:
            _take_and_play(game, guide, scratch, dice)
        else:
            apply(game, choose(game, guide, scratch), dice)
        look_at(game, scratch, seat)
    if game.out != NOBODY:
        look_at_all(game, scratch)


@compiled
def _take_and_play(game: Round, guide: PolicyTables, scratch: Scratch, dice: Dice) -> None:
    """Reckon only once what is the same for both piles."""
    assess(game, guide, scratch, game.to_move)
    scratch.play_of_open = NOTHING
    apply(game, _take(game, guide, scratch), dice)
    if game.phase == Phase.PLAY:
        if game.from_discard and scratch.play_of_open != NOTHING:
            apply(game, int(scratch.play_of_open), dice)
        else:
            apply(game, best_of_plays(game, guide, scratch), dice)


@compiled
def choose(game: Round, guide: PolicyTables, scratch: Scratch) -> int:
    """Return the policy's action for the seat to move."""
    phase = game.phase
    if phase == Phase.OPENING:
        return coded(Kind.REVEAL, 0, 3)
    if phase == Phase.TAKE:
        assess(game, guide, scratch, game.to_move)
        return _take(game, guide, scratch)
    if phase == Phase.PLAY:
        return best_play(game, guide, scratch)
    return best_swap(game, guide, scratch)


@compiled
def _take(game: Round, guide: PolicyTables, scratch: Scratch) -> int:
    """Take the open card if its best place is better than drawing; the seat has been assessed."""
    if game.discards == 0:
        return coded(Kind.DRAW, 0, 0)
    if not (game.draws > 0 or (game.discards > 1 and game.reshuffles < game.max_reshuffles)):
        return coded(Kind.PICK_UP, 0, 0)
    if game.out != NOBODY:
        is_better = _gains(game, guide, scratch)
    else:
        is_better = keeps_passing(game) or _is_better(game, guide, scratch)
    return coded(Kind.PICK_UP if is_better else Kind.DRAW, 0, 0)


@compiled
def _is_better(game: Round, guide: PolicyTables, scratch: Scratch) -> bool:
    take_from_discard_pile(game)
    scratch.play_of_open = best_of_plays(game, guide, scratch)
    game.discards += 1
    game.drawn, game.from_discard = NOTHING, 0
    return bool(scratch.best > judge_drawing(guide, scratch))


@compiled
def _gains(game: Round, guide: PolicyTables, scratch: Scratch) -> bool:
    set_gains(scratch, game.to_move, guide, 0)
    return bool(scratch.gains[open_card(game)] > mean_gain(scratch))
