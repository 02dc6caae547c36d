"""Making puzzles of decisions that a review finds costly, if they have a clear answer.

Several judgements, by other dice, have to agree, as for the puzzles that are shipped. ``python -m
bot.puzzle.making`` reads :class:`Asked` from stdin, and writes a list of the puzzles' lines to
stdout, both as JSON.
"""

import json
import sys
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import partial
from math import sqrt
from statistics import fmean, stdev
from typing import Any, Final

from pydantic import BaseModel, ConfigDict

from bot.face.markdown import bare
from bot.game.contract import Seat
from bot.game.record import Record, parse_record
from bot.games.registry import GAMES, judge_name, judges_for, measure_for
from bot.kai.advice import CHANCE, POINTS, AnyAdviser, Measure, Prospect
from bot.puzzle.puzzle import FEWEST, MOST, Puzzle, id_of, position_of
from bot.review.making import Decision, decision_at
from bot.review.process import NICE, run_program
from bot.review.review import EvaluatedChoice, Review, Slip

MADE_BY: Final = range(6)
"""The numbers of the dice by which each decision is judged."""

SURE: Final = 2.0
"""Standard errors by which the best choice has to be ahead of the second best."""

OPEN: Final = 0.05
"""The least chance to win the match, or not to win it, with which a choice matters."""

MOST_SEATS: Final = 4
"""More hands are more than one likes to look at."""

PLAIN: Final[Mapping[str, Mapping[str, object]]] = {"chowpow": {"memory_aid": False}}
"""Options with which a picture of a View has all that the View knows, where others don't."""

MOST_ALIKE: Final = 2
"""Choices offered that are about equally good."""

LONGEST: Final = 80
"""Characters of a choice: it is a button's label."""

YOU: Final = "You"
"""The seat that has to decide."""

NAMES: Final = ("Mina", "Sam", "Ada", "Ben", "Zoe", "Tom", "Eva")
"""The others, from the seat after it on."""

MOST_OF_A_MATCH: Final = 2
"""Puzzles that a match gives."""

CANDIDATES: Final = 6
"""Decisions of a match that are judged."""


class Fault(StrEnum):
    """Why a costly decision is no puzzle."""

    FEW = "nothing to choose"
    DIVIDED = "the judgements disagree"
    CLOSE = "the best choice is hardly ahead"
    MIXED = "another choice has more points or a better chance to win the match"
    DECIDED = "the match is nearly decided"
    CHEAP = "it costs little when judged again"
    ALIKE = "two choices read the same"
    LONG = "a choice is too long"


@dataclass(frozen=True, slots=True)
class Judged:
    """Choices as several judgements find them."""

    choices: tuple[EvaluatedChoice, ...]
    """On average, best first."""
    firsts: frozenset[str]
    """The choices that some judgement finds the best, in the game's notation."""
    leads: tuple[int, ...]
    """By how much the first is ahead of the second in each judgement, in hundredths."""

    def fault(self, measure: Measure, least: int) -> Fault | None:
        """Say why there is no clear answer; ``least`` is the lead that it needs, in hundredths."""
        best, *others = self.choices
        if self.firsts != {best.action}:
            return Fault.DIVIDED
        if min(self.leads) <= 0 or measure.ahead(best, others[0]) < least or self._unsure:
            return Fault.CLOSE
        if any(CHANCE.ahead(best, each) < 0 or POINTS.ahead(best, each) < 0 for each in others):
            return Fault.MIXED
        return Fault.DECIDED if best.chance < OPEN or others[0].chance > 1 - OPEN else None

    @property
    def _unsure(self) -> bool:
        """Whether the judgements differ by too much."""
        if len(self.leads) < 2:
            return False
        return fmean(self.leads) < SURE * stdev(self.leads) / sqrt(len(self.leads))


class Asked(BaseModel):
    """What a match is looked through for: the input of the program, as JSON."""

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
    """Yield the puzzles that these decisions make, one of a hand, as long as there's time."""
    hands: set[tuple[int, int]] = set()
    for ply in plies:
        if len(hands) == MOST_OF_A_MATCH or not go_on():
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


def suits(record: Record) -> bool:
    """Whether a match may have puzzles: a picture of one can be read, and tells all."""
    game = GAMES[record.game]
    chosen = game.options.model_validate(dict(record.options))
    plain = PLAIN.get(record.game, {}).items()
    few = len(record.seats) <= max(MOST_SEATS, game.seats.start)
    return few and all(getattr(chosen, name) == value for name, value in plain)


