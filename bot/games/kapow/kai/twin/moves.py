"""The legal actions, what each does, and the ends of turns and of the round."""

from bot.games.kapow.kai.twin.round import (
    FACE_UP,
    NOBODY,
    NOTHING,
    PLACES,
    Kind,
    Phase,
    Round,
    beneath,
    coded,
    discard,
    discard_at_once,
    discard_complete,
    discard_position,
    first,
    has_hidden,
    has_lone_kapow,
    is_complete,
    is_lone_kapow,
    is_lone_power,
    is_power,
    is_there,
    may_draw,
    may_move_within,
    points,
    refill_discard,
    reshuffle,
    second,
    swap,
    upper,
    what,
)
from bot.kai.compiled import Array, Dice, compiled


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
