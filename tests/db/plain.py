"""A plain recount of the league: simple dictionaries over all results, without a rating."""

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from datetime import UTC, datetime
from fractions import Fraction
from typing import NamedTuple

from bot.tables.core.store import MatchResult, SeatResult

__all__ = ["Plain", "has_played", "met_in", "plain"]

BEST = 20


class Duel(NamedTuple):
    """A person, another one whom they did better or worse than, and the half points of it."""

    one: SeatResult
    two: SeatResult
    halves: int


class Plain(NamedTuple):
    """What the tables should hold; ids, names and numbers in the order of their columns."""

    totals: set[tuple[object, ...]]
    bests: set[tuple[object, ...]]
    versus: set[tuple[object, ...]]
    facts: set[tuple[object, ...]]
    history: set[tuple[object, ...]]
    """Without the rating."""
    points: Mapping[tuple[str, int], int]
    """By table and seat."""


class _Story(NamedTuple):
    """A match, who met whom in it, and which two were in it."""

    match: MatchResult
    duels: Sequence[Duel]
    together: Sequence[tuple[SeatResult, SeatResult]]

    def alone(self) -> list[tuple[SeatResult, SeatResult]]:
        """Those of the two who are in it without a third one who has played half."""
        real = {seat.seat for seat in _there(self.match) if _half(seat)}
        return [(one, two) for one, two in self.together if real <= {one.seat, two.seat}]

    def met(self) -> list[Duel]:
        """Those in which both played half, and which are there for both."""
        both = {(duel.one.seat, duel.two.seat) for duel in self.duels}
        return [
            duel
            for duel in self.duels
            if (duel.two.seat, duel.one.seat) in both and _half(duel.one) and _half(duel.two)
        ]


def _story(match: MatchResult) -> _Story:
    there = _there(match) if _lines(match) else []
    together = [(one, two) for one in there for two in there if one is not two]
    return _Story(match, _duels(match), together)


def met_in(match: MatchResult) -> list[tuple[int, int]]:
    """Return the users who have met in a match, both ways."""
    return [(one.user, two.user) for one, two, _ in _story(match).met() if one.user and two.user]


def plain(played: Sequence[MatchResult]) -> Plain:
    """Count results that were stored in this order."""
    counted = [match for match in played if match.counted]
    points = dict(_points(counted))
    return Plain(
        totals=set(_totals(counted, points)),
        bests=set(_bests(counted)),
        versus=set(_versus(counted)),
        facts=set(_facts(counted)),
        history={
            (
                *(seat.user, match.guild, match.game, match.finished_at, match.table),
                *(len(match.seats), _rank(match, seat)),
                *(points[match.table, seat.seat], _won(match, seat)),
            )
            for match in counted
            for seat in _lines(match)
            if seat.user
        },
        points=points,
    )


def _people(match: MatchResult) -> list[SeatResult]:
    return [seat for seat in match.seats if seat.kai is None]


def _half(seat: SeatResult) -> bool:
    """Whether a person played half of their turns; not if they went before there was one."""
    if seat.tally is None:
        return True
    own, kai = seat.tally.own_turns, seat.tally.kai_turns
    return own >= kai and (own > 0 or seat.held is None)


def has_played(seat: SeatResult) -> bool:
    """Whether a person has played a match, and not gone from it or been removed early."""
    return seat.held in (None, "kicked") and _half(seat)


def _there(match: MatchResult) -> list[SeatResult]:
    """Those who have played or gone: not those who were removed early."""
    return [seat for seat in _people(match) if seat.held != "kicked" or _half(seat)]


def _lines(match: MatchResult) -> list[SeatResult]:
    """Those who went, and of those who played the ones who have met somebody."""
    there = _there(match)
    if len(there) < 2 or not any(map(has_played, there)):
        return []
    met = {duel.one.seat for duel in _duels(match)}
    return [seat for seat in there if seat.seat in met or not has_played(seat)]


def _duels(match: MatchResult) -> list[Duel]:
    """Who went loses to all who played; who played beats those of them who ended behind."""
    found = []
    for one in _there(match):
        for two in _there(match):
            lead = (two.rank > one.rank) - (two.rank < one.rank)
            if one is not two and has_played(one) and has_played(two):
                found.append(Duel(one, two, 1 + lead))
            elif has_played(one) and not has_played(two) and lead > 0:
                found.append(Duel(one, two, 2))
            elif not has_played(one) and has_played(two):
                found.append(Duel(one, two, 0))
    return found


def _points(counted: Sequence[MatchResult]) -> Iterator[tuple[tuple[str, int], int]]:
    """Look through all that was played before, and at the match itself."""
    stories: dict[tuple[int, str], list[_Story]] = defaultdict(list)
    for match in counted:
        until = stories[match.guild, match.game]
        until.append(_story(match))
        refused = _refused(until)
        for seat in _lines(match):
            halves = [
                duel.halves
                for duel in until[-1].duels
                if duel.one is seat and (duel.one.user, duel.two.user) not in refused
            ]
            share = Fraction(100 * sum(halves), 2 * len(halves)) if halves else Fraction(0)
            yield (match.table, seat.seat), int(share + Fraction(1, 2))


