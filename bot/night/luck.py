"""How much luck is left in an event with boards, estimated from its own results.

A person's boards differ by luck: what the others at their table did, what they drew, how they
played that day. The *spread* is the standard deviation of one board around the person's own mean,
pooled over all people, because nobody plays enough boards to tell their own. After n boards the
mean is off by spread / sqrt(n), its standard error. The difference of two people is off by sqrt(2)
times that, and by a little more, because they are compared with each other: the percentages of N
tables have a fixed sum, so what one gains the others lose, and the variance grows by N / (N - 1). A
difference of two standard errors is taken for one of skill; equal people show one in twenty times.
All figures are in percent.
"""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from math import ceil, inf, sqrt
from statistics import mean, variance
from typing import Final

__all__ = ["ENOUGH", "boards_to_tell", "share_of_luck", "spread", "standard_error"]

ENOUGH: Final = 12
"""Boards beyond everyone's first from which the spread can be estimated: to about a fifth."""

ERRORS: Final = 2
"""A difference of so many standard errors is taken for one of skill."""


def spread(boards: Mapping[int, Sequence[Fraction]]) -> float | None:
    """Return by how much one board differs from a person's mean.

    None as long as nobody has played two boards.
    """
    freedom = _freedom(boards)
    if not freedom:
        return None
    return sqrt(sum(map(_squares, boards.values())) / freedom)


def standard_error(spread: float, boards: int) -> float:
    """Return by how much a person's mean of so many boards is off; infinite for none."""
    return spread / sqrt(boards) if boards else inf


def share_of_luck(boards: Mapping[int, Sequence[Fraction]]) -> float | None:
    """Return which share of the differences between people's means is luck, from 0 to 1.

    It is the variance that luck gives the means, divided by the variance that they have. It is 1
    if the means differ by no more than luck makes them, or not at all. None as long as there are
    fewer than :data:`ENOUGH` boards to estimate it from, or fewer than two people.
    """
    played = [each for each in boards.values() if each]
    found = spread(boards)
    if found is None or len(played) < 2 or _freedom(boards) < ENOUGH:
        return None
    differ = variance(float(sum(each, Fraction(0)) / len(each)) for each in played)
    luck = mean(standard_error(found, len(each)) ** 2 for each in played)
    return min(1.0, luck / differ) if differ else 1.0


def boards_to_tell(difference: float, spread: float, tables: int) -> int:
    """Return after how many boards two people who differ by so much are told apart.

    That is, how many each has to play for the difference to be two of its standard errors, if both
    sit in the same seat and each board is played at so many tables.

    ``ValueError`` if they do not differ, or for fewer than two tables.
    """
    if difference <= 0 or tables < 2:
        raise ValueError("people who do not differ, or are not compared, are never told apart")
    compared = tables / (tables - 1)
    return ceil(2 * compared * (ERRORS * spread / difference) ** 2)


def _freedom(boards: Mapping[int, Sequence[Fraction]]) -> int:
    """Return how many boards there are beyond everyone's first: the degrees of freedom."""
    return sum(len(each) - 1 for each in boards.values() if each)


def _squares(boards: Sequence[Fraction]) -> Fraction:
    """Return the sum of the squares of how far boards are from their mean; 0 without any."""
    if not boards:
        return Fraction(0)
    mean = sum(boards, Fraction(0)) / len(boards)
    return sum(((each - mean) ** 2 for each in boards), Fraction(0))
