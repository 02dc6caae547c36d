"""Health over HTTP, by the command, and of each part."""

import asyncio
import signal
import socket
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager

import pytest
from prometheus_client import CollectorRegistry

from bot.__main__ import main
from bot.operation.discord_traffic import GatewayWatch
from bot.operation.health import (
    DATABASE_TIMEOUT,
    INTERVAL,
    MEMORY,
    Health,
    LoopLag,
    PortError,
    serving,
)
from bot.operation.metrics import Metrics
from bot.operation.work import StorageWatch
from bot.tables.store import StoreUnavailableError
from tests.helpers import Capsys
from tests.operation.scrape import Scraper
from tests.wire.evening import Evening


class Patient:
    """A bot's parts, all well to begin with."""

    def __init__(self) -> None:
        metrics = Metrics("1")
        self.gateway, self.storage = GatewayWatch(metrics), StorageWatch(metrics)
        self.loop_lag = LoopLag(metrics)
        self.database_seconds = 0.0
        self.database_gone = False
        self.health = Health(self.gateway, self.storage, self.loop_lag, self._ask)

    async def _ask(self) -> None:
        await asyncio.sleep(self.database_seconds)
        if self.database_gone:
            raise StoreUnavailableError("postgresql://cards:hush@db is gone")

    async def faults(self) -> Mapping[str, str]:
        return await self.health.faults()


@pytest.fixture
async def patient() -> Patient:
    found = Patient()
    await found.gateway.on_ready()
    return found


async def test_a_healthy_bot_has_no_faults(patient: Patient) -> None:
    assert await patient.faults() == {}


async def test_before_it_is_ready_it_is_not_connected() -> None:
    assert await Patient().faults() == {"discord": "not connected"}


async def test_every_shard_must_be_connected(patient: Patient) -> None:
    await patient.gateway.on_shard_disconnect(0)
    await patient.gateway.on_shard_disconnect(1)
    await patient.gateway.on_shard_resumed(1)
    assert await patient.faults() == {"discord": "not connected"}
    await patient.gateway.on_shard_ready(0)
    assert await patient.faults() == {}


async def test_the_database_must_answer_and_its_message_is_not_shown(patient: Patient) -> None:
    patient.database_gone = True
    assert await patient.faults() == {"database": "doesn't answer"}


async def test_the_database_must_answer_in_time(patient: Patient) -> None:
    patient.database_seconds = 10 * DATABASE_TIMEOUT
    assert await patient.faults() == {"database": "doesn't answer"}


async def test_a_failed_write_counts_until_the_next_one(patient: Patient) -> None:
    patient.storage.failed(3)
    assert await patient.faults() == {"database": "the last write failed"}
    patient.storage.committed(1, 0, 0.001)
    assert await patient.faults() == {}


async def test_a_stalled_event_loop_is_a_fault_for_a_while(patient: Patient) -> None:
    patient.loop_lag.record(3.5)
    assert await patient.faults() == {"event loop": "was held up lately"}
    for _ in range(MEMORY):
        patient.loop_lag.record(0.001)
    assert await patient.faults() == {}


async def test_loop_lag_is_measured(patient: Patient) -> None:
    running = asyncio.create_task(patient.loop_lag.run())
    await asyncio.sleep(0)
    with socket.socket() as nobody:
        nobody.settimeout(INTERVAL + 0.1)
        nobody.bind(("127.0.0.1", 0))
        nobody.listen()
        with pytest.raises(TimeoutError):
            nobody.accept()
    await asyncio.sleep(0.01)
    running.cancel()
    assert patient.loop_lag.worst > 0.05


@asynccontextmanager
async def served(patient: Patient) -> AsyncIterator[Scraper]:
    async with serving(patient.health, CollectorRegistry(), "127.0.0.1", 0) as port:
        yield Scraper(port)


async def test_healthz_has_a_status_and_the_reasons(patient: Patient) -> None:
    async with served(patient) as scraper:
        assert await scraper.health() == (200, {"healthy": True, "faults": {}})
        await patient.gateway.on_shard_disconnect(0)
        faults = {"discord": "not connected"}
        assert await scraper.health() == (503, {"healthy": False, "faults": faults})


async def test_a_taken_port_is_an_error(patient: Patient) -> None:
    async with served(patient) as scraper:
        with pytest.raises(PortError, match=rf"Can't listen on 127\.0\.0\.1:{scraper.port}"):
            async with serving(patient.health, CollectorRegistry(), "127.0.0.1", scraper.port):
                pass


def _asked(monkeypatch: pytest.MonkeyPatch, capsys: Capsys, port: int | None) -> tuple[int, str]:
    """Run ``python -m bot health``; return its status and what it says."""
    for name in ("CARDS_OPERATION_HOST", "CARDS_OPERATION_PORT"):
        monkeypatch.delenv(name, raising=False)
    if port is not None:
        monkeypatch.setenv("CARDS_OPERATION_PORT", str(port))
        monkeypatch.setenv("CARDS_OPERATION_HOST", "0.0.0.0")  # noqa: S104 - as in a container
    status = main(["health"])
    told = capsys.readouterr()
    return status, (told.out + told.err).strip()


@pytest.mark.parametrize(
    ("ill", "answer"), [(False, (0, "The bot is healthy.")), (True, (1, "discord: not connected"))]
)
async def test_the_command_says_it_by_its_exit_status(
    patient: Patient,
    monkeypatch: pytest.MonkeyPatch,
    capsys: Capsys,
    ill: bool,  # noqa: FBT001 - pytest's way
    answer: tuple[int, str],
) -> None:
    if ill:
        await patient.gateway.on_shard_disconnect(0)
    async with served(patient) as scraper:
        assert await asyncio.to_thread(_asked, monkeypatch, capsys, scraper.port) == answer


def test_the_command_says_when_nobody_answers(
    monkeypatch: pytest.MonkeyPatch, capsys: Capsys, port: int
) -> None:
    assert _asked(monkeypatch, capsys, port) == (1, "The bot doesn't answer.")
    assert _asked(monkeypatch, capsys, None)[1].startswith("Health checks are off")


async def test_a_taken_port_is_told_with_settings_to_change(evening: Evening, port: int) -> None:
    await evening.bot.crash()
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", port))
        taken.listen()
        await evening.bot.start(ready=False)
        assert await evening.bot.end() == 1
    assert "See CARDS_OPERATION_HOST and CARDS_OPERATION_PORT" in evening.bot.log


async def test_a_bot_told_to_stop_closes_its_port(evening: Evening, scraper: Scraper) -> None:
    await scraper.until(lambda found: found.value("cards_gateway_up") == 1)
    assert (await scraper.health())[0] == 200
    evening.bot.kill(signal.SIGTERM)
    assert await evening.bot.end() == 0
    with pytest.raises(OSError, match="onnect"):
        await scraper.health()
