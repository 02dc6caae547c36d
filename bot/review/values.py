"""The review of a match as a value, and as JSON.

Losses and costs are whole hundredths of a point, so that all sums of them are exact.
"""

from typing import Final

from pydantic import BaseModel, ConfigDict

from bot.game.contract import Seat

__all__ = ["CENT", "Review", "RoundReview", "Slip", "Weighed", "read_review"]

CENT: Final = 100
"""Hundredths in a point."""


class _Value(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class Weighed(_Value):
    """A choice and what it promised the seat that had it: see :class:`bot.kai.advice.Prospect`."""

    action: str
    """In the game's notation."""
    points: float
    """Its own points to expect of the round."""
    field: float
    """The mean of the others' points to expect of the round."""
    chance: float
    """Its chance to win the match, from 0 to 1."""

    @property
    def margin(self) -> float:
        """By how many points of the round it promised to do better than the field."""
        return self.field - self.points


class Slip(_Value):
    """A turn that cost its seat something, by the decision that cost the most of it."""

    seat: Seat
    round: int
    """From 1."""
    turn: int
    """As the game's stage counts them, over all rounds."""
    own_turn: int
    """Which of its seat's turns in the round it was, from 1."""
    cost: int
    """What all decisions of the turn cost, in hundredths of a point."""
    ply: int
    """How many actions of the record come before the decision."""
    chosen: str
    """What was done, in the game's notation."""
    choices: tuple[Weighed, ...]
    """The best first; what was chosen is among them."""

    @property
    def best(self) -> Weighed:
        """What would have been better."""
        return self.choices[0]

    @property
    def taken(self) -> Weighed:
        """What was chosen."""
        return next(each for each in self.choices if each.action == self.chosen)


class RoundReview(_Value):
    """A round: an item for each seat in each field."""

    points: tuple[int, ...]
    """The points scored, doubling included."""
    losses: tuple[int, ...]
    """What its choices cost it, in hundredths of a point."""
    choices: tuple[int, ...]
    """How many choices it had in which anything could be lost."""
    sound: tuple[int, ...]
    """In how many of them it lost next to nothing."""


class Review(_Value):
    """A finished match, looked back on."""

    rounds: tuple[RoundReview, ...]
    slips: tuple[tuple[Slip, ...], ...]
    """For each seat its costliest turns, the costliest first."""
    chances: tuple[tuple[tuple[int, float], ...], ...]
    """For each seat its chance to win the match as it knew it: turn and chance, in order.

    The last is how the match ended: 1 for a win, a share of it for a shared first place, else 0.
    """
    starts: tuple[int, ...]
    """The turn with which each round began."""

    @property
    def seats(self) -> int:
        """How many seats the match had."""
        return len(self.slips)


def read_review(text: str) -> Review:
    """Read what ``model_dump_json`` wrote; ``ValueError`` for anything else."""
    return Review.model_validate_json(text)
