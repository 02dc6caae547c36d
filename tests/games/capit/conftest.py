"""How many hands are searched; the usual run is short, and thousands are one command.

``pytest tests/games/capit/test_search.py --hands 700``
"""

import pytest


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--hands", type=int, default=25, help="hands of CAP-IT for each contract")


@pytest.fixture
def hands(request: pytest.FixtureRequest) -> int:
    # The option is only there when pytest was started on this folder.
    count = request.config.getoption("--hands", default=25)
    assert isinstance(count, int)
    return count
