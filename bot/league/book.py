"""Book a finished match: what it changes in the league, as a pure function of what was before.

The league is a fold over results. Its storage keeps what :func:`book` returns, so that a page of
standings need not read a single match; booking all results again gives the same.
"""

from collections.abc import Iterator, Mapping
from typing import Final, NamedTuple

from bot.league.counting import FULL_POINTS, Player, has_line, is_absent, is_rated
from bot.league.lines import (
    BEST,
    Before,
    Booked,
    Limits,
    Match,
    Met,
    Rated,
    SeatBooked,
    Totals,
)
from bot.league.meetings import Meetings, meet
from bot.league.periods import periods
from bot.league.ratings import Entrant, Rating, idle, rate

__all__ = [
    "BEST",
    "VERSION",
    "Before",
    "Booked",
    "Limits",
    "Match",
    "Met",
    "Rated",
    "SeatBooked",
    "Totals",
    "book",
]

VERSION: Final = 1
"""To be raised when results are counted otherwise: the next start then counts all of them again."""

_DAY: Final = 86_400_000


class _Line(NamedTuple):
    """A person for whom a match counts."""

    user: int
    player: Player
    booked: SeatBooked
    opponents: int
    """How many different people they have met, in this match too."""


def book(match: Match, before: Before) -> Booked:
    """Return what a ranked match changes. Former players are met, but have no lines."""
    if not is_rated(match.players):
        alone = sum(player.kai is None for player in match.players) < 2
        return Booked(totals={} if alone else dict(_abandonments(match, before)))
    meetings = meet(match, before)
    ratings = _ratings(match, before, meetings)
    seats = {
        player.seat: _seat(player, meetings, _before(match, player, before), ratings[player.seat])
        for player in match.players
        if has_line(player)
    }
    totals = dict(_abandonments(match, before))
    facts: dict[tuple[int, str], int] = {}
    rated: dict[int, Rated] = {}
    for player in match.players:
        if player.user is not None and player.seat in seats:
            user, record = player.user, meetings.records[player.user]
            line = _Line(user, player, seats[player.seat], record.met)
            totals.update(_totals(match, line, before))
            facts.update(_facts(line, before))
            rated[user] = Rated(line.booked.after, record.matches + 1, match.finished_at)
    return Booked(seats, rated, totals, meetings.met, facts)


def _seat(player: Player, meetings: Meetings, before: Rating, after: Rating) -> SeatBooked:
    met, limits = meetings.of(player), meetings.limits(player)
    scores = [pair.score for pair in met if pair.other.seat not in limits.points]
    points = round(FULL_POINTS * sum(scores) / len(scores)) if scores else 0
    won = player.stayed and bool(met) and all(pair.score > 0 for pair in met)
    return SeatBooked(points, won, before, after, limits)


def _totals(match: Match, line: _Line, before: Before) -> Iterator[tuple[tuple[int, str], Totals]]:
    """Yield a person's totals with a match, by user and period."""
    for period in periods(match.finished_at):
        key, points = (line.user, period), line.booked.points
        old = before.totals.get(key, Totals())
        best = sorted([*before.best.get(key, ()), points], reverse=True)
        new = old._replace(
            matches=old.matches + 1,
            wins=old.wins + line.booked.won,
            points=sum(best[:BEST]) if period else old.points + points,
            opponents=0 if period else line.opponents,
        )
        yield key, _with_scores(new, line.player) if match.full_length else new


def _with_scores(totals: Totals, player: Player) -> Totals:
    """Return totals with the scores of one more match of full length."""
    return totals._replace(
        lowest_total=min(_known(totals.lowest_total, player.total)),
        highest_total=max(_known(totals.highest_total, player.total)),
        lowest_round=min(_known(totals.lowest_round, *player.rounds), default=None),
        highest_round=max(_known(totals.highest_round, *player.rounds), default=None),
    )


def _known(*scores: int | None) -> list[int]:
    return [score for score in scores if score is not None]


def _facts(line: _Line, before: Before) -> Iterator[tuple[tuple[int, str], int]]:
    """Yield how often each fact of a match has been true of a person, with this match."""
    for fact, count in line.player.facts.items():
        yield (line.user, fact), before.facts.get((line.user, fact), 0) + count


def _abandonments(match: Match, before: Before) -> Iterator[tuple[tuple[int, str], Totals]]:
    """Yield the totals of the people who left a match to Kai."""
    for player in match.players:
        if player.user is not None and is_absent(player):
            for period in periods(match.finished_at):
                old = before.totals.get((player.user, period), Totals())
                yield (player.user, period), old._replace(abandoned=old.abandoned + 1)


def _before(match: Match, player: Player, before: Before) -> Rating:
    """Return a seat's rating before a match; what is known of idle people has faded."""
    if player.user is None:
        return player.rating or Rating()
    old = before.rated.get(player.user, Rated())
    days = (match.finished_at - old.at) / _DAY if old.matches else 0
    return idle(old.rating, max(0, days))


def _ratings(match: Match, before: Before, meetings: Meetings) -> Mapping[int, Rating]:
    """Return the ratings after a match, by seat; Kai's levels are anchors."""
    found: list[tuple[Player, Entrant]] = []
    for player in match.players:
        if has_line(player):
            old = _before(match, player, before)
            found.append((player, Entrant(old, player.rank, player.share, player.user is None)))
        elif player.kai is not None and player.kai in match.anchors:
            fixed = Entrant(match.anchors[player.kai], player.rank, fixed=True)
            found.append((player, fixed))

    def weight(about: int, other: int) -> float:
        return meetings.tells(found[about][0], found[other][0])

    after = rate([entrant for _, entrant in found], weight)
    return {player.seat: new for (player, _), new in zip(found, after, strict=True)}
