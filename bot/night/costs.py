"""What a seating costs: how far apart in score people sit, whom they meet again, at which table.

The unit is a squared point of difference between two people at a table. What is *far* is said by
one figure. To exchange two people between tables of four that were level, 100 points apart, costs
six times 100 squared: each has three neighbours. :data:`AGAIN` is just that. So a second meeting is
avoided by moving people up to 100 points, and no farther: this is what one match can change, so
nobody sits where they could not have been by one other result. A third meeting is avoided by up to
twice as far, because meetings cost their square. So do turns at a table of an unwanted size:
:data:`BURDEN` is half as much, because new people matter more than the table's size.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Final

from bot.league.counting import FULL_POINTS
from bot.night.past import Past

__all__ = ["AGAIN", "BURDEN", "Costs", "costs_of"]

AGAIN: Final = 6 * FULL_POINTS**2
"""What it costs to seat two people together who have met once."""

BURDEN: Final = AGAIN // 2
"""What it costs to seat somebody for the second time at a table of the second size."""


@dataclass(frozen=True, slots=True)
class Costs:
    """What it costs to seat people. They are numbers from 0, so that the figures can be lists."""

    pairs: Sequence[Sequence[int]]
    """For any two, what it costs to seat them together; 0 with themselves."""
    burdens: Sequence[int]
    """What each costs at a table of the second size."""
    sizes: tuple[int, ...]

    def unwanted(self, one: int, size: int) -> int:
        """Return what it costs to seat somebody at a table of this size."""
        return self.burdens[one] * self.sizes.index(size)

    def table(self, table: Sequence[int]) -> int:
        """Return what a table costs."""
        together = sum(self.pairs[one][other] for one, other in combinations(table, 2))
        return together + sum(self.unwanted(one, len(table)) for one in table)


def costs_of(people: Sequence[int], past: Past, sizes: tuple[int, ...]) -> Costs:
    """Return what it costs to seat these people, numbered in this order."""
    points = [round(past.points[person]) for person in people]
    pairs = [[(one - other) ** 2 for other in points] for one in points]
    numbers = {person: number for number, person in enumerate(people)}
    for pair, times in past.met.items():
        if pair <= numbers.keys():
            one, other = (numbers[person] for person in pair)
            pairs[one][other] += AGAIN * times**2
            pairs[other][one] = pairs[one][other]
    return Costs(pairs, [BURDEN * past.burden[person] ** 2 for person in people], sizes)
