"""The league of one server in memory: what booking its results one after the other leads to."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from bot.league.book import BEST, Before, Booked, Match, Met, Rated, Totals, book
from bot.league.periods import ALL_TIME
from bot.tables.core.store import MatchResult
from bot.tables.league.results import league_match
from db.engine.statements import Rows
from db.repositories.booking import ratings_rows, totals_rows, versus_rows
from db.schema import ratings, totals, versus

if TYPE_CHECKING:
    from bot.league.bands import Band

__all__ = ["Books"]


class Books:
    """Books a server's results in order, as :class:`db.repositories.booking.Bookings` does.

    It holds a line for each person, period and pair of people, and no result.
    """

    def __init__(self, guild: int) -> None:
        self._guild = guild
        self._rated: dict[tuple[str, Band], dict[int, Rated]] = defaultdict(dict)
        self._games: dict[str, _Game] = defaultdict(_Game)

    def book(self, result: MatchResult) -> Booked:
        """Book a result that counts; return what it changes."""
        match = league_match(result)
        game = self._games[result.game]
        rated = self._rated[result.game, match.band]
        booked = book(match, Before(rated, game.totals, game.met, game.best))
        rated.update(booked.rated)
        game.add(match, booked, {seat.user: seat.name for seat in result.seats if seat.user})
        return booked

    def rows(self) -> Rows:
        """Return all rows of totals, ratings and versus."""
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
                for row in versus_rows(self._guild, name, game.met)
            ],
        }


class _Game:
    """What a game's results have led to; the fields are those of :class:`Before`."""

    def __init__(self) -> None:
        self.totals: dict[tuple[int, str], Totals] = {}
        self.met: dict[tuple[int, int], Met] = {}
        self.best: dict[tuple[int, str], Sequence[int]] = {}
        self.names: dict[str, dict[int, str]] = defaultdict(dict)
        """By period and user: from the latest match of that period."""

    def add(self, match: Match, booked: Booked, names: Mapping[int, str]) -> None:
        self.totals.update(booked.totals)
        self.met.update(booked.met)
        points = {
            player.user: booked.seats[player.seat].points
            for player in match.players
            if player.user is not None and player.seat in booked.seats
        }
        for user, period in booked.totals:
            self.names[period][user] = names[user]
            if period != ALL_TIME and user in points:
                best = [*self.best.get((user, period), ()), points[user]]
                self.best[user, period] = sorted(best, reverse=True)[:BEST]

    def of(self, period: str) -> Mapping[tuple[int, str], Totals]:
        """Return the totals of one period."""
        return {(user, period): self.totals[user, period] for user in self.names[period]}
