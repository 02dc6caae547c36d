"""Who has met whom in a match, whether they count for each other, and what is known from before.

**Before a deletion.** When a person comes back who had their data deleted, whom they have met, how
often, and what of the caps is used goes on counting, to protect the others; none of it is shown.
Each deletion ends one of their *lives*: what the league counts goes on under an id below zero, and
the next life begins with what :class:`bot.league.lines.Earlier` says.
"""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from bot.game.contract import Seat
from bot.league import caps
from bot.league.counting import (
    START_MEAN,
    Pair,
    Player,
    Rating,
    company,
    has_line,
    have_met,
    pairs,
    took_part,
)
from bot.league.lines import Before, Known, Limits, Match, Met, Rated, Totals
from bot.league.periods import ALL_TIME, month_number, week_number


@dataclass(frozen=True, slots=True)
class Meetings:
    """Who has met whom in a match, and what they have done with it."""

    pairs: Sequence[Pair]
    met: Mapping[tuple[int, int], Met]
    """By user and other user: of those who took part in this match."""
    company: Collection[Seat]
    """The seats of those whom others can really meet."""
    records: Mapping[int, caps.Record]
    opponents: Mapping[int, tuple[int, int | None]]
    """By user: how many different people they have met, and only before a deletion."""
    people: int
    """With a line at the game; more than enough are told as enough."""

    def of(self, player: Player) -> Sequence[Pair]:
        """Return how a player did against each person they met."""
        return [pair for pair in self.pairs if pair.player is player]

    def limits(self, player: Player) -> Limits:
        """Return who does not count for a person. Former players count for everyone's points."""
        points: dict[Seat, caps.Limit] = {}
        rating: dict[Seat, caps.Limit] = {}
        for pair in self.of(player):
            duel = self._duel(player, pair.other)
            if limit := caps.points_limit(duel) if duel else None:
                points[pair.other.seat] = limit
            if limit := self._rating_limit(player, pair.other):
                rating[pair.other.seat] = limit
        return Limits(points, rating)

    def tells(self, player: Player, other: Player) -> float:
        """Return how much another seat tells about a player's strength, 0 to 1.

        Kai and former players tell something about everyone who is new no more; but Kai nothing
        about someone who played alone with it. Someone who has gone tells as much as the share of
        their turns.
        """
        met = [pair.other for pair in self.of(player)]
        alone_with_kai = player.played and not any(each.played for each in met)
        told = other in met or (other.kai is not None and not alone_with_kai)
        if not told or self._rating_limit(player, other):
            return 0.0
        return 1.0 if other.played else other.share

    def _rating_limit(self, player: Player, other: Player) -> caps.Limit | None:
        duel = self._duel(player, other)
        return caps.rating_limit(duel) if duel else self._own_limit(player)

    def _duel(self, player: Player, other: Player) -> caps.Duel | None:
        """Return a pair's figures; Kai and former players have none."""
        if player.user is None or other.user is None:
            return None
        line = self.met[player.user, other.user]
        return caps.Duel(
            self.records[player.user],
            self.records[other.user],
            line.this_week,
            line.this_month if _alone(player, other, self.company) else 0,
            self.people,
        )

    def _own_limit(self, player: Player) -> caps.Limit | None:
        if player.user is None or caps.has_met_enough(self.records[player.user], self.people):
            return None
        return caps.Limit(caps.Why.OWN_NEW, caps.needed(self.people))


def meet(match: Match, before: Before) -> Meetings:
    """Return who has met whom in a match that counts."""
    real = {player.seat for player in company(match.players)}
    met, found = dict[tuple[int, int], Met](), dict[int, Totals]()
    for player in match.players:
        if player.user is not None:
            found[player.user] = before.totals.get((player.user, ALL_TIME), Totals())
    for player, other, user, other_user in _together(match.players):
        old = before.met.get((user, other_user), Met())
        alone = _alone(player, other, real)
        new = _met(match.finished_at, old, player, other, alone=alone)
        met[user, other_user] = new
        if new.matches == 1 > old.matches:
            found[user] = _with_opponent(found[user], new)
    records = {user: _record(line, before.rated.get(user, Rated())) for user, line in found.items()}
    # Who came back after a deletion is there already, as who they were.
    here = {
        player.user
        for player in match.players
        if player.user is not None
        and has_line(player, match.players)
        and found[player.user].earlier is None
    }
    opponents = {user: (line.opponents, line.earlier) for user, line in found.items()}
    people = len(here.union(before.people))
    return Meetings(tuple(pairs(match.players)), met, real, records, opponents, people)


