"""The benchmarks of the storage run; their results are not checked."""

from pathlib import Path

from db.maintenance.speed import appends_per_second, plain_appends_per_second
from db.storage import open_storage


async def test_measured_appends_are_real(empty_url: str) -> None:
    assert await appends_per_second(empty_url, tables=3, moves=5) > 0
    async with open_storage(empty_url) as storage:
        for shown in await storage.store.listings():
            assert len(await storage.store.load(shown.table)) == 6


async def test_the_plain_way_is_measured_too(tmp_path: Path) -> None:
    assert await plain_appends_per_second(tmp_path / "plain.db", 5) > 0
