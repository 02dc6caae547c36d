"""How many matches are played; the usual run is short, and 10,000 end in one command.

``pytest tests/conformance/test_termination.py --matches 10000``
"""

import pytest


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--matches", type=int, default=21, help="random matches of each game")


@pytest.fixture
def matches(request: pytest.FixtureRequest) -> int:
    # The option is only there when pytest was started on this folder.
    count = request.config.getoption("--matches", default=21)
    assert isinstance(count, int)
    return count
