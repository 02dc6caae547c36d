"""The lines of one game on one server in memory: what booking its matches in order leads to."""

from bot.league.book import BEST, Before, Bests, Booked, Match, Met, Rated, Totals, book
from bot.league.caps import ENOUGH_PEOPLE
from bot.league.periods import ALL_TIME

__all__ = ["Shelf"]


class Shelf:
    """Books matches, and keeps what the next ones need: a line for each, and no match. Mutable.

    The fields are those of :class:`bot.league.lines.Before`.
    """

    def __init__(self) -> None:
        self.totals: dict[tuple[int, str], Totals] = {}
        self.met: dict[tuple[int, int], Met] = {}
        self.facts: dict[tuple[int, str], int] = {}
        self.bests: dict[tuple[int, str], Bests] = {}
        self._best: dict[tuple[int, str], list[int]] = {}
        self._people: set[int] = set()

    def book(self, match: Match, rated: dict[int, Rated]) -> Booked:
        """Book the next match; ``rated`` has the ratings at its band, and gets the new ones."""
        kept = (self.totals, self.met, self._best, self.facts, self.bests)
        before = Before(rated, *kept, self._people)
        booked = book(match, before)
        rated.update(booked.rated)
        self.totals.update(booked.totals)
        self.met.update(booked.met)
        self.facts.update(booked.facts)
        self.bests.update(booked.bests)
        if len(self._people) < ENOUGH_PEOPLE:  # More make no difference.
            # Who came back after a deletion is among them already, as who they were.
            self._people.update(
                user for user in booked.rated if self.totals[user, ALL_TIME].earlier is None
            )
        self._keep_best(match, booked)
        return booked

    def _keep_best(self, match: Match, booked: Booked) -> None:
        points = {
            player.user: booked.seats[player.seat].points
            for player in match.players
            if player.user is not None and player.seat in booked.seats
        }
        for user, period in booked.totals:
            if period != ALL_TIME and user in points:
                best = [*self._best.get((user, period), ()), points[user]]
                self._best[user, period] = sorted(best, reverse=True)[:BEST]
