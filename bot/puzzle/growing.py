"""Growing puzzles from a match that people have played: its costliest turns, judged as the pool is.

The review says which turns were costly. A puzzle of one of them has to be as clear as one that is
shipped: see :func:`bot.puzzle.making.made`.
"""

import json
from collections.abc import Callable, Iterator, Sequence
from typing import Final

from pydantic import BaseModel, ConfigDict

from bot.game.record import Record
from bot.games.players import measure_for
from bot.games.registry import GAMES
from bot.kai.advice import AnyAdviser
from bot.puzzle.making import made, suits
from bot.puzzle.puzzle import Puzzle
from bot.review.decisions import decision_at
from bot.review.values import Review, Slip

__all__ = ["CANDIDATES", "MOST", "Asked", "candidates", "grown", "read_lines"]

MOST: Final = 2
"""How many puzzles a match gives."""

CANDIDATES: Final = 6
"""How many decisions of a match are judged."""


class Asked(BaseModel):
    """What a match is looked through for: the input of ``python -m bot.puzzle``, as JSON."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    record: str
    plies: tuple[int, ...]
    """How many actions come before each decision to be judged, the costliest one first."""


def candidates(record: Record, review: Review) -> Sequence[int]:
    """Return the decisions of a match that may be puzzles, costliest first; see :class:`Asked`."""
    measure = measure_for(record.game)

    def cost(slip: Slip) -> int:
        return measure.loss(slip.best, slip.taken)

    costly = [slip for own in review.slips for slip in own if cost(slip) >= measure.dear]
    costly.sort(key=lambda slip: (-cost(slip), slip.ply))
    return [slip.ply for slip in costly[:CANDIDATES]] if suits(record) else []


def grown(
    record: Record, plies: Sequence[int], judges: Sequence[AnyAdviser], go_on: Callable[[], bool]
) -> Iterator[Puzzle]:
    """Yield the puzzles that these decisions make: at most :data:`MOST`, one of a hand.

    ``go_on`` is asked before each decision whether there is time for it.
    """
    hands: set[tuple[int, int]] = set()
    for ply in plies:
        if len(hands) == MOST or not go_on():
            return
        decision = decision_at(record, GAMES, ply)
        if decision is None or (hand := (decision.stage.round, decision.seat)) in hands:
            continue
        found = made(record, decision, judges)
        if isinstance(found, Puzzle):
            hands.add(hand)
            yield found


def read_lines(text: str) -> Sequence[Puzzle]:
    """Read puzzles from a JSON list of their lines; ``ValueError`` for anything else."""
    found = json.loads(text)
    if not isinstance(found, list):
        raise ValueError("these are no puzzles")  # noqa: TRY004 - as for all other bad input
    return tuple(Puzzle.model_validate_json(line) for line in found)
