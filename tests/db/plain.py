"""A plain recount of the league from results alone, by none of the code that books them.

Dictionaries and loops, one event after the other, and no ratings. Which people count for each
other's points is said by :func:`counts_for_points` alone.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from fractions import Fraction
from typing import Final, NamedTuple, TypeAlias

from bot.tables.store import MatchResult, SeatResult

BEST: Final = 20
MET: Final = 3
A_WEEK: Final = 10
A_MONTH: Final = 5
_MONDAY: Final = datetime(1969, 12, 29, tzinfo=UTC)
"""Of the first week, which the first of January 1970 is in."""

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


class Duel(NamedTuple):
    """What one person has made of another in a match, and how it is between the two."""

    one: SeatResult
    other: SeatResult
    halves: int
    """2 for being ahead, 1 for a tie."""
    met: bool = False
    """Whether both took half of their turns, and it stands for both."""
    other_met: int = 0
    """The number of people whom the other has met, with this match."""
    this_week: int = 0
    """Matches of the two in this week, with this one."""
    this_month: int = 0
    """Matches of the two alone in this month, with this one; 0 if others were in this one."""
    people: int = 0
    """For how many people this match counts, or another one of the game on this server."""


def counts_for_points(duel: Duel) -> bool:
    """Whether the other counts for one's points: someone known, not met too often."""
    known = duel.other_met >= min(MET, duel.people - 1)
    return known and duel.this_week <= A_WEEK and duel.this_month <= A_MONTH


def plain(played: Iterable[MatchResult]) -> Plain:
    """Return what these results lead to, one after the other."""
    league = _League()
    for match in played:
        if match.counted:
            league.play(match)
    return league.rows()


def has_played(seat: SeatResult) -> bool:
    """Whether a person has played a match: those who left, or were away at its end, have gone."""
    return seat.held in (None, "kicked") and _took_half(seat)


def met_in(match: MatchResult) -> list[tuple[int, int]]:
    """Return the users who have met in a match, both ways."""
    met = (duel for duel in _duels(match) if duel.met and _rated(match))
    return [(duel.one.user, duel.other.user) for duel in met if duel.one.user and duel.other.user]


@dataclass
class _Line:
    """What is known of a person at a game in a period."""

    name: str = ""
    worth: list[int] = field(default_factory=list)
    wins: int = 0
    abandoned: int = 0
    best: int | None = None
    """How many of the matches count; None for all."""


class _Meeting(NamedTuple):
    """How a match went between two people."""

    week: int
    month: int | None
    """None if others were in it who took half of their turns."""
    halves: int | None
    """None if the two have not met in it."""


_Key: TypeAlias = tuple[int, str, str, int]
"""Server, game, period or kind, user."""

_Who: TypeAlias = tuple[int, str, int]
"""Server, game, user."""


class _League:
    def __init__(self) -> None:
        self.lines: dict[_Key, _Line] = defaultdict(_Line)
        self.met: dict[_Who, dict[int, list[_Meeting]]] = defaultdict(lambda: defaultdict(list))
        """By person and other person."""
        self.facts: Counter[tuple[int, str, int, str]] = Counter()
        self.scores: dict[_Key, list[SeatResult]] = defaultdict(list)
        """In matches of full length; by kind in place of the period."""
        self.history: dict[tuple[int, str], tuple[object, ...]] = {}
        """By user and table."""
        self.points: dict[tuple[str, int], int] = {}
        self.people: dict[tuple[int, str], set[int]] = defaultdict(set)
        """For whom a match has ever counted."""

    def play(self, match: MatchResult) -> None:
        """Count a match."""
        rated = _rated(match)
        self.people[match.guild, match.game] |= {seat.user for seat in rated if seat.user}
        duels = self._meet(match, rated)
        for seat in rated:
            worth = self.points[match.table, seat.seat] = self._worth(duels, seat)
            if seat.user:
                for period in _periods(match.finished_at):
                    self._count(match, period, seat, worth, won=_won(duels, seat))
                self._remember(match, seat, worth, won=_won(duels, seat))

    def _meet(self, match: MatchResult, rated: Sequence[SeatResult]) -> Sequence[Duel]:
        """Count who met whom; return how it is between them now."""
        duels, where = list(_duels(match)) if rated else [], (match.guild, match.game)
        found = {(duel.one.seat, duel.other.seat): duel for duel in duels}
        there = [seat for seat in _there(match) if seat.user] if rated else []
        real = {seat.seat for seat in _there(match) if _took_half(seat)}
        for one in there:
            for other in there:
                if one is other:
                    continue
                duel = found.get((one.seat, other.seat))
                halves = duel.halves if duel and duel.met else None
                alone = real <= {one.seat, other.seat}
                month = _month(match.finished_at) if alone else None
                meeting = _Meeting(_week(match.finished_at), month, halves)
                self.met[*where, one.user or 0][other.user or 0].append(meeting)
        return [self._figures(where, duel) for duel in duels]

    def _figures(self, where: tuple[int, str], duel: Duel) -> Duel:
        """Add what is known of two people."""
        one, other = duel.one.user, duel.other.user
        if not (one and other):
            return duel
        meetings = self.met[*where, one][other]
        last = meetings[-1]
        return duel._replace(
            other_met=self._met_by((*where, other)),
            this_week=sum(meeting.week == last.week for meeting in meetings),
            this_month=_in_month(meetings, last.month),
            people=len(self.people[where]),
        )

    def _worth(self, duels: Sequence[Duel], seat: SeatResult) -> int:
        """Return the points of a match: the share of the people met who were behind, in percent."""
        halves = [duel.halves for duel in duels if duel.one is seat and counts_for_points(duel)]
        return int(Fraction(100 * sum(halves) + len(halves), 2 * len(halves))) if halves else 0

    def _count(
        self, match: MatchResult, period: str, seat: SeatResult, worth: int, *, won: bool
    ) -> None:
        line = self.lines[match.guild, match.game, period, seat.user or 0]
        line.name, line.best = seat.name, BEST if period else None
        line.worth.append(worth)
        line.wins += won
        line.abandoned += not has_played(seat)

    def _remember(self, match: MatchResult, seat: SeatResult, worth: int, *, won: bool) -> None:
        user, played = seat.user or 0, has_played(seat)
        if match.full_length and played:
            self.scores[match.guild, match.game, match.kind, user].append(seat)
        self.history[user, match.table] = (
            *(user, match.guild, match.game, match.finished_at, match.table),
            *(len(match.seats), seat.rank if played else len(match.seats), worth, won),
        )
        facts = seat.tally.facts if seat.tally and played else {}
        for fact, number in facts.items():
            self.facts[match.guild, match.game, user, fact] += number

    def rows(self) -> Plain:
        """Return the rows of all tables."""
        return Plain(
            {(*key, *_sums(line), self._opponents(*key), None) for key, line in self.lines.items()},
            {(*key, *_extremes(scores)) for key, scores in self.scores.items()},
            {
                (*who, other, *_score(met), *_alone(met), 0)
                for who, others in self.met.items()
                for other, met in others.items()
            },
            {(*fact, number) for fact, number in self.facts.items()},
            set(self.history.values()),
            self.points,
        )

    def _opponents(self, guild: int, game: str, period: str, user: int) -> int:
        return 0 if period else self._met_by((guild, game, user))

    def _met_by(self, who: _Who) -> int:
        """Return how many people someone has met."""
        return sum(
            any(meeting.halves is not None for meeting in meetings)
            for meetings in self.met[who].values()
        )


