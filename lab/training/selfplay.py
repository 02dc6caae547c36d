"""Self-play in the engine: rounds that are dealt and played, and what is learned of them."""

from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from bot.game.deck import SECRET_BYTES, Chance
from bot.games.kapow.kai.columns import Floats
from bot.games.kapow.kai.engine.judging import assess, judge_drawing, judge_hand
from bot.games.kapow.kai.engine.policy import choose, play_turn
from bot.games.kapow.kai.engine.tables import (
    BY_SEAT,
    DRAWING,
    PolicyTables,
    Scratch,
    count_cards,
    look_at,
    look_at_all,
    open_card,
)
from bot.games.kapow.kai.network import FIXED, HAND_FEATURES, VARYING
from bot.games.kapow.kai.twin.bridge import round_of
from bot.games.kapow.kai.twin.moves import apply, legal
from bot.games.kapow.kai.twin.round import NOBODY, PLACES, Kind, Phase, Round, coded, what
from bot.games.kapow.rules.cards import DECK
from bot.games.kapow.rules.game import KAPOW
from bot.kai.compiled import Array, Dice, Doubles, below, compiled, dice, row_of, shuffle

MOST_TURNS: Final = 300
"""Rounds are cut off after this many turns, which hardly ever happens."""

_ONE: Final = 1 << 30
"""Chances are numbers from 0 to this."""

_A_ROUND: Final = 100
"""Examples of a round and a seat; what is more is left out."""

_BEFORE: Final = -1
"""Stands for a seat where the example is about drawing a card."""


class Lessons(NamedTuple):
    """Training examples: both hands, their features, and what is to be learned."""

    own: Array
    """[lesson, column]"""
    theirs: Array
    """[lesson, column]: of all other seats."""
    features: Floats
    """[lesson, feature]"""
    ahead: Floats
    """[lesson] points."""

    def some(self, rows: NDArray[np.intp]) -> "Lessons":
        """Return some of the examples."""
        return Lessons(self.own[rows], self.theirs[rows], self.features[rows], self.ahead[rows])


class SelfPlay:
    """Plays rounds with cards of its own."""

    def __init__(self, seed: int, curiosity: float, window: float, trust: float) -> None:
        """Explore as ``rounds.explored`` does; ``trust`` is the lambda of TD(lambda).

        With 1, the results of the rounds are learned; with less, what the network says later is.
        """
        self._desk, self._dice, self._cards = Scratch(), dice(seed), deck()
        self._curiosity, self._window, self._trust = curiosity, window, trust

    def lessons(self, guide: PolicyTables, rounds: int, seats: int, *, results: bool) -> Lessons:
        """Play rounds; learn from their results only if ``results``."""
        page, empty = _page(rounds * seats * _A_ROUND, seats), empty_round(seats)
        trust = 1.0 if results else self._trust
        table = _Table(empty, row_of(Round), self._cards, self._desk, self._dice)
        count = _play_rounds(rounds, table, guide, self._curiosity, self._window, page, trust)
        ahead = page.ahead[:count].astype(np.float32)
        return Lessons(page.own[:count], page.theirs[:count], page.features[:count], ahead)


def empty_round(seats: int) -> Round:
    """Return a round with the usual options, whose cards have still to be dealt (K2.1, K2.2)."""
    return round_of(KAPOW.new(KAPOW.options(), seats, Chance(bytes(SECRET_BYTES))).state)


def deck() -> Array:
    """Return all cards."""
    return np.array([int(card) for card in DECK], dtype=np.int64)


@compiled
def deal(game: Round, cards: Array, starter: int, dice: Dice) -> None:
    """Deal shuffled cards in an empty round (K2.1, K2.3)."""
    shuffle(dice, cards, len(cards))
    number = 0
    for seat in range(game.seats):
        hand = PLACES * seat
        for at in range(hand, hand + 3 * game.columns):
            game.hands[at] = cards[number]
            number += 1
    game.discard_pile[0], game.discards = cards[number], 1
    game.draws = len(cards) - number - 1
    for left in range(game.draws):
        game.draw_pile[left] = cards[number + 1 + left]
    game.to_move = starter


@compiled
def play_turn_of(game: Round, guide: PolicyTables, desk: Scratch, dice: Dice) -> None:
    """Play a turn by the policy, with cards counted at its beginning."""
    count_cards(game, desk)
    play_turn(game, guide, desk, dice)


@compiled
def explored(
    game: Round, guide: PolicyTables, desk: Scratch, dice: Dice, curiosity: float, window: float
) -> int:
    """Return the policy's action, or another one with this probability.

    That is the other pile, or any play that is worse by up to ``window`` points, as it judges.
    """
    action, phase = choose(game, guide, desk), game.phase
    if game.out != NOBODY or below(dice, _ONE) >= curiosity * _ONE:
        return action
    if phase == Phase.TAKE and game.discards > 0 and game.draws > 0:
        return coded(Kind.PICK_UP if what(action) == Kind.DRAW else Kind.DRAW, 0, 0)
    if phase == Phase.PLAY:
        return _any_of_the_best(game, desk, dice, window)
    return action


