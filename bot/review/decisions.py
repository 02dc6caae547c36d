"""The decisions of a match, each with what its choices promised."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from typing import Any

from bot.game.contract import AnyGame, Seat, Stage
from bot.game.record import Record
from bot.game.replay import Moment, game_of, replay
from bot.kai.advice import AnyAdviser, Considered
from bot.review.values import CENT

__all__ = ["Decision", "decisions"]


@dataclass(frozen=True)
class Decision:
    """A choice among several legal actions, from the View of the seat that had it."""

    ply: int
    """How many actions come before it."""
    seat: Seat
    stage: Stage
    chosen: Any
    considered: Sequence[Considered[Any]]
    """The best first; what was chosen is among them."""

    @cached_property
    def loss(self) -> int:
        """What it cost, in hundredths of a point.

        That is the margin of the best choice less that of the one that was made, and not below 0:
        the best is what the adviser names first, which may give up points for a better chance to
        win the match.
        """
        return max(0, self._behind(self._taken))

    @cached_property
    def mattered(self) -> bool:
        """Whether anything could be lost: some choice was not as good as the best."""
        return any(self._behind(each) > 0 for each in self.considered)

    @property
    def _taken(self) -> Considered[Any]:
        return next(each for each in self.considered if each.action == self.chosen)

    def _behind(self, other: Considered[Any]) -> int:
        best = self.considered[0]
        return round(CENT * (best.prospect.margin - other.prospect.margin))


def decisions(
    record: Record, games: Mapping[str, AnyGame], adviser: AnyAdviser
) -> Iterator[tuple[Moment, Decision | None]]:
    """Yield each position of a record from the second on, with the decision that led there.

    None where there was nothing to decide. The adviser is shown the deciding seat's View and
    nothing else. Raises :class:`bot.game.record.RecordError` where the record does not hold.
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
