"""A server's settings: the defaults until changed, each on its own, and only those there are."""

import asyncio

import pytest
from sqlalchemy import insert

from bot.tables.league.settings import GuildSettings
from db import schema
from db.storage import Storage
from tests.db.samples import GUILD


async def test_settings_never_set_have_defaults(storage: Storage) -> None:
    assert await storage.league.settings(GUILD) == GuildSettings()
    assert await storage.league.change_settings(GUILD, {}) == GuildSettings()


async def test_changes_stay_and_concern_one_server(storage: Storage) -> None:
    league = storage.league
    changed = await league.change_settings(GUILD, {"mention": False, "threads": True})
    assert changed == GuildSettings(mention=False, threads=True)
    changed = await league.change_settings(GUILD, {"threads": False, "count_short": True})
    assert changed == GuildSettings(mention=False, count_short=True)
    assert await league.settings(GUILD) == changed
    assert await league.settings(GUILD + 1) == GuildSettings()


async def test_changes_at_once_do_not_undo_each_other(storage: Storage) -> None:
    league, names = storage.league, list(GuildSettings.model_fields)
    usual = GuildSettings()
    wanted = {name: _another(getattr(usual, name)) for name in names}
    await asyncio.gather(*(league.change_settings(GUILD, {name: wanted[name]}) for name in names))
    assert await league.settings(GUILD) == GuildSettings.model_validate(wanted)


def _another(value: int) -> int:
    return not value if isinstance(value, bool) else value + 7


@pytest.mark.parametrize(
    "changes",
    [{"starting_chips": -1}, {"daily_chips": 1001}, {"daily_chips": True}, {"mention": 1}],
)
async def test_an_invalid_value_is_refused(storage: Storage, changes: dict[str, int]) -> None:
    with pytest.raises(ValueError, match=next(iter(changes))):
        await storage.league.change_settings(GUILD, changes)
    assert await storage.league.settings(GUILD) == GuildSettings()


@pytest.mark.parametrize("changes", [{"jokers": True}, {"mention": False, "jokers": False}])
async def test_an_unknown_setting_is_named(storage: Storage, changes: dict[str, bool]) -> None:
    with pytest.raises(ValueError, match="jokers"):
        await storage.league.change_settings(GUILD, changes)
    assert await storage.league.settings(GUILD) == GuildSettings()


async def test_a_setting_of_another_version_is_ignored(storage: Storage) -> None:
    row = {"guild": GUILD, "name": "jokers", "value": 1}
    async with storage.engine.begin() as connection:
        await connection.execute(insert(schema.guild_settings).values(row))
    assert await storage.league.settings(GUILD) == GuildSettings()
