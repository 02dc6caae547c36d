"""A short match with costly turns, and what fast judges make of it."""

from collections.abc import Sequence
from functools import cache
from typing import Final

from bot.game.record import Record
from bot.games.kabobo.rules.game import KABOBO
from bot.kai.advice import AnyAdviser
from bot.puzzle.growing import candidates, grown
from bot.puzzle.puzzle import Puzzle
from bot.review.values import Review
from tests.review.matches import match, reviewed
from tests.review.quick import QUICK, QUICK_KABOBO

__all__ = ["JUDGES", "costly_match", "costly_review", "puzzles_of_it", "quick_judges"]

JUDGES: Final = tuple(QUICK.with_dice(number) for number in range(3))


def quick_judges(game: str) -> Sequence[AnyAdviser]:
    """Return fast judges of a game."""
    if game == KABOBO.name:
        return tuple(QUICK_KABOBO.with_dice(number) for number in range(3))
    return JUDGES


def costly_match() -> Record:
    """A match of two who play at random."""
    return match(2, 1)


def costly_review() -> Review:
    """The review of it."""
    return reviewed(costly_match())


@cache
def puzzles_of_it() -> Sequence[Puzzle]:
    """The puzzles that grow from it."""
    record = costly_match()
    plies = candidates(record, costly_review())
    return tuple(grown(record, plies, JUDGES, lambda: True))
