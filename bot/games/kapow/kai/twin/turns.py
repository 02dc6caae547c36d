"""The piles, and the ends of turns and of the round."""

from bot.games.kapow.kai.twin.round import (
    FACE_UP,
    GONE,
    NOBODY,
    PLACES,
    Phase,
    Round,
    card_beneath,
    count_beneath,
    has_hidden,
    has_lone_kapow,
    is_complete,
    is_there,
    may_move_within,
    points,
    upper,
)
from bot.kai.compiled import Dice, compiled, shuffle


@compiled
def discard(game: Round, card: int) -> None:
    """Put a card on the discard pile."""
    game.discard_pile[game.discards] = card
    game.discards += 1


@compiled
def discard_position(game: Round, position: int) -> None:
    """Put a position's cards on the discard pile, the uppermost on top (K3.3b, K5.3)."""
    for number in range(count_beneath(position) - 1, -1, -1):
        discard(game, card_beneath(position, number))
    discard(game, upper(position))


@compiled
def _discard_column(game: Round, at: int) -> None:
    """Discard a column; the uppermost card of its top position ends on top (K5.1)."""
    for row in range(2, -1, -1):
        discard_position(game, game.hands[at + row])
        game.hands[at + row] = GONE


@compiled
def discard_at_once(game: Round) -> None:
    """Discard complete columns of the seat to move that have nothing to wait for (K4.3, K4.9)."""
    hand = PLACES * game.to_move
    for at in range(hand, hand + 3 * game.columns, 3):
        if is_there(game, at) and is_complete(game, at) and not has_lone_kapow(game, at):
            _discard_column(game, at)


@compiled
def discard_complete(game: Round) -> None:
    """Discard all complete columns of the seat to move, from the left (K4.7)."""
    hand = PLACES * game.to_move
    for at in range(hand, hand + 3 * game.columns, 3):
        if is_there(game, at) and is_complete(game, at):
            _discard_column(game, at)


@compiled
def refill_discard(game: Round) -> None:
    """Restart an empty discard pile from the draw pile (K5.4)."""
    if game.discards == 0 and game.draws > 0:
        game.draws -= 1
        discard(game, game.draw_pile[game.draws])


@compiled
def may_draw(game: Round) -> bool:
    """Whether a card can be drawn, possibly after a reshuffle (K5.5)."""
    return bool(game.draws > 0 or game.discards > 1)


@compiled
def reshuffle(game: Round, dice: Dice) -> None:
    """Shuffle the discard pile except its top card into a new draw pile (K5.5)."""
    rest = game.discards - 1
    for number in range(rest):
        game.draw_pile[number] = game.discard_pile[number]
    game.discard_pile[0] = game.discard_pile[rest]
    game.draws, game.discards = rest, 1
    game.reshuffles += 1
    shuffle(dice, game.draw_pile, rest)


@compiled
def take_from_discard_pile(game: Round) -> None:
    """Take the top card of the discard pile (K3.2)."""
    game.discards -= 1
    game.drawn, game.from_discard = game.discard_pile[game.discards], 1


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
    """Whether the next turn has nothing to draw a card for (K6.7)."""
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
    hand = PLACES * seat
    for at in range(hand, hand + 3 * game.columns, 3):  # noqa: SIM110 - Numba compiles no generators
        if has_hidden(game, at):
            return False
    return True


@compiled
def _begin_turn(game: Round) -> bool:
    """Whether the turn has nothing to draw a card for (K6.3, K6.7)."""
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
    hand = PLACES * seat
    for at in range(hand, hand + 3 * game.columns, 3):
        if is_there(game, at) and not is_complete(game, at):
            return False
    return True


@compiled
def _turn_up(game: Round, seat: int) -> None:
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
