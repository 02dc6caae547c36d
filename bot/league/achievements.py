"""Achievements: what a person can reach once, by playing well or with many, not by playing long."""

from collections.abc import Callable
from typing import Final, NamedTuple

from bot.league.counting import BANDS, Band

UPSET: Final = 200
"""Points of rating by which someone is a giant to others."""

DROUGHT: Final = 5
"""Matches in a row without a win, after which a win is a special one."""

STREAK: Final = 3
"""Wins in a row."""

PUNCTUAL: Final = 20
"""Latest matches in which no turn may have run out of time."""

COMPANY: Final = 10
"""Different people to have met."""

DAILY_STREAK: Final = 7
"""Days in a row with a finished daily deal."""

DAILY_MONTH: Final = 30
"""The same, for the longer streak."""

SOME_DAILY_WINS: Final = 10
"""Daily deals in which Kai was beaten."""

DAILY_WINS: Final = 20
"""The same, for the next achievement."""

PUZZLES: Final = 10
"""Daily puzzles in which the best choice was found."""

MANY_PUZZLES: Final = 100
"""The same, for the next achievement."""

LEVEL_AFTER: Final = 10
"""Matches against the same person after which being level is remarkable."""


class Career(NamedTuple):
    """What a person has played on a server, as far as achievements go by it."""

    games_left: int = 1
    """Games in which no match was won yet."""
    bands_won: frozenset[Band] = frozenset()
    """The sizes of tables at which a match was won."""
    won_against_three: bool = False
    """Whether a match was won in which at least three other people were behind."""
    upset: bool = False
    """Whether someone rated :data:`UPSET` points higher was behind in a match."""
    drought: int = 0
    """The longest run of matches without a win that a win has ended."""
    streak: int = 0
    """The longest run of wins."""
    punctual: int = 0
    """Latest matches in a row in which no turn ran out of time, :data:`PUNCTUAL` at most."""
    opponents: int = 0
    """Different people met."""
    ties: int = 0
    """Times of ending level with someone."""
    even: int = 0
    """People against whom as many matches were won as lost, after :data:`LEVEL_AFTER` or more."""
    medals: int = 0
    """Past seasons that ended in the first three places."""
    daily_streak: int = 0
    """The longest run of daily deals, in days."""
    daily_wins: int = 0
    """Daily deals in which Kai had more points."""
    nights: int = 0
    """League nights at which a table was finished."""
    nights_won: int = 0
    """Those of them in which everyone else was behind."""
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
    """Whether it's about what was played on the server, and not about what belongs to none."""


GOALS: Final[tuple[Goal, ...]] = (
    Goal(
        "One against three",
        "Win a match against at least three other people.",
        lambda career: career.won_against_three,
    ),
    Goal("All-rounder", "Win at every game.", lambda career: career.games_left == 0),
    Goal(
        "Any table",
        "Win at a table of two, at one of three or four, and at a larger one.",
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
        "Win after five or more matches without a win.",
        lambda career: career.drought >= DROUGHT,
    ),
    Goal(
        "Podium",
        "Finish a season in the top three.",
        lambda career: career.medals > 0,
    ),
    Goal("Dead heat", "Tie a match with someone.", lambda career: career.ties > 0),
    Goal(
        "Nothing in it",
        (
            f"Have as many wins as losses against a person you've played at least {LEVEL_AFTER} "
            "times."
        ),
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
        "In one game, do everything your profile counts at least once.",
        lambda career: career.complete > 0,
    ),
)
"""All achievements, in the order of a profile."""
