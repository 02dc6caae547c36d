"""A database that the version before has left is upgraded and counted, and says what it said."""

import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from bot.game.replay import check_record
from bot.games.registry import GAMES
from bot.league.results import match_result
from bot.review.review import read_review
from bot.tables.history import record_of
from bot.tables.loading import state_from as replayed
from db.maintenance.rebuild import rebuild
from db.maintenance.upgrade import revision, upgrade
from db.repositories.tables import result_rows
from db.schema import matches, results
from db.storage import open_storage
from tests.compatibility.telling import (
    Told,
    chips_told,
    digest,
    ending_told,
    export_told,
    league_told,
    outline_told,
)
from tests.compatibility.written import EVENING, HAD, as_json
from tests.helpers import not_none
from tests.tables.house import Housing


def test_no_table_of_the_database_is_empty(file: Path) -> None:
    with closing(sqlite3.connect(file)) as connection:
        names = connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'").fetchall()
        assert len(names) > 15
        for (name,) in names:
            assert connection.execute(f"SELECT 1 FROM {name}").fetchone(), name  # noqa: S608 - its own names
        phases = {phase for (phase,) in connection.execute("SELECT phase FROM tables")}
    assert phases == {"lobby", "playing", "closed", "pruned"}


async def test_its_schema_is_up_to_date(housing: Housing) -> None:
    assert (await revision(housing.url)).up_to_date


async def test_matches_that_are_over_have_their_results_and_records(housing: Housing) -> None:
    assert {told["game"] for told in EVENING["finished"].values()} == HAD
    for table, told in EVENING["finished"].items():
        state = (await housing.host.table(table)).state
        assert state.closed is not None
        record = record_of(state, await housing.store.load(table))
        found = {
            **outline_told(state, EVENING["at"]),
            "closed": state.closed.because,
            "ending": ending_told(record.outcome),
            "record": digest(str(record)),
        }
        assert _without_clock(as_json(found)) == _without_clock(told)
        assert "actions are legal" in check_record(str(record), GAMES)


def _without_clock(told: Told) -> Told:
    """Leave out the last turn's clock of Chow Pow!, whose end did not count as a turn then."""
    ends_differently = told["game"] == "chowpow"
    return {key: told[key] for key in told if not (ends_differently and key in ("stage", "used"))}


@pytest.mark.parametrize("guild", EVENING["league"])
async def test_matches_and_settings_are_the_same(housing: Housing, guild: str) -> None:
    told = EVENING["league"][guild]
    found = as_json(await league_told(housing.storage, int(guild)))
    # There may be new settings; those that there were are as they were.
    found["settings"] = {name: found["settings"][name] for name in told["settings"]}
    # A match also says now who played it.
    found["matches"] = [
        {name: now[name] for name in was}
        for now, was in zip(found["matches"], told["matches"], strict=True)
    ]
    assert found == {name: told[name] for name in found}
    assert found["matches"]


@pytest.mark.parametrize("guild", EVENING["chips"])
async def test_chips_are_the_same(housing: Housing, guild: str) -> None:
    told = EVENING["chips"][guild]
    people = [int(user) for user in told if user.isdecimal()]
    assert as_json(await chips_told(housing.storage.ledger, int(guild), people)) == told
    assert any(holding["chips"] for holding in told["richest"])


async def test_a_review_is_kept_and_the_one_asked_for_is_still_wanted(housing: Housing) -> None:
    reviews = housing.storage.reviews
    for table, (version, body) in EVENING["reviews"].items():
        stored = not_none(await reviews.review(table))
        assert (stored.version, stored.body) == (version, body)
    made = [body for _, body in EVENING["reviews"].values() if body]
    outcomes = [read_review(body).rounds for body in made]
    assert [len(rounds) for rounds in outcomes] == [1]
    wanted = [table for table, (_, body) in EVENING["reviews"].items() if not body]
    assert [table for table, _ in await reviews.unfinished()] == wanted != []


async def test_messages_and_answers_put_off_are_found_again(housing: Housing) -> None:
    bookmarks, messages = housing.storage.bookmarks, EVENING["messages"]
    found = await bookmarks.bookmarks(list(EVENING["running"]))
    assert {table: mark.message for table, mark in found.items()} == messages
    reminders = [await bookmarks.reminder(table) for table in messages]
    assert len([one for one in reminders if one is not None]) == 1
    assert len(await housing.storage.deferrals.left()) == 1


def what_was(found: Any, told: Any) -> Any:  # noqa: ANN401 - JSON
    """Return what is found without the fields that were not told before."""
    match found, told:
        case dict(), dict():
            return {key: what_was(found[key], told[key]) for key in told}
        case list(), list():
            return [what_was(*each) for each in zip(found, told, strict=True)]
    return found


@pytest.mark.parametrize("user", EVENING["exports"])
async def test_a_person_is_given_all_that_is_stored_about_them(housing: Housing, user: str) -> None:
    told = EVENING["exports"][user]
    found = as_json(export_told(await housing.storage.privacy.export(int(user))))
    # More is stored about later results and reviews; what was is as it was. A setting let ranked
    # matches of any length count on the first server, which its results say themselves now.
    first = told["results"][0]["guild"] if told["results"] else None
    results = [
        {**one, "counted": one["ranked"] if one["guild"] == first else one["counted"]}
        for one in told["results"]
    ]
    assert what_was(found, told) == {**told, "results": results}


async def test_someone_who_had_their_data_deleted_stays_deleted(housing: Housing) -> None:
    empty = [told for told in EVENING["exports"].values() if not told["tables"]]
    assert [told["results"] for told in empty] == [[]]
    with closing(sqlite3.connect(housing.path)) as connection:
        assert connection.execute("SELECT 1 FROM log WHERE body LIKE '%Former%'").fetchone()
        assert connection.execute("SELECT 1 FROM gifts WHERE gone_at IS NOT NULL").fetchone()
        named = "SELECT 1 FROM log WHERE body LIKE '%\"Eve\"%'"
        assert connection.execute(named).fetchone() is None


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
            result = not_none(match_result(state))
            rows = result_rows(result)
            [told] = [dict(zip(matches.c.keys(), one, strict=True)) for one in rows[matches]]
            filled = (*OF_MATCH, "full_length", "kind")
            assert {name: row[name] for name in filled} == {name: told[name] for name in filled}
            for seat, one in zip(own, rows[results], strict=True):
                said = dict(zip(results.c.keys(), one, strict=True))
                assert [seat[name] for name in OF_SEAT] == [said[name] for name in OF_SEAT]
                assert (seat["own_turns"] > 0) is (seat["kai"] is None)
    assert EVENING["finished"].keys() & played.keys() == played.keys() - {pruned[0]["id"]}
