"""Who says what the choices of a match were worth."""

from typing import NamedTuple

from bot.games.players import judge_for, reviewer_for
from bot.kai.advice import AnyAdviser

__all__ = ["Advisers", "advisers_for"]


class Advisers(NamedTuple):
    """The advisers of a review."""

    first: AnyAdviser
    """Looks at every choice."""
    closer: AnyAdviser
    """Looks again at the turns that seem the costliest; it may be the same."""


def advisers_for(game: str) -> Advisers | None:
    """Return a game's advisers; None if its matches cannot be reviewed."""
    first, closer = reviewer_for(game), judge_for(game)
    return None if first is None or closer is None else Advisers(first, closer)
