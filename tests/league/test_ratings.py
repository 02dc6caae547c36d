"""Ratings follow from results as Weng and Lin have it, pair by pair."""

import math
import re
from collections.abc import Sequence
from itertools import combinations, permutations

import pytest
from hypothesis import given, strategies as st

from bot.games.registry import GAMES, TITLES, anchor_for, levels_for, play_name
from bot.kai.player import USUAL_LEVEL
from bot.league.counting import (
    ANCHOR_DEVIATION,
    BETA,
    FLOOR,
    PROVISIONAL_ABOVE,
    START_DEVIATION,
    START_MEAN,
    Entrant,
    Rating,
    anchor,
    chance,
    idle,
    is_provisional,
    matches_to_settle,
    rate,
)
from bot.league.results import kai_anchors
from tests.house.files import ROOT

RATINGS = st.builds(Rating, st.floats(0, 3000), st.floats(FLOOR, START_DEVIATION))
ENTRANTS = st.builds(Entrant, RATINGS, st.integers(1, 8), st.floats(0, 1), st.booleans())
PEOPLE = st.builds(Entrant, RATINGS, st.integers(1, 8), st.just(1.0), st.just(False))
TABLES = st.lists(ENTRANTS, min_size=2, max_size=8)


def same(some: Sequence[Rating], others: Sequence[Rating]) -> bool:
    flat = [[value for rating in each for value in rating] for each in (some, others)]
    return flat[0] == pytest.approx(flat[1], abs=1e-6)


def test_two_new_players_as_computed_by_hand() -> None:
    # c² = 2 · (2 BETA)² + 2 BETA² = 10 BETA², so sigma / c = 2 / √10; the chance is a half.
    won, lost = rate([Entrant(Rating(), 1), Entrant(Rating(), 2)])
    shift = (2 * BETA) ** 2 / (math.sqrt(10) * BETA) / 2
    assert shift == pytest.approx(77.68, abs=0.01)
    assert won.mean == pytest.approx(1500 + shift)
    assert lost.mean == pytest.approx(1500 - shift)
    kept = math.sqrt(1 - (2 / math.sqrt(10)) ** 3 / 4)
    assert won.deviation == lost.deviation == pytest.approx(START_DEVIATION * kept)


def test_uneven_ratings_as_computed_by_hand() -> None:
    # The numbers of the formulas, one after the other, by a pocket calculator.
    strong, weak = rate([Entrant(Rating(1700, 100), 2), Entrant(Rating(1400, 200), 1)])
    spread = 283.09  # √(100² + 200² + 2 · 122.84²)
    odds = 0.7426  # 1 / (1 + e^(-300 / 283.09))
    assert strong.mean == pytest.approx(1700 - 100**2 / spread * odds, abs=0.05)
    assert weak.mean == pytest.approx(1400 + 200**2 / spread * odds, abs=0.05)
    assert strong.deviation == pytest.approx(100 * math.sqrt(1 - 0.04408 * 0.19114), abs=0.01)
    assert weak.deviation == pytest.approx(200 * math.sqrt(1 - 0.35261 * 0.19114), abs=0.01)


def test_four_hundred_points_are_odds_of_ten_to_one() -> None:
    assert chance(Rating(1900, 0), Rating(1500, 0)) == pytest.approx(10 / 11)
    # Of new players little is known: c = √10 · BETA = 388.46 instead of 173.72.
    assert chance(Rating(1900), Rating(1500)) == pytest.approx(0.7369, abs=0.0001)


@given(RATINGS, RATINGS)
def test_one_of_two_does_better(first: Rating, second: Rating) -> None:
    assert chance(first, second) + chance(second, first) == pytest.approx(1)
    better, worse = sorted((first, second), key=lambda rating: rating.mean, reverse=True)
    assert chance(better, worse) >= 0.5


@given(TABLES, st.data())
def test_seats_may_be_renamed(table: list[Entrant], data: st.DataObject) -> None:
    seats = data.draw(st.permutations(range(len(table))))
    moved = rate([table[seat] for seat in seats])
    before = rate(table)
    assert same(moved, [before[seat] for seat in seats])


@given(TABLES)
def test_only_the_order_of_ranks_matters(table: list[Entrant]) -> None:
    spread = [entrant._replace(rank=entrant.rank * 10 - 3) for entrant in table]
    assert rate(spread) == rate(table)