def _with_opponent(line: Totals, met: Met) -> Totals:
    if met.known == 2:
        return line
    if met.known and line.earlier:
        line = line._replace(earlier=line.earlier - 1)
    return line._replace(opponents=line.opponents + 1)


def _record(line: Totals, rated: Rated) -> caps.Record:
    return caps.Record(met_before(line), rated.matches + rated.earlier)


def _together(players: Sequence[Player]) -> Iterator[tuple[Player, Player, int, int]]:
    for player in filter(took_part, players):
        for other in filter(took_part, players):
            if player is not other and player.user is not None and other.user is not None:
                yield player, other, player.user, other.user


def _alone(player: Player, other: Player, real: Collection[Seat]) -> bool:
    return not {*real} - {player.seat, other.seat}


def _met(at: int, old: Met, player: Player, other: Player, *, alone: bool) -> Met:
    # Whatever became of the two, it uses up what may count between them: else one of them might
    # go as often as it takes until the seat ends behind the other.
    week, month = week_number(at), month_number(at)
    this_week = old.this_week + 1 if old.week == week else 1
    new = old._replace(week=week, this_week=this_week)
    if alone:
        this_month = old.this_month + 1 if old.month == month else 1
        new = new._replace(month=month, this_month=this_month)
    if not have_met(player, other):
        return new
    return new._replace(
        matches=old.matches + 1,
        won=old.won + (player.played and (not other.played or player.rank < other.rank)),
        tied=old.tied + (player.played and other.played and player.rank == other.rank),
    )


def with_earlier(match: Match, before: Before) -> Before:
    """Return what is stored about a match's people; where nothing is, of their earlier lives."""
    if not match.earlier:
        return before
    totals, rated, met = dict(before.totals), dict(before.rated), dict(before.met)
    users = {player.seat: player.user for player in match.players}
    for seat, earlier in match.earlier.items():
        user = users[seat]
        if user is None:
            continue
        if earlier.met is not None:
            totals.setdefault((user, ALL_TIME), Totals(earlier=earlier.met))
        if earlier.rated is not None:
            rated.setdefault(user, earlier.rated)
        for other_seat, known in earlier.known.items():
            other = users[other_seat]
            if other is not None:
                met.setdefault((user, other), _begun(known))
    return replace(before, totals=totals, rated=rated, met=met)


def met_before(latest: Totals) -> int:
    """Return how many people someone had met by the end of a life, and in those before it."""
    return latest.opponents + (latest.earlier or 0)


def restarted(lives: Iterable[Rated]) -> Rated | None:
    """Return the rating with which a new life begins; ``lives`` are the earlier ones, latest first.

    A person may have learned, so it is provisional; but nobody gets rid of a low rating.
    """
    for last in lives:
        mean = min(last.rating.mean, START_MEAN)
        return Rated(Rating(mean), earlier=last.matches + last.earlier)
    return None


def known_from(of_own_life: Sequence[Met], of_others: Sequence[Met]) -> Known | None:
    """Return what two people begin with who sat together in earlier lives.

    ``of_own_life``: how the person did, in this life, against the other in earlier ones.
    ``of_others``: all that was before this life.
    """
    every = (*of_own_life, *of_others)
    if not every:
        return None
    known = 0
    if any(met.matches or met.known == 2 for met in of_own_life):
        known = 2
    elif any(met.matches or met.known for met in every):
        known = 1
    week, this_week = max((met.week, met.this_week) for met in every)
    month, this_month = max((met.month, met.this_month) for met in every)
    return Known(known, week, this_week, month, this_month)


def _begun(met: Known) -> Met:
    week, month = (met.week, met.this_week), (met.month, met.this_month)
    return Met(0, 0, 0, *week, *month, met.known)
