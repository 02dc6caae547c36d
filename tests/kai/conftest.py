"""How many matches Kai plays; the usual run is short, and the whole is one command.

``pytest tests/kai/test_conduct.py --kai-matches 400 -k nearly_always``
"""

import pytest


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--kai-matches",
        type=int,
        default=40,
        help="matches of each of Kai's players against random play",
    )


@pytest.fixture
def kai_matches(request: pytest.FixtureRequest) -> int:
    """Return how many matches each of Kai's players plays against random play."""
    # The option is only there when pytest was started on this folder.
    count = request.config.getoption("--kai-matches", default=40)
    assert isinstance(count, int)
    return count
