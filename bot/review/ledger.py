"""Luck and choices: points against the field = luck + own choices + others' choices, exactly.

A seat's points *against the field* in a round are the mean of the others' points less its own,
including doubling: above 0 it did better than the others. Over all seats they add up to 0.

Every choice has an expected margin: the points against the field to expect after it, given good
play by everybody. The *loss* of a choice is the best choice's margin less its own. A loss does not
change anybody's cards: what one seat gives away, the others gain in equal shares, since points
against the field add up to 0. So

    own choices     = - one's own losses             (never above 0)
    others' choices = the mean of the others' losses (never below 0)
    luck            = points against the field - own choices - others' choices

Own and others' choices together add up to 0 over all seats, as points against the field do, and so
does luck. Luck is everything that nobody chose: better or worse cards than expected, and the seat's
place in the order of play.

All values are fractions, nothing is rounded; ``docs/decisions/`` explains why.
"""

from collections.abc import Iterable, Sequence
from fractions import Fraction
from typing import NamedTuple

from bot.review.values import CENT, RoundReview

__all__ = ["Account", "accounts", "total"]


class Account(NamedTuple):
    """The result of one or several rounds for one seat, in points."""

    against: Fraction
    """Points against the field."""
    own: Fraction
    """The effect of the seat's own choices: 0 where each was the best one, else below."""
    others: Fraction
    """The effect of the others' choices: what this seat gained by what they gave away."""

    @property
    def luck(self) -> Fraction:
        """The effect of the cards."""
        return self.against - self.own - self.others


def accounts(played: RoundReview) -> tuple[Account, ...]:
    """Return each seat's account of a round; there are at least two seats."""
    losses = [Fraction(loss, CENT) for loss in played.losses]
    return tuple(
        Account(_field(played.points, seat) - points, -losses[seat], _field(losses, seat))
        for seat, points in enumerate(played.points)
    )


def total(rounds: Iterable[RoundReview], seat: int) -> Account:
    """Return a seat's account of several rounds."""
    found = [accounts(played)[seat] for played in rounds]
    return Account(
        sum((each.against for each in found), Fraction()),
        sum((each.own for each in found), Fraction()),
        sum((each.others for each in found), Fraction()),
    )


def _field(figures: Sequence[Fraction] | Sequence[int], seat: int) -> Fraction:
    """Return the mean of the others' figures."""
    return Fraction(sum(figures) - figures[seat]) / (len(figures) - 1)
