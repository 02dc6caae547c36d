"""What booking a match makes of who counts, of scores and of facts."""

from collections.abc import Iterable
from copy import deepcopy
from itertools import combinations, permutations

import pytest

from bot.league.book import GameLedger
from bot.league.caps import ALONE_PER_MONTH, FEWEST_MATCHES, PER_WEEK, Limit, Why
from bot.league.counting import Attendance, Player, Rating, half_up
from bot.league.lines import Bests, Booked, Match, Rated

DAY = 86_400_000
KAI = {"normal": Rating(1500, 45)}
FORMER = None
ANN, BOB, CY, DAN, EVE = range(1, 6)


class League:
    """A game on a server, where a match is told by who came in, the winner first."""

    def __init__(self) -> None:
        self.shelf = GameLedger()
        self.rated: dict[int, Rated] = {}

    def play(self, *users: int | None, day: float = 0, kai: bool = False) -> Booked:
        players = [Player(seat, user, None, seat + 1) for seat, user in enumerate(users)]
        if kai:
            players.append(Player(len(users), None, "normal", len(users) + 1))
        return self.shelf.book(Match(round(day * DAY), tuple(players), KAI), self.rated)


def old_hands() -> League:
    """A league in which Ann, Bob, Cy and Dan know each other and have played enough."""
    league = League()
    for week in range(FEWEST_MATCHES):
        league.play(ANN, BOB, CY, DAN, day=7 * week - 700)
    return league


def points(booked: Booked) -> list[int]:
    return [booked.seats[seat].points for seat in sorted(booked.seats)]


def moved(booked: Booked) -> list[bool]:
    lines = [booked.seats[seat] for seat in sorted(booked.seats)]
    return [line.after.mean != line.before.mean for line in lines]


def test_someone_new_gains_points_but_is_worth_none() -> None:
    league = old_hands()
    booked = league.play(ANN, EVE)
    assert points(booked) == [0, 0]
    assert moved(booked) == [False, False]
    new, own = Limit(Why.NEW, 3), Limit(Why.OWN_NEW, 3)
    assert booked.seats[0].limits == ({1: new}, {1: new})
    assert booked.seats[1].limits == ({}, {0: own})
    assert points(league.play(EVE, BOB)) == [100, 0]
    booked = league.play(CY, EVE)
    assert points(booked) == [100, 0]
    # Now Eve has met three, and learns; Cy learns nothing from someone who has played so little.
    assert moved(booked) == [False, True]
    assert booked.seats[0].limits == ({}, {1: Limit(Why.UNPROVEN, 2)})


def test_only_those_who_count_are_counted() -> None:
    league = old_hands()
    assert points(league.play(ANN, EVE, BOB)) == [100, 50, 0]
    assert points(league.play(BOB, EVE, ANN)) == [100, 50, 0]
    # Cy was behind Eve, who does count by now, and ahead of Bob.
    assert points(league.play(EVE, CY, BOB)) == [100, 50, 0]


def test_two_alone_gain_points_five_times_a_month_and_ratings_ten_times_a_week() -> None:
    league = old_hands()
    month = [league.play(ANN, BOB, day=2 * number) for number in range(15)]
    assert [points(booked)[0] for booked in month] == [100] * ALONE_PER_MONTH + [0] * 10
    assert all(moved(booked) == [True, True] for booked in month)
    assert month[5].seats[0].limits == ({1: Limit(Why.ALONE, 6)}, {})
    assert points(league.play(ANN, BOB, CY, day=30)) == [100, 50, 0]
    assert points(league.play(ANN, BOB, day=31)) == [100, 0]


def test_a_third_person_must_be_met_and_kai_is_nobody() -> None:
    league = old_hands()
    for _ in range(ALONE_PER_MONTH):
        league.play(ANN, BOB, kai=True)
    assert points(league.play(ANN, BOB, kai=True)) == [0, 0]
    early = Player(2, CY, None, 1, share=0.4, attendance=Attendance.GONE)
    removed = early._replace(attendance=Attendance.ABSENT)
    for third in (early, removed):
        players = (Player(0, ANN, None, 2), Player(1, BOB, None, 3), third)
        assert points(league.shelf.book(Match(0, players), league.rated))[:2] == [0, 0]
    stayed = (Player(0, ANN, None, 2), Player(1, BOB, None, 3), Player(2, CY, None, 1))
    assert points(league.shelf.book(Match(0, stayed), league.rated)) == [50, 0, 100]


