"""What servers and people have chosen: settings, quiet hours, and a person's new name."""

import asyncio
from collections.abc import Sequence
from dataclasses import replace
from itertools import product
from typing import Any, Final

import pytest
from sqlalchemy import Update, insert, select

from bot.league.settings import GuildSettings, SettingValue, Visibility
from bot.tables.entries import FORMER
from bot.tables.quiet_hours import QuietHours
from bot.tables.store import Effects, Listing, Phase
from db import schema
from db.repositories.league import RENAME
from db.schema import matches, results, totals
from db.schema.hosting import metadata
from db.storage import Storage
from tests.db.samples import GUILD, MINA, NOBODY, SAM, naming_log, scores


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


CHANNEL = 2**62

OTHERS: dict[str, SettingValue] = {
    "mention": False,
    "count_short": True,
    "threads": True,
    "starting_chips": 7,
    "daily_chips": 8,
    "season": "quarter",
    "recap": CHANNEL,
    "default_game": "kapow",
    "default_options": {"kapow": {"rounds": 5, "cards": None}, "capit": {"run_suit": "any"}},
    "channels": (3, CHANNEL),
    "tables_per_channel": 1,
    "tables_per_person": 2,
    "lost": ("channels", "recap"),
}
"""Another value than the usual one for every setting."""


async def test_changes_at_once_do_not_undo_each_other(storage: Storage) -> None:
    league = storage.league
    assert OTHERS.keys() == GuildSettings.model_fields.keys()
    usual = GuildSettings().model_dump()
    assert [name for name, value in OTHERS.items() if value == usual[name]] == []
    await asyncio.gather(
        *(league.change_settings(GUILD, {name: value}) for name, value in OTHERS.items())
    )
    assert await league.settings(GUILD) == GuildSettings.model_validate(OTHERS)
    assert await league.change_settings(GUILD, usual) == GuildSettings()


INVALID: Final[Sequence[dict[str, Any]]] = [
    *({"starting_chips": -1}, {"daily_chips": 1001}, {"daily_chips": True}, {"mention": 1}),
    *({"season": "week"}, {"season": ""}, {"recap": -1}, {"recap": 2**63}, {"recap": "5"}),
    *({"default_game": "x" * 41}, {"default_game": 1}, {"default_options": "{}"}),
    *({"default_options": {"kapow": 5}}, {"default_options": {"kapow": {"x": "y" * 1000}}}),
    *({"channels": tuple(range(1, 27))}, {"channels": (0,)}, {"channels": (2**63,)}),
    *({"tables_per_channel": 51}, {"tables_per_person": -1}),
    *({"lost": ("x" * 41,)}, {"lost": ("recap",) * 9}, {"lost": "recap"}),
]


async def test_invalid_values_are_refused(storage: Storage) -> None:
    for changes in INVALID:
        with pytest.raises(ValueError, match=next(iter(changes))):
            await storage.league.change_settings(GUILD, changes)
        assert await storage.league.settings(GUILD) == GuildSettings(), changes


@pytest.mark.parametrize("changes", [{"jokers": True}, {"mention": False, "jokers": False}])
async def test_an_unknown_setting_is_named(storage: Storage, changes: dict[str, bool]) -> None:
    with pytest.raises(ValueError, match="jokers"):
        await storage.league.change_settings(GUILD, changes)
    assert await storage.league.settings(GUILD) == GuildSettings()


async def _store(storage: Storage, name: str, value: int, text: str | None = None) -> None:
    """Store a setting as another version of the bot does."""
    row = {"guild": GUILD, "name": name, "value": value, "text": text}
    async with storage.engine.begin() as connection:
        await connection.execute(insert(schema.guild_settings).values(row))


async def test_channels_are_kept_in_order_and_once(storage: Storage) -> None:
    changed = await storage.league.change_settings(GUILD, {"channels": (9, 3, 9)})
    assert changed.channels == (3, 9)


async def test_a_setting_of_another_version_is_ignored(storage: Storage) -> None:
    await _store(storage, "jokers", 1)
    await _store(storage, "colours", 0, '["red"]')
    assert await storage.league.settings(GUILD) == GuildSettings()


@pytest.mark.parametrize(
    ("name", "value", "text"),
    [
        *(("daily_chips", 5000, None), ("season", 0, '"week"'), ("season", 1, None)),
        *(("channels", 0, '["here"]'), ("channels", 0, "{"), ("default_options", 0, "[1]")),
        *(("mention", 0, '"perhaps"'), ("recap", 0, "null"), ("default_game", 0, '{"a": 1}')),
    ],
)
async def test_a_value_of_another_version_counts_as_never_set(
    storage: Storage, name: str, value: int, text: str | None
) -> None:
    await storage.league.change_settings(GUILD, {"threads": True})
    await _store(storage, name, value, text)
    assert await storage.league.settings(GUILD) == GuildSettings(threads=True)
    changed = await storage.league.change_settings(GUILD, {name: OTHERS[name]})
    assert getattr(changed, name) == OTHERS[name]


