"""A plain recount of the league: simple dictionaries over all results, without a rating."""

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from datetime import UTC, datetime
from fractions import Fraction
from typing import NamedTuple, TypeAlias

from bot.tables.core.store import MatchResult, SeatResult

__all__ = ["Plain", "plain"]

WEEK = 7 * 24 * 60 * 60 * 1000
BEST = 20

Duel: TypeAlias = tuple[SeatResult, SeatResult]
"""A person, and another one whom they met in a match."""


class Plain(NamedTuple):
    """What the tables should hold; ids, names and numbers in the order of their columns."""

    totals: set[tuple[object, ...]]
    versus: set[tuple[object, ...]]
    facts: set[tuple[object, ...]]
    history: set[tuple[object, ...]]
    """Without the rating."""
    points: Mapping[tuple[str, int], int]
    """By table and seat."""


class _Story(NamedTuple):
    """A match, and who met whom in it."""

    match: MatchResult
    duels: Sequence[Duel]

    def alone(self) -> list[Duel]:
        """Those in which neither met anybody else."""
        met = Counter(one.seat for one, _ in self.duels)
        return [(one, two) for one, two in self.duels if met[one.seat] == met[two.seat] == 1]


def plain(played: Sequence[MatchResult]) -> Plain:
    """Count results that were stored in this order."""
    counted = [match for match in played if match.counted]
    points = dict(_points(counted))
    return Plain(
        totals=set(_totals(counted, points)),
        versus=set(_versus(counted)),
        facts=set(_facts(counted)),
        history={
            (
                *(seat.user, match.guild, match.game, match.finished_at, match.table),
                *(len(match.seats), seat.rank, points[match.table, seat.seat], _won(match, seat)),
            )
            for match in counted
            for seat in _lines(match)
            if seat.user
        },
        points=points,
    )


def _people(match: MatchResult) -> list[SeatResult]:
    return [seat for seat in match.seats if seat.kai is None]


def _played(seat: SeatResult) -> bool:
    """Whether a person played half of their turns."""
    return seat.tally is None or seat.tally.own_turns >= seat.tally.kai_turns


def _lines(match: MatchResult) -> list[SeatResult]:
    found = [seat for seat in _people(match) if _played(seat)]
    return found if len(found) > 1 else []


def _duels(match: MatchResult) -> list[Duel]:
    """Whoever is ahead must have stayed; of equals, both."""
    found = []
    for one in _lines(match):
        for two in _lines(match):
            best = min(one.rank, two.rank)
            ahead = [seat for seat in (one, two) if seat.rank == best]
            if one is not two and all(seat.held is None for seat in ahead):
                found.append((one, two))
    return found


def _points(counted: Sequence[MatchResult]) -> Iterator[tuple[tuple[str, int], int]]:
    """Look through all that was played before, and at the match itself."""
    stories: dict[tuple[int, str], list[_Story]] = defaultdict(list)
    for match in counted:
        until = stories[match.guild, match.game]
        until.append(_Story(match, _duels(match)))
        refused = _refused(until)
        for seat in _lines(match):
            ranks = [
                other.rank
                for one, other in until[-1].duels
                if one is seat and (one.user, other.user) not in refused
            ]
            halves = sum(2 * (rank > seat.rank) + (rank == seat.rank) for rank in ranks)
            worth = round(Fraction(100 * halves, 2 * len(ranks))) if ranks else 0
            yield (match.table, seat.seat), worth


def _refused(until: Sequence[_Story]) -> set[tuple[int | None, int | None]]:
    """Who of the last match doesn't count for whose points: new, or met too often."""
    last = until[-1]
    people: set[int | None] = set()
    met: dict[int | None, set[int | None]] = defaultdict(set)
    this_week: Counter[tuple[int | None, int | None]] = Counter()
    alone: Counter[tuple[int | None, int | None]] = Counter()
    for story in until:
        people |= {seat.user for seat in _lines(story.match)}
        for one, two in story.duels:
            met[one.user].add(two.user)
            if story.match.finished_at // WEEK == last.match.finished_at // WEEK:
                this_week[one.user, two.user] += 1
        if _month(story.match) == _month(last.match):
            alone.update((one.user, two.user) for one, two in story.alone())
    lonely = {(one.user, two.user) for one, two in last.alone()}
    found = set()
    for one, two in last.duels:
        pair = one.user, two.user
        enough = min(3, len(people - {None}) - 1)
        is_new = len(met[two.user] - {None}) < enough
        too_often = this_week[pair] > 10 or (pair in lonely and alone[pair] > 5)
        if one.user and two.user and (is_new or too_often):
            found.add(pair)
    return found