def _took_half(seat: SeatResult) -> bool:
    """Whether a person took half of their turns; who went before there was one took none."""
    if seat.tally is None:
        return True
    some = seat.tally.own_turns > 0 or seat.held is None
    return some and seat.tally.own_turns >= seat.tally.kai_turns


def _there(match: MatchResult) -> Sequence[SeatResult]:
    """Return the people of a match but those who were removed before half of their turns."""
    people = [seat for seat in match.seats if seat.kai is None]
    return [seat for seat in people if seat.held != "kicked" or _took_half(seat)]


def _rated(match: MatchResult) -> Sequence[SeatResult]:
    """Return for whom a match counts: who has gone, and who was ahead of or behind someone."""
    there = _there(match)
    if len(there) < 2 or not any(map(has_played, there)):
        return []
    told = {duel.one.seat for duel in _duels(match)}
    return [seat for seat in there if seat.seat in told]


def _duels(result: MatchResult) -> Iterator[Duel]:
    """Yield what people made of each other: who went has lost, and Kai in their place is nobody.

    A former player of whom nothing is known counts for all.
    """
    there = _there(result)
    for one in there:
        for other in there:
            lead = (one.rank < other.rank) - (one.rank > other.rank)
            both = _took_half(one) and _took_half(other)
            match (has_played(one), has_played(other)):
                case (True, True) if one is not other:
                    yield Duel(one, other, 1 + lead, both)
                case (True, False) if lead > 0:
                    yield Duel(one, other, 2, both)
                case (False, True):
                    yield Duel(one, other, 0, both and lead < 0)


def _week(at: int) -> int:
    """Return the week, from Monday to Sunday, in weeks since that of the first of January 1970."""
    return (datetime.fromtimestamp(at / 1000, UTC) - _MONDAY).days // 7


def _month(at: int) -> int:
    """Return the month, in months since 1970."""
    when = datetime.fromtimestamp(at / 1000, UTC)
    return 12 * (when.year - 1970) + when.month - 1


def _periods(at: int) -> tuple[str, str, str]:
    when = datetime.fromtimestamp(at / 1000, UTC)
    return "", when.strftime("%Y-%m"), f"{when.year}-Q{(when.month - 1) // 3 + 1}"


def _in_month(meetings: Sequence[_Meeting], month: int | None) -> int:
    return sum(meeting.month == month for meeting in meetings) if month is not None else 0


def _alone(meetings: Sequence[_Meeting]) -> tuple[int, int]:
    """Return the month of the last match of two people alone, and how many that month had."""
    months = [meeting.month for meeting in meetings if meeting.month is not None]
    return (months[-1], _in_month(meetings, months[-1])) if months else (0, 0)


def _won(duels: Sequence[Duel], seat: SeatResult) -> bool:
    own = [duel.halves for duel in duels if duel.one is seat]
    return bool(own) and min(own) == 2


def _sums(line: _Line) -> tuple[object, ...]:
    best = sorted(line.worth, reverse=True)[: line.best]
    return line.name, len(line.worth), line.wins, sum(best), line.abandoned


def _extremes(seats: Sequence[SeatResult]) -> tuple[int | None, ...]:
    totals, rounds = [seat.total for seat in seats], [n for seat in seats for n in seat.points]
    pairs = [(min(some, default=None), max(some, default=None)) for some in (totals, rounds)]
    return (len(seats), *(number for pair in pairs for number in pair))


def _score(met: Sequence[_Meeting]) -> tuple[int, ...]:
    """Return what is shown of the meetings of two people, and how many of them are in a week."""
    halves = [meeting.halves for meeting in met if meeting.halves is not None]
    last = met[-1].week
    week = sum(meeting.week == last for meeting in met)
    return len(halves), halves.count(2), halves.count(1), last, week
