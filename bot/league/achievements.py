"""Achievements: what a person can reach once, by playing well or with many, not by playing long."""

from collections.abc import Callable
from typing import Final, NamedTuple

from bot.league.counting import BANDS, Band

UPSET: Final = 200
DROUGHT: Final = 5
STREAK: Final = 3
PUNCTUAL: Final = 20
COMPANY: Final = 10
DAILY_STREAK: Final = 7
DAILY_MONTH: Final = 30
SOME_DAILY_WINS: Final = 10
DAILY_WINS: Final = 20
PUZZLES: Final = 10
MANY_PUZZLES: Final = 100
LEVEL_AFTER: Final = 10


class Career(NamedTuple):
    """What a person has played on a server, as far as achievements go by it."""

    games_left: int = 1
    """Games in which no match was won yet."""
    bands_won: frozenset[Band] = frozenset()
    """Sizes of tables."""
    won_against_three: bool = False
    upset: bool = False
    drought: int = 0
    """The longest run of matches without a win that a win has ended."""
    streak: int = 0
    """The longest run of wins."""
    punctual: int = 0
    """Latest matches in a row in which no turn ran out of time, up to :data:`PUNCTUAL`."""
    opponents: int = 0
    ties: int = 0
    even: int = 0
    """People beaten as often as they won, after :data:`LEVEL_AFTER` matches or more."""
    medals: int = 0
    """Past seasons that ended in the first three places."""
    daily_streak: int = 0
    """The longest, in days."""
    daily_wins: int = 0
    nights: int = 0
    """At which a table was finished."""
    nights_won: int = 0
    puzzles: int = 0
    """Daily puzzles in which the best choice was found; they belong to no server."""
    complete: int = 0
    """Games in which everything that is counted has happened at least once."""


class Goal(NamedTuple):
    """An achievement: what it is called, what is to be done, and whether it is."""

    title: str
    text: str
    reached: Callable[[Career], bool]
    of_server: bool = True
    """Whether it's about what was played on the server."""


GOALS: Final[tuple[Goal, ...]] = (
    Goal(
        "One against three",
        "Win a match against at least three other people.",
        lambda career: career.won_against_three,
    ),
    Goal("All-rounder", "Win at every game.", lambda career: career.games_left == 0),
    Goal(
        "Any table",
        "Win at a table of two, one of three or four, and a larger one.",
        lambda career: len(career.bands_won) == len(BANDS),
    ),
    Goal(
        "Giant-killer",
        f"Finish ahead of someone rated at least {UPSET} points above you.",
        lambda career: career.upset,
    ),
    Goal("Hat-trick", "Win three matches in a row.", lambda career: career.streak >= STREAK),
    Goal(
        "Back again",
        "Win after five matches without a win.",
        lambda career: career.drought >= DROUGHT,
    ),
    Goal("Podium", "Finish a season in the top three.", lambda career: career.medals > 0),
    Goal("Dead heat", "Tie a match with someone.", lambda career: career.ties > 0),
    Goal(
        "Nothing in it",
        f"Win as often as you lose against someone, in at least {LEVEL_AFTER} matches.",
        lambda career: career.even > 0,
    ),
    Goal(
        "Good company",
        f"Play with {COMPANY} different people.",
        lambda career: career.opponents >= COMPANY,
    ),
    Goal(
        "On the dot",
        f"Play your last {PUNCTUAL} matches without running out of time.",
        lambda career: career.punctual >= PUNCTUAL,
    ),
    Goal(
        "Card a day",
        f"Play the daily deal {DAILY_STREAK} days in a row.",
        lambda career: career.daily_streak >= DAILY_STREAK,
    ),
    Goal(
        "Month of cards",
        f"Play the daily deal {DAILY_MONTH} days in a row.",
        lambda career: career.daily_streak >= DAILY_MONTH,
    ),
    Goal(
        "Ahead of Kai",
        f"Beat Kai in {SOME_DAILY_WINS} daily deals.",
        lambda career: career.daily_wins >= SOME_DAILY_WINS,
    ),
    Goal(
        "Even on Mondays",
        f"Beat Kai in {DAILY_WINS} daily deals.",
        lambda career: career.daily_wins >= DAILY_WINS,
    ),
    Goal(
        "Good eye",
        f"Find the best choice in {PUZZLES} daily puzzles.",
        lambda career: career.puzzles >= PUZZLES,
        of_server=False,
    ),
    Goal(
        "Sharp eye",
        f"Find the best choice in {MANY_PUZZLES} daily puzzles.",
        lambda career: career.puzzles >= MANY_PUZZLES,
        of_server=False,
    ),
    Goal("Night owl", "Play at a league night.", lambda career: career.nights > 0),
    Goal("Star of the night", "Win a league night.", lambda career: career.nights_won > 0),
    Goal(
        "Seen it all",
        "Do everything that your profile counts in a game.",
        lambda career: career.complete > 0,
    ),
)
"""In the order of a profile."""
