"""Actions as numbers: which are legal, and what each does."""

from enum import IntEnum
from typing import Final

from bot.games.kapow.kai.twin.round import (
    FACE_UP,
    NOTHING,
    PLACES,
    Phase,
    Round,
    beneath,
    is_complete,
    is_lone_kapow,
    is_lone_power,
    is_power,
    is_there,
    may_move_within,
    swap,
    upper,
)
from bot.games.kapow.kai.twin.turns import (
    discard,
    discard_at_once,
    discard_position,
    end_round,
    end_turn,
    may_draw,
    reshuffle,
    settle,
    take_from_discard_pile,
)
from bot.kai.compiled import Array, Dice, compiled


class Kind(IntEnum):
    """What is done."""

    REVEAL = 0
    DRAW = 1
    PICK_UP = 2
    DISCARD = 3
    REPLACE = 4
    ON_TOP = 5
    BENEATH = 6
    SWAP = 7
    END_TURN = 8


MOST: Final = 80
"""More than there can be legal actions: 66 openings, 61 plays, 36 swaps and the turn's end."""


@compiled
def coded(what: int, first: int, second: int) -> int:
    """Return the number of an action."""
    return (what << 8) | (first << 4) | second


@compiled
def what(action: int) -> int:
    """Return what an action does, such as ``Kind.REPLACE``."""
    return action >> 8


@compiled
def first(action: int) -> int:
    """Return the first place of an action."""
    return (action >> 4) & 15


@compiled
def second(action: int) -> int:
    """Return the second place of an action, or its sign."""
    return action & 15


@compiled
def legal(game: Round, found: Array) -> int:
    """List the legal actions of the seat to move in ``found``; return how many there are."""
    phase = game.phase
    if phase == Phase.TAKE:
        return _takes(game, found)
    if phase == Phase.PLAY:
        return _plays(game, found)
    if phase == Phase.KAPOW:
        return _swaps(game, found)
    return _reveals(game, found) if phase == Phase.OPENING else 0


@compiled
def _reveals(game: Round, found: Array) -> int:
    hand, count = PLACES * game.to_move, 0
    places = 3 * game.columns
    for one in range(places):
        for other in range(one + 1, places):
            if not (game.hands[hand + one] | game.hands[hand + other]) & FACE_UP:
                found[count] = coded(Kind.REVEAL, one, other)
                count += 1
    return count


@compiled
def _takes(game: Round, found: Array) -> int:
    count = 0
    if may_draw(game):
        found[count] = coded(Kind.DRAW, 0, 0)
        count += 1
    if game.discards > 0:
        found[count] = coded(Kind.PICK_UP, 0, 0)
        count += 1
    return count


@compiled
def _plays(game: Round, found: Array) -> int:
    hand, count = PLACES * game.to_move, 0
    power = is_power(game.drawn)
    if not (game.no_pass and game.from_discard):
        found[count] = coded(Kind.DISCARD, 0, 0)
        count += 1
    for at in range(hand, hand + 3 * game.columns, 3):
        if not is_there(game, at) or is_complete(game, at):
            continue
        for lies in range(at, at + 3):
            position, place = game.hands[lies], lies - hand
            found[count] = coded(Kind.REPLACE, place, 0)
            count += 1
            if is_lone_power(position):
                found[count], found[count + 1] = (
                    coded(Kind.ON_TOP, place, 0),
                    coded(Kind.ON_TOP, place, 1),
                )
                count += 2
            if power and position & FACE_UP:
                found[count], found[count + 1] = (
                    coded(Kind.BENEATH, place, 0),
                    coded(Kind.BENEATH, place, 1),
                )
                count += 2
    return count


@compiled
def _swaps(game: Round, found: Array) -> int:
    hand, count = PLACES * game.to_move, 0
    places = 3 * game.columns
    for column in range(0, places, 3):
        if not is_there(game, hand + column):
            continue
        waits = is_complete(game, hand + column)
        for kapow in range(column, column + 3):
            if is_lone_kapow(game.hands[hand + kapow]):
                count = _swaps_of(game, found, count, kapow, waits)
    found[count] = coded(Kind.END_TURN, 0, 0)
    return count + 1


@compiled
def _swaps_of(game: Round, found: Array, count: int, kapow: int, waits: bool) -> int:  # noqa: FBT001 - Numba has no keyword-only ones
    """Add the swaps of one lone KAPOW! card, in a waiting column or an incomplete one."""
    hand = PLACES * game.to_move
    own = kapow - kapow % 3
    if waits:
        for row in range(3):
            if may_move_within(game, hand + own, kapow % 3, row):
                found[count] = coded(Kind.SWAP, kapow, own + row)
                count += 1
        return count
    for column in range(0, 3 * game.columns, 3):
        if is_there(game, hand + column) and not is_complete(game, hand + column):
            for other in range(column, column + 3):
                if not is_lone_kapow(game.hands[hand + other]):
                    found[count] = coded(Kind.SWAP, kapow, other)
                    count += 1
    return count


@compiled
def apply(game: Round, action: int, dice: Dice) -> None:
    """Carry out a legal action; ``dice`` are for a reshuffle."""
    kind = what(action)
    if kind == Kind.REVEAL:
        hand = PLACES * game.to_move
        game.hands[hand + first(action)] |= FACE_UP
        game.hands[hand + second(action)] |= FACE_UP
        game.opened |= 1 << game.to_move
        game.phase = Phase.TAKE
    elif kind == Kind.PICK_UP:
        take_from_discard_pile(game)
        game.phase = Phase.PLAY
    elif kind == Kind.DRAW:
        _draw(game, dice)
    elif kind == Kind.SWAP:
        hand = PLACES * game.to_move
        swap(game, hand + first(action), hand + second(action))
        game.swaps += 1
        discard_at_once(game)
        settle(game)
    elif kind == Kind.END_TURN:
        end_turn(game)
    else:
        play(game, action)


@compiled
def play(game: Round, action: int) -> None:
    """Play the card taken (K3.3), and go on to the KAPOW! step or the next turn."""
    if what(action) == Kind.DISCARD:
        _give_back(game)
    else:
        _place(game, action)
        discard_at_once(game)
    settle(game)


@compiled
def _draw(game: Round, dice: Dice) -> None:
    if game.draws == 0:
        if game.reshuffles >= game.max_reshuffles:
            end_round(game)
            return
        reshuffle(game, dice)
    game.draws -= 1
    game.drawn, game.from_discard = game.draw_pile[game.draws], 0
    game.phase = Phase.PLAY


@compiled
def _give_back(game: Round) -> None:
    discard(game, game.drawn)
    game.passes = game.passes + 1 if game.from_discard else 0
    game.drawn, game.from_discard = NOTHING, 0


@compiled
def _place(game: Round, action: int) -> None:
    lies = PLACES * game.to_move + first(action)
    card, old, kind = game.drawn, game.hands[lies], what(action)
    if kind == Kind.REPLACE:
        discard_position(game, old)
        game.hands[lies] = card | FACE_UP
    elif kind == Kind.ON_TOP:
        game.hands[lies] = beneath(card | FACE_UP, upper(old), second(action))
    else:
        game.hands[lies] = beneath(old, card, second(action))
    game.drawn, game.from_discard, game.passes = NOTHING, 0, 0
