"""What the quick policy looks up, of columns and the network, and what it sees of the table."""

from functools import cache
from typing import Annotated, Final

import numpy as np
from numpy.typing import NDArray

from bot.games.kapow.kai.columns import (
    ALONE,
    COMPLETE,
    GONE as GONE_COLUMN,
    HIDDEN,
    KAPOW_SET,
    KINDS,
    Floats,
    Tables,
    tables_for,
)
from bot.games.kapow.kai.network import (
    FIXED,
    HAND_FEATURES,
    UNITS,
    VARYING,
    Network,
    Promises,
    column_features,
    learned,
    promises,
)
from bot.games.kapow.kai.twin.round import (
    FACE_UP,
    GONE,
    KAPOW,
    MOST,
    NOBODY,
    PLACES,
    Phase,
    Round,
    card_beneath,
    count_beneath,
    lowest,
    points,
    upper,
)
from bot.games.kapow.rules.cards import DECK, Card
from bot.games.kapow.rules.options import SEATS
from bot.kai.compiled import Array, Doubles, Record, compiled

UNKNOWN: Final = len(Card)
"""An open card that nobody has seen yet, where cards are counted from 0."""

_TURNS: Final = 14
MOST_HALF_TURNS: Final = 2 * _TURNS
"""The tables reach so far; rounds of good players are not longer."""
LAST_TURN: Final = _TURNS + 1
"""Stands for the turns left after a last turn, in which all cards are turned up first (K6.3)."""

_COLUMNS: Final = GONE_COLUMN + 1


class PolicyTables(Record):
    """All that the policy looks up: tables, and a network evaluated for every column."""

    worth: Annotated[Floats, _COLUMNS, MOST_HALF_TURNS + 1]
    """[column, half turns]: the value of a column with that many half turns left."""
    taken: Annotated[Floats, _TURNS + 2, _COLUMNS, UNKNOWN]
    """[turns or LAST_TURN, column, card]: its value after a card is put in the best place."""
    complete: Annotated[NDArray[np.uint8], _COLUMNS]
    """[column]: 1 if it can be complete (K4.1); of some kinds only a part is."""
    slope: Annotated[Floats, MOST_HALF_TURNS + 1]
    """[half turns]: expected points are slope times worth, plus start."""
    start: Annotated[Floats, MOST_HALF_TURNS + 1]
    """[half turns]"""
    own: Annotated[Floats, _COLUMNS, UNITS]
    """[column, unit]: what a column of the seat adds in the network; see ``learned``."""
    theirs: Annotated[Floats, _COLUMNS, UNITS]
    """[column, unit]: what a column of another seat adds."""
    hands: Annotated[Floats, HAND_FEATURES, UNITS]
    """[feature, unit]: what the features of both hands add."""
    units_start: Annotated[Floats, UNITS]
    """[unit]"""
    units: Annotated[Floats, UNITS]
    """[unit]: the output's weights."""
    line: Annotated[Floats, HAND_FEATURES]
    """[feature]: weights that lead straight to the output."""
    line_start: Annotated[Floats, 1]
    """[1]: what the output begins with."""


@cache
def guide() -> PolicyTables:
    """Return the guide of Kai. Takes seconds at first: never call it in the event loop."""
    return policy_tables_of(learned(), promises())


def full_deck() -> Tables:
    """Return the tables for a full deck."""
    return tables_for(tuple(DECK.count(card) / len(DECK) for card in Card), _TURNS)


def policy_tables_of(network: Network, lines: Promises) -> PolicyTables:
    """Return the guide for a full deck with this network."""
    found, tables = PolicyTables(), full_deck()
    found.worth[:] = tables.worth.T
    found.taken[:LAST_TURN], found.taken[LAST_TURN] = tables.taken, tables.final
    found.complete[:GONE_COLUMN] = COMPLETE.ravel()
    found.slope[:] = lines.slope[: MOST_HALF_TURNS + 1]
    found.start[:] = lines.start[: MOST_HALF_TURNS + 1]
    look_up(found, network, column_features(tables))
    return found


