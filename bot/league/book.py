"""Book a finished match: what it changes in the league, as a pure function of what was before.

The league is a fold over results. Its storage keeps what :func:`book` returns, so that a page of
standings need not read a single match; booking all results again gives the same.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final, NamedTuple

from bot.league.bands import Band, band_of
from bot.league.caps import pair_weight
from bot.league.counting import (
    FULL_POINTS,
    Pair,
    Player,
    has_line,
    have_met,
    is_absent,
    is_rated,
    pairs,
)
from bot.league.periods import ALL_TIME, periods
from bot.league.ratings import Entrant, Rating, idle, rate

__all__ = [
    "BEST",
    "Before",
    "Booked",
    "Match",
    "Met",
    "Rated",
    "SeatBooked",
    "Totals",
    "book",
]

BEST: Final = 20
"""So many of a person's best matches count for the points of a season."""

_DAY: Final = 86_400_000
_WEEK: Final = 7 * _DAY


@dataclass(frozen=True, slots=True)
class Match:
    """A finished ranked match that may count."""

    finished_at: int
    """Milliseconds since 1970."""
    players: tuple[Player, ...]
    """One for each seat, in order."""
    anchors: Mapping[str, Rating] = field(default_factory=dict)
    """The fixed ratings of Kai's levels at this game, as far as they are known."""

    @property
    def band(self) -> Band:
        """Its band of seats, which has ratings of its own."""
        return band_of(len(self.players))


class Rated(NamedTuple):
    """A person's rating at a game and band, and what it rests on."""

    rating: Rating = Rating()
    matches: int = 0
    at: int = 0
    """When the last rated match was finished."""


class Totals(NamedTuple):
    """A person's results at a game in a period."""

    matches: int = 0
    wins: int = 0
    """Matches in which nobody else was ahead, of the people who played."""
    points: int = 0
    """Of the best matches of a season, :data:`BEST` at most; of all matches of all time."""
    abandoned: int = 0
    """Ranked matches that were left to Kai for more than half of the turns."""
    opponents: int = 0
    """How many different people were met; counted for all time only."""


class Met(NamedTuple):
    """How one person has done against another at a game."""

    matches: int = 0
    won: int = 0
    tied: int = 0
    week: int = 0
    """The week of the last match, in weeks since 1970."""
    this_week: int = 0
    """Matches in that week."""

    @property
    def lost(self) -> int:
        """Matches in which the other was ahead."""
        return self.matches - self.won - self.tied


@dataclass(frozen=True, slots=True)
class Before:
    """What is stored about the people of a match; whatever is missing is new."""

    rated: Mapping[int, Rated] = field(default_factory=dict)
    """By user, at the game and band of the match."""
    totals: Mapping[tuple[int, str], Totals] = field(default_factory=dict)
    """By user and period."""
    met: Mapping[tuple[int, int], Met] = field(default_factory=dict)
    """By user and other user, at the game."""
    best: Mapping[tuple[int, str], Sequence[int]] = field(default_factory=dict)
    """By user and season: the points of the best matches, :data:`BEST` at most."""


class SeatBooked(NamedTuple):
    """What a match was worth to a person."""

    points: int
    """0 to 100: the share of the people met whom this person was ahead of."""
    won: bool
    before: Rating
    after: Rating


@dataclass(frozen=True, slots=True)
class Booked:
    """What a match changes: all new values, and nothing that stays as it was."""

    seats: Mapping[int, SeatBooked] = field(default_factory=dict)
    """By seat; only people for whom the match counts. Empty if it counts for nobody."""
    rated: Mapping[int, Rated] = field(default_factory=dict)
    totals: Mapping[tuple[int, str], Totals] = field(default_factory=dict)
    met: Mapping[tuple[int, int], Met] = field(default_factory=dict)


def book(match: Match, before: Before) -> Booked:
    """Return what a ranked match changes. Former players are met, but have no lines."""
    people = [player for player in match.players if player.kai is None]
    left = {player.user for player in people if is_absent(player) and player.user}
    if not is_rated(match.players):
        alone = len(people) < 2
        return Booked(totals={} if alone else dict(_abandonments(match, before, left)))
    played = list(pairs(match.players))
    met = dict(_met(match, played, before))
    met_now = _opponents(match, met, before)
    ratings = _ratings(match, before, met, met_now)
    seats = {
        player.seat: _seat(player, played, _before(match, player, before), ratings[player.seat])
        for player in match.players
        if has_line(player)
    }
    lines = {player.user: seats[player.seat] for player in people if player.seat in seats}
    totals = {
        (user, period): _with_match(line, before, user, period, met_now[user])
        for user, line in lines.items()
        if user is not None
        for period in periods(match.finished_at)
    }
    rated = {
        user: Rated(line.after, before.rated.get(user, Rated()).matches + 1, match.finished_at)
        for user, line in lines.items()
        if user is not None
    }
    return Booked(seats, rated, {**totals, **dict(_abandonments(match, before, left))}, met)


