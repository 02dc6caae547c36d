"""Two runs: a quick one after every change, and a thorough one for what takes its time.

``--thorough`` is the one switch between them. It lets those tests run that are marked ``thorough``,
and those of :data:`AMOUNTS` do more; ``docs/testing.md`` tells which they are.
"""

import asyncio
import gc
import os
import shutil
import sqlite3
from collections.abc import AsyncIterator, Iterator, Mapping
from contextlib import suppress
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Final, NamedTuple

import pytest
import pytest_asyncio
from hypothesis import HealthCheck, is_hypothesis_test, settings

from bot import machine_code
from bot.malloc import set_aside_modules
from db.maintenance.upgrade import upgrade
from tests.db import dialect

if TYPE_CHECKING:
    from tests.tables.house import Housing
    from tests.wire.process import Nursery


ON_ONE_LOOP: Final = pytest.mark.asyncio(loop_scope="session")
"""The mark, given here, of tests that share the process which starts bots."""


class Amount(NamedTuple):
    """How much of something is done in each of the two runs."""

    quick: int
    thorough: int
    of: str


AMOUNTS: Final[Mapping[str, Amount]] = {
    "matches": Amount(2, 15, "random matches of each game that have to end"),
    "kai_matches": Amount(8, 40, "matches of each of Kai's players against random play"),
    "twin_actions": Amount(1500, 143_000, "random actions of Kapow! at each number of seats"),
    "hands": Amount(4, 25, "hands of CAP-IT for each contract"),
    "bad_inputs": Amount(80, 400, "bad inputs of all kinds together"),
    "kill_points": Amount(4, 30, "how often the bot is killed, in all games together"),
    "noise_rounds": Amount(1, 2, "rounds of a match whose calls are counted"),
    "evenings": Amount(1, 2, "evenings of each game that are watched"),
}
"""By the names of the fixtures that tests ask for; options of the same names say otherwise."""

FIRST: Final = ("wire", "local", "house", "lab", "kai", "games")
"""The folders whose tests wait for processes, then those of the longest files, as they begin."""

THOROUGH: Final = "thorough"
"""The mark of tests that run with ``--thorough`` alone."""

COUNTED: Final = "counted"
"""The mark, given here, of tests that do more with ``--thorough``, or other things each time."""


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--thorough", action="store_true", help="run what takes its time, too")
    for name, amount in AMOUNTS.items():
        told = f"{amount.of} ({amount.quick}, with --thorough {amount.thorough})"
        parser.addoption(_option(name), type=int, metavar="N", help=told)


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line("markers", f"{THOROUGH}: runs with --thorough alone")
    config.addinivalue_line("markers", f"{COUNTED}: does more with --thorough (tests/conftest.py)")
    _load_profile(thorough=config.getoption("--thorough"))
    dialect.share_compiled()
    _keep_machine_code_apart()


def _keep_machine_code_apart() -> None:
    """Add to a copy of Kai's machine code, which all runs share: tests ask for more than a bot."""
    made = machine_code.folder()
    copy, part = made.with_name(f"{made.name}-tests"), made.with_name(f"{made.name}-{os.getpid()}")
    if not any(copy.glob("*")):  # A run before any was made leaves an empty copy.
        with suppress(OSError):  # Another process was first, or is making what is copied.
            shutil.copytree(made, part)
            part.rename(copy)
        shutil.rmtree(part, ignore_errors=True)
    machine_code.keep_apart(copy)


def _load_profile(*, thorough: bool) -> None:
    """Choose how Hypothesis looks for examples: a busy machine is no fault of what is tested.

    The quick run takes the same ones each time, so without a change nothing new comes up.
    """
    settings.register_profile(
        THOROUGH,
        max_examples=75 if thorough else 7,
        deadline=None,
        suppress_health_check=(HealthCheck.too_slow,),
        derandomize=not thorough,
        print_blob=True,
    )
    settings.load_profile(THOROUGH)


@pytest.hookimpl(wrapper=True)
def pytest_collection(session: pytest.Session) -> Iterator[None]:
    """Look for no garbage where modules are imported and tests made: there is none."""
    gc.disable()
    try:
        _import_own_share(session.config)
        yield
    finally:
        gc.enable()


