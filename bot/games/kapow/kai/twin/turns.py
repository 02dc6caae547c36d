"""The beginning and end of turns and of the round (K4.7, K5.4-K6.7, K9.7)."""

from bot.games.kapow.kai.twin.layout import (
    COLUMNS,
    DISCARDS,
    DRAWS,
    ENDED,
    HANDS,
    KAPOW_STEP,
    MAX_SWAPS,
    NOBODY,
    OPENED,
    OPENING,
    OUT,
    PASSES,
    PHASE,
    PLACES,
    POINTS,
    SEATS,
    STALL,
    SWAPS,
    TAKE,
    TO_MOVE,
    TURN,
)
from bot.games.kapow.kai.twin.piles import discard_at_once, discard_complete, refill_discard
from bot.games.kapow.kai.twin.positions import FACE_UP, points
from bot.games.kapow.kai.twin.triads import (
    has_hidden,
    has_lone_kapow,
    is_complete,
    is_there,
    may_move_within,
)
from bot.kai.compiled import Array, compiled

__all__ = ["end_round", "end_turn", "settle"]


@compiled
def has_offers(game: Array) -> bool:
    """Whether the seat to move has a legal swap (K4.4, K4.5)."""
    hand = HANDS + PLACES * game[TO_MOVE]
    for at in range(hand, hand + 3 * game[COLUMNS], 3):
        if is_there(game, at) and has_lone_kapow(game, at):
            if not is_complete(game, at):
                return True
            for kapow in range(3):
                for other in range(3):
                    if may_move_within(game, at, kapow, other):
                        return True
    return False


@compiled
def settle(game: Array) -> None:
    """Continue after a play or swap: with the KAPOW! step, or by ending the turn (K4.6-K4.10)."""
    while True:
        if game[SWAPS] < game[MAX_SWAPS] and has_offers(game):
            game[PHASE] = KAPOW_STEP
            return
        if not _finish(game):
            return


@compiled
def end_turn(game: Array) -> None:
    """End the turn of the seat to move, at its request (K4.7)."""
    if _finish(game):
        settle(game)


@compiled
def _finish(game: Array) -> bool:
    """End a turn, and begin the next one; whether that has nothing to draw a card for (K6.7)."""
    discard_complete(game)
    refill_discard(game)
    seat = game[TO_MOVE]
    if game[OUT] == NOBODY and _is_face_up(game, seat):
        game[OUT] = seat
    game[TO_MOVE] = (seat + 1) % game[SEATS]
    if game[TO_MOVE] == game[OUT]:
        _score(game)
        return False
    if game[OUT] == NOBODY and game[PASSES] >= game[STALL] * game[SEATS]:
        end_round(game)
        return False
    return _begin_turn(game)


@compiled
def _is_face_up(game: Array, seat: int) -> bool:
    """Whether all cards of a hand are face up (K6.1)."""
    hand = HANDS + PLACES * seat
    for at in range(hand, hand + 3 * game[COLUMNS], 3):  # noqa: SIM110 - Numba compiles no generators
        if has_hidden(game, at):
            return False
    return True


@compiled
def _begin_turn(game: Array) -> bool:
    """Begin a turn, a final one by turning up all; whether it has nothing to draw a card for."""
    seat, is_final = game[TO_MOVE], game[OUT] != NOBODY
    game[TURN] += 1
    game[SWAPS] = 0
    game[PHASE] = TAKE if is_final or (game[OPENED] >> seat) & 1 else OPENING
    if is_final:
        _turn_up(game, seat)
        discard_at_once(game)
        if _waits_only(game, seat):
            return True
    if game[DRAWS] == 0 and game[DISCARDS] == 0:
        end_round(game)
    return False


@compiled
def _waits_only(game: Array, seat: int) -> bool:
    """Whether nothing but complete columns is left of a hand (K6.7)."""
    hand = HANDS + PLACES * seat
    for at in range(hand, hand + 3 * game[COLUMNS], 3):
        if is_there(game, at) and not is_complete(game, at):
            return False
    return True


@compiled
def _turn_up(game: Array, seat: int) -> None:
    """Turn up all face-down cards of a hand (K6.3)."""
    hand = HANDS + PLACES * seat
    for at in range(hand, hand + 3 * game[COLUMNS]):
        game[at] |= FACE_UP


@compiled
def end_round(game: Array) -> None:
    """End a round in which no final turns are played: all hands are turned up first (K9.7)."""
    for _ in range(game[SEATS]):
        _turn_up(game, game[TO_MOVE])
        discard_complete(game)
        game[TO_MOVE] = (game[TO_MOVE] + 1) % game[SEATS]
    _score(game)


@compiled
def _score(game: Array) -> None:
    """Score every hand, that of the seat that went out twice if it must (K6.4, K6.5)."""
    for seat in range(game[SEATS]):
        hand, total = HANDS + PLACES * seat, 0
        for at in range(hand, hand + 3 * game[COLUMNS]):
            if is_there(game, at):
                total += points(game[at])
        game[POINTS + seat] = total
    out = game[OUT]
    if out != NOBODY and game[POINTS + out] > 0:
        for seat in range(game[SEATS]):
            if game[POINTS + seat] < game[POINTS + out]:
                game[POINTS + out] *= 2
                break
    game[PHASE] = ENDED
