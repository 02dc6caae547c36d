"""Self-play of the networks in two-player rounds, which yields training examples."""

from typing import Final

import numpy as np

from bot.game.contract import Seat
from bot.games.kapow.kai.columns import Tables
from bot.games.kapow.kai.transitions import Ints, Rows
from bot.lab.training.embedded import Values
from bot.lab.training.fitting import Lessons, joined
from bot.lab.training.games import NOBODY, Bools, Games, dealt
from bot.lab.training.learned_turn import LearnedTurn, after_turn
from bot.lab.training.turn import Ways

__all__ = ["TO_THE_END", "SelfPlay"]

_SEATS: Final = 2
TO_THE_END: Final = 60
"""Rounds are cut off after this many turns, which hardly ever happens."""
_ODD: Final = 0.12
"""The exploration rate: how often a seat deviates from the networks' choice."""


class _CuriousTurn(LearnedTurn):
    """Explores sometimes; records the values of drawing a card."""

    curiosity: np.random.Generator
    drawn: Lessons

    def _take(self, take_open: Bools | None) -> tuple[Ints, Bools]:
        prefers = self._prefers_open() if take_open is None else take_open
        self._seen = self._before
        card, self._took_open = super()._take(prefers ^ self._odd())
        return card, self._took_open

    def _chosen(self, ways: Ways) -> Rows:
        judged = self._judged(ways)
        best = judged.ahead.argmax(axis=1)
        drew = np.flatnonzero(~self._took_open & ~self._final)
        self.drawn = Lessons(self._seen.some(drew), judged.ahead[drew, best[drew]])
        other = self.curiosity.integers(judged.ways.shape[1], size=len(best))
        found: Rows = judged.ways[self._all, np.where(self._odd(), other, best)]
        return found

    def _odd(self) -> Bools:
        return (self.curiosity.random(len(self._all)) < _ODD) & ~self._final


class SelfPlay:
    """Rounds with cards from ``source``."""

    def __init__(self, values: Values, tables: Tables, source: np.random.Generator) -> None:
        self._values, self._tables, self._source = values, tables, source

    def lessons(self, count: int, turns: int) -> tuple[Lessons, Lessons]:
        """Play rounds; return examples for ends of turns, and for drawing cards.

        The target for the end of a turn is the network's own prediction ``turns`` later.
        """
        games = dealt(self._source, count, _SEATS)
        said = np.full((TO_THE_END + turns, count), np.nan, dtype=np.float32)
        seen, drawn = [], []
        running = np.arange(count)
        for turn in range(TO_THE_END):
            seat = turn % _SEATS
            running = running[games.out[running] != seat]
            if not len(running):
                break
            drawn.append(self._turn(games, seat, running))
            rows = running[games.out[running] == NOBODY]
            sight = after_turn(games, self._tables, seat, rows)
            said[turn, rows] = self._values.ahead.of(sight)
            seen.append((rows, sight))
        points = games.points(self._tables.worth[0])
        ended = points[:, 1] - points[:, 0]
        ends = []
        for turn, (rows, sight) in enumerate(seen):
            came = said[turn + turns, rows]
            final = ended[rows] if turn % _SEATS == 0 else -ended[rows]
            ends.append(Lessons(sight, np.where(np.isnan(came), final, came)))
        return joined(ends), joined(drawn)

    def _turn(self, games: Games, seat: Seat, rows: Rows) -> Lessons:
        turn = _CuriousTurn(games, self._tables, self._values, seat, rows)
        turn.curiosity = self._source
        turn.play()
        return turn.drawn
