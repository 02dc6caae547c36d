"""Making a review from a record: all decisions evaluated and summed up, and the match's course.

The course is each seat's chance to win, turn by turn and round by round. ``python -m
bot.review.making`` reads a record from stdin and writes to stdout: each line but the last is the
number of actions analysed so far; the last is the review, as JSON.
"""

import sys
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property, partial
from itertools import pairwise, repeat
from typing import Any, Final, NamedTuple, TypeAlias

from bot.game.contract import AnyGame, Outcome, Scoring, Seat, Stage
from bot.game.record import Record, parse_record
from bot.game.record_lines import RecordError
from bot.game.replay import Moment, game_of, replay, verify
from bot.games.registry import GAMES, advice_version, judge_for, reviewer_for
from bot.kai.advice import CENT, AnyAdviser, EvaluatedAction, Measure, Prospect, measure_of
from bot.review.process import NICE, run_program
from bot.review.review import EvaluatedChoice, Review, RoundReview, Slip


@dataclass(frozen=True)
class Decision:
    """A choice between several legal actions, evaluated from the deciding seat's View."""

    ply: int
    """How many actions came before it."""
    seat: Seat
    stage: Stage
    chosen: Any
    considered: Sequence[EvaluatedAction[Any]]
    """Best first, with the chosen action. Empty until an adviser has looked."""
    measure: Measure
    """What the choices are compared by."""
    view: Any = field(repr=False)
    legal: Sequence[Any] = field(repr=False)

    @cached_property
    def loss(self) -> int:
        """How far the adviser's first choice is ahead of the chosen one, in hundredths."""
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

    None if there was only one legal action. The adviser only gets the deciding seat's View. Raises
    :class:`bot.game.record.RecordError` for an invalid record.
    """
    game = game_of(record, games)
    for before, after in pairwise(replay(record.standing, games)):
        found = _decision(game, before, after)
        yield after, found and found.by(adviser)


def decision_at(record: Record, games: Mapping[str, AnyGame], ply: int) -> Decision | None:
    """Return the decision after ``ply`` actions, which no adviser has looked at.

    None if there was only one legal action, or none was made. Raises
    :class:`bot.game.record.RecordError` for an invalid record.
    """
    game = game_of(record, games)
    for before, after in pairwise(replay(record.standing, games)):
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


VERSION: Final = 2
"""Grows with every change to a review's contents, except those of the adviser."""

MAX_SLIPS: Final = 3
"""A seat's costliest turns that are stored."""

MAX_SLIP_CHOICES: Final = 6

MOST_CLOSER: Final = 8
"""How many of a seat's choices are looked at again."""

MIN_SLIP_LOSS: Final = 10
"""Of a slip's choice, in hundredths."""

_WHOLE = 100 * CENT
"""The chances of all seats together, in hundredths of a percent."""

Progress: TypeAlias = Callable[[int], None]
"""Called with the number of actions analysed so far."""


def make_review(
    record: Record,
    games: Mapping[str, AnyGame],
    adviser: AnyAdviser,
    progress: Progress,
    closer: AnyAdviser | None = None,
) -> Review:
    """Make the review of a finished match.

    ``closer`` takes more time: it looks again at each turn that is shown as costly. The same record
    and advisers give the same review. Raises :class:`bot.game.record.RecordError` for a record that
    is invalid or not finished, before the analysis begins.
    """
    game = game_of(record, games)
    outcome = game.outcome(verify(record, games).state)
    if outcome is None:
        raise RecordError("This match isn't finished.")
    made: list[Decision] = []
    for moment, decision in decisions(record, games, adviser):
        if decision is not None:
            made.append(decision)
        progress(moment.index)
    found: Sequence[Decision] = made
    seats = range(len(record.seats))
    if closer is not None and closer is not adviser:
        for seat in seats:
            found = _looked_closer(found, seat, closer)
    return Review(
        rounds=tuple(_rounds(outcome, found, game.scoring)),
        slips=tuple(_slips([each for each in found if each.seat == seat]) for seat in seats),
        chances=tuple(chances(found, seat, outcome) for seat in seats),
        starts=tuple(starts(found)),
    )


def review_version(game: str) -> str | None:
    """Return the version of a game's reviews, of which others are made again; None without any."""
    advice = advice_version(game)
    return None if advice is None else f"{VERSION}.{advice}"


def _looked_closer(found: Sequence[Decision], seat: Seat, closer: AnyAdviser) -> Sequence[Decision]:
    """Return the decisions, the worst ones of a seat's costliest turns evaluated again.

    Where one cost less than it seemed, another turn is among the costliest: that is next.
    """
    seen: dict[int, Decision] = {}
    now = found
    for _ in range(MOST_CLOSER):
        shown = _slips([each for each in now if each.seat == seat])
        doubtful = [slip.ply for slip in shown if slip.ply not in seen]
        if not doubtful:
            break
        worst = next(each for each in now if each.ply == doubtful[0])
        seen[worst.ply] = worst.by(closer)
        now = [seen.get(each.ply, each) for each in found]
    return now


def _rounds(outcome: Outcome, found: Sequence[Decision], scoring: Scoring) -> Iterator[RoundReview]:
    by_chance = measure_of(scoring).by_chance
    grown = gains(found, outcome) if by_chance else repeat(None)
    for number, (points, gained) in enumerate(zip(outcome.rounds, grown, strict=False), 1):
        own: list[list[Decision]] = [[] for _ in points]
        for each in found:
            if each.stage.round == number:
                own[each.seat].append(each)
        yield RoundReview(
            points=points,
            losses=tuple(sum(each.loss for each in made) for made in own),
            choices=tuple(sum(each.mattered for each in made) for made in own),
            sound=tuple(sum(each.mattered and each.is_sound for each in made) for made in own),
            lowest=scoring.best == "lowest",
            gained=gained,
        )