def _seat(player: Player, played: Sequence[Pair], before: Rating, after: Rating) -> SeatBooked:
    own = [pair.score for pair in played if pair.player is player]
    points = round(FULL_POINTS * sum(own) / len(own)) if own else 0
    won = player.stayed and bool(own) and all(score > 0 for score in own)
    return SeatBooked(points, won, before, after)


def _with_match(line: SeatBooked, before: Before, user: int, period: str, opponents: int) -> Totals:
    old = before.totals.get((user, period), Totals())
    best = sorted([*before.best.get((user, period), ()), line.points], reverse=True)
    return old._replace(
        matches=old.matches + 1,
        wins=old.wins + line.won,
        points=sum(best[:BEST]) if period else old.points + line.points,
        opponents=0 if period else opponents,
    )


def _abandonments(
    match: Match, before: Before, left: set[int]
) -> Iterator[tuple[tuple[int, str], Totals]]:
    for user in left:
        for period in periods(match.finished_at):
            old = before.totals.get((user, period), Totals())
            yield (user, period), old._replace(abandoned=old.abandoned + 1)


def _met(
    match: Match, played: Sequence[Pair], before: Before
) -> Iterator[tuple[tuple[int, int], Met]]:
    """Yield how the people of a match have done against each other, with this match."""
    week = match.finished_at // _WEEK
    for player, other, score in played:
        if player.user is not None and other.user is not None:
            old = before.met.get((player.user, other.user), Met())
            yield (
                (player.user, other.user),
                Met(
                    old.matches + 1,
                    old.won + (score == 1),
                    old.tied + (score == 0.5),
                    week,
                    old.this_week + 1 if old.week == week else 1,
                ),
            )


def _opponents(
    match: Match, met: Mapping[tuple[int, int], Met], before: Before
) -> Mapping[int, int]:
    """Return how many different people each person has met, in this match too."""
    found = {
        player.user: before.totals.get((player.user, ALL_TIME), Totals()).opponents
        for player in match.players
        if player.user is not None
    }
    for (user, _), line in met.items():
        found[user] += line.matches == 1
    return found


def _before(match: Match, player: Player, before: Before) -> Rating:
    """Return a seat's rating before a match; what is known of idle people has faded."""
    if player.user is None:
        return player.rating or Rating()
    old = before.rated.get(player.user, Rated())
    days = (match.finished_at - old.at) / _DAY if old.matches else 0
    return idle(old.rating, max(0, days))


def _ratings(
    match: Match,
    before: Before,
    met: Mapping[tuple[int, int], Met],
    opponents: Mapping[int, int],
) -> Mapping[int, Rating]:
    """Return the ratings after a match, by seat; Kai's levels are anchors."""
    found: list[tuple[Player, Entrant]] = []
    for player in match.players:
        if has_line(player):
            old = _before(match, player, before)
            found.append((player, Entrant(old, player.rank, player.share, player.user is None)))
        elif player.kai is not None and player.kai in match.anchors:
            fixed = Entrant(match.anchors[player.kai], player.rank, fixed=True)
            found.append((player, fixed))

    def weight(first: int, second: int) -> float:
        return _weight(found[first][0], found[second][0], met, opponents)

    after = rate([entrant for _, entrant in found], weight)
    return {player.seat: new for (player, _), new in zip(found, after, strict=True)}


def _weight(
    first: Player,
    second: Player,
    met: Mapping[tuple[int, int], Met],
    opponents: Mapping[int, int],
) -> float:
    """Return how much two seats tell about each other: caps, and who left, decide."""
    known = [opponents.get(player.user, 0) for player in (first, second) if player.user]
    if first.user is None or second.user is None:
        compared = bool(known) and have_met(first, second)
        return pair_weight(1, (known[0], known[0])) if compared else 0.0
    line = met.get((first.user, second.user))
    return pair_weight(line.this_week, (known[0], known[1])) if line else 0.0