def _won(match: MatchResult, seat: SeatResult) -> bool:
    ranks = [other.rank for one, other in _duels(match) if one is seat]
    return seat.held is None and bool(ranks) and seat.rank <= min(ranks)


def _month(match: MatchResult) -> int:
    """The month since 1970."""
    when = datetime.fromtimestamp(match.finished_at / 1000, UTC)
    return 12 * when.year + when.month - 12 * 1970 - 1


def _periods(match: MatchResult) -> tuple[str, str, str]:
    when = datetime.fromtimestamp(match.finished_at / 1000, UTC)
    return "", when.strftime("%Y-%m"), f"{when.year}-Q{(when.month - 1) // 3 + 1}"


def _totals(
    counted: Sequence[MatchResult], points: Mapping[tuple[str, int], int]
) -> Iterator[tuple[object, ...]]:
    keys: dict[tuple[int, str, str, int], list[tuple[MatchResult, SeatResult]]] = defaultdict(list)
    for match in counted:
        if len(_people(match)) < 2:
            continue
        for seat in _people(match):
            if seat.user and (not _played(seat) or _lines(match)):
                for period in _periods(match):
                    keys[match.guild, match.game, period, seat.user].append((match, seat))
    for key, seats in keys.items():
        own = [(match, seat) for match, seat in seats if _played(seat)]
        worth = sorted((points[match.table, seat.seat] for match, seat in own), reverse=True)
        met = {
            other.user
            for match, seat in own
            for one, other in _duels(match)
            if one is seat and other.user
        }
        whole = [seat for match, seat in own if match.full_length]
        rounds = [score for seat in whole for score in seat.points]
        all_time = key[2] == ""
        yield (
            *(*key, seats[-1][1].name, len(own)),
            sum(_won(match, seat) for match, seat in own),
            sum(worth if all_time else worth[:BEST]),
            len(seats) - len(own),
            len(met) if all_time else 0,
            min((seat.total for seat in whole), default=None),
            max((seat.total for seat in whole), default=None),
            min(rounds, default=None),
            max(rounds, default=None),
        )


def _versus(counted: Sequence[MatchResult]) -> Iterator[tuple[object, ...]]:
    duels: dict[tuple[int, str, int, int], list[tuple[int, int]]] = defaultdict(list)
    alone: dict[tuple[int, str, int, int], list[int]] = defaultdict(list)
    for match in counted:
        story = _Story(match, _duels(match))
        for one, two in story.duels:
            if one.user and two.user:
                key = match.guild, match.game, one.user, two.user
                duels[key].append((match.finished_at // WEEK, two.rank - one.rank))
                if (one, two) in story.alone():
                    alone[key].append(_month(match))
    for key, met in duels.items():
        last = met[-1][0]
        months = alone[key] or [0]
        yield (
            *(*key, len(met)),
            sum(lead > 0 for _, lead in met),
            sum(lead == 0 for _, lead in met),
            *(last, sum(week == last for week, _ in met)),
            *(months[-1], alone[key].count(months[-1])),
        )


def _facts(counted: Sequence[MatchResult]) -> Iterator[tuple[object, ...]]:
    found: Counter[tuple[int, str, int, str]] = Counter()
    for match in counted:
        for seat in _lines(match):
            if seat.user and seat.tally:
                for fact, count in seat.tally.facts.items():
                    found[match.guild, match.game, seat.user, fact] += count
    yield from ((*key, count) for key, count in found.items())
