import pytest

from bot.league.caps import FEWEST_MET, PER_WEEK, pair_weight


@pytest.mark.parametrize(("met", "weight"), [(1, 1), (PER_WEEK, 1), (PER_WEEK + 1, 0), (200, 0)])
def test_ten_matches_a_week_count_for_a_pair(met: int, weight: float) -> None:
    assert pair_weight(met, (20, 20)) == weight


@pytest.mark.parametrize(
    ("others", "weight"),
    [((1, 1), 0), ((20, 2), 0), ((2, 20), 0), ((FEWEST_MET, FEWEST_MET), 1), ((3, 20), 1)],
)
def test_accounts_that_met_few_people_count_for_nobody(
    others: tuple[int, int], weight: float
) -> None:
    assert pair_weight(1, others) == weight
