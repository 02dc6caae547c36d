"""A request passes few files on its way to its answer, so that a reader can follow it."""

import pytest

from tests.house.sizes import ANSWER, BOUNDS, STANDINGS, WRITE
from tests.house.walks import Walk, told, walked

MOST_CHANGES = 35
"""From file to file, until the write is queued: half as many as before decision 25."""

_ADVICE = "{} files, bound ≤ {}. Call something in a file on the way, or take a file out of it:"


@pytest.fixture(scope="module")
def walks() -> dict[str, Walk]:
    return walked()


@pytest.mark.parametrize("name", [WRITE, ANSWER, STANDINGS])
def test_a_request_passes_few_files(walks: dict[str, Walk], name: str) -> None:
    most, files = BOUNDS[name].most, len(walks[name].files)
    assert files <= most, f"{_ADVICE.format(files, most)}\n{told(name, walks[name])}"


def test_a_move_changes_few_times_from_file_to_file(walks: dict[str, Walk]) -> None:
    assert walks[WRITE].changes <= MOST_CHANGES, told(WRITE, walks[WRITE])
