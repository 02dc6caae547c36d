"""How many matches are played; the usual run is short, and 10,000 end in one command.

``pytest tests/conformance/test_termination.py --matches 10000``
"""

import pytest


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--matches", type=int, default=60, help="random matches to play to the end")


@pytest.fixture
def matches(request: pytest.FixtureRequest) -> int:
    # The option is only there when pytest was started on this folder.
    count = request.config.getoption("--matches", default=60)
    assert isinstance(count, int)
    return count
