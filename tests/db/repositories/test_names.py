"""A person's new name on a server: it replaces the old one there, and nowhere else."""

from dataclasses import replace

from sqlalchemy import select

from bot.tables.entries import FORMER
from bot.tables.store import Effects, Listing, Phase
from db.repositories.people import RENAME
from db.schema import matches, results, totals
from db.schema.metadata import metadata
from db.storage import Storage
from tests.db.people import MINA, NOBODY, SAM, naming_log, scores
from tests.db.samples import GUILD


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
    await storage.privacy.erase_league(MINA.id, NOBODY)
    await storage.people.rename(GUILD, MINA.id, "Zora")
    assert await names(storage, GUILD) == set()
    assert await names(storage, GUILD, None) <= {FORMER.name}


def test_every_table_that_keeps_names_is_written() -> None:
    columns = {table: {*table.c.keys()} for table in metadata.tables.values()}
    named = {table for table, found in columns.items() if {"user_id", "name"} <= found}
    assert {change.table for change in RENAME} == named
