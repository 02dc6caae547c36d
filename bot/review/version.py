"""Versions of reviews: which games can be reviewed, and which stored reviews are outdated."""

from bot.games.players import advice_version
from bot.review.making import VERSION

__all__ = ["review_version"]


def review_version(game: str) -> str | None:
    """Return the version of a game's reviews; None if the game cannot be reviewed.

    Stored reviews of another version are made again.
    """
    advice = advice_version(game)
    return None if advice is None else f"{VERSION}.{advice}"
