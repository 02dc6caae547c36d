"""Training examples from rounds of the policy against itself."""

from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from bot.games.kapow.kai.columns import Floats
from bot.games.kapow.kai.engine.assessing import assess
from bot.games.kapow.kai.engine.counting import count_cards
from bot.games.kapow.kai.engine.desk import BY_SEAT, DRAWING, Desk
from bot.games.kapow.kai.engine.guide import Guide
from bot.games.kapow.kai.engine.judging import judge_drawing, judge_hand
from bot.games.kapow.kai.engine.situation import look_at, look_at_all, open_card
from bot.games.kapow.kai.learned.features import FIXED, HAND_FEATURES, VARYING
from bot.games.kapow.kai.twin.actions import Kind, what
from bot.games.kapow.kai.twin.moves import apply
from bot.games.kapow.kai.twin.round import NOBODY, Phase, Round
from bot.kai.compiled import Array, Dice, Doubles, compiled
from bot.kai.dice import dice
from bot.kai.records import row_of
from bot.lab.training.rounds import MOST_TURNS, deal, deck, empty_round, explored

__all__ = ["Lessons", "SelfPlay"]

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
    desk: Desk
    dice: Dice


class SelfPlay:
    """Plays rounds with cards of its own."""

    def __init__(self, seed: int, curiosity: float, window: float, trust: float) -> None:
        """Explore as ``rounds.explored`` does; ``trust`` is the lambda of TD(lambda).

        With 1, the results of the rounds are learned; with less, what the network says later is.
        """
        self._desk, self._dice, self._cards = Desk(), dice(seed), deck()
        self._curiosity, self._window, self._trust = curiosity, window, trust

    def lessons(self, guide: Guide, rounds: int, seats: int, *, results: bool) -> Lessons:
        """Play rounds; learn from their results only if ``results``."""
        page, empty = _page(rounds * seats * _A_ROUND, seats), empty_round(seats)
        trust = 1.0 if results else self._trust
        table = _Table(empty, row_of(Round), self._cards, self._desk, self._dice)
        count = _play_rounds(rounds, table, guide, self._curiosity, self._window, page, trust)
        ahead = page.ahead[:count].astype(np.float32)
        return Lessons(page.own[:count], page.theirs[:count], page.features[:count], ahead)


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
    guide: Guide,
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
    guide: Guide,
    desk: Desk,
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
def _note(game: Round, desk: Desk, seat: int, page: _Page, number: int, row: int) -> None:
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
