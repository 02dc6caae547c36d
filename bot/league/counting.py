"""Who counts in a finished match, what it is worth, and ratings: the same for all games.

A rating is a fold over results, by the pairwise Bradley-Terry update of Weng and Lin ("A Bayesian
Approximation Method for Online Ranking", 2011, algorithm 1, all pairs), with a weight for each
pair, which may differ by direction.

**Anchors** are the fixed ratings of Kai's levels, as the arena measured them (``ratings`` of
``bot.kai.kai.Kai``). A level without one tells nothing about the others.
"""

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from enum import StrEnum
from fractions import Fraction
from math import floor
from types import MappingProxyType
from typing import Final, Literal, NamedTuple, TypeAlias

from bot.game.contract import Seat

BETA: Final = 400 / math.log(10) / math.sqrt(2)
"""By how much one performance varies: 400 points more are then odds of ten to one."""

START_MEAN: Final = 1500.0
START_DEVIATION: Final = 2 * BETA

FLOOR: Final = 45.0
"""No update lowers a deviation below this, so that a rating can always follow someone's skill.

A win against an equal who is just as settled then moves 5.6 points.
"""

PROVISIONAL_ABOVE: Final = 1.5 * BETA
"""A rating with a larger deviation is provisional: some ten matches end it."""

IDLE_VARIANCE: Final = 71.0
"""How much the variance grows in a day without a match, in points squared.

A deviation of 90, after some 85 matches, is provisional again after a year away; after forty
matches it takes nine to eleven months.
"""

ANCHOR_DEVIATION: Final = 45.0
"""How certain the arena's figures are: one standard error of the least certain is 40.

Hard and expert at Kapow! are less certain than that; they are from 40 and 30 matches.
"""


class Rating(NamedTuple):
    """What is known of someone's strength, in points."""

    mean: float = START_MEAN
    deviation: float = START_DEVIATION


class Entrant(NamedTuple):
    """A seat of a finished match."""

    rating: Rating
    """Before the match."""
    rank: int
    """The best is the lowest; equal ranks are a tie."""
    share: float = 1.0
    """Which part of the seat's turns this player took, 0 to 1."""
    fixed: bool = False
    """The rating does not change: Kai's at a level, or that of a former player."""


def rate(
    entrants: Sequence[Entrant], weight: Callable[[int, int], float] = lambda _i, _j: 1.0
) -> tuple[Rating, ...]:
    """Return the ratings after a match, in the order of the entrants.

    Each pair counts as a match of two, with the weight ``share * share * weight(i, j)`` over the
    number of the others: a match of eight moves nobody more than a match of two. ``weight`` says
    how much ``j`` tells about ``i``, from 0 to 1; it is asked at most once for each direction, and
    not about fixed entrants. Raises ``ValueError`` for a share or a weight outside of 0 to 1.
    """
    shifts, learned = [0.0] * len(entrants), [0.0] * len(entrants)
    for j, second in enumerate(entrants):
        for i in range(j):
            first = entrants[i]
            pair = _part(first.share) * _part(second.share) / (len(entrants) - 1)
            about_first = 0.0 if first.fixed or not pair else pair * _part(weight(i, j))
            about_second = 0.0 if second.fixed or not pair else pair * _part(weight(j, i))
            if not about_first and not about_second:
                continue
            spread = _spread(first.rating, second.rating)
            odds = _logistic((first.rating.mean - second.rating.mean) / spread)
            surprise = (_result(first.rank, second.rank) - odds) / spread
            news = odds * (1 - odds) / spread**3
            shifts[i] += about_first * surprise
            shifts[j] -= about_second * surprise
            learned[i] += about_first * news
            learned[j] += about_second * news
    return tuple(map(_moved, entrants, shifts, learned))


def idle(rating: Rating, days: float) -> Rating:
    """Return a rating after days without a match: the deviation grows, up to a new player's.

    Raises ``ValueError`` for less than no days.
    """
    if days < 0:
        raise ValueError(f"{days} days are less than none")
    grown = math.sqrt(rating.deviation**2 + IDLE_VARIANCE * days)
    return rating._replace(deviation=max(rating.deviation, min(grown, START_DEVIATION)))


def is_provisional(rating: Rating) -> bool:
    """Return whether too little is known: fewer than some ten matches, or none for a year."""
    return rating.deviation > PROVISIONAL_ABOVE


def matches_to_settle(rating: Rating) -> int:
    """Return after how many more matches of two equals a rating is no longer provisional."""
    matches = 0
    while is_provisional(rating):
        rating, _ = rate([Entrant(rating, 1), Entrant(rating, 1)])
        matches += 1
    return matches


def chance(first: Rating, second: Rating) -> float:
    """Return the probability that the first does better than the second, 0 to 1."""
    return _logistic((first.mean - second.mean) / _spread(first, second))


def anchor(mean: int) -> Rating:
    """Return the rating of a level with this mean; its entrants are ``fixed``."""
    return Rating(float(mean), ANCHOR_DEVIATION)


def _moved(entrant: Entrant, shift: float, learned: float) -> Rating:
    mean, deviation = entrant.rating
    if entrant.fixed or not learned:
        return entrant.rating
    kept = math.sqrt(max(0.0, 1 - deviation**3 * learned))
    return Rating(mean + deviation**2 * shift, min(deviation, max(FLOOR, deviation * kept)))


