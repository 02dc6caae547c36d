"""What a seating costs: whom people meet again, how far apart in score they sit, at which table.

Two people who meet again cost :data:`AGAIN`, which is more than all else together: so as few do as
possible, whatever their points. Among seatings with as few, the unit is a squared point of
difference between two people at a table. What is *far* is said by one figure. To exchange two
people between tables of four that were level, 100 points apart, which is what one match can change,
costs six times 100 squared: each has three neighbours. :data:`OFTEN` is just that. So a third
meeting in place of another second one is avoided by moving people, too, as long as that is not too
far, and the cost of meetings grows with their square. So do turns at a table of an unwanted size:
:data:`BURDEN` is half as much, because company matters more than the table's size.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Final

from bot.league.counting import FULL_POINTS
from bot.night.past import Past

__all__ = ["AGAIN", "BURDEN", "OFTEN", "Costs", "costs_of"]

OFTEN: Final = 6 * FULL_POINTS**2
"""What it costs to seat two people together, times the square of how often they have met."""

AGAIN: Final = 10**12
"""What it costs besides if they have met at all: more than all else at the largest night."""

BURDEN: Final = OFTEN // 2
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
            pairs[one][other] += AGAIN + OFTEN * times**2
            pairs[other][one] = pairs[one][other]
    return Costs(pairs, [BURDEN * past.burden[person] ** 2 for person in people], sizes)
