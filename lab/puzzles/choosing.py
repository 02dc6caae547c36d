"""Which puzzles are chosen so that they differ, whether they are clear, and how they are told."""

from collections import Counter
from collections.abc import Container, Iterable, Iterator, Sequence
from typing import Final, NamedTuple

from bot.face.markdown import bare
from bot.games.faces import face_of
from bot.kai.advice import AnyAdviser
from bot.puzzle.making import Fault, judged
from bot.puzzle.puzzle import Puzzle, position_of, reason_of, why
from bot.review.review import EvaluatedChoice
from lab.puzzles.finding import Find

MOST_OF_A_MATCH: Final = 3
"""How many puzzles of one match are chosen, and of different rounds or seats."""

PHASE: Final = 3
"""Circuits of a round that count as one phase of it."""

LAST_PHASE: Final = 3

MOST_OF_A_KIND: Final = 3
"""At most one in this many has the same kind of action as its answer."""

UNTOLD: Final = 3
"""A puzzle without a reason is chosen as if it had this many more likenesses."""


def varied(finds: Iterable[Find], count: int, known: Sequence[Puzzle] = ()) -> Sequence[Puzzle]:
    """Return up to this many puzzles, none of which offers the same as a known one."""
    left = _clear(finds, {_offer(puzzle) for puzzle in known})
    most = -(-count // MOST_OF_A_KIND)
    seen, matches, answers = Counter[object](), Counter[int](), Counter[str]()
    chosen: list[Puzzle] = []
    while left and len(chosen) < count:
        best = min(left, key=lambda each: (_likeness(each, seen), -each.lead))
        chosen.append(best.puzzle)
        seen.update(best.kinds)
        matches[best.find.match] += 1
        answers[best.answer] += 1
        left = [
            each
            for each in left
            if matches[each.find.match] < MOST_OF_A_MATCH
            and answers[each.answer] < most
            and not each.is_like(best)
        ]
    return chosen


class _Clear(NamedTuple):
    """A find that became a puzzle."""

    find: Find
    puzzle: Puzzle
    handicap: int

    @property
    def answer(self) -> str:
        """The kind of action that is best."""
        return _kind(self.puzzle.best)

    @property
    def kinds(self) -> Sequence[object]:
        """What it should differ in from others; what comes twice counts twice."""
        return (
            *2 * (self.answer,),
            f"{self.answer} before {_kind(self.puzzle.choices[1])}",
            f"phase {min(self.find.circuit // PHASE, LAST_PHASE)}",
            f"round {self.find.round}",
            f"{len(self.puzzle.record.seats)} seats",
            f"{len(self.puzzle.choices)} choices",
        )

    @property
    def lead(self) -> int:
        """By how much the best choice is ahead."""
        return self.puzzle.measure.ahead(*self.puzzle.choices[:2])

    def is_like(self, other: "_Clear") -> bool:
        """Whether it is from the same hand, or offers the same."""
        hands = ((each.find.match, each.find.round, each.puzzle.seat) for each in (self, other))
        return len({*hands}) == 1 or _offer(self.puzzle) == _offer(other.puzzle)


def _clear(finds: Iterable[Find], known: Container[frozenset[str]]) -> list[_Clear]:
    return [
        _Clear(each, each.result, 0 if reason_of(each.result) else UNTOLD)
        for each in finds
        if isinstance(each.result, Puzzle) and _offer(each.result) not in known
    ]


def _likeness(one: _Clear, seen: Counter[object]) -> int:
    return one.handicap + sum(seen[kind] for kind in one.kinds)


def _kind(choice: EvaluatedChoice) -> str:
    return choice.action.split()[0]


def _offer(puzzle: Puzzle) -> frozenset[str]:
    return frozenset(choice.action for choice in puzzle.choices)


def disagreements(puzzles: Sequence[Puzzle], judges: Sequence[AnyAdviser]) -> Iterator[str]:
    """Yield a line for each puzzle that is not clear any more, or has another best choice."""
    for puzzle in puzzles:
        game, scene, legal = position_of(puzzle)
        offered = [game.parse(choice.action) for choice in puzzle.choices]
        found = judged(scene.view, legal, offered, judges, puzzle.measure)
        fault, best = found.fault(puzzle.measure, puzzle.measure.clear), found.choices[0]
        if fault is not None:
            yield f"{puzzle.id}: {fault.value}"
        elif best.action != puzzle.best.action:
            yield f"{puzzle.id}: {best.action} is better than {puzzle.best.action}"


def puzzle_lines(puzzle: Puzzle) -> Iterator[str]:
    """Yield the position, the choices with their figures, and the reason."""
    position = position_of(puzzle)
    yield f"Puzzle {puzzle.id}, judged by {puzzle.judge}"
    yield face_of(position.game).text(position.scene)
    yield ""
    for number, choice in enumerate(puzzle.choices, 1):
        figures = f"{choice.points:.1f} points, others {choice.field:.1f}, {choice.chance:.1%}"
        yield f"{number}. {bare(position.words(choice))}: {figures}"
    yield f"Why: {why(puzzle)}"
    yield ""


def summary_lines(finds: Sequence[Find], chosen: int) -> Iterator[str]:
    """Yield how many costly decisions became puzzles, and what the others lacked."""
    faults = Counter(find.result for find in finds if isinstance(find.result, Fault))
    yield f"{len(finds)} costly decisions"
    yield from (f"{count} rejected: {fault.value}" for fault, count in faults.most_common())
    yield f"{len(finds) - faults.total()} clear, {chosen} chosen"
