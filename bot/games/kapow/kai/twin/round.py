"""One round of Kapow! in a record: positions and actions as numbers, columns, piles."""

from enum import IntEnum
from typing import Annotated, Final

from bot.games.kapow.rules.cards import DECK, KAPOW_VALUES, LONE_KAPOW_POINTS, Card
from bot.games.kapow.rules.options import SEATS
from bot.kai.compiled import Array, Dice, Record, compiled, shuffle

GONE: Final = -1
"""Stands in all places of a discarded column."""

FACE_UP: Final = 16
KAPOW: Final = int(Card.KAPOW)
KAPOW_POINTS: Final = LONE_KAPOW_POINTS
POWER_1: Final = int(Card.POWER_1)
POWER_2: Final = int(Card.POWER_2)
_UPPER: Final = 15
_ONE_BENEATH: Final = 32
_MOST_BENEATH: Final = 31
_COUNT: Final = 5
_FIRST: Final = 10


@compiled
def upper(position: int) -> int:
    """Return the uppermost card."""
    return position & _UPPER


@compiled
def is_power(card: int) -> bool:
    """Whether a card is a power card (K1.2)."""
    return card in (POWER_1, POWER_2)


@compiled
def count_beneath(position: int) -> int:
    """Return how many power cards are beneath the uppermost card."""
    return (position >> _COUNT) & _MOST_BENEATH


@compiled
def card_beneath(position: int, number: int) -> int:
    """Return one of the power cards beneath, counted from 0 at the uppermost."""
    return POWER_1 + ((position >> (_FIRST + 2 * number)) & 1)


@compiled
def beneath(position: int, power: int, minus: int) -> int:
    """Return a position with a power card added beneath, its modifier visible (K3.3d, K9.5)."""
    bits = (power - POWER_1) + 2 * minus
    return (position + _ONE_BENEATH) | (bits << (_FIRST + 2 * count_beneath(position)))


@compiled
def modifier(position: int) -> int:
    """Return the sum of the visible modifiers."""
    count, bits, total = count_beneath(position), position >> _FIRST, 0
    for _ in range(count):
        face = 1 + (bits & 1)
        total += -face if bits & 2 else face
        bits >>= 2
    return total


@compiled
def lowest(position: int) -> int:
    """Return the lowest possible value (K3.4); only a KAPOW! card on top allows higher ones."""
    card = position & _UPPER
    if card == KAPOW:
        return modifier(position)
    return (card if card < POWER_1 else card - POWER_1 + 1) + modifier(position)


@compiled
def points(position: int) -> int:
    """Return the points at the end of a round (K6.4)."""
    if position & _UPPER == KAPOW and count_beneath(position) == 0:
        return KAPOW_POINTS
    return lowest(position)


@compiled
def is_lone_kapow(position: int) -> bool:
    """Whether it is a single KAPOW! card, face up (K4.5)."""
    return position == KAPOW | FACE_UP


@compiled
def is_lone_power(position: int) -> bool:
    """Whether it is a single power card, face up (K3.3c)."""
    return position == POWER_1 | FACE_UP or position == POWER_2 | FACE_UP


PLACES: Final = 12
"""Places kept for each hand, column by column from the top."""

NOBODY: Final = -1
NOTHING: Final = -1


class Phase(IntEnum):
    """What the seat to move has to do next."""

    OPENING = 0
    TAKE = 1
    PLAY = 2
    KAPOW = 3
    ENDED = 4


class Round(Record):
    """A round. Its order is that of the bytes that a decision's playouts are dealt by."""

    columns: int
    """Columns of a hand, discarded ones included: 4 or 3 (K2.1, K2.2)."""
    seats: int
    no_pass: int
    """1 if a card taken from the discard pile can't go straight back (K3.3a)."""
    max_swaps: int
    stall: int
    max_reshuffles: int
    phase: int
    to_move: int
    turn: int
    opened: int
    """The seats that have made their opening, one bit each (K3.1)."""
    out: int
    swaps: int
    reshuffles: int
    passes: int
    drawn: int
    """The card just taken, or ``NOTHING``."""
    from_discard: int
    """1 if that card came from the discard pile."""
    draws: int
    discards: int
    points: Annotated[Array, SEATS[-1]]
    """[seat]: points once the round has ended, doubling included (K6.4, K6.5)."""
    hands: Annotated[Array, SEATS[-1] * PLACES]
    """[PLACES * seat + place]: positions; see ``positions``."""
    draw_pile: Annotated[Array, len(DECK)]
    """Its top card is the last one, as is that of the discard pile."""
    discard_pile: Annotated[Array, len(DECK)]


_SPAN: Final = KAPOW_VALUES[-1]


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
