"""Choosing puzzles that differ: each next one is of the kind that there are fewest of so far."""

from collections import Counter
from collections.abc import Container, Iterable, Sequence
from typing import Final, NamedTuple

from bot.lab.puzzles.finding import Find
from bot.puzzle.puzzle import Puzzle
from bot.puzzle.why import reason_of
from bot.review.values import EvaluatedChoice

__all__ = ["MOST_OF_A_MATCH", "varied"]

MOST_OF_A_MATCH: Final = 3
"""How many puzzles of one match are chosen, and of different rounds or seats."""

PHASE: Final = 3
"""Circuits of a round that count as one phase of it."""

LAST_PHASE: Final = 3


MOST_OF_A_KIND: Final = 3
"""No more than one in so many has the same kind of action as its answer."""

UNTOLD: Final = 3
"""A puzzle without a reason is chosen as if it had so many more likenesses."""


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


def varied(finds: Iterable[Find], count: int, known: Sequence[Puzzle] = ()) -> Sequence[Puzzle]:
    """Return so many puzzles, or fewer, none of which offers the same as a known one."""
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
