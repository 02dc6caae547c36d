"""The ledger of luck and skill: points against the field = luck + skill, exactly.

In a round, a seat's points *against the field* are the mean of the others' points less its own, the
doubling included: above 0 it did better than the others. Over all seats they come to nothing.

Every choice promises a margin, the points against the field to expect after it, everybody playing
well from there on. What the best choice promised more than the one that was made is its *loss*. A
loss makes nobody's cards better or worse: what one seat gives away, the others gain among them,
each an equal share, since points against the field come to nothing together. So

    skill = the mean of the others' losses - one's own losses
    luck  = points against the field - skill

Skill comes to nothing over all seats, as points against the field do; so luck does as well. Luck is
all that nobody chose: the cards beside what was to be expected of them, and the seat's place in the
order of play. Whoever plays without a loss has a skill of at least 0, and more, the more the others
give away.

All of it is reckoned in fractions, nothing is rounded: ``docs/decisions/`` tells why it is so.
"""

from collections.abc import Iterable, Sequence
from fractions import Fraction
from typing import NamedTuple

from bot.review.values import CENT, RoundReview

__all__ = ["Account", "accounts", "total"]


class Account(NamedTuple):
    """What a round, or several, came to for one seat, in points."""

    against: Fraction
    """Points against the field."""
    skill: Fraction
    """What choices did: one's own and the others'."""

    @property
    def luck(self) -> Fraction:
        """What the cards did."""
        return self.against - self.skill


def accounts(played: RoundReview) -> tuple[Account, ...]:
    """Return each seat's account of a round; at least two seats."""
    losses = [Fraction(loss, CENT) for loss in played.losses]
    return tuple(
        Account(_field(played.points, seat) - points, _field(losses, seat) - losses[seat])
        for seat, points in enumerate(played.points)
    )


def total(rounds: Iterable[RoundReview], seat: int) -> Account:
    """Return a seat's account of several rounds."""
    found = [accounts(played)[seat] for played in rounds]
    return Account(
        sum((each.against for each in found), Fraction()),
        sum((each.skill for each in found), Fraction()),
    )


def _field(figures: Sequence[Fraction] | Sequence[int], seat: int) -> Fraction:
    """Return the mean of the others' figures."""
    return Fraction(sum(figures) - figures[seat]) / (len(figures) - 1)
