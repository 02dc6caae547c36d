"""Export a person's data, and delete it without leaving anything."""

import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from bot.league.periods import ALL_TIME
from bot.league.reports import SeasonLine
from bot.league.settings import Visibility
from bot.privacy.entries import KINDS_NAMING_PEOPLE, Trace
from bot.review.review import Review, RoundReview
from bot.tables import entries as log
from bot.tables.entries import FORMER, Person
from bot.tables.quiet_hours import QuietHours
from bot.tables.store import Effects, Listing, Phase
from db.schema import facts, places
from db.storage import Storage
from tests.db.rows import everything
from tests.db.samples import GUILD, MINA, NOBODY, SAM, START, keep, naming_log


async def test_a_table_is_found_by_any_entry_that_names_a_person(storage: Storage) -> None:
    listing = Listing("t", GUILD, 5, "kapow", Phase.LOBBY, ())
    known = []
    for number, entry in enumerate(naming_log(MINA, SAM)):
        table = f"t{number:02}"
        row = Listing(table, GUILD, 5, "kapow", listing.phase, ())
        await storage.store.append(table, 0, [entry], Effects(row))
        if MINA.name in str(entry) or str(MINA.id) in str(entry):
            known.append(Trace(table, closed=False))
    assert await storage.privacy.traces(MINA.id) == known
    assert len(known) == len(KINDS_NAMING_PEOPLE)


def test_no_other_entry_can_name_a_person() -> None:
    entries = [e for e in naming_log(MINA, SAM) if str(MINA.id) in e.model_dump_json()]
    assert {entry.kind for entry in entries} == set(KINDS_NAMING_PEOPLE)
    naming = {
        kind.model_fields["kind"].default
        for kind in (*log._Entry.__subclasses__(), *log._Deed.__subclasses__())
        if "kind" in kind.model_fields
        and {"person", "user", "host", "by", "seats"} & kind.model_fields.keys()
    }
    assert naming - {"acted"} == set(KINDS_NAMING_PEOPLE)  # There ``by`` is person, kai or house.


async def test_an_erased_person_is_nowhere_in_the_database(storage: Storage) -> None:
    await keep(storage, "one", MINA, SAM)
    await keep(storage, "two", SAM, MINA)
    before = await everything(storage)
    assert str(MINA.id) in before
    for trace in await storage.privacy.traces(MINA.id):
        await storage.privacy.erase(trace.table, MINA.id, NOBODY)
    await storage.privacy.league.erase(MINA.id, NOBODY)
    after = await everything(storage)
    assert str(MINA.id) not in after
    assert MINA.name not in after
    assert "Ünal" not in after
    assert "\\u" not in after
    # How the two did against each other is kept in both directions: it counts for Sam.
    assert after.count(str(SAM.id)) == before.count(str(SAM.id))
    assert await storage.privacy.traces(MINA.id) == []


async def test_a_log_stays_readable_and_tells_former_players_apart(storage: Storage) -> None:
    await keep(storage, "t", MINA, SAM)
    mina, sam = Person(id=NOBODY, name=FORMER.name), Person(id=NOBODY - 1, name=FORMER.name)
    for person, former in ((SAM, sam), (MINA, mina)):
        await storage.privacy.erase("t", person.id, former.id)
    assert await storage.store.load("t") == naming_log(mina, sam)


async def test_opponents_figures_stay_and_the_former_player_has_no_place(storage: Storage) -> None:
    await keep(storage, "t", MINA, SAM)
    await storage.privacy.erase("t", MINA.id, NOBODY)
    await storage.privacy.league.erase(MINA.id, NOBODY)
    sam = SeasonLine(1, SAM.id, SAM.name, 0, 1, 0)
    assert await storage.boards.lines(GUILD, "kapow", ALL_TIME) == [sam]
    assert await storage.boards.count(GUILD, "kapow", ALL_TIME) == 1
    (line,) = await storage.histories.recorded(GUILD)
    told = [(seat.name, seat.total) for seat in line.by_seat]
    assert told == [("Sam", 12), ("Former player", 9), ("Kai", 20)]


async def test_an_export_has_all_about_a_person_and_nothing_else(storage: Storage) -> None:
    await keep(storage, "t", MINA, SAM)
    found: Any = await storage.privacy.export(MINA.id)
    (result,) = found["results"]
    assert result["name"] == MINA.name
    assert (result["seat"], result["rank"], result["points"]) == (1, 1, [4, 5])
    (table,) = found["tables"]
    kinds = [entry["kind"] for entry in table["entries"]]
    assert kinds == [
        *("opened", "cut", "agreed", "withdrew", "left", "joined", "started", "acted"),
        *("handed over", "handed over", "paused", "end wanted", "closed"),
    ]
    assert table["entries"][6] == {"kind": "started", "at": 8, "seat": 1, "cut": ""}
    assert table["entries"][7]["action"] == "reveal 1t 1m"
    text = str(found)
    assert "5ec2e7" not in text
    assert SAM.name not in text
    assert str(SAM.id) not in text
    assert "tea" not in text