@compiled
def _any_of_the_best(game: Round, desk: Scratch, dice: Dice, window: float) -> int:
    count, best, good = legal(game, desk.legal), desk.ahead[0], 0
    for number in range(count):
        best = max(best, desk.ahead[number])
    for number in range(count):
        if desk.ahead[number] >= best - window:
            desk.legal[good] = desk.legal[number]
            good += 1
    return int(desk.legal[below(dice, good)])


class _Page(NamedTuple):
    """Room for examples."""

    own: Array
    theirs: Array
    features: Floats
    seat: Array
    """[lesson]: whose turn has ended, or ``_BEFORE``."""
    said: Doubles
    """[lesson]: what the network said."""
    ahead: Doubles
    """[lesson]: what it should have said."""


class _Table(NamedTuple):
    """What a round is played with."""

    empty: Round
    """The round before the deal."""
    rounds: NDArray[Round]
    """[1]: the round that is played."""
    cards: Array
    desk: Scratch
    dice: Dice


def _page(count: int, seats: int) -> _Page:
    return _Page(
        np.zeros((count, BY_SEAT), dtype=np.int64),
        np.zeros((count, BY_SEAT * (seats - 1)), dtype=np.int64),
        np.zeros((count, HAND_FEATURES), dtype=np.float32),
        np.zeros(count, dtype=np.int64),
        np.zeros(count),
        np.zeros(count),
    )


@compiled
def _play_rounds(
    rounds: int,
    table: _Table,
    guide: PolicyTables,
    curiosity: float,
    window: float,
    page: _Page,
    trust: float,
) -> int:
    """Play rounds; return how many examples there are."""
    count = 0
    for number in range(rounds):
        table.rounds[0] = table.empty
        game: Round = table.rounds[0]
        deal(game, table.cards, number % game.seats, table.dice)
        count = _play(game, guide, table.desk, table.dice, curiosity, window, page, count, trust)
    return count


@compiled
def _play(
    game: Round,
    guide: PolicyTables,
    desk: Scratch,
    dice: Dice,
    curiosity: float,
    window: float,
    page: _Page,
    start: int,
    trust: float,
) -> int:
    """Play a round; return how many examples there are now."""
    count, last = start, start + _A_ROUND * game.seats
    look_at_all(game, desk)
    while game.phase != Phase.ENDED and game.turn < MOST_TURNS:
        turn, seat, drawing = game.turn, game.to_move, False
        count_cards(game, desk)
        while game.turn == turn and game.phase != Phase.ENDED:
            before = game.phase
            action = explored(game, guide, desk, dice, curiosity, window)
            if drawing and before == Phase.PLAY:
                page.ahead[count] = desk.best
                count += 1
            drawing = before == Phase.TAKE and what(action) == Kind.DRAW and game.draws > 0
            drawing = drawing and game.out == NOBODY and count < last - 1
            if drawing:
                assess(game, guide, desk, seat)
                judge_drawing(guide, desk)
                _note(game, desk, seat, page, count, DRAWING)
                page.seat[count] = _BEFORE
            apply(game, action, dice)
            look_at(game, desk, seat)
        look_at_all(game, desk)
        if game.phase != Phase.ENDED and game.out == NOBODY and count < last - 1:
            count_cards(game, desk)
            assess(game, guide, desk, seat)
            page.said[count] = judge_hand(game, guide, desk, open_card(game))
            _note(game, desk, seat, page, count, 0)
            page.seat[count] = seat
            count += 1
    for seat in range(game.seats):
        _look_back(game, page, start, count, seat, trust)
    return count


@compiled
def _note(game: Round, desk: Scratch, seat: int, page: _Page, number: int, row: int) -> None:
    """Note what the network has just seen; ``row`` is that of its fixed features."""
    other = 0
    for at in range(BY_SEAT * game.seats):
        if at // BY_SEAT == seat:
            page.own[number, at % BY_SEAT] = desk.columns[at]
        else:
            page.theirs[number, other] = desk.columns[at]
            other += 1
    for feature in range(VARYING):
        page.features[number, feature] = desk.varying[feature]
    for feature in range(FIXED):
        page.features[number, VARYING + feature] = desk.fixed[row, feature]


@compiled
def _look_back(game: Round, page: _Page, start: int, count: int, seat: int, trust: float) -> None:
    """Note for the ends of a seat's turns what came of them, the last one first."""
    field = 0.0
    for other in range(game.seats):
        if other != seat:
            field += game.points[other] / (game.seats - 1)
    came = field - game.points[seat]
    said = came
    for number in range(count - 1, start - 1, -1):
        if page.seat[number] == seat:
            came = trust * came + (1 - trust) * said
            page.ahead[number] = came
            said = page.said[number]
