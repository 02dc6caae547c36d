"""Playouts: the expected results of positions, from many simulated games of a few turns.

All positions are played out with the same future cards (common random numbers), so that luck
cancels out. After a few turns, games are evaluated by tables. (Tesauro and Galperin, "On-line
policy improvement using Monte-Carlo search", 1996.)
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import product
from typing import Final, NamedTuple

import numpy as np

from bot.game.contract import Seat
from bot.games.kapow.kai.ahead import hand_state_of
from bot.games.kapow.kai.columns import GONE, Floats
from bot.games.kapow.kai.games import NOBODY, Bools, Games, Rows, goes_away, with_turned_up
from bot.games.kapow.kai.guides import Guide
from bot.games.kapow.kai.kinds import HIDDEN, column
from bot.games.kapow.kai.match import chances_to_win
from bot.games.kapow.kai.plays import HandState
from bot.games.kapow.kai.transitions import ALONE_KINDS, HIDDEN_IN, SIZES, Ints
from bot.games.kapow.rules.actions import Reveal
from bot.games.kapow.rules.cards import DECK, Card
from bot.games.kapow.rules.triads import Hand
from bot.games.kapow.rules.view import View
from bot.kai.advice import Prospect

__all__ = ["Alike", "Playouts", "alike"]

_MOST_TURNS: Final = 16
"""The limit of a playout's turns, of all seats together and without final turns."""

_FEWEST_CARDS: Final = 8
"""With fewer unseen cards, playouts draw from the whole deck: a reshuffle is near."""


class Alike(NamedTuple):
    """The parts of a turn's end that matter: the order of columns does not.

    The orientation of a column does, since its top card is left open (K5.1): ignoring it cost Kai
    0.03 points per decision.
    """

    columns: tuple[int, ...]
    """Column indexes in ascending order."""
    top: Card | None
    """The open card, see :class:`HandState`."""


