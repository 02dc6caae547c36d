"""The review of a match as a value, stored as JSON: what follows from it for each seat.

Losses and costs are in whole hundredths, so that sums are exact: of a point, or, where
:attr:`Review.by_chance`, of a percent of the chance to win the match.

**Accuracy**, from 0 to 1, halves with each point lost per choice on average: a curve as that of
lichess (https://lichess.org/page/accuracy), with a number that can be said in a sentence.

**Luck and choices**: points against the field = luck + own choices + others' choices, exactly. A
seat's points *against the field* in a round are the mean of the others' points less its own,
including doubling, or the other way round where the highest points are best. Where points decide a
round and not the match, it is what the chance to win the match has grown by, in percent.

Every choice has an expected margin: the points against the field after it, given good play by
everyone. The *loss* of a choice is the best choice's margin less its own. What one seat gives away,
the others gain in equal shares. So own choices = - one's own losses, others' choices = the mean of
the others' losses, and luck is the rest: everything that nobody chose. Each of the three adds up to
0 over all seats, own and others' choices together. Nothing is rounded; ``docs/decisions/`` explains
why.
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
    """In the match, see ``Stage.turn``."""
    own_turn: int
    """Among those of its seat in the round, from 1."""
    cost: int
    """Of all decisions in the turn, in hundredths."""
    ply: int
    """Actions of the record before the decision, without those taken back."""
    chosen: str
    """In the game's notation."""
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
    """Including doubling."""
    losses: tuple[int, ...]
    """Of all choices, in hundredths."""
    choices: tuple[int, ...]
    """In which something could be lost."""
    sound: tuple[int, ...]
    """Those of them that lost next to nothing."""
    lowest: bool = True
    gained: tuple[int, ...] | None = None
    """Of the chance to win the match, in hundredths of a percent; None where points count."""


class _Rounds(BaseModel):
    rounds: tuple[RoundReview, ...]


class Review(_Value):
    """The review of a finished match."""

    rounds: tuple[RoundReview, ...]
    slips: tuple[tuple[Slip, ...], ...]
    """For each seat its costliest turns, the costliest first."""
    chances: tuple[tuple[tuple[int, float], ...], ...]
    """For each seat, pairs of turn and chance to win as the seat knew it; last the result."""
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
    """Return a seat's accuracy in some rounds, 1 if it lost nothing; None without a choice."""
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
    """0 where each of the seat's choices was the best one, else below."""
    others: Fraction
    """What this seat gained by what the others gave away."""

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
    """Of the review's making; others are not used."""
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