BERLIN = QuietHours("Europe/Berlin", 23, 7)
KOLKATA = QuietHours("Asia/Kolkata", 22, 6)


async def test_each_person_has_their_own(storage: Storage) -> None:
    quiet_hours = storage.quiet_hours
    assert await quiet_hours.of([1, 2, 3]) == {}
    await quiet_hours.choose(1, BERLIN)
    await quiet_hours.choose(2**62, KOLKATA)
    assert await quiet_hours.of([1, 3, 2**62]) == {1: BERLIN, 2**62: KOLKATA}
    assert await quiet_hours.of([3]) == await quiet_hours.of([]) == {}


async def test_a_later_choice_replaces_an_earlier_one(storage: Storage) -> None:
    await storage.quiet_hours.choose(1, BERLIN)
    await storage.quiet_hours.choose(1, KOLKATA)
    assert await storage.quiet_hours.of([1]) == {1: KOLKATA}


async def test_nobody_is_asked_for_what_they_do_not_want(storage: Storage) -> None:
    for user in (1, 2):
        await storage.quiet_hours.choose(user, BERLIN)
    for _ in range(2):
        await storage.quiet_hours.choose(1, None)
    assert await storage.quiet_hours.of([1, 2]) == {2: BERLIN}


async def kept(storage: Storage, table: str, guild: int) -> None:
    """Store a ranked match of Mina and Sam on a server."""
    listing = Listing(table, guild, 5, "kapow", Phase.CLOSED, (SAM.id, MINA.id))
    result = replace(scores(table, MINA, SAM), guild=guild)
    await storage.store.append(table, 0, naming_log(MINA, SAM), Effects(listing, result))


async def names(storage: Storage, guild: int, user: int | None = MINA.id) -> set[str]:
    """Return what a person is called in the results and the standings of a server."""
    here = select(matches.c.table_id).where(matches.c.guild == guild)
    in_results = select(results.c.name).where(
        results.c.table_id.in_(here), results.c.user_id == user, results.c.kai.is_(None)
    )
    in_totals = select(totals.c.name).where(totals.c.guild == guild, totals.c.user_id == user)
    async with storage.engine.connect() as connection:
        return {
            name for query in (in_results, in_totals) for (name,) in await connection.execute(query)
        }


async def test_a_new_name_replaces_the_old_one_on_its_server_alone(storage: Storage) -> None:
    for number, guild in enumerate((GUILD, GUILD, GUILD + 1)):
        await kept(storage, f"table {number}", guild)
    await storage.people.rename(GUILD, MINA.id, "Zora")
    assert await names(storage, GUILD) == {"Zora"}
    assert await names(storage, GUILD + 1) == {MINA.name}
    assert await names(storage, GUILD, SAM.id) == {SAM.name}
    await storage.people.rename(GUILD, MINA.id, "Zora")
    assert await names(storage, GUILD) == {"Zora"}


async def test_who_is_forgotten_gets_no_name_again(storage: Storage) -> None:
    await kept(storage, "table", GUILD)
    await storage.privacy.erase("table", MINA.id, NOBODY)
    await storage.privacy.league.erase(MINA.id, NOBODY)
    await storage.people.rename(GUILD, MINA.id, "Zora")
    assert await names(storage, GUILD) == set()
    assert await names(storage, GUILD, None) <= {FORMER.name}


def test_every_table_that_keeps_names_is_written() -> None:
    columns = {table: {*table.c.keys()} for table in metadata.tables.values()}
    named = {table for table, found in columns.items() if {"user_id", "name"} <= found}
    statements = [change.statement for change in RENAME]
    assert {one.table for one in statements if isinstance(one, Update)} == named


async def test_each_person_has_their_own_choice_and_can_take_it_back(storage: Storage) -> None:
    for wanted in (True, False, True):
        await storage.people.choose_text(MINA.id, wanted)
        both = [await storage.people.wants_text(person.id) for person in (MINA, SAM)]
        assert both == [wanted, False]


async def test_no_choice_changes_another(storage: Storage) -> None:
    people = storage.people
    for wanted, visibility in product((True, False), Visibility):
        await people.choose_text(MINA.id, wanted)
        await people.choose(MINA.id, visibility)
        await asyncio.gather(people.choose(SAM.id, visibility), people.choose_text(SAM.id, wanted))
        for person in (MINA, SAM):
            assert await people.wants_text(person.id) is wanted
            assert await people.visibility([person.id]) == {person.id: visibility}
