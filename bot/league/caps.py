"""Which matches of two people count for their ratings.

No formula stops two accounts that agree on who wins: the same hundred wins lift any rating. So it
matters more who counts than how. ``python -m bot league-lab`` measures what these caps are worth.
"""

from typing import Final

__all__ = ["FEWEST_MET", "PER_WEEK", "pair_weight"]

PER_WEEK: Final = 10
"""So many rated matches of the same two people count within seven days.

Without this, a pair that plays all night long can move one rating as far as the other yields.
"""

FEWEST_MET: Final = 3
"""Who has met fewer different people in rated matches moves nobody, and is not moved.

Without this, fresh accounts that lose on purpose lift a rating further than anything else: each
begins at the usual mean, so there is always somebody worth beating.
"""


def pair_weight(met_this_week: int, others_met: tuple[int, int]) -> float:
    """Return how much a match tells about two people of it: 0, nothing, or 1.

    ``met_this_week`` is how many of their matches counted within the last seven days, and one for
    this match. Matches that this cap left out are not in it: otherwise a pair that always plays a
    little more would count once and never again. ``others_met`` is how many different people each
    of the two has ever met in rated matches, this one included. Kai is nobody here.
    """
    if met_this_week > PER_WEEK or min(others_met) < FEWEST_MET:
        return 0.0
    return 1.0