def look_up(guide: PolicyTables, network: Network, columns: Floats) -> None:
    """Evaluate a network for ``columns`` [column, feature], and let the guide have it."""
    traits = network.embedded(network.mixtures(columns))
    guide.own[:], guide.theirs[:] = traits @ network.own, traits @ network.theirs
    guide.hands[:], guide.units_start[:] = network.hands, network.units_start
    guide.units[:], guide.line[:], guide.line_start[:] = network.units, network.line, network.start


BY_SEAT: Final = 4

DRAWING: Final = 2
"""The entry for drawing a card, after those for as many face-down cards and for one fewer."""

_SEATS: Final = SEATS[-1]


class Scratch(Record):
    """What a choice is judged by. [same or less]: one entry for each number of face-down cards."""

    legal: Annotated[Array, MOST]
    ahead: Annotated[Doubles, MOST]
    """[legal action]: how far ahead the seat would be."""
    best: float
    """What the best choice is worth: of the plays, or of the swaps and the turn's end."""
    play_of_open: int
    """The best play of the open card, as an action; ``NOTHING`` if none has been looked for."""
    columns: Annotated[Array, BY_SEAT * _SEATS]
    """[BY_SEAT * seat + column]: all hands, as indexes of the tables."""
    hidden: Annotated[Array, _SEATS]
    own_hidden: int
    """Face-down cards of the hand, before the choice."""
    fewest: int
    left: Annotated[Array, 2]
    """[same or less]: half turns left for the hand."""
    worth: Annotated[Doubles, 2]
    """[same or less]: the value of the hand before the choice."""
    now: float
    """The same with no turns left."""
    field: Annotated[Doubles, 2]
    """[same or less]: the value of the other hands, on average."""
    mean_guess: float
    """The points with which other seats would end if the seat went out now, on average."""
    lowest_guess: float
    """The lowest of these."""
    lowest_now: float
    """The lowest value of another hand with no turns left."""
    chances: Annotated[Floats, UNKNOWN]
    """[card]: how likely an unknown card is."""
    unseen: float
    gains: Annotated[Floats, UNKNOWN]
    """[card]: by how much a card in its best place improves a hand."""
    next_gain: float
    """What an unknown card gains for the seat that follows, on average."""
    gifts: Annotated[Floats, UNKNOWN + 1]
    """[card or UNKNOWN]: what the open card gains for others, more than an unknown one."""
    known: Annotated[Array, BY_SEAT * _SEATS]
    """[BY_SEAT * seat + column]: index + 1 of the hands with known ``last_gains``; 0 for none."""
    last_gains: Annotated[Doubles, _SEATS]
    """[seat]: what an unknown card gains in the last turn of such a hand."""
    varying: Annotated[Floats, VARYING]
    """[feature]: the network's features that differ between choices."""
    fixed: Annotated[Floats, 3, FIXED]
    """[same or less or drawing, feature]: those that do not."""
    sums: Annotated[Floats, 3, UNITS]
    """[same or less or drawing, unit]: the network's sums without the varying features."""
    lines: Annotated[Doubles, 3]
    """[same or less or drawing]: what leads straight to the network's output, likewise."""
    points: Annotated[Doubles, _SEATS]


WEIGHTS: Final = (KINDS * KINDS, KINDS, 1)
"""What a kind counts in the index, by its row."""
FACE_DOWN_COLUMN: Final = sum(weight * HIDDEN for weight in WEIGHTS)

_ZERO: Final = ALONE[Card.C0]

# Measured in rounds of two players that look one turn ahead, see docs/decisions/0017.
_LAST_TURNS: Final = 1.6
"""Remaining turns when a player has no hidden card left but is not out yet."""
_TURNS_A_CARD: Final = 1.55
"""Additional turns for each hidden card of the player with the fewest."""
_TURNS_BEHIND: Final = 0.5
"""Additional turns for each hidden card above that minimum, up to three."""
_BEHIND: Final = 3


def _lone_kinds() -> Array:
    found = np.full(2 * FACE_UP, HIDDEN, dtype=np.int64)
    for card, kind in ALONE.items():
        found[FACE_UP | card] = kind
    return found


_LONE: Final = _lone_kinds()


@compiled
def kind_of(position: int) -> int:
    """Return the kind of a position of a column that is there."""
    if position < 2 * FACE_UP:
        return int(_LONE[position])
    if upper(position) == KAPOW:
        return KAPOW_SET
    return min(max(_ZERO + lowest(position), KAPOW_SET + 1), KINDS - 1)


