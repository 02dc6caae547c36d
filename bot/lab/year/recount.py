"""Recount the league from results alone, without the code that books them.

Plain dictionaries and loops, event after event. Which people count for each other's points is said
by :func:`counts_for_points` alone.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from fractions import Fraction
from typing import Final, NamedTuple, TypeAlias

from bot.game.contract import Options
from bot.games.registry import GAMES
from bot.lab.year.year import Event, Forgotten
from bot.tables.core.store import MatchResult, SeatResult

__all__ = ["Duel", "Recounted", "counts_for_points", "recount"]

BEST: Final = 20
MET: Final = 3
A_WEEK: Final = 10
A_MONTH: Final = 5
_MONDAY: Final = datetime(1969, 12, 29, tzinfo=UTC)
"""Of the first week, which the first of January 1970 is in."""

Rows: TypeAlias = set[tuple[object, ...]]


class Recounted(NamedTuple):
    """What the tables should hold; keys first, then numbers in the order of the columns."""

    totals: Rows
    best: Rows
    """By kind of match: how many, lowest and highest total, lowest and highest round."""
    versus: Rows
    alone: Rows
    """Pairs; the month of the last match of the two alone, and how many such matches it had."""
    history: Rows
    """Without the rating."""
    facts: Rows


class Duel(NamedTuple):
    """What one person has made of another in a match, and how it is between the two."""

    one: SeatResult
    other: SeatResult
    halves: int
    """2 for being ahead, 1 for a tie."""
    met: bool = False
    """Whether both took half of their turns, and it stands for both."""
    other_met: int = 0
    """How many people the other has met, with this match."""
    this_week: int = 0
    """Matches of the two in this week, with this one."""
    this_month: int = 0
    """Matches of the two alone in this month, with this one; 0 if others were in this one."""
    people: int = 0
    """How many people the match counts for, or another one of the game on this server."""


def counts_for_points(duel: Duel) -> bool:
    """Whether the other counts for one's points: somebody known, not met too often."""
    known = duel.other_met >= min(MET, duel.people - 1)
    return known and duel.this_week <= A_WEEK and duel.this_month <= A_MONTH


@dataclass
class Line:
    """What is known of a person at a game in a period."""

    name: str = ""
    worth: list[int] = field(default_factory=list)
    wins: int = 0
    abandoned: int = 0
    best: int | None = None
    """So many of the matches count; None for all."""


class Meeting(NamedTuple):
    """How a match went between two people."""

    week: int
    month: int | None
    """None if others were in it who took half of their turns."""
    halves: int | None
    """None if the two have not met in it."""
    lives: tuple[int, int]
    """How often the two had their data deleted before: only what was since is shown."""


Key: TypeAlias = tuple[int, str, str, int]
"""Server, game, period, user."""


def recount(events: Iterable[Event]) -> Recounted:
    """Return what these events lead to, one after the other."""
    league = _League()
    for event in events:
        if isinstance(event, Forgotten):
            league.forget(event)
        else:
            league.play(event)
    return league.rows()


def worth(duels: Sequence[Duel], seat: SeatResult) -> int:
    """Return the points of a match: the share of the people met who were behind, in percent."""
    halves = [duel.halves for duel in duels if duel.one is seat and counts_for_points(duel)]
    return int(Fraction(100 * sum(halves) + len(halves), 2 * len(halves))) if halves else 0