@given(st.lists(PEOPLE, min_size=2, max_size=8))
def test_what_some_win_the_others_lose(table: list[Entrant]) -> None:
    shifts = [
        (after.mean - entrant.rating.mean) / entrant.rating.deviation**2
        for entrant, after in zip(table, rate(table), strict=True)
    ]
    assert sum(shifts) == pytest.approx(0, abs=1e-9)


@given(st.lists(st.integers(1, 8), min_size=2, max_size=8))
def test_equally_known_players_share_the_same_points(ranks: list[int]) -> None:
    after = rate([Entrant(Rating(1400 + 50 * rank), rank) for rank in ranks])
    assert sum(rating.mean for rating in after) == pytest.approx(
        sum(1400 + 50 * rank for rank in ranks)
    )


@given(TABLES, st.data())
def test_a_better_rank_is_never_worse(table: list[Entrant], data: st.DataObject) -> None:
    seat = data.draw(st.integers(0, len(table) - 1))
    better = data.draw(st.integers(0, table[seat].rank))
    improved = [*table]
    improved[seat] = table[seat]._replace(rank=better)
    assert rate(improved)[seat].mean >= rate(table)[seat].mean - 1e-9


@given(TABLES)
def test_deviations_shrink_down_to_the_floor(table: list[Entrant]) -> None:
    for entrant, after in zip(table, rate(table), strict=True):
        assert FLOOR <= after.deviation <= entrant.rating.deviation


def test_a_deviation_below_the_floor_does_not_grow() -> None:
    after, _ = rate([Entrant(Rating(1500, 10), 1), Entrant(Rating(), 2)])
    assert after.deviation == 10


@given(TABLES)
def test_fixed_entrants_stay_as_they_are(table: list[Entrant]) -> None:
    for entrant, after in zip(table, rate(table), strict=True):
        assert not entrant.fixed or after == entrant.rating


def test_a_fixed_opponent_tells_as_much_as_another() -> None:
    won, lost = Entrant(Rating(), 1), Entrant(Rating(1600, 45), 2)
    assert rate([won, lost])[0] == rate([won, lost._replace(fixed=True)])[0]


@given(st.lists(RATINGS, min_size=2, max_size=8))
def test_fixed_ones_alone_are_not_even_asked_about(ratings: list[Rating]) -> None:
    def weight(first: int, second: int) -> float:
        raise AssertionError((first, second))

    fixed = [Entrant(rating, rank, fixed=True) for rank, rating in enumerate(ratings)]
    assert rate(fixed, weight) == tuple(ratings)


def test_ties_count_half() -> None:
    first, second = rate([Entrant(Rating(), 3), Entrant(Rating(), 3)])
    assert first == second
    assert first.mean == 1500
    assert first.deviation < START_DEVIATION
    strong, weak = rate([Entrant(Rating(1700), 1), Entrant(Rating(1500), 1)])
    assert strong.mean < 1700
    assert weak.mean > 1500


def test_winners_who_tie_are_equal_and_above_the_third() -> None:
    ranks = (1, 1, 3, 4, 5)
    after = rate([Entrant(Rating(), rank) for rank in ranks])
    means = [rating.mean for rating in after]
    assert means[0] == means[1] > means[2] > means[3] > means[4]
    assert means[2] == pytest.approx(1500)


@given(TABLES)
def test_a_weight_of_nothing_changes_nothing(table: list[Entrant]) -> None:
    untouched = tuple(entrant.rating for entrant in table)
    assert rate(table, lambda _, __: 0.0) == untouched
    absent = [entrant._replace(share=0.0) for entrant in table]
    assert rate(absent) == untouched


def test_a_pair_without_weight_leaves_only_the_other_pairs() -> None:
    table = [Entrant(Rating(), rank) for rank in (1, 2, 3)]
    asked = []

    def weight(about: int, other: int) -> float:
        asked.append((about, other))
        return float({about, other} != {0, 1})

    first, second, third = rate(table, weight)
    assert sorted(asked) == [*permutations(range(3), 2)]
    assert first == second
    assert third.mean == pytest.approx(1500 - 2 * (first.mean - 1500))


@given(TABLES, st.data())
def test_each_direction_has_a_weight_of_its_own(table: list[Entrant], data: st.DataObject) -> None:
    """What someone learns depends on what the others tell about them, and on nothing else."""
    seats = range(len(table))
    parts = {pair: data.draw(st.floats(0, 1)) for pair in permutations(seats, 2)}
    asked = []

    def weight(about: int, other: int) -> float:
        asked.append((about, other))
        return parts[about, other]

    after = rate(table, weight)
    assert len(asked) == len({*asked})
    assert not any(table[about].fixed for about, _ in asked)
    for seat in seats:
        alike = rate(table, lambda i, j, seat=seat: parts[(i, j) if i == seat else (j, i)])  # type: ignore[misc]
        assert same([alike[seat]], [after[seat]])


