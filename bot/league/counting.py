"""Who counts in a finished match, and what it is worth: the same for all games."""

from collections.abc import Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import Final, NamedTuple

from bot.game.contract import Seat
from bot.league.ratings import Rating

__all__ = [
    "FULL_POINTS",
    "HALF",
    "Pair",
    "Player",
    "has_line",
    "have_met",
    "is_absent",
    "is_rated",
    "pairs",
]

HALF: Final = 0.5
"""The share of their own turns that people must play for a match to count for them."""

FULL_POINTS: Final = 100
"""Points for a match in which somebody is ahead of everybody they met."""

_NOTHING: Final[Mapping[str, int]] = MappingProxyType({})


class Player(NamedTuple):
    """A seat of a finished match. Kai's own seats have a level, people's have none."""

    seat: Seat
    user: int | None
    """None for Kai, and for former players."""
    kai: str | None
    rank: int
    """From 1; equal results share one."""
    share: float = 1.0
    """The share of the turns that the owner played, 0 to 1."""
    stayed: bool = True
    """Whether the owner was there at the end."""
    rating: Rating | None = None
    """For a former player: the rating from before the match, as it was stored."""
    total: int = 0
    """The score of the match."""
    rounds: Sequence[int] = ()
    """The scores of its rounds; of a stored result the lowest and the highest are enough."""
    facts: Mapping[str, int] = _NOTHING
    """What was counted about the seat, by the names of the game's ``fact_labels``."""


class Pair(NamedTuple):
    """What one player has made of another: 1 for being ahead, 0.5 for a tie, else 0."""

    player: Player
    other: Player
    score: float


def has_line(player: Player) -> bool:
    """Whether a match counts for this player: a person who played half of their turns."""
    return player.kai is None and player.share >= HALF


def is_absent(player: Player) -> bool:
    """Whether a person left a match to Kai, for more than half of it."""
    return player.kai is None and player.share < HALF


def is_rated(players: Sequence[Player]) -> bool:
    """Whether a match counts for anybody: at least two people have to have played it."""
    return sum(map(has_line, players)) >= 2


def pairs(players: Sequence[Player]) -> Iterator[Pair]:
    """Yield how each person did against each other person, both ways.

    Nobody beats anybody after leaving: where the better of two was not there at the end, because
    they left, disappeared or were removed, the two have not met.
    """
    counted = [player for player in players if has_line(player)]
    for player in counted:
        for other in counted:
            if other is not player and have_met(player, other):
                yield Pair(player, other, _score(player, other))


def have_met(player: Player, other: Player) -> bool:
    """Whether the better of two was there at the end; both, if they are equal."""
    if player.rank == other.rank:
        return player.stayed and other.stayed
    return player.stayed if player.rank < other.rank else other.stayed


def _score(player: Player, other: Player) -> float:
    return 0.5 if player.rank == other.rank else float(player.rank < other.rank)
