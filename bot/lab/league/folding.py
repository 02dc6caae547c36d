"""Fold matches into ratings, without the caps of the league or with them."""

from collections.abc import Iterator, Mapping

from bot.lab.league.world import Ended, Match
from bot.league.book import Match as LeagueMatch
from bot.league.book import Rated, Totals
from bot.league.counting import Player, attendance
from bot.league.ratings import Entrant, Rating, idle, rate
from bot.league.shelf import Shelf

__all__ = ["Capped", "Fold"]

_DAY = 86_400_000
_THERE = Ended("lost", 1.0)


class Fold:
    """The ratings of a league, match by match. Mutable.

    ``anchors`` are the ratings of Kai's seats, by their negative numbers.
    """

    def __init__(self, anchors: Mapping[int, Rating] | None = None) -> None:
        self._anchors = anchors or {}
        self._ratings: dict[int, tuple[Rating, float]] = {}

    def rating(self, player: int) -> Rating:
        """Return a rating as it was after the player's last match."""
        if player in self._anchors:
            return self._anchors[player]
        return self._ratings.get(player, (Rating(), 0.0))[0]

    def add(self, match: Match) -> None:
        """Fold in the next match in order of time."""
        entrants = [
            Entrant(self._rested(player, match.day), rank, fixed=player in self._anchors)
            for player, rank in zip(match.players, match.ranks, strict=True)
        ]
        for player, rating in zip(match.players, rate(entrants), strict=True):
            if player not in self._anchors:
                self._ratings[player] = (rating, match.day)

    def _rested(self, player: int, day: float) -> Rating:
        last = self._ratings.get(player, (Rating(), day))[1]
        return idle(self.rating(player), day - last)


class Capped:
    """The same as the league books it, with all that it counts. Mutable.

    There is one rating for tables of all sizes, as in :class:`Fold`. The league begins in 1970.
    """

    def __init__(self, anchors: Mapping[int, Rating] | None = None) -> None:
        self._anchors = anchors or {}
        self._rated: dict[int, Rated] = {}
        self._shelf = Shelf()

    def rating(self, player: int) -> Rating:
        """Return a rating as it was after the player's last match."""
        if player in self._anchors:
            return self._anchors[player]
        return self._rated.get(player, Rated()).rating

    def totals(self, player: int, period: str) -> Totals:
        """Return a player's results in a season (:mod:`bot.league.periods`)."""
        return self._shelf.totals.get((player, period), Totals())

    def forget(self, player: int) -> None:
        """Forget a person, and what others have done with them, as no deletion does any more."""
        totals, met = self._shelf.totals, self._shelf.met
        for line in [line for line in totals if line[0] == player]:
            del totals[line]
        for pair in [pair for pair in met if player in pair]:
            del met[pair]
        self._rated.pop(player, None)

    def add(self, match: Match) -> None:
        """Book the next match in order of time."""
        players = tuple(self._players(match))
        anchors = {str(player): rating for player, rating in self._anchors.items()}
        self._shelf.book(LeagueMatch(round(match.day * _DAY), players, anchors), self._rated)

    def _players(self, match: Match) -> Iterator[Player]:
        for seat, (player, rank) in enumerate(zip(match.players, match.ranks, strict=True)):
            if player in self._anchors:
                yield Player(seat, None, str(player), rank)
            else:
                ended = match.ended.get(seat, _THERE)
                judged = attendance(
                    ended.share, there=ended.how == "lost", removed=ended.how == "removed"
                )
                yield Player(seat, player, None, rank, share=ended.share, attendance=judged)