class _League:
    def __init__(self) -> None:
        self.lines: dict[Key, Line] = defaultdict(Line)
        self.met: dict[tuple[int, str, int, int], list[Meeting]] = defaultdict(list)
        self.facts: Counter[tuple[int, str, int, str]] = Counter()
        self.scores: dict[Key, list[SeatResult]] = defaultdict(list)
        """In matches of full length; by kind in place of the period."""
        self.history: dict[tuple[int, str], tuple[object, ...]] = {}
        """By user and table."""
        self.people: dict[tuple[int, str], set[int]] = defaultdict(set)
        """For whom a match has ever counted."""
        self.lives: Counter[int] = Counter()
        self.was: dict[int, int] = {}
        """Who the former players were."""

    def forget(self, gone: Forgotten) -> None:
        """Show nothing of a person any more; who has met them stays counted, also later."""
        user = gone.user
        self.lives[user] += 1
        if gone.former is not None:
            self.was[gone.former] = user
        for key in [key for key in self.lines if key[3] == user]:
            del self.lines[key]
        for scores in [scores for scores in self.scores if scores[3] == user]:
            del self.scores[scores]
        for fact in [fact for fact in self.facts if fact[2] == user]:
            del self.facts[fact]
        for row in [row for row in self.history if row[0] == user]:
            del self.history[row]

    def play(self, match: MatchResult) -> None:
        if not match.counted:
            return
        rated = _rated(match)
        self.people[match.guild, match.game] |= {self._who(seat) for seat in rated}
        duels = self._meet(match, rated)
        for seat in rated:
            if seat.user:
                for period in _periods(match.finished_at):
                    self._count(match, period, seat, duels)
                self._remember(match, seat, duels)

    def _who(self, seat: SeatResult) -> int:
        """Return whose seat it is, also of a former player."""
        return seat.user or self.was[seat.former or 0]

    def _meet(self, match: MatchResult, rated: Sequence[SeatResult]) -> Sequence[Duel]:
        """Count who met whom; return how it is between them now."""
        duels, where = list(_duels(match)) if rated else [], (match.guild, match.game)
        found = {(duel.one.seat, duel.other.seat): duel for duel in duels}
        there = _there(match) if rated else []
        real = {seat.seat for seat in there if _took_half(seat)}
        for one in there:
            for other in there:
                if one is other:
                    continue
                duel = found.get((one.seat, other.seat))
                halves = duel.halves if duel and duel.met else None
                alone = real <= {one.seat, other.seat}
                month = _month(match.finished_at) if alone else None
                lives = self._life(one), self._life(other)
                meeting = Meeting(_week(match.finished_at), month, halves, lives)
                self.met[*where, self._who(one), self._who(other)].append(meeting)
        return [self._figures(where, duel) for duel in duels]

    def _life(self, seat: SeatResult) -> int:
        """Return in which life somebody sits there: a former player is in the last but one."""
        return self.lives[self._who(seat)] - (seat.user is None)

    def _figures(self, where: tuple[int, str], duel: Duel) -> Duel:
        """Add what is known of two people."""
        one, other = self._who(duel.one), self._who(duel.other)
        meetings = self.met[*where, one, other]
        last = meetings[-1]
        return duel._replace(
            other_met=self._met_by(*where, other),
            this_week=sum(meeting.week == last.week for meeting in meetings),
            this_month=_in_month(meetings, last.month),
            people=len(self.people[where]),
        )

    def _line(self, match: MatchResult, period: str, seat: SeatResult) -> Line:
        line = self.lines[match.guild, match.game, period, seat.user or 0]
        line.name, line.best = seat.name, BEST if period else None
        return line

    def _count(
        self, match: MatchResult, period: str, seat: SeatResult, duels: Sequence[Duel]
    ) -> None:
        line = self._line(match, period, seat)
        line.worth.append(worth(duels, seat))
        line.wins += _won(duels, seat)
        line.abandoned += not _played(seat)

    def _remember(self, match: MatchResult, seat: SeatResult, duels: Sequence[Duel]) -> None:
        user, options = seat.user or 0, _options(match)
        if options.full_length and _played(seat):
            kind = options.kind(len(match.seats))
            self.scores[match.guild, match.game, kind, user].append(seat)
        self.history[user, match.table] = (
            *(user, match.guild, match.game, match.finished_at, match.table),
            *(len(match.seats), seat.rank if _played(seat) else len(match.seats)),
            *(worth(duels, seat), _won(duels, seat)),
        )
        facts = seat.tally.facts if seat.tally and _played(seat) else {}
        for fact, number in facts.items():
            self.facts[match.guild, match.game, user, fact] += number

    def rows(self) -> Recounted:
        shown = {pair: met for pair, met in self.met.items() if any(self._of_today(pair, met))}
        return Recounted(
            {(*key, *_sums(line), self._opponents(*key)) for key, line in self.lines.items()},
            {(*key, *_extremes(scores)) for key, scores in self.scores.items()},
            {(*pair, *_score(self._of_today(pair, met), met)) for pair, met in shown.items()},
            {(*pair, *_alone(met)) for pair, met in shown.items()},
            set(self.history.values()),
            {(*fact, number) for fact, number in self.facts.items()},
        )

    def _of_today(
        self, pair: tuple[int, str, int, int], meetings: Sequence[Meeting]
    ) -> list[Meeting]:
        """Return the meetings since both last had their data deleted."""
        lives = self.lives[pair[2]], self.lives[pair[3]]
        return [meeting for meeting in meetings if meeting.lives == lives]

    def _opponents(self, guild: int, game: str, period: str, user: int) -> int:
        return 0 if period else self._met_by(guild, game, user, self.lives[user])

    def _met_by(self, guild: int, game: str, user: int, life: int | None = None) -> int:
        """Return how many people somebody has met, in one of their lives or in all."""
        return sum(
            any(m.halves is not None and life in (None, m.lives[0]) for m in meetings)
            for pair, meetings in self.met.items()
            if pair[:3] == (guild, game, user)
        )


