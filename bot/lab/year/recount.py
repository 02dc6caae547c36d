"""Recount the league from results alone, without the code that books them.

Plain dictionaries and loops, event after event. Where the league's rules change, :func:`worth` and
:func:`_counts_for_points` are to be changed with them.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from fractions import Fraction
from typing import Final, NamedTuple, TypeAlias

from bot.games.registry import GAMES
from bot.lab.year.year import Event, Forgotten
from bot.tables.core.store import MatchResult, SeatResult

__all__ = ["Recounted", "recount"]

BEST: Final = 20
_WEEK: Final = 7 * 24 * 3600 * 1000

Rows: TypeAlias = set[tuple[object, ...]]


class Recounted(NamedTuple):
    """What the tables should hold; keys first, then numbers in the order of the columns."""

    totals: Rows
    best: Rows
    """Game, user; lowest and highest total, lowest and highest round, of all time."""
    versus: Rows
    history: Rows
    """Without the rating."""
    facts: Rows


class Duel(NamedTuple):
    """What one person has made of another in a match."""

    one: SeatResult
    other: SeatResult
    halves: int
    """2 for being ahead, 1 for a tie."""


@dataclass
class Line:
    """What is known of a person at a game in a period."""

    name: str = ""
    worth: list[int] = field(default_factory=list)
    wins: int = 0
    abandoned: int = 0
    opponents: int = 0
    totals: list[int] = field(default_factory=list)
    rounds: list[int] = field(default_factory=list)


class Meeting(NamedTuple):
    """How a match went between two people."""

    week: int
    halves: int


Key: TypeAlias = tuple[int, str, str, int]
"""Server, game, period, user."""


def recount(events: Iterable[Event]) -> Recounted:
    """Return what these events lead to, one after the other."""
    league = _League()
    for event in events:
        if isinstance(event, Forgotten):
            league.forget(event.user)
        else:
            league.play(event)
    return league.rows()


def worth(duels: Sequence[Duel], seat: SeatResult) -> int:
    """Return the points of a match: the share of the people met who were behind, in percent."""
    halves = [duel.halves for duel in duels if duel.one is seat and _counts_for_points(duel)]
    return round(Fraction(100 * sum(halves), 2 * len(halves))) if halves else 0


def _counts_for_points(_duel: Duel) -> bool:
    """Whether two people count for each other's points; today, whoever have met."""
    return True


