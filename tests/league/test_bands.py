from typing import get_args

import pytest

from bot.league.bands import BANDS, Band, band_of


def test_each_size_of_table_has_its_band() -> None:
    assert [band_of(seats) for seats in range(2, 9)] == ["2", "3-4", "3-4", *["5+"] * 4]
    assert get_args(Band) == BANDS


@pytest.mark.parametrize("seats", [-1, 0, 1])
def test_nobody_is_ranked_alone(seats: int) -> None:
    with pytest.raises(ValueError, match="no ranks"):
        band_of(seats)