@compiled
def column_of(game: Round, at: int) -> int:
    """Return the index of the column that begins at ``at``."""
    if game.hands[at] == GONE:
        return GONE_COLUMN
    index = 0
    for lies in range(at, at + 3):
        index = index * KINDS + kind_of(game.hands[lies])
    return index


@compiled
def look_at(game: Round, scratch: Scratch, seat: int) -> None:
    """Put a hand on the scratch."""
    hand = PLACES * seat
    for column in range(BY_SEAT):
        there = column < game.columns
        index = column_of(game, hand + 3 * column) if there else GONE_COLUMN
        scratch.columns[BY_SEAT * seat + column] = index
    scratch.hidden[seat] = count_hidden(game, seat)


@compiled
def look_at_all(game: Round, scratch: Scratch) -> None:
    """Put all hands on the scratch."""
    for seat in range(game.seats):
        look_at(game, scratch, seat)


@compiled
def count_hidden(game: Round, seat: int) -> int:
    """Return the number of face-down cards of a hand."""
    hand, count = PLACES * seat, 0
    for at in range(hand, hand + 3 * game.columns):
        if not game.hands[at] & FACE_UP:
            count += 1
    return count


@compiled
def half_turns(hidden: int, fewest: int) -> int:
    """Return twice a player's turns left, by its face-down cards and the ``fewest`` of others."""
    least, most = min(hidden, fewest), max(hidden, fewest)
    turns = _LAST_TURNS + _TURNS_A_CARD * least + _TURNS_BEHIND * min(_BEHIND, most - least)
    return int(np.rint(2 * turns))


@compiled
def half_turns_left(game: Round, scratch: Scratch, seat: int) -> int:
    """Return how many half turns are left for a hand: one fewer between its turns."""
    left = half_turns(scratch.hidden[seat], fewest_hidden(scratch, game.seats, seat))
    left = min(left, MOST_HALF_TURNS)
    return left if seat == game.to_move else max(left - 1, 0)


@compiled
def fewest_hidden(scratch: Scratch, seats: int, seat: int) -> int:
    """Return the fewest face-down cards of another hand."""
    fewest = PLACES
    for other in range(seats):
        if other != seat:
            fewest = min(fewest, scratch.hidden[other])
    return fewest


@compiled
def hand_worth(scratch: Scratch, seat: int, guide: PolicyTables, left: int) -> float:
    """Return the value of a hand with a number of half turns left."""
    total = 0.0
    for column in range(BY_SEAT):
        total += guide.worth[scratch.columns[BY_SEAT * seat + column], left]
    return total


@compiled
def open_card(game: Round) -> int:
    """Return the open card; ``UNKNOWN`` if there is none."""
    return game.discard_pile[game.discards - 1] if game.discards > 0 else UNKNOWN


@compiled
def keeps_passing(game: Round) -> bool:
    """Whether all seats have passed, and so will Kai again, which ends the round (K5.6)."""
    return bool(game.out == NOBODY and game.passes >= game.seats)


_DECK: Final = np.array([DECK.count(card) for card in Card], dtype=np.float32)
_KINDS: Final = len(_DECK)


@compiled
def count_cards(game: Round, scratch: Scratch) -> None:
    """Note how likely each card is for an unknown one, and its mean points."""
    scratch.known[:] = 0
    for card in range(_KINDS):
        scratch.chances[card] = _DECK[card]
    for number in range(game.discards):
        scratch.chances[game.discard_pile[number]] -= 1
    if game.phase == Phase.PLAY:
        scratch.chances[game.drawn] -= 1
    for seat in range(game.seats):
        hand = PLACES * seat
        for at in range(hand, hand + 3 * game.columns):
            _count_position(game.hands[at], scratch)
    total, mean = 0.0, 0.0
    for card in range(_KINDS):
        total += scratch.chances[card]
    for card in range(_KINDS):
        scratch.chances[card] /= max(total, 1.0)
        mean += scratch.chances[card] * points(card | FACE_UP)
    scratch.unseen = mean


@compiled
def _count_position(position: int, scratch: Scratch) -> None:
    if position != GONE and position & FACE_UP:
        scratch.chances[upper(position)] -= 1
        for number in range(count_beneath(position)):
            scratch.chances[card_beneath(position, number)] -= 1
