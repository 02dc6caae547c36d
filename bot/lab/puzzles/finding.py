"""Costly decisions of matches, and the puzzles that can be made of them."""

from collections.abc import Iterator, Sequence
from typing import Any, Final, NamedTuple

from bot.game.contract import AnyGame
from bot.game.record import Record
from bot.games.registry import GAMES
from bot.kai.advice import AnyAdviser, EvaluatedAction, Prospect
from bot.kai.player import AnyPlayer
from bot.lab.puzzles.matches import match_of
from bot.puzzle.judging import Fault
from bot.puzzle.making import made
from bot.puzzle.puzzle import Puzzle
from bot.review.decisions import decisions

__all__ = ["Bench", "Find", "Scouted", "finds"]


class Find(NamedTuple):
    """A costly decision, and what came of it."""

    match: int
    round: int
    circuit: int
    """How many times everyone has had a turn in the round."""
    result: Puzzle | Fault


class Bench(NamedTuple):
    """Who looks at the decisions."""

    reviewer: AnyAdviser
    """Finds the costly ones."""
    judges: Sequence[AnyAdviser]
    """Say what is best there."""


def finds(game: AnyGame, matches: range, seed: int, bench: Bench, since: int = 0) -> Iterator[Find]:
    """Yield the costly decisions of some matches; ``since`` is the puzzles' first day."""
    for number in matches:
        yield from _finds(number, match_of(game, seed, number), bench, since)


def _finds(match: int, record: Record, bench: Bench, since: int) -> Iterator[Find]:
    starts: dict[int, int] = {}
    for _, decision in decisions(record, GAMES, bench.reviewer):
        if decision is None:
            continue
        stage = decision.stage
        turn = stage.turn - starts.setdefault(stage.round, stage.turn)
        if decision.loss >= decision.measure.dear:
            result = made(record, decision, bench.judges, since)
            yield Find(match, stage.round, turn // len(record.seats), result)


class Scouted:
    """An adviser that is only asked where another player would do otherwise: that saves time."""

    def __init__(self, adviser: AnyAdviser, scout: AnyPlayer) -> None:
        self._adviser, self._scout = adviser, scout

    def consider(
        self, view: object, legal: Sequence[Any], also: Sequence[Any] = ()
    ) -> Sequence[EvaluatedAction[Any]]:
        """Return the adviser's evaluation, or only what the scout would do, if that was done."""
        agreed = self._scout.choose(view, legal).action
        if agreed in also:
            return [EvaluatedAction(agreed, NOTHING)]
        return self._adviser.consider(view, legal, also)


NOTHING: Final = Prospect(0, 0, 0)
"""A prospect that nobody looks at: with a single choice, nothing is lost."""
