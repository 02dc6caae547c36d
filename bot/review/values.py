"""The review of a match as a value, stored as JSON.

Losses and costs are in whole hundredths, so that sums are exact: of a point, or, where
:attr:`Review.by_chance`, of a percent of the chance to win the match.
"""

from pydantic import BaseModel, ConfigDict

from bot.game.contract import Seat
from bot.kai.measure import CENT

__all__ = ["CENT", "EvaluatedChoice", "Review", "RoundReview", "Slip", "read_review", "read_rounds"]


class _Value(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class EvaluatedChoice(_Value):
    """A choice and its evaluation: see :class:`bot.kai.advice.Prospect`."""

    action: str
    """In the game's notation."""
    points: float
    """Expected points of the seat in the round."""
    field: float
    """Expected points of the other seats in the round, on average."""
    chance: float
    """The chance to win the match, from 0 to 1."""
    lowest: bool = True
    """Whether the lowest points are best."""

    @property
    def margin(self) -> float:
        """How much better than the field it was expected to do in the round, in points."""
        return self.field - self.points if self.lowest else self.points - self.field


class Slip(_Value):
    """A costly turn, shown by its costliest decision."""

    seat: Seat
    round: int
    """From 1."""
    turn: int
    """The number of the turn in the match, see ``Stage.turn``."""
    own_turn: int
    """The number of the turn among those of its seat in the round, from 1."""
    cost: int
    """The cost of all decisions in the turn, in hundredths."""
    ply: int
    """How many actions of the record come before the decision."""
    chosen: str
    """The chosen action, in the game's notation."""
    choices: tuple[EvaluatedChoice, ...]
    """Best first; the chosen action is among them."""

    @property
    def best(self) -> EvaluatedChoice:
        """The best choice."""
        return self.choices[0]

    @property
    def taken(self) -> EvaluatedChoice:
        """The chosen action."""
        return next(each for each in self.choices if each.action == self.chosen)


class RoundReview(_Value):
    """A round; each field has one item for each seat."""

    points: tuple[int, ...]
    """Points scored, including doubling."""
    losses: tuple[int, ...]
    """The total loss of all choices, in hundredths."""
    choices: tuple[int, ...]
    """The number of choices in which something could be lost."""
    sound: tuple[int, ...]
    """How many of these lost next to nothing."""
    lowest: bool = True
    """Whether the lowest points are best."""
    gained: tuple[int, ...] | None = None
    """By how much the chance to win the match has grown, in hundredths of a percent.

    The sum is 0. None where choices are compared by points.
    """


class _Rounds(BaseModel):
    rounds: tuple[RoundReview, ...]


class Review(_Value):
    """The review of a finished match."""

    rounds: tuple[RoundReview, ...]
    slips: tuple[tuple[Slip, ...], ...]
    """For each seat its costliest turns, the costliest first."""
    chances: tuple[tuple[tuple[int, float], ...], ...]
    """For each seat, pairs of turn and chance to win as the seat knew it, in order.

    The last chance is the result: 1 for a win, a share for a shared win, otherwise 0.
    """
    starts: tuple[int, ...]
    """The first turn of each round."""

    @property
    def seats(self) -> int:
        """The number of seats."""
        return len(self.slips)

    @property
    def by_chance(self) -> bool:
        """Whether choices are compared by the chance to win the match, and not by points."""
        return any(played.gained is not None for played in self.rounds)


def read_rounds(text: str) -> tuple[RoundReview, ...]:
    """Parse the rounds alone, which is quicker; ``ValueError`` for what is no review."""
    return _Rounds.model_validate_json(text).rounds


def read_review(text: str) -> Review:
    """Parse the output of ``model_dump_json``; ``ValueError`` for anything else."""
    return Review.model_validate_json(text)
