"""Choosing puzzles that differ: each next one is of the kind that there are fewest of so far."""

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Final, NamedTuple

from bot.lab.puzzles.finding import Find
from bot.puzzle.puzzle import Puzzle

__all__ = ["MOST_OF_A_MATCH", "varied"]

MOST_OF_A_MATCH: Final = 3
"""How many puzzles of one match are chosen, and of different rounds or seats."""

PHASE: Final = 3
"""Circuits of a round that count as one phase of it."""

LAST_PHASE: Final = 3


class _Clear(NamedTuple):
    """A find that became a puzzle."""

    find: Find
    puzzle: Puzzle

    @property
    def kinds(self) -> Sequence[object]:
        """What it should differ in from others; what comes twice counts twice."""
        first, second = (choice.action.split()[0] for choice in self.puzzle.choices[:2])
        return (
            *2 * (f"best {first}",),
            f"{first} before {second}",
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
    before = {_offer(puzzle) for puzzle in known}
    clear = [_Clear(each, each.result) for each in finds if isinstance(each.result, Puzzle)]
    left = [each for each in clear if _offer(each.puzzle) not in before]
    seen, matches = Counter[object](), Counter[int]()
    chosen: list[Puzzle] = []
    while left and len(chosen) < count:
        best = min(left, key=lambda each: (sum(seen[kind] for kind in each.kinds), -each.lead))
        chosen.append(best.puzzle)
        seen.update(best.kinds)
        matches[best.find.match] += 1
        left = [
            each
            for each in left
            if matches[each.find.match] < MOST_OF_A_MATCH and not each.is_like(best)
        ]
    return chosen


def _offer(puzzle: Puzzle) -> frozenset[str]:
    return frozenset(choice.action for choice in puzzle.choices)