async def test_an_export_has_ones_own_part_of_a_review(storage: Storage) -> None:
    await keep(storage, "t", MINA, SAM)
    await keep(storage, "u", MINA, SAM)
    one = RoundReview(points=(6, 4, 10), losses=(1, 234, 5), choices=(6, 7, 8), sound=(5, 4, 3))
    review = Review(rounds=(one,), slips=((), (), ()), chances=((), ((1, 0.5),), ()), starts=(1,))
    for table, body in (("t", review.model_dump_json()), ("u", "unreadable")):
        await storage.reviews.ask(table, "1.1", START)
        await storage.reviews.finish(table, "1.1", body)
    found: Any = await storage.privacy.export(MINA.id)
    (own,) = [part["review"] for part in found["reviews"] if part["table_id"] == "t"]
    assert own["rounds"] == [{"points": 4, "lost_hundredths": 234, "choices": 7, "sound": 4}]
    assert own["chances"] == [[1, 0.5]]
    assert {"table_id": "u", "review": None} in found["reviews"]
    await storage.privacy.erase("t", MINA.id, NOBODY)
    assert (await storage.privacy.export(MINA.id))["reviews"] == [{"table_id": "u", "review": None}]
    assert await storage.reviews.review("t") is not None


@pytest.mark.parametrize("user", [1, 11, 2**62 + 1, 62])
async def test_a_number_within_another_is_someone_else(storage: Storage, user: int) -> None:
    await keep(storage, "t", MINA, SAM)
    before = await everything(storage)
    await storage.privacy.erase("t", user, NOBODY)
    assert await everything(storage) == before


async def test_the_bytes_are_overwritten(sqlite_storage: Storage, tmp_path: Path) -> None:
    await keep(sqlite_storage, "t", MINA, SAM)
    await sqlite_storage.privacy.erase("t", MINA.id, NOBODY)
    await sqlite_storage.privacy.league.erase(MINA.id, NOBODY)
    with closing(sqlite3.connect(tmp_path / "cards.db")) as connection:
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    content = (tmp_path / "cards.db").read_bytes()
    assert SAM.name.encode() in content
    assert MINA.name.encode() not in content
    assert str(MINA.id).encode() not in content


async def fill_league(storage: Storage, user: int) -> None:
    """Store a row about someone in each table of the league that has nothing from matches."""
    fact, place = (GUILD, "kapow", user, "columns", 7), (GUILD, "kapow", "2027-01", user, 4)
    await storage.writer.write({facts: [fact], places: [place]})
    await storage.people.choose(user, Visibility.HIDDEN)
    await storage.people.choose_text(user, True)
    await storage.quiet_hours.choose(user, QuietHours("Europe/Berlin", 23, 7))


async def test_an_export_has_facts_places_and_choices(storage: Storage) -> None:
    for person in (MINA, SAM):
        await fill_league(storage, person.id)
    found: Any = (await storage.privacy.export(MINA.id))["league"]
    assert found["facts"] == [{"guild": GUILD, "game": "kapow", "fact": "columns", "number": 7}]
    assert found["places"] == [{"guild": GUILD, "game": "kapow", "period": "2027-01", "place": 4}]
    assert found["people"] == [{"visibility": "hidden", "hands_as_text": True}]
    assert found["quiet_hours"] == [{"zone": "Europe/Berlin", "begins": 23, "ends": 7}]
    assert str(SAM.id) not in str(found)


async def test_a_deletion_takes_facts_places_and_choices(storage: Storage) -> None:
    for person in (MINA, SAM):
        await fill_league(storage, person.id)
    await storage.privacy.league.erase(MINA.id, NOBODY)
    after = await everything(storage)
    assert str(MINA.id) not in after
    assert after.count(str(SAM.id)) == 4
    both = await storage.people.visibility([MINA.id, SAM.id])
    assert both == {MINA.id: Visibility.SERVER, SAM.id: Visibility.HIDDEN}
    assert [await storage.people.wants_text(person.id) for person in (MINA, SAM)] == [False, True]
    assert [*await storage.quiet_hours.of([MINA.id, SAM.id])] == [SAM.id]