def test_one_of_two_may_learn_alone() -> None:
    table = [Entrant(Rating(), 1), Entrant(Rating(), 2)]
    both = rate(table)
    assert rate(table, lambda about, _: float(about == 0)) == (both[0], Rating())
    assert rate(table, lambda about, _: float(about == 1)) == (Rating(), both[1])


@pytest.mark.parametrize(("share", "other"), [(0.5, 1.0), (0.5, 0.5), (0.25, 0.8)])
def test_shares_multiply(share: float, other: float) -> None:
    table = [Entrant(Rating(), 1), Entrant(Rating(), 2)]
    whole = rate(table)
    part = rate([table[0]._replace(share=share), table[1]._replace(share=other)])
    assert same(part, rate(table, lambda _, __: share * other))
    assert part[0].mean - 1500 == pytest.approx((whole[0].mean - 1500) * share * other)


@pytest.mark.parametrize("wrong", [-0.1, 1.1, math.nan])
def test_shares_and_weights_are_parts(wrong: float) -> None:
    table = [Entrant(Rating(), 1), Entrant(Rating(), 2)]
    with pytest.raises(ValueError, match="not within 0 and 1"):
        rate([table[0]._replace(share=wrong), table[1]])
    with pytest.raises(ValueError, match="not within 0 and 1"):
        rate(table, lambda _, __: wrong)


@pytest.mark.parametrize("seats", [2, 3, 5, 8])
def test_a_large_table_is_known_no_sooner_than_a_small_one(seats: int) -> None:
    after = rate([Entrant(Rating(), rank) for rank in range(seats)])
    two = rate([Entrant(Rating(), 1), Entrant(Rating(), 2)])
    assert [rating.deviation for rating in after] == pytest.approx([two[0].deviation] * seats)
    assert after[0].mean == pytest.approx(two[0].mean)


def test_nobody_and_someone_alone_stay_as_they_are() -> None:
    assert rate([]) == ()
    assert rate([Entrant(Rating(1600, 90), 1)]) == (Rating(1600, 90),)


def test_ratings_far_apart_overflow_nothing() -> None:
    far = [Entrant(Rating(1e6), 2), Entrant(Rating(-1e6), 1)]
    assert all(math.isfinite(value) for rating in rate(far) for value in rating)
    assert rate([far[0]._replace(rank=1), far[1]._replace(rank=2)]) == (Rating(1e6), Rating(-1e6))


def test_ten_matches_between_equals_make_a_rating_known() -> None:
    pair, played = (Rating(), Rating()), 0
    while any(map(is_provisional, pair)):
        ranks = (1, 2) if played % 2 else (2, 1)
        first, second = rate([*map(Entrant, pair, ranks)])
        pair, played = (first, second), played + 1
    assert played == 10


@given(RATINGS, st.floats(0, 2000), st.floats(0, 2000))
def test_idle_days_add_up(rating: Rating, some: float, more: float) -> None:
    once, twice = idle(rating, some + more), idle(idle(rating, some), more)
    assert same([once], [twice])
    assert rating.deviation <= once.deviation <= START_DEVIATION
    assert once.mean == rating.mean


def test_a_year_away_is_provisional_again() -> None:
    settled = Rating(1800, 90)
    assert not is_provisional(idle(settled, 350))
    assert is_provisional(idle(settled, 366))
    assert not is_provisional(idle(Rating(1800, FLOOR), 365))
    assert is_provisional(idle(Rating(1800, FLOOR), 460))
    assert idle(settled, 10_000).deviation == START_DEVIATION
    assert idle(settled, 0) == settled


def test_no_day_is_less_than_none() -> None:
    with pytest.raises(ValueError, match="less than none"):
        idle(Rating(), -1)


def test_what_is_missing_are_the_matches_until_a_rating_is_known() -> None:
    rating, left = Rating(), matches_to_settle(Rating())
    assert left == 10
    while left:
        assert is_provisional(rating)
        rating, _ = rate([Entrant(rating, 1), Entrant(rating, 1)])
        left -= 1
        assert matches_to_settle(rating) == left
    assert not is_provisional(rating)