def made(
    record: Record, decision: Decision, judges: Sequence[AnyAdviser], since: int = 0
) -> Puzzle | Fault:
    """Make a puzzle of a record's decision, or say why not.

    The first judge says which choices are offered, and all of them what these are worth.
    """
    measure, first = decision.measure, decision.by(judges[0])
    offered = _offered(first)
    if fault := _at_once(first, len(offered)):
        return fault
    found = judged(decision.view, decision.legal, offered, judges, measure)
    if fault := found.fault(measure, measure.dear):
        return fault
    taken = next(each for each in found.choices if each.action == str(decision.chosen))
    if measure.loss(found.choices[0], taken) < measure.dear:
        return Fault.CHEAP
    until = shown(record, decision.ply, decision.seat)
    puzzle = Puzzle(
        id=id_of(until, decision.seat),
        since=since,
        seat=decision.seat,
        choices=found.choices,
        judge=judge_name(record.game),
        record=until,
    )
    return _unreadable(puzzle) or puzzle


def judged(
    view: object,
    legal: Sequence[Any],
    offered: Sequence[Any],
    judges: Sequence[AnyAdviser],
    measure: Measure,
) -> Judged:
    """Let each judge compare the choices that are offered, at least two."""
    found = [
        {str(each.action): each.prospect for each in judge.consider(view, legal, offered)}
        for judge in judges
    ]
    mean = [_mean(text, [each[text] for each in found]) for text in map(str, offered)]
    choices = sorted(mean, key=lambda choice: -measure.ahead(choice, mean[0]))
    best, second = (choice.action for choice in choices[:2])
    return Judged(
        choices=tuple(choices),
        firsts=frozenset(next(iter(each)) for each in found),
        leads=tuple(measure.ahead(each[best], each[second]) for each in found),
    )


def _mean(action: str, found: Sequence[Prospect]) -> EvaluatedChoice:
    return EvaluatedChoice(
        action=action,
        points=round(fmean(each.points for each in found), 2),
        field=round(fmean(each.field for each in found), 2),
        chance=round(fmean(each.chance for each in found), 4),
        lowest=found[0].lowest,
    )


def _offered(decision: Decision) -> Sequence[Any]:
    """Return the chosen action and the best others, only some of those that are about equal."""
    by_action = {each.action: each.prospect for each in decision.considered}
    others = [action for action in by_action if action != decision.chosen]
    kept = [decision.chosen]
    for action in others:
        worth = by_action[action]
        alike = sum(decision.measure.about_equal(worth, by_action[each]) for each in kept)
        if alike < MOST_ALIKE and len(kept) < MOST:
            kept.append(action)
    return kept


def _at_once(first: Decision, offered: int) -> Fault | None:
    if offered < FEWEST:
        return Fault.FEW
    if first.loss < first.measure.dear:
        return Fault.CHEAP
    best, second = (each.prospect for each in first.considered[:2])
    return Fault.CLOSE if first.measure.ahead(best, second) < first.measure.clear else None


def shown(record: Record, ply: int, seat: Seat) -> Record:
    """Return a record up to a decision, without the players' names and the result."""
    played = {name.casefold() for name in record.seats}
    # Those of nobody who played come first.
    names = (YOU, *sorted(NAMES, key=lambda name: name.casefold() in played))
    count = len(record.seats)
    seats = tuple(names[(each - seat) % count] for each in range(count))
    return replace(record, seats=seats, actions=record.standing.actions[:ply], outcome=None)


def _unreadable(puzzle: Puzzle) -> Fault | None:
    position = position_of(puzzle)
    texts = [bare(position.words(choice)) for choice in puzzle.choices]
    if len({*texts}) < len(texts):
        return Fault.ALIKE
    return Fault.LONG if max(map(len, texts)) > LONGEST else None


BUDGET: Final = 10
"""Seconds of processor time after which no other decision is judged."""

LIMIT: Final = 12 * BUDGET
"""Seconds of processor time after which the process is killed: it may have to compile first."""


def main(
    judges: Callable[[str], Sequence[AnyAdviser]] = lambda game: judges_for(game, MADE_BY),
    nice: int = NICE,
) -> int:
    """Make the puzzles that stdin asks for; return the exit status.

    Tests can pass faster judges, and a higher priority.
    """
    _limit()
    return run_program(partial(_puzzles, judges=judges), nice)


def _puzzles(text: str, judges: Callable[[str], Sequence[AnyAdviser]]) -> str:
    asked = Asked.model_validate_json(text)
    record = parse_record(asked.record)
    dice = judges(record.game)
    found = grown(record, asked.plies, dice, lambda: time.process_time() < BUDGET)
    return json.dumps([puzzle.model_dump_json() for puzzle in found])


def _limit() -> None:
    try:
        import resource  # noqa: PLC0415 - Windows has none
    except ImportError:
        return
    resource.setrlimit(resource.RLIMIT_CPU, (LIMIT, LIMIT))


if __name__ == "__main__":
    sys.exit(main())
