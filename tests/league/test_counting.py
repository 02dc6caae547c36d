"""Who has played a match, gone from it or been removed, and who counts for whom: in all cases."""

from collections.abc import Iterator, Sequence
from copy import deepcopy
from fractions import Fraction
from functools import cache
from itertools import product
from typing import get_args

import pytest

from bot.league.book import GameLedger
from bot.league.caps import (
    ALONE_PER_MONTH,
    ENOUGH_PEOPLE,
    FEWEST_MATCHES,
    FEWEST_MET,
    PER_WEEK,
    Duel,
    Limit,
    Record,
    Why,
    has_met_enough,
    needed,
    points_limit,
    rating_limit,
)
from bot.league.counting import (
    BANDS,
    HALF,
    Attendance,
    Band,
    Player,
    Rating,
    attendance,
    band_of,
    counts,
    half_up,
    has_line,
    have_met,
    pairs,
)
from bot.league.lines import Match, Rated, SeatBooked

PLAYED, GONE, ABSENT = Attendance
PEOPLE = (1, 2, 3, 4)
KAI = {"normal": Rating(1500, 45)}


@pytest.mark.parametrize(
    ("share", "there", "removed", "expected"),
    [
        (1.0, True, False, PLAYED),
        (HALF, True, False, PLAYED),
        (0.49, True, False, GONE),
        (1.0, False, False, GONE),
        (0.0, False, False, GONE),
        (HALF, False, True, PLAYED),
        (0.49, False, True, ABSENT),
    ],
)
def test_a_person_is_judged_by_turns_and_by_being_there(
    share: float, there: object, removed: object, expected: Attendance
) -> None:
    assert attendance(share, there=bool(there), removed=bool(removed)) is expected


def matches(*kai: Player) -> Iterator[tuple[Player, ...]]:
    """All matches of three people: how each attended, and how the seats ended."""
    kinds = [(PLAYED, 1.0), (GONE, 0.2), (GONE, 0.7), (ABSENT, 0.2)]
    for how in product(kinds, repeat=3):
        for ranks in ((1, 2, 3), (3, 1, 2), (1, 1, 3), (1, 2, 2)):
            people = tuple(
                Player(seat, PEOPLE[seat], None, rank, share=share, attendance=judged)
                for seat, (rank, (judged, share)) in enumerate(zip(ranks, how, strict=True))
            )
            yield (*people, *kai)


def test_who_made_what_of_whom() -> None:
    """Said once more, in other words than the program's."""
    for players in matches():
        found = {(pair.player.seat, pair.other.seat): pair.score for pair in pairs(players)}
        for one, two in product(players, repeat=2):
            score = found.get((one.seat, two.seat))
            if one is two or ABSENT in (one.attendance, two.attendance):
                assert score is None
            elif one.attendance is two.attendance is PLAYED:
                assert score == 0.5 + ((two.rank > one.rank) - (two.rank < one.rank)) / 2
            elif one.attendance is PLAYED:
                assert score == (1.0 if one.rank < two.rank else None)
            else:
                assert score == (0.0 if two.attendance is PLAYED else None)
            both = None not in (score, found.get((two.seat, one.seat)))
            assert have_met(one, two) == have_met(two, one)
            assert have_met(one, two) == (both and min(one.share, two.share) >= HALF)


def test_a_match_counts_if_one_of_two_has_played_it() -> None:
    for players in matches():
        judged = [player.attendance for player in players]
        assert counts(players) == (judged.count(ABSENT) < 2 and PLAYED in judged)
        for player in players:
            told = any(pair.player is player for pair in pairs(players))
            assert has_line(player, players) == (told and counts(players))


def booked(players: Sequence[Player]) -> dict[int, SeatBooked]:
    """What a match is worth to people who know each other and have played enough."""
    shelf, rated = deepcopy(known_to_each_other())
    return dict(shelf.book(Match(40 * 604_800_000, tuple(players), KAI), rated).seats)


@cache
def known_to_each_other() -> tuple[GameLedger, dict[int, Rated]]:
    shelf, rated = GameLedger(), dict[int, Rated]()
    for week in range(FEWEST_MATCHES):
        known = tuple(Player(seat, user, None, seat + 1) for seat, user in enumerate(PEOPLE))
        shelf.book(Match(week * 604_800_000, known), rated)
    return shelf, rated


@pytest.mark.parametrize("kai", [(), (Player(3, None, "normal", 2),)])
def test_leaving_saves_nothing_and_takes_nothing(kai: tuple[Player, ...]) -> None:
    for players in matches(*kai):
        lines = booked(players)
        for player in players:
            if player.attendance is not GONE or player.seat not in lines:
                continue
            stayed = player._replace(attendance=PLAYED, share=1.0)
            other = booked([stayed if each is player else each for each in players])
            own = lines[player.seat]
            assert (own.points, own.won) == (0, False)
            assert own.rank == len(players)
            assert own.after.mean <= other[player.seat].after.mean + 1e-9
            without = booked([each for each in players if each is not player])
            for each in players:
                if each.played and each.seat in without:
                    assert lines[each.seat].points >= without[each.seat].points
                    assert lines[each.seat].won >= without[each.seat].won
                elif each.played and each.kai is None and each.seat in lines:
                    # There was nobody else: they can only have won.
                    assert lines[each.seat].won
                    assert lines[each.seat].after.mean >= lines[each.seat].before.mean


def test_kai_finishing_for_someone_moves_nobody_s_rating_down() -> None:
    players = [
        Player(0, 1, None, 2),
        Player(1, 2, None, 3),
        Player(2, 3, None, 1, share=0.9, attendance=GONE),
    ]
    lines = booked(players)
    alone = booked(players[:2])
    assert lines[0].won
    assert lines[0].points == alone[0].points == 100
    assert lines[0].after.mean > lines[0].before.mean
    # The one behind has lost to the other alone.
    assert lines[1].after.mean >= alone[1].after.mean
    assert lines[2].after.mean < lines[2].before.mean


