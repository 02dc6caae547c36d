"""Who counts in a finished match, and what it is worth: the same for all games."""

from collections.abc import Iterator, Mapping, Sequence
from enum import StrEnum
from fractions import Fraction
from math import floor
from types import MappingProxyType
from typing import Final, Literal, NamedTuple, TypeAlias

from bot.game.contract import Seat
from bot.league.ratings import Rating

HALF: Final = 0.5
"""The share of their own turns that people must play to have played a match."""

FULL_POINTS: Final = 100
"""Points for a match in which someone is ahead of everyone they met."""

_NOTHING: Final[Mapping[str, int]] = MappingProxyType({})

Band: TypeAlias = Literal["2", "3-4", "5+"]
"""How many seats a match has."""

BANDS: Final[tuple[Band, ...]] = ("2", "3-4", "5+")


class Attendance(StrEnum):
    """How a person who was dealt in has attended a match, judged at its end.

    A player who left has lost to everyone who played, whatever Kai made of the seat: so leaving
    saves nothing. And nobody who played loses to a seat that Kai plays for someone who went. Who
    was removed is not to blame: their seat counts as it ended, or not at all.
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
    """Below zero for former players; None for Kai, and for those whom earlier versions deleted."""
    kai: str | None
    rank: int
    """From 1; equal results share one."""
    share: float = 1.0
    """The share of the turns that the owner played, 0 to 1."""
    attendance: Attendance = Attendance.PLAYED
    """Of Kai's own seats always the same."""
    rating: Rating | None = None
    """For a former player: the rating from before the match, as it was stored."""
    total: int = 0
    """The score of the match."""
    rounds: Sequence[int] = ()
    """The scores of its rounds; of a stored result the lowest and the highest are enough."""
    facts: Mapping[str, int] = _NOTHING
    """What was counted about the seat, by the names of the game's ``fact_labels``."""

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

    It does for all who went, as a loss, and for those who played if there was anyone to be ahead
    of or behind: not if Kai finished ahead of them from the seats of all the others.
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
    """Whether two people have met, for both: who goes early was not really there.

    It is the same both ways, so that it can stand between the two: "Ann leads Bob 3 : 1".
    """
    both = min(one.share, other.share) >= HALF
    return both and None not in (_score(one, other), _score(other, one))


def half_up(value: float | Fraction) -> int:
    """Round to a whole number, a half up: so figures of points and percent are rounded."""
    return floor(value + Fraction(1, 2))


def _score(player: Player, other: Player) -> float | None:
    """Return what a person has made of another one; None if there was nothing to be made.

    Who goes loses to all who played. Those have won if the seat ended behind them, as they would
    have without Kai; if it ended ahead of them or level, that was Kai's doing.
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