def _took_half(seat: SeatResult) -> bool:
    """Whether a person took half of their turns; who went before there was one took none."""
    if seat.tally is None:
        return True
    some = seat.tally.own_turns > 0 or seat.held is None
    return some and seat.tally.own_turns >= seat.tally.kai_turns


def _played(seat: SeatResult) -> bool:
    """Whether a person has played a match: those who left, or were away at its end, have gone."""
    return seat.held not in ("left", "away", "gone") and _took_half(seat)


def _there(match: MatchResult) -> Sequence[SeatResult]:
    """Return the people of a match but those who were removed before half of their turns."""
    people = [seat for seat in match.seats if seat.kai is None]
    return [seat for seat in people if seat.held != "kicked" or _took_half(seat)]


def _rated(match: MatchResult) -> Sequence[SeatResult]:
    """Return for whom a match counts: who has gone, and who was ahead of or behind somebody."""
    there = _there(match)
    if len(there) < 2 or not any(map(_played, there)):
        return []
    told = {duel.one.seat for duel in _duels(match)}
    return [seat for seat in there if seat.seat in told]


def _duels(result: MatchResult) -> Iterator[Duel]:
    """Yield what people made of each other: who went has lost, and Kai in their place is nobody."""
    there = _there(result)
    for one in there:
        for other in there:
            lead = (one.rank < other.rank) - (one.rank > other.rank)
            both = _took_half(one) and _took_half(other)
            match (_played(one), _played(other)):
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


def _in_month(meetings: Sequence[Meeting], month: int | None) -> int:
    return sum(meeting.month == month for meeting in meetings) if month is not None else 0


def _alone(meetings: Sequence[Meeting]) -> tuple[int, int]:
    months = [meeting.month for meeting in meetings if meeting.month is not None]
    return (months[-1], _in_month(meetings, months[-1])) if months else (0, 0)


def _won(duels: Sequence[Duel], seat: SeatResult) -> bool:
    own = [duel.halves for duel in duels if duel.one is seat]
    return bool(own) and min(own) == 2


def _periods(at: int) -> tuple[str, str, str]:
    when = datetime.fromtimestamp(at / 1000, UTC)
    return "", when.strftime("%Y-%m"), f"{when.year}-Q{(when.month - 1) // 3 + 1}"


def _options(match: MatchResult) -> Options:
    options: Options = GAMES[match.game].options.model_validate(match.options)
    return options


def _sums(line: Line) -> tuple[object, ...]:
    best = sorted(line.worth, reverse=True)[: line.best]
    return line.name, len(line.worth), line.wins, sum(best), line.abandoned


def _extremes(seats: Sequence[SeatResult]) -> tuple[int | None, ...]:
    totals, rounds = [seat.total for seat in seats], [n for seat in seats for n in seat.points]
    pairs = [(min(some, default=None), max(some, default=None)) for some in (totals, rounds)]
    return (len(seats), *(number for pair in pairs for number in pair))


def _score(own: Sequence[Meeting], every: Sequence[Meeting]) -> tuple[int, ...]:
    """Return what is shown of the meetings of two people, and how many of all count in a week."""
    halves = [meeting.halves for meeting in own if meeting.halves is not None]
    last = every[-1].week
    week = sum(meeting.week == last for meeting in every)
    return len(halves), halves.count(2), halves.count(1), last, week
