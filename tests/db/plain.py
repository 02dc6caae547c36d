"""What the tables should hold after some results, by none of the code that books them.

Points, and who has met whom, are counted by ``tests/db/recount``, as for an export; best scores,
facts and lists of matches, which no export has, are collected here.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from datetime import UTC, datetime
from functools import cache
from typing import Final, NamedTuple, TypeAlias

from bot.tables.store import MatchResult, SeatResult
from tests.db.recount.league import Recount
from tests.db.recount.reading import Definitions, Seat, have_met, is_played, periods

_MONDAY: Final = datetime(1969, 12, 29, tzinfo=UTC)
"""Of the first week, which the first of January 1970 is in."""

_ENDS: Final = {None: "there", "kicked": "removed"}

Rows: TypeAlias = set[tuple[object, ...]]


class Plain(NamedTuple):
    """What the tables should hold; ids, names and numbers in the order of their columns."""

    totals: Rows
    bests: Rows
    """By kind of match: how many, lowest and highest total, lowest and highest round."""
    versus: Rows
    facts: Rows
    history: Rows
    """Without the rating."""
    points: Mapping[tuple[str, int], int]
    """By table and seat."""


def plain(played: Iterable[MatchResult]) -> Plain:
    """Return what these results lead to, one after the other."""
    league = _League()
    for match in played:
        if match.counted:
            league.play(match)
    return league.rows()


def has_played(match: MatchResult, seat: SeatResult) -> bool:
    """Whether a person has played a match: those who left, or were away at its end, have gone."""
    return is_played(_as_exported(match, seat))


def met_in(match: MatchResult) -> list[tuple[int, int]]:
    """Return the users who have met in a match, both ways."""
    people = {seat.user: _as_exported(match, seat) for seat in match.seats if seat.user}
    return [
        (one, other)
        for one in people
        for other in people
        if one != other and have_met(people[one], people[other])
    ]


def _as_exported(match: MatchResult, seat: SeatResult) -> Seat:
    """Return a seat as a recount reads it from an export; nothing is known of former players."""
    tally = seat.tally
    return Seat(
        match=match.table,
        game=match.game,
        at=datetime.fromtimestamp(match.finished_at / 1000, UTC),
        counted=match.counted,
        seats=len(match.seats),
        seat=seat.seat,
        who="Kai" if seat.kai else f"id {seat.user}" if seat.user else "former",
        kai=seat.kai or "",
        levels=tuple(tally.levels) if tally else (),
        version=match.kai_version or 0,
        rank=seat.rank,
        own=tally.own_turns if tally else None,
        by_kai=tally.kai_turns if tally else 0,
        end=_ENDS.get(seat.held, "gone"),
        mean="",
        deviation="",
        told="",
        no_points=frozenset(),
        no_rating=frozenset(),
        earlier={},
    )


@cache
def _definitions() -> Definitions:
    return Definitions()


_Key: TypeAlias = tuple[int, str, str, int]
"""Server, game, period or kind, user."""


class _League:
    def __init__(self) -> None:
        self.servers: dict[int, Recount] = defaultdict(lambda: Recount(_definitions()))
        self.names: dict[_Key, str] = {}
        self.facts: Counter[tuple[int, str, int, str]] = Counter()
        self.scores: dict[_Key, list[SeatResult]] = defaultdict(list)
        """In matches of full length; by kind in place of the period."""
        self.history: dict[tuple[int, str], tuple[object, ...]] = {}
        """By user and table."""

    def play(self, match: MatchResult) -> None:
        recount = self.servers[match.guild]
        recount.count([_as_exported(match, seat) for seat in match.seats])
        for seat in match.seats:
            line = recount.lines.get((match.table, seat.seat))
            if line and seat.user:
                self._remember(match, seat, seat.user, (line.points, line.won))

    def _remember(
        self, match: MatchResult, seat: SeatResult, user: int, worth: tuple[int, bool]
    ) -> None:
        where, played = (match.guild, match.game), has_played(match, seat)
        for period in periods(datetime.fromtimestamp(match.finished_at / 1000, UTC)):
            self.names[*where, period, user] = seat.name
        if match.full_length and played:
            self.scores[*where, match.kind, user].append(seat)
        self.history[user, match.table] = (
            *(user, *where, match.finished_at, match.table),
            *(len(match.seats), seat.rank if played else len(match.seats), *worth),
        )
        for fact, number in (seat.tally.facts if seat.tally and played else {}).items():
            self.facts[*where, user, fact] += number

    def rows(self) -> Plain:
        lines = {
            (guild, game, period, _user(who)): line
            for guild, recount in self.servers.items()
            for (game, period, who), line in recount.totals().items()
        }
        return Plain(
            {(*key, self.names[key], *line, None) for key, line in lines.items()},
            {(*key, *_extremes(scores)) for key, scores in self.scores.items()},
            {
                (guild, game, _user(one), _user(other), *_met(recount, (game, one, other)), 0)
                for guild, recount in self.servers.items()
                for game, one, other in recount.versus
            },
            {(*fact, number) for fact, number in self.facts.items()},
            set(self.history.values()),
            {
                key: line.points
                for recount in self.servers.values()
                for key, line in recount.lines.items()
            },
        )


def _user(who: str) -> int:
    return int(who.removeprefix("id "))


def _extremes(seats: Sequence[SeatResult]) -> tuple[int | None, ...]:
    totals, rounds = [seat.total for seat in seats], [n for seat in seats for n in seat.points]
    pairs = [(min(some, default=None), max(some, default=None)) for some in (totals, rounds)]
    return (len(seats), *(number for pair in pairs for number in pair))


def _met(recount: Recount, pair: tuple[str, str, str]) -> tuple[int, ...]:
    """Return what is stored of two people's meetings.

    That is how many, won and tied, and then the last week and month with the matches in each, the
    month's without others.
    """
    scores = recount.versus[pair]
    monday, this_week = max(recount.weeks[pair].items())
    last, this_month = max(recount.alone[pair].items(), default=("1970-01", 0))
    year, number = map(int, last.split("-"))
    return (
        *(scores.total(), scores[1.0], scores[0.5], (monday - _MONDAY).days // 7, this_week),
        *(12 * (year - 1970) + number - 1, this_month),
    )
