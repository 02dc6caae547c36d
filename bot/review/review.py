"""The review of a match as a value, stored as JSON: what follows from it for each seat.

Losses and costs are in whole hundredths, so that sums are exact: of a point, or, where
:attr:`Review.by_chance`, of a percent of the chance to win the match.

**Accuracy** is how well a player chose, from 0 to 1: by what their choices lost on average. A chess
site tells accuracy as 103.17 e^(-0.0435 x) - 3.17 percent, where a move loses x percent of the
chance to win (https://lichess.org/page/accuracy). This is such a curve with a number that can be
said in a sentence: accuracy halves with each point lost per choice.

**Luck and choices**: points against the field = luck + own choices + others' choices, exactly. A
seat's points *against the field* in a round are the mean of the others' points less its own,
including doubling, or the other way round where the highest points are best: above 0 it did better
than the others. Over all seats they add up to 0. Where points decide a round and not the match, the
chance to win the match takes their place, in percent: what it has grown by. That adds up to 0, too.

Every choice has an expected margin: the points against the field to expect after it, given good
play by everyone. The *loss* of a choice is the best choice's margin less its own. A loss does not
change anyone's cards: what one seat gives away, the others gain in equal shares, since points
against the field add up to 0. So

    own choices     = - one's own losses             (never above 0)
    others' choices = the mean of the others' losses (never below 0)
    luck            = points against the field - own choices - others' choices

Own and others' choices together add up to 0 over all seats, as points against the field do, and so
does luck. Luck is everything that nobody chose: better or worse cards than expected, and the seat's
place in the order of play. Nothing is rounded; ``docs/decisions/`` explains why.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Final, NamedTuple

from pydantic import BaseModel, ConfigDict, JsonValue

from bot.game.contract import Seat
from bot.kai.advice import CENT

HALF: Final = 1.0
"""Points lost per choice that halve it."""

HALF_BY_CHANCE: Final = 5.0
"""The same in percent of the chance to win the match."""


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
    """How many actions of the record come before the decision, without those taken back."""
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


def accuracy(rounds: Iterable[RoundReview], seat: Seat) -> float | None:
    """Return a seat's accuracy in some rounds, 1 if it lost nothing; None without a choice.

    Only choices in which something could be lost are counted.
    """
    played = [*rounds]
    choices = sum(each.choices[seat] for each in played)
    if not choices:
        return None
    lost = sum(each.losses[seat] for each in played) / CENT / choices
    half = HALF if all(each.gained is None for each in played) else HALF_BY_CHANCE
    return float(2.0 ** (-lost / half))


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


def read_rounds(text: str) -> tuple[RoundReview, ...]:
    """Parse the rounds alone, which is quicker; ``ValueError`` for what is no review."""
    return _Rounds.model_validate_json(text).rounds


def read_review(text: str) -> Review:
    """Parse the output of ``model_dump_json``; ``ValueError`` for anything else."""
    return Review.model_validate_json(text)


@dataclass(frozen=True, slots=True)
class StoredReview:
    """A match's review, or the request for one."""

    table: str
    version: str
    """The version of the review's making; reviews of another version are not used."""
    asked_at: int
    """Milliseconds since 1970."""
    body: str | None
    """A :class:`bot.review.review.Review` as JSON; None until it is finished."""


def own_review(body: str, seat: Seat) -> JsonValue:
    """Return the part of a review that is about one seat, as JSON; None if it cannot be read."""
    try:
        review = read_review(body)
    except ValueError:
        return None
    rounds: list[JsonValue] = [
        {
            "points": one.points[seat],
            "lost_hundredths": one.losses[seat],
            "choices": one.choices[seat],
            "sound": one.sound[seat],
        }
        for one in review.rounds
    ]
    return {
        "rounds": rounds,
        "slips": [slip.model_dump(mode="json") for slip in review.slips[seat]],
        "chances": [list(point) for point in review.chances[seat]],
    }
