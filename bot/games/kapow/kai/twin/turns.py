"""The beginning and end of turns and of the round (K4.7, K5.4-K6.7, K9.7)."""

from bot.games.kapow.kai.twin.piles import discard_at_once, discard_complete, refill_discard
from bot.games.kapow.kai.twin.positions import FACE_UP, points
from bot.games.kapow.kai.twin.round import NOBODY, PLACES, Phase, Round
from bot.games.kapow.kai.twin.triads import (
    has_hidden,
    has_lone_kapow,
    is_complete,
    is_there,
    may_move_within,
)
from bot.kai.compiled import compiled

__all__ = ["end_round", "end_turn", "settle"]


@compiled
def has_offers(game: Round) -> bool:
    """Whether the seat to move has a legal swap (K4.4, K4.5)."""
    hand = PLACES * game.to_move
    for at in range(hand, hand + 3 * game.columns, 3):
        if is_there(game, at) and has_lone_kapow(game, at):
            if not is_complete(game, at):
                return True
            for kapow in range(3):
                for other in range(3):
                    if may_move_within(game, at, kapow, other):
                        return True
    return False


@compiled
def settle(game: Round) -> None:
    """Continue after a play or swap: with the KAPOW! step, or by ending the turn (K4.6-K4.10)."""
    while True:
        if game.swaps < game.max_swaps and has_offers(game):
            game.phase = Phase.KAPOW
            return
        if not _finish(game):
            return


@compiled
def end_turn(game: Round) -> None:
    """End the turn of the seat to move, at its request (K4.7)."""
    if _finish(game):
        settle(game)


@compiled
def _finish(game: Round) -> bool:
    """End a turn, and begin the next one; whether that has nothing to draw a card for (K6.7)."""
    discard_complete(game)
    refill_discard(game)
    seat = game.to_move
    if game.out == NOBODY and _is_face_up(game, seat):
        game.out = seat
    game.to_move = (seat + 1) % game.seats
    if game.to_move == game.out:
        _score(game)
        return False
    if game.out == NOBODY and game.passes >= game.stall * game.seats:
        end_round(game)
        return False
    return _begin_turn(game)


@compiled
def _is_face_up(game: Round, seat: int) -> bool:
    """Whether all cards of a hand are face up (K6.1)."""
    hand = PLACES * seat
    for at in range(hand, hand + 3 * game.columns, 3):  # noqa: SIM110 - Numba compiles no generators
        if has_hidden(game, at):
            return False
    return True


@compiled
def _begin_turn(game: Round) -> bool:
    """Begin a turn, a final one by turning up all; whether it has nothing to draw a card for."""
    seat, is_final = game.to_move, game.out != NOBODY
    game.turn += 1
    game.swaps = 0
    game.phase = Phase.TAKE if is_final or (game.opened >> seat) & 1 else Phase.OPENING
    if is_final:
        _turn_up(game, seat)
        discard_at_once(game)
        if _waits_only(game, seat):
            return True
    if game.draws == 0 and game.discards == 0:
        end_round(game)
    return False


@compiled
def _waits_only(game: Round, seat: int) -> bool:
    """Whether nothing but complete columns is left of a hand (K6.7)."""
    hand = PLACES * seat
    for at in range(hand, hand + 3 * game.columns, 3):
        if is_there(game, at) and not is_complete(game, at):
            return False
    return True


@compiled
def _turn_up(game: Round, seat: int) -> None:
    """Turn up all face-down cards of a hand (K6.3)."""
    hand = PLACES * seat
    for at in range(hand, hand + 3 * game.columns):
        game.hands[at] |= FACE_UP


@compiled
def end_round(game: Round) -> None:
    """End a round in which no final turns are played: all hands are turned up first (K9.7)."""
    for _ in range(game.seats):
        _turn_up(game, game.to_move)
        discard_complete(game)
        game.to_move = (game.to_move + 1) % game.seats
    _score(game)


@compiled
def _score(game: Round) -> None:
    """Score every hand, that of the seat that went out twice if it must (K6.4, K6.5)."""
    for seat in range(game.seats):
        hand, total = PLACES * seat, 0
        for at in range(hand, hand + 3 * game.columns):
            if is_there(game, at):
                total += points(game.hands[at])
        game.points[seat] = total
    out = game.out
    if out != NOBODY and game.points[out] > 0:
        for seat in range(game.seats):
            if game.points[seat] < game.points[out]:
                game.points[out] *= 2
                break
    game.phase = Phase.ENDED
