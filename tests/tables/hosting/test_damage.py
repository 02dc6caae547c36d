"""A damaged log closes its own table only, and is logged once."""

import sqlite3
from contextlib import closing

import pytest

from bot.tables.core.entries import TableSetup
from bot.tables.core.errors import DamagedTableError
from tests.tables.damage import DAMAGES, Damage, body, overwrite
from tests.tables.house import ADA, MINA, PLACE, SAM, Housing, act, until

KAPOW = TableSetup(game="kapow", options={"rounds": 1, "cards": 9})
ELSEWHERE = PLACE.model_copy(update={"channel": 3})


@pytest.mark.parametrize("damage", DAMAGES)
async def test_one_damaged_table_is_closed_and_the_others_go_on(
    housing: Housing, caplog: pytest.LogCaptureFixture, damage: Damage
) -> None:
    table = await housing.started(KAPOW, MINA, SAM)
    await act(table, min(table.state.to_act))
    sound = await housing.host.open(ADA, ELSEWHERE, KAPOW)
    last = table.state.seq
    await housing.close()
    whole = body(housing, table.id, last)
    overwrite(housing, table.id, last, damage(whole))
    await housing.reopen()
    await housing.host.awake.wait()
    for _ in range(3):
        with pytest.raises(DamagedTableError, match="log is damaged"):
            await housing.host.table(table.id)
    assert caplog.text.count("is closed to play") == 1
    assert f"table {table.id} is closed to play, entry {last} of its log" in caplog.text
    assert table.state.secret.hex() not in caplog.text
    await housing.host.join(sound.id, SAM)
    assert [listing.table for listing in housing.host.listings()] == [sound.id]

    overwrite(housing, table.id, last, whole)
    mended = await housing.host.table(table.id)
    assert mended.state == table.state
    await act(mended, min(mended.state.to_act))


async def test_a_damaged_listing_keeps_no_other_table_from_being_found(
    housing: Housing, caplog: pytest.LogCaptureFixture
) -> None:
    table = await housing.started(KAPOW, MINA, SAM)
    sound = await housing.host.open(ADA, ELSEWHERE, KAPOW)
    await housing.close()
    with closing(sqlite3.connect(housing.path)) as database, database:
        database.execute("UPDATE tables SET people = '[11, 1' WHERE id = ?", (table.id,))
    await housing.reopen()
    assert [listing.table for listing in housing.host.listings()] == [sound.id]
    assert caplog.text.count("its listing is damaged") == 1
    # Its log is sound: it is found again as soon as somebody goes on there.
    again = await housing.host.table(table.id)
    await act(again, min(again.state.to_act))
    await until(lambda: len(housing.host.listings()) == 2)
