"""The league of a database from before the league is counted from its results and its logs."""

import sqlite3
from contextlib import closing
from pathlib import Path

from bot.games.registry import GAMES
from bot.league.results import match_result
from bot.tables.loading import state_from as replayed
from db.maintenance.rebuild import rebuild
from db.maintenance.upgrade import upgrade
from db.repositories.tables import result_rows
from db.schema import matches, results
from db.storage import open_storage
from tests.compatibility.written import EVENING

OF_MATCH = ("started_at", "options", "clock")
OF_SEAT = ("own_turns", "kai_turns", "timeouts", "thought", "levels", "facts", "held")


async def test_a_recount_reads_the_logs_that_are_still_there(file: Path) -> None:
    url = f"sqlite+aiosqlite:///{file}"
    await upgrade(url)
    done = await rebuild(url, GAMES)
    with closing(sqlite3.connect(file)) as connection:
        connection.row_factory = sqlite3.Row
        pruned = connection.execute(
            "SELECT id FROM tables JOIN matches ON id = table_id WHERE phase = 'pruned'"
        ).fetchall()
        played = {row["table_id"]: row for row in connection.execute("SELECT * FROM matches")}
        seats = connection.execute("SELECT * FROM results ORDER BY table_id, seat").fetchall()
        people = connection.execute("SELECT DISTINCT user_id FROM totals").fetchall()
        facts = connection.execute("SELECT 1 FROM results WHERE length(facts) > 2").fetchall()
        sums = connection.execute("SELECT number FROM facts").fetchall()
        best = connection.execute(
            "SELECT kind FROM bests WHERE lowest_round IS NOT NULL"
        ).fetchall()
        rated = connection.execute("SELECT table_id FROM matches WHERE rated").fetchall()
    counted = [table for table, row in played.items() if row["counted"]]
    assert (done.servers, done.matches) == (2, len(counted))
    assert (done.filled, done.unreadable) == (len(played) - len(pruned), 0)
    assert len(pruned) == 1
    assert len(people) > 3
    assert facts
    assert sums
    assert {kind for (kind,) in best} == {"", "Hot Sauce"}
    assert {table for (table,) in rated} == {*counted}
    async with open_storage(url) as storage:
        for table, row in played.items():
            own = [seat for seat in seats if seat["table_id"] == table]
            if table == pruned[0]["id"]:
                assert {row[name] for name in OF_MATCH} == {None}
                assert {seat[name] for seat in own for name in OF_SEAT} == {None}
                continue
            state = replayed(table, await storage.store.load(table), GAMES)
            result = match_result(state)
            assert result is not None
            rows = result_rows(result)
            [told] = [dict(zip(matches.c.keys(), one, strict=True)) for one in rows[matches]]
            filled = (*OF_MATCH, "full_length", "kind")
            assert {name: row[name] for name in filled} == {name: told[name] for name in filled}
            for seat, one in zip(own, rows[results], strict=True):
                said = dict(zip(results.c.keys(), one, strict=True))
                assert [seat[name] for name in OF_SEAT] == [said[name] for name in OF_SEAT]
                assert (seat["own_turns"] > 0) is (seat["kai"] is None)
    assert EVENING["finished"].keys() & played.keys() == played.keys() - {pruned[0]["id"]}