def test_the_threshold_lies_between_the_floor_and_the_start() -> None:
    assert FLOOR < PROVISIONAL_ABOVE < START_DEVIATION
    assert is_provisional(Rating())


@given(st.lists(PEOPLE, min_size=3, max_size=6))
def test_a_match_is_the_sum_of_its_pairs(table: list[Entrant]) -> None:
    after = rate(table)
    means = [entrant.rating.mean for entrant in table]
    for i, j in combinations(range(len(table)), 2):
        pair = rate([table[i], table[j]], lambda _, __: 1 / (len(table) - 1))
        means[i] += pair[0].mean - table[i].rating.mean
        means[j] += pair[1].mean - table[j].rating.mean
    assert [rating.mean for rating in after] == pytest.approx(means)


LEVEL = "easy|normal|hard|expert"
PAIR = rf"`({LEVEL}),({LEVEL})[a-z,]*`"
KAPOW = re.compile(rf"^\| {PAIR} \| [\d, ]+ \| \d+ \| ([\d.]+) \(")
OTHERS = re.compile(rf"^\| ([^|]+) \| {PAIR} \| \d+ \| ([\d.]+) \(")


def steps() -> dict[str, list[tuple[str, str, float]]]:
    """Return what the document says: by title, the stronger and the weaker level, and points."""
    found: dict[str, list[tuple[str, str, float]]] = {}
    for line in (ROOT / "docs/arena.md").read_text("utf-8").splitlines():
        if match := KAPOW.match(line):
            title, stronger, weaker, won = "Kapow!", *match.groups()
        elif match := OTHERS.match(line):
            title, stronger, weaker, won = match.groups()
        else:
            continue
        share = float(won) / 100
        step = 400 * math.log10(share / (1 - share))
        found.setdefault(title, []).append((stronger, weaker, step))
    return found


@pytest.mark.parametrize("game", [game for game in GAMES if TITLES[game].kai.ratings])
def test_each_step_is_what_the_arena_measured(game: str) -> None:
    told = steps()[GAMES[game].title]
    kai = TITLES[game].kai
    plays = {level: kai.play(level) for level in levels_for(game)}
    ratings = {level: kai.ratings[play] for level, play in plays.items() if play in kai.ratings}
    assert ratings[USUAL_LEVEL] == START_MEAN
    assert {name for stronger, weaker, _ in told for name in (stronger, weaker)} == set(ratings)
    for stronger, weaker, step in told:
        assert ratings[stronger] - ratings[weaker] == pytest.approx(step, abs=1.5)


@pytest.mark.parametrize("game", GAMES)
def test_only_levels_that_exist_are_anchors(game: str) -> None:
    kai = TITLES[game].kai
    versions = range(1, kai.version + 1)
    plays = {kai.play(level, version) for level in levels_for(game) for version in versions}
    assert set(kai.ratings) <= plays
    assert {version for changes in kai.changed.values() for version in changes} <= {*versions}
    assert kai.changed.keys() <= {*levels_for(game)}


def test_an_anchor_is_found_by_game_and_level() -> None:
    assert anchor_for("kapow", "hard", 2) == Rating(2136, ANCHOR_DEVIATION) == anchor(2136)
    assert anchor_for("kabobo", "expert") == anchor(1749)


def test_a_level_keeps_its_name_as_long_as_it_plays_the_same() -> None:
    assert play_name("kapow", "hard") == "Kapow! hard 3"
    assert play_name("kapow", "hard", 2) == "Kapow! hard 2"
    assert play_name("kapow", "hard", 1) == "Kapow! hard 1"
    assert play_name("kapow", "normal") == play_name("kapow", "normal", 1) == "Kapow! normal 1"
    assert play_name("no such game", "normal") == "no such game normal 1"


def test_a_result_keeps_the_anchors_of_its_time() -> None:
    assert kai_anchors("kapow", 1)["expert"].mean == 2183
    assert "expert" not in kai_anchors("kapow", 2)
    assert kai_anchors("kapow", 1)["normal"] == kai_anchors("kapow", 2)["normal"]
    for unknown in (None, 0, 99):
        assert not kai_anchors("kapow", unknown)


def test_what_was_not_measured_has_no_anchor() -> None:
    assert anchor_for("kapow", "late") is None
    assert anchor_for("kapow", "expert") is None
    assert anchor_for("no such game", USUAL_LEVEL) is None
