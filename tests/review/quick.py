"""Fast advisers for tests: with them a review takes a second instead of a minute."""

from typing import Final

from bot.games.kabobo.kai.expert import ExpertKabobo
from bot.games.kabobo.rules.game import KABOBO
from bot.games.kapow.kai.players import Budget, SearchingKapow
from bot.games.kapow.rules.game import KAPOW
from bot.review.making import Advisers

QUICK: Final = SearchingKapow(Budget(24, 1, 3))
"""Like the real adviser, but with very few playouts."""


QUICK_KABOBO: Final = ExpertKabobo(4)
"""The same for a game with hidden hands, in which the highest points are best."""


def quick_advisers(game: str) -> Advisers | None:
    advisers = {
        KAPOW.name: Advisers(QUICK, QUICK),
        KABOBO.name: Advisers(QUICK_KABOBO, QUICK_KABOBO),
    }
    return advisers.get(game)
