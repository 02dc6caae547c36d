import logging
import shutil
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from tests.cogs.guest import Guest
from tests.cogs.night.evening import Evening, planned
from tests.cogs.request_check import faults_of
from tests.cogs.world import PLAYED, World, open_world


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line("markers", "house(**settings): settings of the bot in the world")
    config.addinivalue_line("markers", "games(*names): the only games in the world")
    config.addinivalue_line("markers", "faulty: something goes wrong, and is logged as an error")


@pytest.fixture
async def world(
    request: pytest.FixtureRequest,
    empty_database: Path,
    tmp_path: Path,
    caplog: pytest.LogCaptureFixture,
) -> AsyncIterator[World]:
    """A world whose every request Discord would have taken, and where nothing goes wrong."""
    database = tmp_path / "cards.db"
    shutil.copy(empty_database, database)
    mark = request.node.get_closest_marker("house")
    named = request.node.get_closest_marker("games")
    games = {name: PLAYED[name] for name in named.args} if named else PLAYED
    async with open_world(database, mark.kwargs if mark else {}, games) as world:
        yield world
    assert faults_of(world.env.http_requests) == []
    if request.node.get_closest_marker("faulty") is None:
        records = [*caplog.get_records("setup"), *caplog.get_records("call")]
        assert [found.getMessage() for found in records if found.levelno >= logging.ERROR] == []


@pytest.fixture
def mina(world: World) -> Guest:
    """Someone who comes to the server."""
    return world.guest("Mina")


@pytest.fixture
def sam(world: World) -> Guest:
    return world.guest("Sam")


@pytest.fixture
async def seated(world: World) -> list[Guest]:
    """Mina and Sam in a match of Kapow!, in the order in which they play."""
    return await world.sit("Mina", "Sam")


@pytest.fixture
def first(seated: list[Guest]) -> Guest:
    return seated[0]


@pytest.fixture
def second(seated: list[Guest]) -> Guest:
    return seated[1]


@pytest.fixture
async def evening(world: World) -> Evening:
    """A league night of two rounds in the world's channel."""
    return await planned(world)
