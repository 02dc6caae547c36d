"""The house's files hold whole things, and none too many: each figure only gets better."""

import pytest

from tests.house.sizes import ANSWER, BOUNDS, STANDINGS, WRITE, measured

WALKED = {WRITE, ANSWER, STANDINGS}
"""``tests/cogs/test_walk.py`` walks them."""


@pytest.mark.parametrize("name", [name for name in BOUNDS if name not in WALKED])
def test_a_figure_is_within_its_bound(name: str) -> None:
    bound = BOUNDS[name]
    assert bound.least <= measured()[name] <= bound.most
