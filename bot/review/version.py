"""Which games can be reviewed, and by what."""

from bot.games.players import advice_version
from bot.review.making import VERSION

__all__ = ["review_version"]


def review_version(game: str) -> str | None:
    """Return what a review of a game is made by now; None for a game that cannot be reviewed.

    A review that was made by another version is another one, and is made anew.
    """
    advice = advice_version(game)
    return None if advice is None else f"{VERSION}.{advice}"
