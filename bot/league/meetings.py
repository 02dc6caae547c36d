"""Who has met whom in a match, and whether they count for each other."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from bot.game.contract import Seat
from bot.league.caps import Duel, Limit, Record, Why, has_met_enough, needed
from bot.league.caps import points_limit as points_limit_of
from bot.league.caps import rating_limit as rating_limit_of
from bot.league.counting import Pair, Player, has_line, have_met, pairs
from bot.league.lines import Before, Limits, Match, Met, Rated, Totals
from bot.league.periods import ALL_TIME, month_number, week_number

__all__ = ["Meetings", "meet"]


@dataclass(frozen=True, slots=True)
class Meetings:
    """Who has met whom in a match, and what they have done with it."""

    pairs: Sequence[Pair]
    met: Mapping[tuple[int, int], Met]
    """By user and other user: of those who have met in this match."""
    paired: frozenset[Seat]
    """The seats of those who have met one person alone."""
    records: Mapping[int, Record]
    """By user."""
    people: int
    """How many people have a line at the game; more than enough are told as enough."""

    def of(self, player: Player) -> Sequence[Pair]:
        """Return how a player did against each person they met."""
        return [pair for pair in self.pairs if pair.player is player]

    def limits(self, player: Player) -> Limits:
        """Return who does not count for a person. Former players count for everybody's points."""
        points: dict[Seat, Limit] = {}
        rating: dict[Seat, Limit] = {}
        for pair in self.of(player):
            duel = self._duel(player, pair.other)
            if limit := points_limit_of(duel) if duel else None:
                points[pair.other.seat] = limit
            if limit := rating_limit_of(duel) if duel else self._own_limit(player):
                rating[pair.other.seat] = limit
        return Limits(points, rating)

    def tells(self, player: Player, other: Player) -> float:
        """Return how much another seat tells about a player's strength, 0 or 1.

        Kai and former players tell something about everybody who is new no more.
        """
        if not have_met(player, other):
            return 0.0
        duel = self._duel(player, other)
        limit = rating_limit_of(duel) if duel else self._own_limit(player)
        return float(limit is None)

    def _duel(self, player: Player, other: Player) -> Duel | None:
        """Return a pair's figures; None for Kai and former players, who have none."""
        if player.user is None or other.user is None:
            return None
        line = self.met[player.user, other.user]
        alone = {player.seat, other.seat} <= self.paired
        return Duel(
            self.records[player.user],
            self.records[other.user],
            line.this_week,
            line.this_month if alone else 0,
            self.people,
        )

    def _own_limit(self, player: Player) -> Limit | None:
        if player.user is None or has_met_enough(self.records[player.user], self.people):
            return None
        return Limit(Why.OWN_NEW, needed(self.people))


def meet(match: Match, before: Before) -> Meetings:
    """Return who has met whom in a match that counts."""
    played = tuple(pairs(match.players))
    others = Counter(pair.player.seat for pair in played)
    paired = frozenset(seat for seat, count in others.items() if count == 1)
    met = dict(_met(match, played, paired, before))
    found = {
        player.user: before.totals.get((player.user, ALL_TIME), Totals()).opponents
        for player in match.players
        if player.user is not None
    }
    for (user, _), line in met.items():
        found[user] += line.matches == 1
    records = {
        user: Record(opponents, before.rated.get(user, Rated()).matches)
        for user, opponents in found.items()
    }
    here = {player.user for player in match.players if player.user is not None and has_line(player)}
    return Meetings(played, met, paired, records, len(here.union(before.people)))


def _met(
    match: Match, played: Sequence[Pair], paired: frozenset[Seat], before: Before
) -> Iterator[tuple[tuple[int, int], Met]]:
    """Yield how the people of a match have done against each other, with this match."""
    week, month = week_number(match.finished_at), month_number(match.finished_at)
    for player, other, score in played:
        if player.user is None or other.user is None:
            continue
        old = before.met.get((player.user, other.user), Met())
        new = old._replace(
            matches=old.matches + 1,
            won=old.won + (score == 1),
            tied=old.tied + (score == 0.5),
            week=week,
            this_week=old.this_week + 1 if old.week == week else 1,
        )
        if {player.seat, other.seat} <= paired:
            this_month = old.this_month + 1 if old.month == month else 1
            new = new._replace(month=month, this_month=this_month)
        yield (player.user, other.user), new