def _refused(until: Sequence[_Story]) -> set[tuple[int | None, int | None]]:
    """Who of the last match doesn't count for whose points: new, or met too often."""
    last = until[-1]
    people: set[int | None] = set()
    met: dict[int | None, set[int | None]] = defaultdict(set)
    this_week: Counter[tuple[int | None, int | None]] = Counter()
    alone: Counter[tuple[int | None, int | None]] = Counter()
    for story in until:
        people |= {seat.user for seat in _lines(story.match)}
        for duel in story.met():
            met[duel.one.user].add(duel.two.user)
        if _week(story.match) == _week(last.match):
            this_week.update((one.user, two.user) for one, two in story.together)
        if _month(story.match) == _month(last.match):
            alone.update((one.user, two.user) for one, two in story.alone())
    lonely = {(one.user, two.user) for one, two in last.alone()}
    found = set()
    for one, two, _ in last.duels:
        pair = one.user, two.user
        enough = min(3, len(people - {None}) - 1)
        is_new = len(met[two.user] - {None}) < enough
        too_often = this_week[pair] > 10 or (pair in lonely and alone[pair] > 5)
        if one.user and two.user and (is_new or too_often):
            found.add(pair)
    return found


def _rank(match: MatchResult, seat: SeatResult) -> int:
    return seat.rank if has_played(seat) else len(match.seats)


def _won(match: MatchResult, seat: SeatResult) -> bool:
    own = [duel.halves for duel in _duels(match) if duel.one is seat]
    return bool(own) and min(own) == 2


def _week(match: MatchResult) -> int:
    """The week since that of the first of January 1970; they begin on Monday."""
    return (datetime.fromtimestamp(match.finished_at / 1000, UTC).toordinal() - 719160) // 7


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
        for seat in _lines(match):
            if seat.user:
                for period in _periods(match):
                    keys[match.guild, match.game, period, seat.user].append((match, seat))
    for key, seats in keys.items():
        own = [(match, seat) for match, seat in seats if has_played(seat)]
        worth = sorted((points[match.table, seat.seat] for match, seat in seats), reverse=True)
        met = {
            duel.two.user
            for match, seat in seats
            for duel in _story(match).met()
            if duel.one.user == seat.user and duel.two.user
        }
        all_time = key[2] == ""
        yield (
            *(*key, seats[-1][1].name, len(seats)),
            sum(_won(match, seat) for match, seat in seats),
            sum(worth if all_time else worth[:BEST]),
            len(seats) - len(own),
            len(met) if all_time else 0,
            None,
        )


def _bests(counted: Sequence[MatchResult]) -> Iterator[tuple[object, ...]]:
    keys: dict[tuple[int, str, str, int], list[SeatResult]] = defaultdict(list)
    for match in counted:
        for seat in _lines(match) if match.full_length else []:
            if seat.user and has_played(seat):
                keys[match.guild, match.game, match.kind, seat.user].append(seat)
    for key, seats in keys.items():
        totals = [seat.total for seat in seats]
        rounds = [score for seat in seats for score in seat.points]
        ends = min(rounds, default=None), max(rounds, default=None)
        yield (*key, len(seats), min(totals), max(totals), *ends)


def _versus(counted: Sequence[MatchResult]) -> Iterator[tuple[object, ...]]:
    weeks: dict[tuple[int, str, int, int], list[int]] = defaultdict(list)
    alone: dict[tuple[int, str, int, int], list[int]] = defaultdict(list)
    halves: dict[tuple[int, str, int, int], list[int]] = defaultdict(list)
    for match in counted:
        story = _story(match)
        for one, two in story.together:
            if one.user and two.user:
                key = match.guild, match.game, one.user, two.user
                weeks[key].append(_week(match))
                if (one, two) in story.alone():
                    alone[key].append(_month(match))
        for one, two, score in story.met():
            if one.user and two.user:
                halves[match.guild, match.game, one.user, two.user].append(score)
    for key, met in weeks.items():
        months = alone[key] or [0]
        yield (
            *(*key, len(halves[key]), halves[key].count(2), halves[key].count(1)),
            *(met[-1], met.count(met[-1])),
            *(months[-1], alone[key].count(months[-1]), 0),
        )


def _facts(counted: Sequence[MatchResult]) -> Iterator[tuple[object, ...]]:
    found: Counter[tuple[int, str, int, str]] = Counter()
    for match in counted:
        for seat in _lines(match):
            if seat.user and seat.tally and has_played(seat):
                for fact, count in seat.tally.facts.items():
                    found[match.guild, match.game, seat.user, fact] += count
    yield from ((*key, count) for key, count in found.items())
