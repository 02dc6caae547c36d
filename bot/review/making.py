"""Making a review from a record: evaluates all decisions and sums them up."""

from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import repeat
from typing import Any, Final, TypeAlias

from bot.game.contract import AnyGame, Outcome, Scoring, Seat
from bot.game.record import Record, RecordError
from bot.game.replay import game_of, verify
from bot.kai.advice import AnyAdviser, EvaluatedAction
from bot.kai.measure import measure_of
from bot.review.course import chances, gains, starts
from bot.review.decisions import Decision, decisions
from bot.review.values import EvaluatedChoice, Review, RoundReview, Slip

__all__ = ["MAX_SLIPS", "MAX_SLIP_CHOICES", "VERSION", "make_review"]

VERSION: Final = 2
"""Grows with every change to a review's contents, except those of the adviser."""

MAX_SLIPS: Final = 3
"""How many of a seat's costliest turns are stored."""

MAX_SLIP_CHOICES: Final = 6
"""How many choices of a slip are stored."""

MOST_CLOSER: Final = 8
"""How many of a seat's choices are looked at again."""

MIN_SLIP_LOSS: Final = 10
"""The smallest loss of a slip's choice, in hundredths."""

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

    ``closer`` is an adviser that takes more time: it looks again at the turns that seem the
    costliest, so at each that is shown. The same record and advisers give the same review. Raises
    :class:`bot.game.record.RecordError` for a record that is invalid or not finished, before
    the analysis begins.
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
    """Return a seat's costliest turns, the earlier ones first if they cost the same."""
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
