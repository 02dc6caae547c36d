"""How often the bot is killed; the usual run is short, and a thousand times is one command.

``pytest tests/wire/kill --kill-points 1000 -s``
"""

import pytest


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--kill-points", type=int, default=40, help="how often the bot is killed")


@pytest.fixture
def kill_points(request: pytest.FixtureRequest) -> int:
    # The option is only there when pytest was started on this folder.
    count = request.config.getoption("--kill-points", default=40)
    assert isinstance(count, int)
    return count