@dataclass(frozen=True, slots=True)
class Playouts:
    """Plays each position out ``games`` times.

    Equal positions get exactly the same result, whatever they are compared with. So a player who
    swaps as long as this improves the result comes to an end.
    """

    view: View
    guide: Guide
    games: int
    circuits: int
    """Turns of each seat in a playout; fewer with many seats, to limit the total."""

    def after(self, hand_states: Sequence[HandState]) -> Sequence[Prospect]:
        """Return the prospects of ending the turn like this, for each hand and open card."""
        view, seat = self.view, self.view.to_move
        games = self._laid_out(hand_states)
        return self._prospects(games, (seat + 1) % view.seats, len(hand_states))

    def taking(self, hand_state: HandState) -> Sequence[Prospect]:
        """Return the prospects of taking the open card and of drawing (K3.2).

        If the draw pile is used up, drawing ends the round (K9.6).
        """
        if self.view.drawing_ends_round:
            games = self._laid_out((hand_state,))
            return (*self._prospects(games, self.view.to_move, 1), self._ending())
        games = self._laid_out((hand_state, hand_state))
        half = len(games.out) // 2
        take_open = np.arange(2 * half) < half
        return self._prospects(games, self.view.to_move, 2, take_open)

    def _ending(self) -> Prospect:
        """Return the prospect of ending the round now, with all hands turned up (K9.7)."""
        view, count = self.view, self.games
        hands = np.array([_columns(hand) for hand in view.hands], dtype=np.int32)
        out = _all(NOBODY if view.out is None else view.out, count)
        cards = self._cards(count, _never_seen(view) or DECK)
        columns = np.tile(hands, (count, 1, 1))
        games = Games(columns, _all(view.discard_pile[0], count), out, [True] * view.seats, cards)
        everything = np.arange(count)
        for seat in range(games.seats):
            hand = games.columns[:, seat]
            for at, row in product(range(hand.shape[1]), range(len(SIZES))):
                with_turned_up(games, everything, hand, at, row)
            goes_away(hand, games.top)
        over = np.full(count, fill_value=True)
        return self._promised(games.points(self.guide.tables.worth[0]), over, 1)[0]

    def opening(self, pairs: Sequence[Reveal]) -> Sequence[Prospect]:
        """Return the prospects of turning up each pair of hidden cards (K3.1)."""
        seat = self.view.to_move
        games = self._laid_out([hand_state_of(self.view)] * len(pairs))
        turned = np.array([(pair.first, pair.second) for pair in pairs])
        each = np.repeat(turned, len(games.out) // len(pairs), axis=0)
        everything = np.arange(len(games.out))
        for place in each.transpose(1, 2, 0):
            kinds = ALONE_KINDS[games.turn_up(everything)]
            games.columns[everything, seat, place[0]] += (kinds - HIDDEN) * np.take(SIZES, place[1])
        games.opened[seat] = True
        return self._prospects(games, seat, len(pairs))

    def _laid_out(self, hand_states: Sequence[HandState]) -> Games:
        view, seat = self.view, self.view.to_move
        count = self.games
        cards = self._cards(count, _unseen(view))
        hands = [_columns(hand) for hand in view.hands]
        columns = np.tile(np.array(hands, dtype=np.int32), (len(hand_states) * count, 1, 1))
        for number, hand_state in enumerate(hand_states):
            columns[number * count : (number + 1) * count, seat] = alike(hand_state).columns
        tops = [
            cards[:, -1] if hand_state.top is None else _all(hand_state.top, count)
            for hand_state in hand_states
        ]
        out = np.concatenate([_all(self._out(hand_state), count) for hand_state in hand_states])
        opened = [each in view.opened for each in range(view.seats)]
        games = Games(
            columns,
            np.concatenate(tops),
            out,
            opened,
            np.tile(cards[:, :-1], (len(hand_states), 1)),
        )
        games.used_up = view.used_up
        return games

    def _cards(self, count: int, cards: Sequence[Card]) -> Ints:
        """Return [game, number] random orders of the unseen cards; deterministic for a View."""
        view = self.view
        source = np.random.default_rng(
            (view.round, view.turn, len(view.discard_pile), view.draw_pile)
        )
        unseen = np.tile(np.array(cards, dtype=np.int32), (count, 1))
        found: Ints = source.permuted(unseen, axis=1)
        return found

    def _out(self, hand_state: HandState) -> int:
        view = self.view
        if view.out is not None:
            return view.out
        return NOBODY if HIDDEN_IN[_columns(hand_state.hand)].any() else view.to_move

    def _prospects(
        self, games: Games, seat: Seat, positions: int, take_open: Bools | None = None
    ) -> Sequence[Prospect]:
        view = self.view
        circuits = min(self.circuits, _MOST_TURNS // view.seats)
        turns = circuits * view.seats
        points, over = _played_out(games, self.guide, seat, turns, take_open)
        return self._promised(points, over, positions)

    def _promised(self, points: Floats, over: Bools, positions: int) -> Sequence[Prospect]:
        """Return the mean over the games of each position, from [game, seat] points."""
        view = self.view
        chances = chances_to_win(view, points, over)[:, view.to_move]
        own = points[:, view.to_move]
        field = (points.sum(axis=1) - own) / (view.seats - 1)
        means = np.stack([own, field, chances]).reshape(3, positions, -1).mean(axis=2)
        return [Prospect(*map(float, each)) for each in means.T]


def _played_out(
    games: Games, guide: Guide, seat: Seat, turns: int, take_open: Bools | None
) -> tuple[Floats, Bools]:
    """Play this many turns, then the final turns if a seat is out (K6.2).

    Return [game, seat] expected points, and which games are over.
    """
    rows = np.flatnonzero(games.out != seat)
    for _ in range(turns):
        if not len(rows):
            break
        guide.turn(games, seat, rows).play(None if take_open is None else take_open[rows])
        take_open = None
        seat = (seat + 1) % games.seats
        rows = rows[games.out[rows] != seat]
    going_on = rows[games.out[rows] == NOBODY]
    promises = guide.points(games, seat, going_on)
    _finish(games, guide, seat, rows[games.out[rows] != NOBODY])
    over = np.full(len(games.out), True)
    over[going_on] = False
    points = games.points(guide.tables.worth[0])
    points[going_on] = promises
    return points, over


def _finish(games: Games, guide: Guide, seat: Seat, rows: Rows) -> None:
    """Play the remaining final turns in some games, starting with a seat."""
    while len(rows):
        guide.turn(games, seat, rows).play()
        seat = (seat + 1) % games.seats
        rows = rows[games.out[rows] != seat]


def alike(hand_state: HandState) -> Alike:
    """Return a key that is equal for equivalent ends of a turn."""
    return Alike(tuple(sorted(_columns(hand_state.hand))), hand_state.top)


def _columns(hand: Hand) -> list[int]:
    return [GONE if triad is None else column(triad) for triad in hand]


def _all(number: int, count: int) -> Ints:
    return np.full(count, number, dtype=np.int32)


def _unseen(view: View) -> Sequence[Card]:
    """Return the cards to draw from: the unseen ones, or the whole deck if these are few."""
    found = _never_seen(view)
    return found if len(found) >= _FEWEST_CARDS else DECK


def _never_seen(view: View) -> Sequence[Card]:
    """Return the cards that nobody has seen yet."""
    seen = Counter(view.discard_pile)
    for hand in view.hands:
        for triad in hand:
            for position in triad or ():
                seen.update(face for face in position.cards if face is not None)
    if view.drawn is not None and view.drawn.card is not None:
        seen[view.drawn.card] += 1
    unseen = Counter(DECK)
    unseen.subtract(seen)
    return tuple(unseen.elements())
