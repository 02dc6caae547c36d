"""The decisions of a match, each with the adviser's evaluation of its choices."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from typing import Any

from bot.game.contract import AnyGame, Seat, Stage
from bot.game.record import Record
from bot.game.replay import Moment, game_of, replay
from bot.kai.advice import AnyAdviser, EvaluatedAction
from bot.review.values import CENT

__all__ = ["Decision", "decisions"]


@dataclass(frozen=True)
class Decision:
    """A choice between several legal actions, evaluated from the deciding seat's View."""

    ply: int
    """How many actions came before it."""
    seat: Seat
    stage: Stage
    chosen: Any
    considered: Sequence[EvaluatedAction[Any]]
    """Best first; the chosen action is among them."""

    @cached_property
    def loss(self) -> int:
        """The cost of the choice, in hundredths of a point.

        This is the margin of the adviser's first choice less that of the chosen action, at least 0.
        The adviser's first choice may give up points for a better chance to win the match.
        """
        return max(0, self._behind(self._taken))

    @cached_property
    def mattered(self) -> bool:
        """Whether some choice was worse than the best one."""
        return any(self._behind(each) > 0 for each in self.considered)

    @property
    def _taken(self) -> EvaluatedAction[Any]:
        return next(each for each in self.considered if each.action == self.chosen)

    def _behind(self, other: EvaluatedAction[Any]) -> int:
        best = self.considered[0]
        return round(CENT * (best.prospect.margin - other.prospect.margin))


def decisions(
    record: Record, games: Mapping[str, AnyGame], adviser: AnyAdviser
) -> Iterator[tuple[Moment, Decision | None]]:
    """Yield each position of a record after the first, with the decision that led to it.

    The decision is None if there was only one legal action. The adviser only gets the deciding
    seat's View. Raises :class:`bot.game.record.RecordError` for an invalid record.
    """
    game = game_of(record, games)
    for before, after in pairwise(replay(record, games)):
        yield after, _decision(game, before, after, adviser)


def _decision(game: AnyGame, before: Moment, after: Moment, adviser: AnyAdviser) -> Decision | None:
    seat, stage = after.seat, game.stage(before.state)
    if seat is None or stage.paused:
        return None
    legal = game.legal(before.state, seat)
    if len(legal) < 2:
        return None
    view = game.view(before.state, seat)
    considered = adviser.consider(view, legal, (after.action,))
    return Decision(before.index, seat, stage, after.action, considered)
