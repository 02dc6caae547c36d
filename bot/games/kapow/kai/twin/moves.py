"""The legal actions of a round, in the order of the rules, and carrying them out."""

from bot.games.kapow.kai.twin.actions import (
    BENEATH,
    DISCARD_IT,
    DRAW_ONE,
    END_TURN,
    ON_TOP,
    PICK_UP,
    REPLACE,
    REVEAL,
    SWAP,
    coded,
    first,
    second,
    what,
)
from bot.games.kapow.kai.twin.layout import (
    COLUMNS,
    DISCARDS,
    DRAWN,
    DRAWS,
    FROM_DISCARD,
    HANDS,
    KAPOW_STEP,
    MAX_RESHUFFLES,
    NO_PASS,
    NOTHING,
    OPENED,
    OPENING,
    PASSES,
    PHASE,
    PLACES,
    PLAY,
    RESHUFFLES,
    SWAPS,
    TAKE,
    TO_MOVE,
)
from bot.games.kapow.kai.twin.piles import (
    discard,
    discard_at_once,
    discard_position,
    may_draw,
    reshuffle,
    take_from_discard_pile,
    take_from_draw_pile,
)
from bot.games.kapow.kai.twin.positions import (
    FACE_UP,
    beneath,
    is_lone_kapow,
    is_lone_power,
    is_power,
    upper,
)
from bot.games.kapow.kai.twin.triads import is_complete, is_there, may_move_within
from bot.games.kapow.kai.twin.turns import end_round, end_turn, settle
from bot.kai.compiled import Array, Dice, compiled

__all__ = ["apply", "legal", "play"]


@compiled
def legal(game: Array, found: Array) -> int:
    """List the legal actions of the seat to move in ``found``; return how many there are."""
    phase = game[PHASE]
    if phase == TAKE:
        return _takes(game, found)
    if phase == PLAY:
        return _plays(game, found)
    if phase == KAPOW_STEP:
        return _swaps(game, found)
    return _reveals(game, found) if phase == OPENING else 0


@compiled
def _reveals(game: Array, found: Array) -> int:
    hand, count = HANDS + PLACES * game[TO_MOVE], 0
    places = 3 * game[COLUMNS]
    for one in range(places):
        for other in range(one + 1, places):
            if not (game[hand + one] | game[hand + other]) & FACE_UP:
                found[count] = coded(REVEAL, one, other)
                count += 1
    return count


@compiled
def _takes(game: Array, found: Array) -> int:
    count = 0
    if may_draw(game):
        found[count] = coded(DRAW_ONE, 0, 0)
        count += 1
    if game[DISCARDS] > 0:
        found[count] = coded(PICK_UP, 0, 0)
        count += 1
    return count


@compiled
def _plays(game: Array, found: Array) -> int:
    hand, count = HANDS + PLACES * game[TO_MOVE], 0
    power = is_power(game[DRAWN])
    if not (game[NO_PASS] and game[FROM_DISCARD]):
        found[count] = coded(DISCARD_IT, 0, 0)
        count += 1
    for at in range(hand, hand + 3 * game[COLUMNS], 3):
        if not is_there(game, at) or is_complete(game, at):
            continue
        for lies in range(at, at + 3):
            position, place = game[lies], lies - hand
            found[count] = coded(REPLACE, place, 0)
            count += 1
            if is_lone_power(position):
                found[count], found[count + 1] = coded(ON_TOP, place, 0), coded(ON_TOP, place, 1)
                count += 2
            if power and position & FACE_UP:
                found[count], found[count + 1] = coded(BENEATH, place, 0), coded(BENEATH, place, 1)
                count += 2
    return count


@compiled
def _swaps(game: Array, found: Array) -> int:
    hand, count = HANDS + PLACES * game[TO_MOVE], 0
    places = 3 * game[COLUMNS]
    for column in range(0, places, 3):
        if not is_there(game, hand + column):
            continue
        waits = is_complete(game, hand + column)
        for kapow in range(column, column + 3):
            if is_lone_kapow(game[hand + kapow]):
                count = _swaps_of(game, found, count, kapow, waits)
    found[count] = coded(END_TURN, 0, 0)
    return count + 1


@compiled
def _swaps_of(game: Array, found: Array, count: int, kapow: int, waits: bool) -> int:  # noqa: FBT001 - Numba has no keyword-only ones
    """Add the swaps of one lone KAPOW! card, in a waiting column or an incomplete one."""
    hand = HANDS + PLACES * game[TO_MOVE]
    own = kapow - kapow % 3
    if waits:
        for row in range(3):
            if may_move_within(game, hand + own, kapow % 3, row):
                found[count] = coded(SWAP, kapow, own + row)
                count += 1
        return count
    for column in range(0, 3 * game[COLUMNS], 3):
        if is_there(game, hand + column) and not is_complete(game, hand + column):
            for other in range(column, column + 3):
                if not is_lone_kapow(game[hand + other]):
                    found[count] = coded(SWAP, kapow, other)
                    count += 1
    return count


@compiled
def apply(game: Array, action: int, dice: Dice) -> None:
    """Carry out a legal action; ``dice`` are for a reshuffle."""
    kind = what(action)
    if kind == REVEAL:
        hand = HANDS + PLACES * game[TO_MOVE]
        game[hand + first(action)] |= FACE_UP
        game[hand + second(action)] |= FACE_UP
        game[OPENED] |= 1 << game[TO_MOVE]
        game[PHASE] = TAKE
    elif kind == PICK_UP:
        take_from_discard_pile(game)
        game[PHASE] = PLAY
    elif kind == DRAW_ONE:
        _draw(game, dice)
    elif kind == SWAP:
        hand = HANDS + PLACES * game[TO_MOVE]
        kapow, other = hand + first(action), hand + second(action)
        game[kapow], game[other] = game[other], game[kapow]
        game[SWAPS] += 1
        discard_at_once(game)
        settle(game)
    elif kind == END_TURN:
        end_turn(game)
    else:
        play(game, action)


@compiled
def play(game: Array, action: int) -> None:
    """Play the card taken (K3.3), and go on to the KAPOW! step or the next turn."""
    if what(action) == DISCARD_IT:
        _give_back(game)
    else:
        _place(game, action)
        discard_at_once(game)
    settle(game)


@compiled
def _draw(game: Array, dice: Dice) -> None:
    """Draw a card; reshuffle an empty draw pile, or end the round at the cap (K5.5, K5.6)."""
    if game[DRAWS] == 0:
        if game[RESHUFFLES] >= game[MAX_RESHUFFLES]:
            end_round(game)
            return
        reshuffle(game, dice)
    take_from_draw_pile(game)
    game[PHASE] = PLAY


@compiled
def _give_back(game: Array) -> None:
    """Discard the card taken; returning the top discard counts towards a stall (K5.6)."""
    discard(game, game[DRAWN])
    game[PASSES] = game[PASSES] + 1 if game[FROM_DISCARD] else 0
    game[DRAWN], game[FROM_DISCARD] = NOTHING, 0


@compiled
def _place(game: Array, action: int) -> None:
    """Put the card taken in the hand (K3.3b-d)."""
    lies = HANDS + PLACES * game[TO_MOVE] + first(action)
    card, old, kind = game[DRAWN], game[lies], what(action)
    if kind == REPLACE:
        discard_position(game, old)
        game[lies] = card | FACE_UP
    elif kind == ON_TOP:
        game[lies] = beneath(card | FACE_UP, upper(old), second(action))
    else:
        game[lies] = beneath(old, card, second(action))
    game[DRAWN], game[FROM_DISCARD], game[PASSES] = NOTHING, 0, 0