class _League:
    def __init__(self) -> None:
        self.lines: dict[Key, Line] = defaultdict(Line)
        self.met: dict[tuple[int, str, int, int], list[Meeting]] = defaultdict(list)
        self.facts: Counter[tuple[int, str, int, str]] = Counter()
        self.history: dict[tuple[int, str], tuple[object, ...]] = {}
        """By user and table."""

    def forget(self, user: int) -> None:
        """Take a person out; what others have done against them stays counted."""
        for key in [key for key in self.lines if key[3] == user]:
            del self.lines[key]
        for pair in [pair for pair in self.met if user in pair[2:]]:
            del self.met[pair]
        for fact in [fact for fact in self.facts if fact[2] == user]:
            del self.facts[fact]
        for row in [row for row in self.history if row[0] == user]:
            del self.history[row]

    def play(self, match: MatchResult) -> None:
        people = [seat for seat in match.seats if seat.kai is None]
        if not match.counted or len(people) < 2:
            return
        played = [seat for seat in people if _played(seat)]
        rated = played if len(played) > 1 else []
        duels = list(_duels(rated))
        new = self._meet(match, duels)
        for seat in people:
            for period in _periods(match.finished_at) if seat.user else ():
                if not _played(seat):
                    line = self._line(match, period, seat)
                    line.abandoned += 1
                elif seat in rated:
                    self._count(match, period, seat, duels)
        for user, count in new.items():
            self.lines[match.guild, match.game, "", user].opponents += count
        for seat in rated:
            if seat.user:
                self._remember(match, seat, duels)

    def _meet(self, match: MatchResult, duels: Sequence[Duel]) -> Mapping[int, int]:
        """Count who met whom; return how many each person had not met before."""
        new: Counter[int] = Counter()
        for one, other, halves in duels:
            if one.user and other.user:
                meetings = self.met[match.guild, match.game, one.user, other.user]
                new[one.user] += not meetings
                meetings.append(Meeting(match.finished_at // _WEEK, halves))
        return new

    def _line(self, match: MatchResult, period: str, seat: SeatResult) -> Line:
        line = self.lines[match.guild, match.game, period, seat.user or 0]
        line.name = seat.name
        return line

    def _count(
        self, match: MatchResult, period: str, seat: SeatResult, duels: Sequence[Duel]
    ) -> None:
        line = self._line(match, period, seat)
        line.worth.append(worth(duels, seat))
        line.wins += _won(duels, seat)
        if _is_full(match):
            line.totals.append(seat.total)
            line.rounds += seat.points

    def _remember(self, match: MatchResult, seat: SeatResult, duels: Sequence[Duel]) -> None:
        user = seat.user or 0
        self.history[user, match.table] = (
            *(user, match.guild, match.game, match.finished_at, match.table),
            *(len(match.seats), seat.rank, worth(duels, seat), _won(duels, seat)),
        )
        for fact, number in (seat.tally.facts if seat.tally else {}).items():
            self.facts[match.guild, match.game, user, fact] += number

    def rows(self) -> Recounted:
        return Recounted(
            {(*key, *_figures(key[2], line)) for key, line in self.lines.items()},
            {
                (game, user, *_extremes(line))
                for (_, game, period, user), line in self.lines.items()
                if not period
            },
            {(*pair, *_score(meetings)) for pair, meetings in self.met.items()},
            set(self.history.values()),
            {(*fact, number) for fact, number in self.facts.items()},
        )


def _played(seat: SeatResult) -> bool:
    """Whether a person played half of their turns."""
    return seat.tally is None or seat.tally.own_turns >= seat.tally.kai_turns


def _duels(rated: Sequence[SeatResult]) -> Iterator[Duel]:
    """Yield who has met whom: whoever is ahead must have stayed; of equals, both."""
    for one in rated:
        for other in rated:
            best = min(one.rank, other.rank)
            ahead = [seat for seat in (one, other) if seat.rank == best]
            if one is not other and all(seat.held is None for seat in ahead):
                yield Duel(one, other, 1 + (one.rank < other.rank) - (one.rank > other.rank))


def _won(duels: Sequence[Duel], seat: SeatResult) -> bool:
    own = [duel.halves for duel in duels if duel.one is seat]
    return seat.held is None and bool(own) and min(own) > 0


def _periods(at: int) -> tuple[str, str, str]:
    when = datetime.fromtimestamp(at / 1000, UTC)
    return "", when.strftime("%Y-%m"), f"{when.year}-Q{(when.month - 1) // 3 + 1}"


def _is_full(match: MatchResult) -> bool:
    options: bool = GAMES[match.game].options.model_validate(match.options).full_length
    return options


def _figures(period: str, line: Line) -> tuple[object, ...]:
    best = sorted(line.worth, reverse=True)[: BEST if period else None]
    return line.name, len(line.worth), line.wins, sum(best), line.abandoned, line.opponents


def _extremes(line: Line) -> tuple[int | None, ...]:
    pairs = [
        (min(some, default=None), max(some, default=None)) for some in (line.totals, line.rounds)
    ]
    return tuple(number for pair in pairs for number in pair)


def _score(meetings: Sequence[Meeting]) -> tuple[int, ...]:
    halves = [meeting.halves for meeting in meetings]
    last = meetings[-1].week
    week = sum(meeting.week == last for meeting in meetings)
    return len(halves), halves.count(2), halves.count(1), last, week
