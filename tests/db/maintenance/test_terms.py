"""A term that is new or shorter counts from the first start with it; any other as before."""

import logging

from bot.compose import GRACE, OF_DATA, OF_TABLES, house_terms
from bot.settings import HouseSettings
from bot.tables.store import Effects
from db.maintenance.terms import Term, keep_terms, read_terms
from db.storage import Storage, open_storage
from tests.db.samples import acted, listing
from tests.helpers import Caplog

DAY = 86_400_000


async def _start(storage: Storage, now: int, **seconds: float) -> dict[str, int]:
    """Start a process with these terms; return since when each counts."""
    terms = await read_terms(storage, seconds, now)
    await keep_terms(storage, tuple(terms.values()))
    return {name: term.since for name, term in terms.items()}


async def _filled(storage: Storage) -> None:
    await storage.store.append("t", 0, [acted(1)], Effects(listing("t")))


async def test_what_is_new_or_shorter_counts_from_now(url: str, caplog: Caplog) -> None:
    caplog.set_level(logging.WARNING)
    async with open_storage(url) as storage:
        await _filled(storage)
        assert await _start(storage, 10, turn=20, logs=0) == {"turn": 10, "logs": 10}
        assert "count from 01 January 00:00 UTC: turn, logs" in caplog.text
        caplog.clear()
        assert await _start(storage, 20, turn=20, logs=0) == {"turn": 10, "logs": 10}
        assert await _start(storage, 30, turn=30, logs=0) == {"turn": 10, "logs": 10}
        assert not caplog.text
        # Shorter than the time before, and no longer for ever.
        assert await _start(storage, 40, turn=25, logs=9) == {"turn": 40, "logs": 40}
        assert await _start(storage, 50, turn=25, logs=0) == {"turn": 40, "logs": 40}
        assert await _start(storage, 60, turn=25, logs=0, new=1) == {
            "turn": 40,
            "logs": 40,
            "new": 60,
        }


async def test_in_a_new_database_nothing_is_older(url: str) -> None:
    async with open_storage(url) as storage:
        assert await _start(storage, 10, turn=20) == {"turn": 0}
        await _filled(storage)
        assert await _start(storage, 20, turn=20) == {"turn": 0}


async def test_a_process_that_waits_notes_nothing(url: str) -> None:
    async with open_storage(url) as storage:
        await _filled(storage)
        waiting = await read_terms(storage, {"turn": 20}, 10)
        assert waiting == {"turn": Term("turn", 20, 10)}
        assert await read_terms(storage, {"turn": 20}, 20) == {"turn": Term("turn", 20, 20)}


def test_the_terms_of_the_house_are_those_of_its_settings() -> None:
    terms = house_terms(HouseSettings(keep_logs_days=180, longest_turn_days=14))
    assert terms["keep_logs"] == 180 * 86_400
    assert terms["longest_turn"] == 14 * 86_400
    assert set(terms) == {*OF_TABLES, *OF_DATA}
    assert GRACE == 7 * DAY
