"""The decisions of a match, each with an adviser's evaluation of its choices."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import pairwise
from typing import Any, NamedTuple

from bot.game.contract import AnyGame, Seat, Stage
from bot.game.record import Record
from bot.game.replay import Moment, game_of, replay
from bot.games.players import judge_for, reviewer_for
from bot.kai.advice import AnyAdviser, EvaluatedAction, Measure, Prospect, measure_of


@dataclass(frozen=True)
class Decision:
    """A choice between several legal actions, evaluated from the deciding seat's View."""

    ply: int
    """How many actions came before it."""
    seat: Seat
    stage: Stage
    chosen: Any
    considered: Sequence[EvaluatedAction[Any]]
    """Best first; the chosen action is among them. Empty until an adviser has looked."""
    measure: Measure
    """What the choices are compared by."""
    view: Any = field(repr=False)
    """What the seat saw."""
    legal: Sequence[Any] = field(repr=False)

    @cached_property
    def loss(self) -> int:
        """The cost of the choice, in hundredths of the measure's unit.

        This is by how much the adviser's first choice is ahead of the chosen action, at least 0.
        Where points are compared, that may give up points for a better chance to win the match.
        """
        return self.measure.loss(self.best, self._taken)

    @cached_property
    def mattered(self) -> bool:
        """Whether some choice was worse than the best one."""
        return any(self.measure.loss(self.best, each.prospect) for each in self.considered)

    def by(self, adviser: AnyAdviser) -> "Decision":
        """Return the same decision with the choices evaluated by another adviser."""
        considered = adviser.consider(self.view, self.legal, (self.chosen,))
        return replace(self, considered=considered)

    @property
    def is_sound(self) -> bool:
        """Whether the choice lost next to nothing."""
        return self.loss <= self.measure.sound

    @property
    def best(self) -> Prospect:
        """What the adviser's first choice promised."""
        return self.considered[0].prospect

    @property
    def _taken(self) -> Prospect:
        return next(each.prospect for each in self.considered if each.action == self.chosen)


def decisions(
    record: Record, games: Mapping[str, AnyGame], adviser: AnyAdviser
) -> Iterator[tuple[Moment, Decision | None]]:
    """Yield each position of a record after the first, with the decision that led to it.

    The decision is None if there was only one legal action. The adviser only gets the deciding
    seat's View. Raises :class:`bot.game.record.RecordError` for an invalid record.
    """
    game = game_of(record, games)
    for before, after in pairwise(replay(record, games)):
        found = _decision(game, before, after)
        yield after, found and found.by(adviser)


def decision_at(record: Record, games: Mapping[str, AnyGame], ply: int) -> Decision | None:
    """Return the decision after ``ply`` actions, which no adviser has looked at.

    None if there was only one legal action, or none was made. Raises
    :class:`bot.game.record.RecordError` for an invalid record.
    """
    game = game_of(record, games)
    for before, after in pairwise(replay(record, games)):
        if before.index == ply:
            return _decision(game, before, after)
    return None


def _decision(game: AnyGame, before: Moment, after: Moment) -> Decision | None:
    seat, stage = after.seat, game.stage(before.state)
    if seat is None or stage.paused:
        return None
    legal = game.legal(before.state, seat)
    if len(legal) < 2:
        return None
    view = game.view(before.state, seat)
    measure = measure_of(game.scoring)
    return Decision(before.index, seat, stage, after.action, (), measure, view, legal)


class Advisers(NamedTuple):
    """The advisers of a review."""

    first: AnyAdviser
    """Looks at every choice."""
    closer: AnyAdviser
    """Looks again at the turns that seem the costliest; it may be the same."""


def advisers_for(game: str) -> Advisers | None:
    """Return a game's advisers; None if its matches cannot be reviewed."""
    first, closer = reviewer_for(game), judge_for(game)
    return None if first is None or closer is None else Advisers(first, closer)
