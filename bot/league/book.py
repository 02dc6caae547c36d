"""Book a finished match: what it changes in the league, as a pure function of what was before.

Storage keeps what :func:`book` returns, so that standings need not read a single match; a
:class:`GameLedger` for each game on each server books all results again, and gets the same.
"""

from collections.abc import Iterator, Mapping
from typing import Final, NamedTuple

from bot.league import counting
from bot.league.caps import ENOUGH_PEOPLE
from bot.league.counting import FULL_POINTS, HALF, Entrant, Player, Rating
from bot.league.lines import BEST, Before, Bests, Booked, Match, Met, Rated, SeatBooked, Totals
from bot.league.meetings import Meetings, meet, with_earlier
from bot.league.periods import ALL_TIME, periods

VERSION: Final = 2
"""Raised when results are counted otherwise: the next start then counts all of them again."""

_DAY: Final = 86_400_000


class _Line(NamedTuple):
    user: int
    player: Player
    booked: SeatBooked
    opponents: int
    """How many different people they have met, in this match too."""
    earlier: int | None
    """Of the others, those met before a deletion (:class:`Totals`)."""


def book(match: Match, before: Before) -> Booked:
    """Return what a match that may count changes. Former players are met, but have no lines."""
    if not counting.counts(match.players):
        return Booked()
    before = with_earlier(match, before)
    meetings = meet(match, before)
    ratings = _ratings(match, before, meetings)
    seats = {
        player.seat: _seat(match, player, meetings, before, ratings)
        for player in match.players
        if counting.has_line(player, match.players)
    }
    totals: dict[tuple[int, str], Totals] = {}
    facts: dict[tuple[int, str], int] = {}
    bests: dict[tuple[int, str], Bests] = {}
    rated: dict[int, Rated] = {}
    for player in match.players:
        if player.user is not None and player.seat in seats:
            user, old = player.user, before.rated.get(player.user, Rated())
            line = _Line(user, player, seats[player.seat], *meetings.opponents[user])
            totals.update(_totals(match, line, before))
            facts.update(_facts(line, before))
            bests.update(_bests(match, line, before))
            # Who goes early has shown nothing, and is not proven by it.
            matches = old.matches + (player.share >= HALF)
            rated[user] = Rated(line.booked.after, matches, match.finished_at, old.earlier)
    return Booked(seats, rated, totals, meetings.met, facts, bests)


def _seat(
    match: Match, player: Player, meetings: Meetings, before: Before, ratings: Mapping[int, Rating]
) -> SeatBooked:
    met, limits = meetings.of(player), meetings.limits(player)
    scores = [pair.score for pair in met if pair.other.seat not in limits.points]
    return SeatBooked(
        rank=player.rank if player.played else len(match.players),
        points=counting.half_up(FULL_POINTS * sum(scores) / len(scores)) if scores else 0,
        won=all(pair.score == 1 for pair in met),
        before=_before(match, player, before),
        after=ratings[player.seat],
        limits=limits,
    )


def _totals(match: Match, line: _Line, before: Before) -> Iterator[tuple[tuple[int, str], Totals]]:
    for period in periods(match.finished_at):
        key, points = (line.user, period), line.booked.points
        old = before.totals.get(key, Totals())
        best = sorted([*before.best.get(key, ()), points], reverse=True)
        yield (
            key,
            old._replace(
                matches=old.matches + 1,
                wins=old.wins + line.booked.won,
                abandoned=old.abandoned + (not line.player.played),
                points=sum(best[:BEST]) if period else old.points + points,
                opponents=0 if period else line.opponents,
                earlier=None if period else line.earlier,
            ),
        )


def _bests(match: Match, line: _Line, before: Before) -> Iterator[tuple[tuple[int, str], Bests]]:
    key, player = (line.user, match.kind), line.player
    old = before.bests.get(key, Bests())
    if match.full_length and player.played:
        yield (
            key,
            Bests(
                old.matches + 1,
                min(_known(old.lowest_total, player.total)),
                max(_known(old.highest_total, player.total)),
                min(_known(old.lowest_round, *player.rounds), default=None),
                max(_known(old.highest_round, *player.rounds), default=None),
            ),
        )


def _known(*scores: int | None) -> list[int]:
    return [score for score in scores if score is not None]


def _facts(line: _Line, before: Before) -> Iterator[tuple[tuple[int, str], int]]:
    for fact, count in line.player.facts.items() if line.player.played else ():
        yield (line.user, fact), before.facts.get((line.user, fact), 0) + count


def _before(match: Match, player: Player, before: Before) -> Rating:
    """Return a seat's rating before a match; what is known of idle people has faded."""
    if player.user is None:
        return player.rating or Rating()
    old = before.rated.get(player.user)
    if old is None:
        return Rating()
    return counting.idle(old.rating, max(0, (match.finished_at - old.at) / _DAY))


def _ratings(match: Match, before: Before, meetings: Meetings) -> Mapping[int, Rating]:
    """Return the ratings after a match, by seat; who has gone is last, with all turns."""
    last = len(match.players) + 1
    found: list[tuple[Player, Entrant]] = []
    for player in match.players:
        if counting.took_part(player):
            old, fixed = _before(match, player, before), player.user is None
            rank, share = (player.rank, player.share) if player.played else (last, 1.0)
            found.append((player, Entrant(old, rank, share, fixed)))
        elif player.kai is not None and player.kai in match.anchors:
            kai = Entrant(match.anchors[player.kai], player.rank, fixed=True)
            found.append((player, kai))

    def weight(about: int, other: int) -> float:
        return meetings.tells(found[about][0], found[other][0])

    after = counting.rate([entrant for _, entrant in found], weight)
    return {player.seat: new for (player, _), new in zip(found, after, strict=True)}


class GameLedger:
    """Books matches, and keeps what the next need, as :class:`Before`, but no match. Mutable."""

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
