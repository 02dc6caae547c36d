"""Storage of puzzles grown from a server's own matches, and of consents; ``db`` implements it."""

from collections.abc import Collection, Mapping
from typing import Final, NamedTuple, Protocol

__all__ = ["MOST_A_DAY", "MOST_KEPT", "Consents", "Grown", "GrownAnswer", "Match", "NewPuzzle"]

MOST_A_DAY: Final = 4
"""How many puzzles grow on a server each day."""

MOST_KEPT: Final = 200
"""How many puzzles a server has of each game; then the oldest go."""


class Match(NamedTuple):
    """A finished match."""

    table: str
    guild: int
    game: str
    people: Collection[int]
    """Everybody who had a seat."""
    ended_at: int
    """Milliseconds since 1970."""


class NewPuzzle(NamedTuple):
    """A puzzle, as it is stored."""

    puzzle: str
    """Its id."""
    day: int
    """The day on which it was made; people may meet it from the next one on."""
    body: str
    """The puzzle as JSON: see :class:`bot.puzzle.puzzle.Puzzle`."""


class GrownAnswer(NamedTuple):
    """What somebody has chosen first in a grown puzzle."""

    puzzle: str
    user: int
    """Below zero for a former player."""
    choice: str
    """The action, in the game's notation."""
    best: bool
    at: int
    """Milliseconds since 1970."""


class Consents(Protocol):
    """Who lets puzzles be made from their matches. All calls raise ``StoreUnavailableError``."""

    async def agreed(self, user: int) -> bool:
        """Whether a person lets them be made."""

    async def agree(self, user: int, now: int) -> None:
        """Let them be made from a person's matches that end from now on (ms since 1970)."""

    async def withdraw(self, user: int) -> None:
        """Let no more be made, and delete those that were, with all answers to them."""


class Grown(Consents, Protocol):
    """Grown puzzles. All calls raise ``StoreUnavailableError``.

    A puzzle is hidden from everybody as long as one of those who played keeps their results to
    themselves, and on the day on which it was made: it could be told whose match it is from.
    """

    async def may_grow(self, match: Match, day: int) -> bool:
        """Whether a puzzle of a match may be stored, as :meth:`add` finds it."""

    async def add(self, match: Match, new: NewPuzzle, most: int) -> bool:
        """Store a puzzle, and delete the oldest ones of the game beyond :data:`MOST_KEPT`.

        False, and nothing is stored, unless everybody who had a seat has agreed before the match
        ended, still does, and shows their results to others; if the server has
        :data:`MOST_A_DAY` of that day, or the match ``most``; or if the puzzle is known.
        """

    async def next(self, guild: int, user: int, today: int) -> str | None:
        """Return a puzzle of a server that a person has not answered; None if there is none."""

    async def body(self, guild: int, puzzle: str, today: int) -> str | None:
        """Return a puzzle of a server as JSON; None if there is none, or it is hidden."""

    async def answer(self, answer: GrownAnswer) -> bool:
        """Store a first answer; False, and nothing is stored, if there is one, or no puzzle."""

    async def own(self, puzzle: str, user: int) -> str | None:
        """Return what a person has chosen first; None if they haven't."""

    async def counts(self, guild: int, puzzle: str) -> Mapping[str, int]:
        """Return how many people have made which choice."""