def test_who_goes_early_is_not_met_but_uses_up_what_may_count() -> None:
    shelf, rated = GameLedger(), dict[int, Rated]()
    early = Player(1, 2, None, 2, share=0.2, attendance=GONE)
    for number in range(3):
        shelf.book(Match(number, (Player(0, 1, None, 1), early)), rated)
    line = shelf.met[1, 2]
    assert (line.matches, line.won, line.this_week, line.this_month) == (0, 0, 3, 3)
    assert [shelf.totals[user, ""].opponents for user in (1, 2)] == [0, 0]
    assert [shelf.totals[user, ""].matches for user in (1, 2)] == [3, 3]
    assert [shelf.totals[user, ""].abandoned for user in (1, 2)] == [0, 3]
    assert [rated[user].matches for user in (1, 2)] == [3, 0]


def test_people_who_sit_down_and_leave_are_no_company() -> None:
    """Else two who farm each other would only have to bring accounts that leave at once."""
    shelf, rated = GameLedger(), dict[int, Rated]()
    early = Player(2, 3, None, 3, share=0.0, attendance=GONE)
    shelf.book(Match(0, (Player(0, 1, None, 1), Player(1, 2, None, 2), early)), rated)
    assert shelf.met[1, 2].this_month == 1
    # She has played in the company of the other one.
    assert shelf.met[1, 3].this_month == 0


def test_a_half_is_rounded_up() -> None:
    halves = [half_up(Fraction(number, 2)) for number in range(-3, 6)]
    assert halves == [-1, -1, 0, 0, 1, 1, 2, 2, 3]
    assert [half_up(number / 2) for number in range(-3, 6)] == halves


def test_each_size_of_table_has_its_band() -> None:
    assert [band_of(seats) for seats in range(2, 9)] == ["2", "3-4", "3-4", *["5+"] * 4]
    assert get_args(Band) == BANDS


@pytest.mark.parametrize("seats", [-1, 0, 1])
def test_nobody_is_ranked_alone(seats: int) -> None:
    with pytest.raises(ValueError, match="no ranks"):
        band_of(seats)


KNOWN = Record(met=9, matches=50)
USUAL = Duel(KNOWN, KNOWN, this_week=1, alone_this_month=1, people=20)


def duels() -> Iterator[Duel]:
    met, matches = range(FEWEST_MET + 2), (0, FEWEST_MATCHES - 1, FEWEST_MATCHES, 90)
    weeks, months = (1, PER_WEEK, PER_WEEK + 1), (0, ALONE_PER_MONTH, ALONE_PER_MONTH + 1)
    for one, two, first, second, week, month, people in product(
        met, met, matches, matches, weeks, months, range(2, ENOUGH_PEOPLE + 2)
    ):
        yield Duel(Record(one, first), Record(two, second), week, month, people)


def test_another_person_counts_for_points_if_they_are_known_and_met_seldom_enough() -> None:
    for duel in duels():
        known = duel.other.met >= 3 or duel.other.met >= duel.people - 1
        counts = known and duel.this_week <= 10 and duel.alone_this_month <= 5
        assert (points_limit(duel) is None) == counts


def test_another_person_moves_a_rating_if_both_are_known_and_not_unproven() -> None:
    for duel in duels():
        known = min(duel.own.met, duel.other.met) >= min(3, duel.people - 1)
        proven = duel.other.matches >= 5 or duel.own.matches < 5
        counts = known and duel.this_week <= 10 and proven
        assert (rating_limit(duel) is None) == counts


def test_who_is_known_and_who_has_played_does_not_count_less_than_others() -> None:
    """More people met, or more matches of the other, never take anything away."""
    for duel in duels():
        more = Record(duel.other.met + 1, duel.other.matches + 1)
        better = duel._replace(other=more)
        assert points_limit(better) is None or points_limit(duel) is not None
        assert rating_limit(better) is None or rating_limit(duel) is not None


@pytest.mark.parametrize(
    ("duel", "points", "rating"),
    [
        (USUAL, None, None),
        (USUAL._replace(other=Record(2, 9)), (Why.NEW, 3), (Why.NEW, 3)),
        (USUAL._replace(other=Record(1, 9), people=3), (Why.NEW, 2), (Why.NEW, 2)),
        (USUAL._replace(own=Record(2, 9)), None, (Why.OWN_NEW, 3)),
        (USUAL._replace(this_week=11), (Why.WEEK, 11), (Why.WEEK, 11)),
        (USUAL._replace(alone_this_month=6), (Why.ALONE, 6), None),
        (USUAL._replace(other=Record(9, 4)), None, (Why.UNPROVEN, 4)),
        (USUAL._replace(own=Record(9, 4), other=Record(9, 4)), None, None),
        (USUAL._replace(own=Record(9, 4), other=Record(9, 50)), None, None),
    ],
)
def test_the_reason_has_its_number(
    duel: Duel, points: tuple[Why, int] | None, rating: tuple[Why, int] | None
) -> None:
    assert points_limit(duel) == (Limit(*points) if points else None)
    assert rating_limit(duel) == (Limit(*rating) if rating else None)


@pytest.mark.parametrize(("people", "others"), [(1, 0), (2, 1), (3, 2), (4, 3), (5, 3), (900, 3)])
def test_where_few_people_play_all_of_them_are_enough(people: int, others: int) -> None:
    assert needed(people) == others
    assert has_met_enough(Record(others, 0), people)
    assert not has_met_enough(Record(others - 1, 90), people)
