"""The league of one server in memory: what booking its results one after the other leads to."""

from collections import defaultdict
from collections.abc import Mapping
from typing import TYPE_CHECKING

from bot.league.book import Booked, Rated, Totals
from bot.league.shelf import Shelf
from bot.tables.core.entries import FORMER
from bot.tables.core.store import MatchResult
from bot.tables.league.results import league_match
from db.engine.statements import Rows
from db.repositories.booking import bests_rows, facts_rows, ratings_rows, totals_rows, versus_rows
from db.schema import bests, facts, ratings, totals, versus

if TYPE_CHECKING:
    from bot.league.bands import Band

__all__ = ["Books"]


class Books:
    """Books a server's results in order, as :class:`db.repositories.booking.Bookings` does.

    It holds a line for each person, period, fact, kind and pair of people, and no result.
    """

    def __init__(self, guild: int) -> None:
        self._guild = guild
        self._rated: dict[tuple[str, Band], dict[int, Rated]] = defaultdict(dict)
        self._games: dict[str, _Game] = defaultdict(_Game)

    def book(self, result: MatchResult) -> Booked:
        """Book a result that counts; return what it changes."""
        match = league_match(result)
        game = self._games[result.game]
        booked = game.shelf.book(match, self._rated[result.game, match.band])
        names = {seat.user: seat.name for seat in result.seats if seat.user is not None}
        for user, period in booked.totals:
            game.names[period][user] = names.get(user, FORMER.name)
        return booked

    def rows(self) -> Rows:
        """Return all rows of totals, ratings, versus, facts and bests."""
        return {
            totals: [
                row
                for name, game in self._games.items()
                for period, names in game.names.items()
                for row in totals_rows(self._guild, name, game.of(period), names)
            ],
            ratings: [
                row
                for (name, band), lines in self._rated.items()
                for row in ratings_rows(self._guild, name, band, lines)
            ],
            versus: [
                row
                for name, game in self._games.items()
                for row in versus_rows(self._guild, name, game.shelf.met)
            ],
            facts: [
                row
                for name, game in self._games.items()
                for row in facts_rows(self._guild, name, game.shelf.facts)
            ],
            bests: [
                row
                for name, game in self._games.items()
                for row in bests_rows(self._guild, name, game.shelf.bests)
            ],
        }


class _Game:
    """What a game's results have led to."""

    def __init__(self) -> None:
        self.shelf = Shelf()
        self.names: dict[str, dict[int, str]] = defaultdict(dict)
        """By period and user: from the latest match of that period."""

    def of(self, period: str) -> Mapping[tuple[int, str], Totals]:
        """Return the totals of one period."""
        return {(user, period): self.shelf.totals[user, period] for user in self.names[period]}