def _import_own_share(config: pytest.Config) -> None:
    """Import some of the files first, of several processes each others.

    They keep what they have compiled, which takes longer than all else that is done before the
    first test. If each began with the first file, all of them would compile everything.
    """
    worker = getattr(config, "workerinput", None)
    if worker is None:
        return
    number, count = int(worker["workerid"].removeprefix("gw")), worker["workercount"]
    folders = [Path(argument) for argument in config.args if Path(argument).is_dir()]
    files = sorted(file for folder in folders for file in folder.rglob("test_*.py"))
    for file in files[number::count]:
        # What fails, such as a mark that is not known yet, is tried again where tests are made.
        with suppress(Exception, pytest.fail.Exception):
            name = file.absolute().relative_to(config.rootpath).with_suffix("")
            import_module(".".join(name.parts))


def pytest_collection_finish() -> None:
    """Set aside what there is now, as a bot does: all tests would be looked at for garbage."""
    gc.collect()
    set_aside_modules()


@pytest.fixture(scope="module", autouse=True)
def set_aside() -> None:
    """Set aside what the files before have left, which would be looked at each time as well."""
    gc.freeze()


@pytest.hookimpl(tryfirst=True)  # Before ``-m`` is looked at.
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    if not config.getoption("--thorough"):
        left_out = [item for item in items if item.get_closest_marker(THOROUGH)]
        config.hook.pytest_deselected(items=left_out)
        items[:] = [item for item in items if not item.get_closest_marker(THOROUGH)]
    # What waits most comes first, beside what reckons, so that none of it is left for the end.
    items.sort(key=_place)
    for item in items:
        if "bots" in getattr(item, "fixturenames", ()):
            item.add_marker(ON_ONE_LOOP, append=False)
        if _is_counted(item):
            item.add_marker(COUNTED)


def _place(item: pytest.Item) -> int:
    """Return where a test's folder comes in :data:`FIRST`, or after all of them."""
    folders = (f"tests/{folder}/" for folder in FIRST)
    places = (place for place, folder in enumerate(folders) if item.nodeid.startswith(folder))
    return next(places, len(FIRST))


def _is_counted(item: pytest.Item) -> bool:
    if not isinstance(item, pytest.Function):
        return False
    asked = {*AMOUNTS, "thorough"} & {*item.fixturenames}
    return bool(asked) or is_hypothesis_test(item.obj)


@pytest.fixture
def thorough(request: pytest.FixtureRequest) -> bool:
    return bool(request.config.getoption("--thorough"))


@pytest.fixture
def hold(tmp_path: Path) -> Path:
    """The file that holds up, while it exists, what a bot or a helper made for it does."""
    return tmp_path / "hold"


@pytest.fixture(scope="session")
def empty_database(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A SQLite file with the schema and nothing in it, to be copied."""
    file = tmp_path_factory.mktemp("empty") / "cards.db"
    asyncio.run(upgrade(f"sqlite+aiosqlite:///{file}"))
    return file


@pytest_asyncio.fixture(loop_scope="session", scope="session")
async def bots() -> "AsyncIterator[Nursery]":
    from tests.wire.process import nursery  # noqa: PLC0415 - few of all tests need one

    async with nursery() as opened:
        yield opened


@pytest.fixture
def synced() -> Iterator[None]:
    """Let commits wait for the disk, as those of the bot do: for tests of just that."""
    dialect.SharingDialect.factory = sqlite3.Connection
    yield
    dialect.SharingDialect.factory = dialect.Unsynced


def _amount(request: pytest.FixtureRequest) -> int:
    """Return how much is to be done of what a fixture is called."""
    assert request.fixturename is not None
    usual, option = AMOUNTS[request.fixturename], request.config.getoption
    asked: int | None = option(_option(request.fixturename))
    if asked is not None:
        return asked
    return usual.thorough if option("--thorough") else usual.quick


globals().update({name: pytest.fixture(name=name)(_amount) for name in AMOUNTS})  # one an amount


def _option(name: str) -> str:
    return f"--{name.replace('_', '-')}"


@pytest.fixture
async def housing(empty_database: Path, tmp_path: Path) -> "AsyncIterator[Housing]":
    from tests.tables.house import Housing  # noqa: PLC0415 - few of all tests need one

    file = tmp_path / "night.db"
    shutil.copy(empty_database, file)
    house = Housing(file)
    await house.reopen()
    yield house
    await house.close()
