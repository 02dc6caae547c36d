"""The caps of the league, folded; and what abuse gains by them."""

import pytest

from bot.lab.league.abuse import ABUSES, gain
from bot.lab.league.folding import Capped, Fold
from bot.lab.league.world import Match
from bot.league.anchors import anchor
from bot.league.caps import FEWEST_MATCHES, PER_WEEK
from bot.league.ratings import Rating

KAI = -1
BY_NAME = {abuse.name: abuse for abuse in ABUSES}


def known() -> Capped:
    """Return a league in which eight people have met at one table."""
    fold = Capped({KAI: anchor(1256)})
    fold.add(Match(0, tuple(range(8)), tuple(range(1, 9))))
    return fold


def moved(fold: Fold | Capped, match: Match) -> bool:
    """Tell whether a match moves its first player's mean."""
    before = fold.rating(match.players[0]).mean
    fold.add(match)
    return fold.rating(match.players[0]).mean != before


def test_a_match_of_one_person_is_not_rated() -> None:
    alone = Match(1, (0, KAI), (1, 2))
    assert not moved(known(), alone)
    assert moved(Fold({KAI: anchor(1256)}), alone)


def test_kai_tells_something_where_two_people_play_and_stays_as_it_is() -> None:
    with_kai, without = known(), known()
    with_kai.add(Match(1, (0, 1, KAI), (1, 2, 3)))
    without.add(Match(1, (0, 1), (1, 2)))
    assert with_kai.rating(0) != without.rating(0)
    assert with_kai.rating(KAI) == anchor(1256)


def test_a_pair_counts_ten_times_a_week() -> None:
    fold, pair = known(), ((0, 1), (1, 2))
    counted = [moved(fold, Match(1 + number / 100, *pair)) for number in range(20)]
    # They met at the first table, too.
    assert counted == [True] * (PER_WEEK - 1) + [False] * (21 - PER_WEEK)
    assert moved(fold, Match(1.5, (2, 0), (1, 2)))
    assert not moved(fold, Match(3.9, *pair))
    assert moved(fold, Match(4.1, *pair))  # A Monday.


def test_an_account_that_met_nobody_else_moves_nobody() -> None:
    fold = known()
    assert not moved(fold, Match(1, (0, 20), (1, 2)))
    assert fold.rating(20) == Rating()
    fold.add(Match(2, (20, 1), (1, 2)))
    fold.add(Match(3, (20, 2), (1, 2)))
    assert moved(fold, Match(4, (0, 20), (1, 2)))


def test_nobody_who_has_played_learns_from_whoever_has_not() -> None:
    fold = known()
    fold.add(Match(0, (20, 1, 2, 3), (1, 2, 3, 4)))
    for day in range(1, FEWEST_MATCHES):
        assert moved(fold, Match(day, (0, 4), (1, 2)))
    for day in range(1, FEWEST_MATCHES):
        before = fold.rating(20)
        assert not moved(fold, Match(day + 5, (0, 20), (1, 2)))
        assert fold.rating(20) != before
    assert moved(fold, Match(12, (0, 20), (1, 2)))


def test_whoever_was_away_is_known_less() -> None:
    fold = Fold()
    fold.add(Match(0, (0, 1), (1, 2)))
    long_ago = fold.rating(0)
    fold.add(Match(300, (0, 2), (2, 1)))
    near = Fold()
    near.add(Match(0, (0, 1), (1, 2)))
    assert near.rating(0) == long_ago
    near.add(Match(0, (0, 2), (2, 1)))
    assert fold.rating(0).deviation > near.rating(0).deviation


@pytest.mark.parametrize(
    "name",
    [
        "100 wins against easy Kai alone",
        "100 wins over a second account",
        "100 wins, a fresh account every five",
        "100 wins, three fresh ones at a table",
    ],
)
def test_with_the_caps_these_wins_are_worth_nothing(name: str) -> None:
    honest = gain(BY_NAME["nothing: four honest weeks"], 1, caps=True)
    assert gain(BY_NAME[name], 1, caps=True).abuser.mean == honest.abuser.mean
    assert gain(BY_NAME[name], 1, caps=False).abuser.mean > honest.abuser.mean + 200


def test_a_night_with_a_friend_is_worth_less_with_the_caps() -> None:
    abuse = BY_NAME["100 wins over a friend in one night"]
    capped, free = gain(abuse, 1, caps=True), gain(abuse, 1, caps=False)
    assert free.abuser.mean > capped.abuser.mean + 100
    assert free.place < capped.place
