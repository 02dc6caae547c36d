"""What a person has reached on a server, and the medians that it is compared with."""

from typing import NamedTuple


class GameTotals(NamedTuple):
    """A person's results at a game, of all time."""

    game: str
    name: str
    """The person's name in the latest match."""
    matches: int
    wins: int
    points: int
    abandoned: int
    opponents: int


class Opponent(NamedTuple):
    """Someone whom a person has met, and how the person did, in all games together."""

    user: int
    name: str
    won: int
    tied: int
    lost: int


class Company(NamedTuple):
    """The people whom a person has met in rated matches."""

    most: tuple[Opponent, ...] = ()
    """Those met most often, the most matches first."""
    people: int = 0
    """How many they all are."""
    ties: int = 0
    """How often a match ended level with one of them."""
    even: int = 0
    """With how many the person is level, after :data:`LEVEL_AFTER` matches or more."""


class Elsewhere(NamedTuple):
    """Rated matches on other servers, all together."""

    matches: int
    wins: int


class Medians(NamedTuple):
    """What the people of a server come to at a game: each the median of the people's own."""

    points: float
    """Points a match."""
    wins: float
    """The share of matches won, 0 to 1."""
    rounds: float
    """Rounds won a match."""
    left: float
    """The share of ranked matches that were left to Kai, 0 to 1."""
    opponents: float
    """Different people met."""
