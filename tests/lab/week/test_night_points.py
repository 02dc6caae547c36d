"""The recount of a night's standings: by hand, and as the bot counts any night."""

import random
from fractions import Fraction

from bot.lab.week.night_boards import boards_counted
from bot.lab.week.night_points import Played, Round, counted
from bot.night.events import CameBack, Joined, NightClosed
from bot.night.night import Night, Table
from bot.night.standings import standings
from tests.night.nights import Log, ranked

NIGHTS = 60


def test_points_are_those_of_the_page() -> None:
    first = Round(
        [Played([1, 2, 3, 4], over=True, ranks={1: 1, 2: 2, 3: 2, 4: 4}, away=frozenset({4}))], [5]
    )
    second = Round([Played([1, 2, 3], over=True, away=frozenset({3})), Played([4, 5])], [])
    found = counted([first, second], frozenset({1, 2, 4, 5, 6}))
    points = {who: one.points for who, one in found.items()}
    assert points == {1: 150, 2: 100, 3: Fraction(50), 4: 0, 5: 50, 6: 0}


def test_who_stayed_loses_nothing_by_those_who_went_or_were_removed() -> None:
    """4 left and Kai finished first from there; 3 was removed early; 5 met nobody else."""
    ranks = {1: 2, 2: 3, 3: 4, 4: 1}
    first = Played(
        [1, 2, 3, 4], over=True, ranks=ranks, away=frozenset({4}), removed=frozenset({3})
    )
    second = Played([5, 6], over=True, ranks={5: 2, 6: 1}, away=frozenset({6}))
    found = counted([Round([first, second], [])], frozenset(range(1, 7)))
    points = {who: one.points for who, one in found.items()}
    assert points == {1: 100, 2: 0, 3: 50, 4: 0, 5: 50, 6: 0}


def test_who_met_stronger_people_comes_first() -> None:
    tables = [
        Played([1, 2], over=True, ranks={1: 1, 2: 2}),
        Played([3, 4], over=True, ranks={3: 1, 4: 2}),
    ]
    again = [
        Played([1, 3], over=True, ranks={1: 2, 3: 1}),
        Played([2, 4], over=True, ranks={2: 1, 4: 2}),
    ]
    found = counted([Round(tables, []), Round(again, [])], frozenset({1, 2, 3, 4}))
    assert {who: one.place for who, one in found.items()} == {3: 1, 1: 2, 2: 3, 4: 4}


def test_boards_are_compared_seat_by_seat() -> None:
    first = Round(
        [
            Played([1, 2], over=True, scores=[(1, 9), (2, 3), (None, 5)]),
            Played([3, 4, 5], over=True, away=frozenset({4}), scores=[(3, 5), (4, 3), (5, 7)]),
        ],
        [],
    )
    second = Round([Played([1, 2], over=True), Played([3, 4, 5])], [])
    found = boards_counted([first, second], frozenset({1, 2, 3, 4, 5, 6}))
    results = {who: one.points for who, one in found.items()}
    assert results == {1: 100, 2: 50, 3: 0, 4: 0, 5: 100, 6: 0}
    assert {who: one.place for who, one in found.items()} == {1: 1, 5: 1, 2: 3, 3: 4, 4: 4, 6: 4}


def any_night(source: random.Random) -> Night:
    """Return a night in which everything happens that can."""
    log = Log(source.randint(3, 9), sizes=source.choice([(4, 3, 5, 2), (4, 5), (4, 3)]))
    for number in range(4):
        if number and source.random() < 0.4:
            log.do(Joined(person=100 + number))
        gone = [who for who in log.night.people if who not in log.night.here]
        if gone and source.random() < 0.5:
            log.do(CameBack(person=gone[0]))
        log.seat()
        for at, table in enumerate(log.night.rounds[-1].tables):
            away = [who for who in table.seats if source.random() < 0.2]
            if source.random() < 0.15:
                log.give_up(at, *away)
            elif number < 3 or source.random() < 0.5:
                there = [who for who in table.seats if who not in away]
                removed = [who for who in there if source.random() < 0.1]
                ranks = ranked([source.randint(1, 3) for _ in table.seats])
                log.finish(at, *ranks, away=away, absent=removed)
        if source.random() < 0.4:
            log.leave(source.choice(log.night.here))
    if source.random() < 0.5:
        log.do(NightClosed())
    return log.night


def played(table: Table) -> Played:
    ranks = dict(zip(table.seats, table.ranks, strict=True)) if table.ranks else None
    over = not table.running
    return Played(table.seats, over=over, ranks=ranks, away=table.away, removed=table.absent)


def test_any_night_is_counted_as_the_bot_counts_it() -> None:
    source = random.Random(1)
    for _ in range(NIGHTS):
        night = any_night(source)
        rounds = [Round([*map(played, one.tables)], one.byes) for one in night.rounds]
        found = counted(rounds, frozenset(night.here))
        assert {line.person: (line.place, line.points) for line in standings(night)} == found