def test_a_pair_counts_ten_times_a_week() -> None:
    league = old_hands()
    week = [league.play(ANN, BOB, CY) for _ in range(PER_WEEK + 1)]
    assert all(points(booked) == [100, 50, 0] for booked in week[:-1])
    assert points(week[-1]) == [0, 0, 0]
    assert moved(week[-1]) == [False] * 3
    assert points(league.play(ANN, BOB, CY, day=7)) == [100, 50, 0]


def test_where_only_a_few_play_they_are_known_to_each_other() -> None:
    pair = League().play(ANN, BOB)
    assert points(pair) == [100, 0]
    assert moved(pair) == [True, True]
    three = League()
    assert points(three.play(ANN, BOB)) == [100, 0]
    # Three people now: Cy has met one of two.
    assert points(three.play(ANN, CY)) == [0, 0]
    assert points(three.play(BOB, CY)) == [100, 0]
    assert points(League().play(ANN, BOB, CY, DAN)) == [100, 67, 33, 0]


@pytest.mark.parametrize("users", [*permutations((ANN, EVE, FORMER))])
def test_former_players_count_for_all_and_move_who_is_known(users: tuple[int | None, ...]) -> None:
    league = old_hands()
    booked = league.play(*users)
    for seat, user in enumerate(users):
        line, former = booked.seats[seat], users.index(FORMER)
        if user is not None:
            assert former not in line.limits.points
            assert (former in line.limits.rating) == (user == EVE)
            assert moved(booked)[seat] == (user == ANN)
        else:
            assert line.after == line.before == Rating()


def test_who_is_told_not_to_count_does_not() -> None:
    """In all matches of three of these people, by what they have played before."""
    people = (ANN, BOB, EVE, 6, 7)
    known = old_hands()
    for before in combinations(people, 2):
        met = deepcopy(known)
        for _ in range(PER_WEEK - 1):
            met.play(*before)
        _tells_who_does_not_count(met, permutations(people, 3))


def _tells_who_does_not_count(met: League, matches: Iterable[tuple[int, ...]]) -> None:
    for now in matches:
        booked = deepcopy(met).play(*now)
        for seat, line in booked.seats.items():
            counted = {0, 1, 2} - {seat} - line.limits.points.keys()
            behind = [other > seat for other in counted]
            assert line.points == (half_up(100 * sum(behind) / len(behind)) if behind else 0)
            told = {0, 1, 2} - {seat} - line.limits.rating.keys()
            assert moved(booked)[seat] == bool(told)


def scored(total: int, *rounds: int, seat: int = 0, user: int = ANN) -> Player:
    return Player(seat, user, None, seat + 1, total=total, rounds=rounds, facts={"columns": total})


def test_best_scores_are_those_of_matches_of_full_length_of_each_kind() -> None:
    shelf = GameLedger()
    other = scored(30, 30, seat=1, user=BOB)
    for match in (
        Match(0, (scored(5, 9, -4), other)),
        Match(1, (scored(-90, -50, -40), other), full_length=False),
        Match(2, (scored(-80, -70), other), kind="9 cards"),
        Match(40 * DAY, (scored(7), other)),
        Match(41 * DAY, (scored(99, 1)._replace(share=0.2, attendance=Attendance.GONE), other)),
    ):
        shelf.book(match, {})
    assert shelf.bests == {
        (ANN, ""): Bests(2, 5, 7, -4, 9),
        (ANN, "9 cards"): Bests(1, -80, -80, -70, -70),
        (BOB, ""): Bests(2, 30, 30, 30, 30),
        (BOB, "9 cards"): Bests(1, 30, 30, 30, 30),
    }
    # Facts are counted in matches of any length and kind.
    assert shelf.facts == {(ANN, "columns"): 5 - 90 - 80 + 7, (BOB, "columns"): 120}