def _slips(made: Sequence[Decision]) -> tuple[Slip, ...]:
    turns: dict[int, list[Decision]] = defaultdict(list)
    for each in made:
        turns[each.stage.turn].append(each)
    seen: Counter[int] = Counter()
    costly = []
    for turn in turns.values():
        number = turn[0].stage.round
        seen[number] += 1
        worst = _worst(turn)
        if worst.loss >= MIN_SLIP_LOSS:
            costly.append((-_cost(turn), worst.ply, seen[number], turn))
    return tuple(_slip(turn, own_turn) for *_, own_turn, turn in sorted(costly)[:MAX_SLIPS])


def _worst(turn: Sequence[Decision]) -> Decision:
    return max(turn, key=lambda each: each.loss)


def _cost(turn: Sequence[Decision]) -> int:
    return sum(each.loss for each in turn)


def _slip(turn: Sequence[Decision], own_turn: int) -> Slip:
    worst = _worst(turn)
    return Slip(
        seat=worst.seat,
        round=worst.stage.round,
        turn=worst.stage.turn,
        own_turn=own_turn,
        cost=_cost(turn),
        ply=worst.ply,
        chosen=str(worst.chosen),
        choices=_kept(worst),
    )


def _kept(decision: Decision) -> tuple[EvaluatedChoice, ...]:
    """Return the best choices and the chosen one, without duplicates of equal worth."""
    chosen = str(decision.chosen)
    weighed = [_weighed(each) for each in decision.considered]
    taken = next(each for each in weighed if each.action == chosen)
    alike: dict[tuple[float, float, float], EvaluatedChoice] = {}
    for each in (taken, *weighed):
        alike.setdefault((each.points, each.field, each.chance), each)
    kept = [each for each in weighed if each in alike.values()]
    first = kept[:MAX_SLIP_CHOICES]
    return tuple(first) if taken in first else (*first[:-1], taken)


def _weighed(considered: EvaluatedAction[Any]) -> EvaluatedChoice:
    prospect = considered.prospect
    return EvaluatedChoice(
        action=str(considered.action),
        points=round(prospect.points, 2),
        field=round(prospect.field, 2),
        chance=round(prospect.chance, 4),
        lowest=prospect.lowest,
    )


def chances(
    found: Sequence[Decision], seat: Seat, outcome: Outcome
) -> tuple[tuple[int, float], ...]:
    """Return a seat's chance before each of its turns, and the final result."""
    before: dict[int, float] = {}
    for each in found:
        if each.seat == seat:
            before.setdefault(each.stage.turn, round(each.best.chance, 4))
    end = max((each.stage.turn for each in found), default=0) + 1
    return (*before.items(), (end, round(_result(outcome)[seat], 4)))


def starts(found: Sequence[Decision]) -> Iterator[int]:
    """Yield the first turn of each round."""
    first: dict[int, int] = {}
    for each in found:
        first.setdefault(each.stage.round, each.stage.turn)
    yield from first.values()


def gains(found: Sequence[Decision], outcome: Outcome) -> Iterator[tuple[int, ...]]:
    """Yield by how much each seat's chance grew in each round, in hundredths of a percent.

    A round lasts from each seat's first choice in it to that in the next one. At first all have the
    same chance, at last it is the result. The gains of a round add up to 0.
    """
    seats = len(outcome.ranks)
    before = _shared([1.0] * seats)
    for number in range(2, len(outcome.rounds) + 1):
        known = _at_first(found, number)
        # A seat that had nothing to choose is taken to have what it had.
        after = _shared([known.get(seat, before[seat] / _WHOLE) for seat in range(seats)])
        yield _grown(before, after)
        before = after
    yield _grown(before, _shared(_result(outcome)))


def _at_first(found: Sequence[Decision], number: int) -> dict[Seat, float]:
    known: dict[Seat, float] = {}
    for each in found:
        if each.stage.round == number:
            known.setdefault(each.seat, each.best.chance)
    return known


def _result(outcome: Outcome) -> Sequence[float]:
    """Return what each seat has won: 1, a share of it, or 0."""
    winners = outcome.ranks.count(1)
    return [(rank == 1) / winners for rank in outcome.ranks]


def _shared(parts: Sequence[float]) -> tuple[int, ...]:
    """Return chances in hundredths of a percent that add up to all of them.

    The seats' own estimates need not, as each knows something else. Where all are 0, all are equal.
    """
    if not any(parts):
        parts = [1.0] * len(parts)
    whole = sum(parts)
    ends = [round(_WHOLE * sum(parts[:seat]) / whole) for seat in range(len(parts) + 1)]
    return tuple(after - before for before, after in pairwise(ends))


def _grown(before: Sequence[int], after: Sequence[int]) -> tuple[int, ...]:
    return tuple(new - old for old, new in zip(before, after, strict=True))


def main(advisers: Callable[[str], Advisers | None] = advisers_for, nice: int = NICE) -> int:
    """Review the record on stdin; return the exit status.

    Tests can pass faster advisers, and a higher priority (a lower ``nice``), so as not to wait.
    """
    return run_program(partial(_review, advisers=advisers), nice)


def _review(text: str, advisers: Callable[[str], Advisers | None]) -> str:
    record = parse_record(text)
    found = advisers(record.game)
    if found is None:
        raise RecordError("There's no adviser for this game.")
    return make_review(record, GAMES, found.first, _tell, found.closer).model_dump_json()


def _tell(looked_at: int) -> None:
    print(looked_at, flush=True)


if __name__ == "__main__":
    sys.exit(main())
