"""Luck and choices: points against the field = luck + own choices + others' choices, exactly.

A seat's points *against the field* in a round are the mean of the others' points less its own,
including doubling, or the other way round where the highest points are best: above 0 it did better
than the others. Over all seats they add up to 0.

Where points decide a round and not the match, the chance to win the match takes their place, in
percent: what it has grown by. That adds up to 0, too.

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
    """The result of one or several rounds for one seat, in points or in percent."""

    against: Fraction
    """Points against the field, or what the chance to win has grown by."""
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
        Account(_against(played, seat), -losses[seat], _field(losses, seat))
        for seat in range(len(losses))
    )


def total(rounds: Iterable[RoundReview], seat: int) -> Account:
    """Return a seat's account of several rounds."""
    found = [accounts(played)[seat] for played in rounds]
    return Account(
        sum((each.against for each in found), Fraction()),
        sum((each.own for each in found), Fraction()),
        sum((each.others for each in found), Fraction()),
    )


def _against(played: RoundReview, seat: int) -> Fraction:
    if played.gained is not None:
        return Fraction(played.gained[seat], CENT)
    ahead = _field(played.points, seat) - played.points[seat]
    return ahead if played.lowest else -ahead


def _field(figures: Sequence[Fraction] | Sequence[int], seat: int) -> Fraction:
    """Return the mean of the others' figures."""
    return Fraction(sum(figures) - figures[seat]) / (len(figures) - 1)