def _part(value: float) -> float:
    if not 0 <= value <= 1:
        raise ValueError(f"a share or weight of {value} is not within 0 and 1")
    return value


def _spread(first: Rating, second: Rating) -> float:
    return math.sqrt(first.deviation**2 + second.deviation**2 + 2 * BETA**2)


def _result(rank: int, other: int) -> float:
    return 0.5 if rank == other else float(rank < other)


def _logistic(value: float) -> float:
    """Return 1 / (1 + e^-value), for values of any size."""
    return (1 + math.tanh(value / 2)) / 2


HALF: Final = 0.5
"""The share of their own turns that people must play to have played a match."""

FULL_POINTS: Final = 100
"""For a match in which someone is ahead of everyone they met."""

_NOTHING: Final[Mapping[str, int]] = MappingProxyType({})

Band: TypeAlias = Literal["2", "3-4", "5+"]
"""How many seats a match has."""

BANDS: Final[tuple[Band, ...]] = ("2", "3-4", "5+")


class Attendance(StrEnum):
    """How a person who was dealt in has attended a match, judged at its end.

    Leaving saves nothing: it loses to everyone who played, whatever Kai made of the seat, and
    nobody who played loses to such a seat. The seat of someone who was removed counts as it ended,
    or not at all.
    """

    PLAYED = "played"
    """There at the end, or removed by others; and half of their own turns were theirs."""
    GONE = "gone"
    """Left, or away at the end, or there with less than half of their own turns."""
    ABSENT = "absent"
    """Removed by others before half of their own turns: nobody has met them."""


class Player(NamedTuple):
    """A seat of a finished match. Kai's own seats have a level, people's have none."""

    seat: Seat
    user: int | None
    """Below zero for former players; None for Kai, and for those deleted by old versions."""
    kai: str | None
    rank: int
    """From 1; equals share one."""
    share: float = 1.0
    """Of the turns that the owner played, 0 to 1."""
    attendance: Attendance = Attendance.PLAYED
    """Of Kai's own seats always the same."""
    rating: Rating | None = None
    """Of a former player, before the match."""
    total: int = 0
    rounds: Sequence[int] = ()
    """Scores; of a stored result the lowest and the highest are enough."""
    facts: Mapping[str, int] = _NOTHING
    """By the names of the game's ``fact_labels``."""

    @property
    def played(self) -> bool:
        """Whether this player has played the match; Kai always has."""
        return self.attendance is Attendance.PLAYED


class Pair(NamedTuple):
    """What one player has made of another: 1 for being ahead, 0.5 for a tie, else 0."""

    player: Player
    other: Player
    score: float


def attendance(share: float, *, there: bool, removed: bool = False) -> Attendance:
    """Judge a person by the share of their turns, and by whether they were there at the end."""
    if removed:
        return Attendance.PLAYED if share >= HALF else Attendance.ABSENT
    return Attendance.PLAYED if there and share >= HALF else Attendance.GONE


def took_part(player: Player) -> bool:
    """Whether this is a person who has played a match or gone from it."""
    return player.kai is None and player.attendance is not Attendance.ABSENT


def counts(players: Sequence[Player]) -> bool:
    """Whether a match counts: of at least two people who took part, one has played it."""
    people = [player for player in players if took_part(player)]
    return len(people) > 1 and any(player.played for player in people)


def company(players: Sequence[Player]) -> Sequence[Player]:
    """Return the people whom others can really meet: those who took half of their own turns.

    Accounts that only sit down and leave are no company for two who farm each other.
    """
    return [player for player in players if took_part(player) and player.share >= HALF]


def has_line(player: Player, players: Sequence[Player]) -> bool:
    """Whether a match counts for this player.

    It does as a loss for all who went, and for those who played unless Kai finished ahead of them
    from the seats of all the others.
    """
    if not took_part(player) or not counts(players):
        return False
    return not player.played or any(_score(player, other) is not None for other in players)


def pairs(players: Sequence[Player]) -> Iterator[Pair]:
    """Yield how each person did against each other person, both ways."""
    for player in players:
        for other in players:
            score = _score(player, other)
            if score is not None:
                yield Pair(player, other, score)


def have_met(one: Player, other: Player) -> bool:
    """Whether two people have met, the same for both: who goes early was not really there."""
    both = min(one.share, other.share) >= HALF
    return both and None not in (_score(one, other), _score(other, one))


def half_up(value: float | Fraction) -> int:
    """Round to a whole number, a half up, as all figures of points and percent."""
    return floor(value + Fraction(1, 2))


def _score(player: Player, other: Player) -> float | None:
    """Return what a person has made of another one; None if there was nothing to be made.

    Who goes loses to all who played: those have won only if the seat ended behind them, because
    what Kai did better doesn't count.
    """
    if player.seat == other.seat or not (took_part(player) and took_part(other)):
        return None
    if not other.played:
        return 1.0 if player.played and player.rank < other.rank else None
    if not player.played:
        return 0.0
    return 0.5 if player.rank == other.rank else float(player.rank < other.rank)


def band_of(seats: int) -> Band:
    """Return the band of a match with a number of seats; ``ValueError`` for fewer than two."""
    if seats < 2:
        raise ValueError(f"a match of {seats} has no ranks")
    if seats == 2:
        return "2"
    return "3-4" if seats <= 4 else "5+"
