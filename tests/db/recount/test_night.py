"""What a night's standings say is what its export and the page of definitions say."""

import io
import random
from collections.abc import Sequence
from fractions import Fraction
from zipfile import ZipFile

import pytest

from bot.league.export import Packed, pack
from bot.league.match_table import NIGHTS_A_PAGE
from bot.night.night import FEWEST, CameBack, Event, Form, Joined, Night, NightClosed, TableFinished
from bot.night.plan import MOST_WANTED, Attendee, NightPlan, StoredNight
from bot.night.standings import scores, standings, winners
from bot.tables.entries import TableSetup
from db.storage import Storage
from tests.db.recount.night import nights
from tests.db.samples import GUILD, START
from tests.night.nights import Log, ranked

CLOSE = 1e-6
FORMS: Sequence[Form] = ("swiss", "round robin", "duplicate")


def night_of_chance(seed: int, people: int, form: Form) -> Log:
    """Play a night in which people come late, leave, come back, are gone or are removed."""
    chance = random.Random(seed)
    log = Log(people, MOST_WANTED if form != "round robin" else (2,), form, seed)
    rounds = chance.randint(3, 6)
    for number in range(rounds):
        _come_and_go(chance, log)
        if len(log.night.here) < FEWEST[form]:
            break
        log.seat()
        for table in range(len(log.night.rounds[-1].tables)):
            if number + 1 < rounds or chance.random() < 0.8:  # Else it's closed while it plays.
                _end(chance, log, table)
    if chance.random() < 0.5:
        log.leave(*[who for who in log.night.here if chance.random() < 0.1])
    log.do(NightClosed())
    return log


def _come_and_go(chance: random.Random, log: Log) -> None:
    night = log.night
    if night.rounds and night.form != "round robin" and chance.random() < 0.4:
        log.do(Joined(person=max(night.people) + 1))
    for person in night.people if night.rounds else ():
        if person in night.here and chance.random() < 0.06:
            log.leave(person)
        elif person not in night.here and chance.random() < 0.3:
            log.do(CameBack(person=person))


def _end(chance: random.Random, log: Log, number: int) -> None:
    """End a table: with ties, with people gone, or not at all, so that it's given up."""
    night = log.night
    table = night.rounds[-1].tables[number]
    gone = [who for who in table.seats if chance.random() < 0.12]
    if chance.random() < 0.08:
        log.give_up(number, *gone)
        return
    seats = night.rounds[-1].seats or len(table.seats)
    results = [chance.randrange(5) for _ in range(max(seats, len(table.seats)))]
    own = results[: len(table.seats)]
    boards = night.form == "duplicate"
    event = TableFinished(
        round=len(night.rounds),
        table=number,
        ranks=tuple(ranked(own)),
        away=tuple(gone),
        absent=tuple(who for who in table.seats if who not in gone and chance.random() < 0.08),
        scores=tuple(results) if boards else (),
        sat=tuple(range(len(own))) if boards else (),
    )
    log.do(event)


async def keep(storage: Storage, name: str, log: Log, at: int) -> None:
    """Store a night; in a log of the storage people are numbered from 0."""
    night = log.night
    events: list[Event] = [_from_zero(event) for event in log.events]
    people = tuple(
        Attendee(1000 + number, f"=name {number}") for number in range(len(night.people))
    )
    plan = NightPlan(name, GUILD, 2, 7, TableSetup(game="kapow"), 4, at)
    await storage.nights.plan(StoredNight(plan, tuple(events[:1]), people, (at,)))
    assert await storage.nights.append(name, 1, events[1:], at, people)


def _from_zero(event: Event) -> Event:
    changes: dict[str, object] = {}
    if hasattr(event, "person"):
        changes["person"] = event.person - 1
    for name in ("away", "absent", "byes", "busy"):
        if hasattr(event, name):
            changes[name] = tuple(who - 1 for who in getattr(event, name))
    if hasattr(event, "tables"):
        changes["tables"] = tuple(tuple(who - 1 for who in table) for table in event.tables)
    return event.model_copy(update=changes)


def shown(night: Night) -> list[tuple[int, int, Fraction]]:
    """Return place, person and points of the standings as the bot shows them."""
    return [(line.place, line.person, line.points) for line in standings(night)]


async def counted_again(storage: Storage, logs: dict[str, Log]) -> None:
    file = io.BytesIO()
    exported = await pack(storage.exports, GUILD, Packed(file))
    assert exported.nights == len(logs)
    with ZipFile(file) as archive:
        text = archive.read("nights.csv").decode("utf-8-sig")
    found = nights(io.StringIO(text, newline=""))
    assert set(found) <= {f"#{name}" for name in logs}
    for name, log in logs.items():
        if not log.night.rounds:
            continue
        again = found[f"#{name}"]
        lines = again.standings()
        assert [(line.place, line.number, line.points) for line in lines] == shown(log.night), name
        if log.night.form != "duplicate":
            told = [(line.strength, line.direct, line.firsts) for line in standings(log.night)]
            assert [(line.strength, line.direct, line.firsts) for line in lines] == told
            for who, points in scores(log.night).items():
                assert list(again.points(who)) == list(points)
        for place in again.places:
            if place.number:
                own = again.points(place.number)[place.round - 1]
                assert abs(float(own) - (place.points or 0)) < CLOSE
        assert sorted(again.winners()) == sorted(winners(log.night))


@pytest.mark.parametrize("form", FORMS)
async def test_nights_are_counted_again_from_the_export(storage: Storage, form: Form) -> None:
    few = 4 if form == "duplicate" else 3
    most = 8 if form == "round robin" else 16
    logs = {
        f"{people:010x}": night_of_chance(people, people, form) for people in range(few, most + 1)
    }
    for number, (name, log) in enumerate(logs.items()):
        await keep(storage, name, log, START + number // 2)
    assert len(logs) > NIGHTS_A_PAGE
    await counted_again(storage, logs)


@pytest.mark.thorough
async def test_many_nights_are_counted_again_from_the_export(sqlite_storage: Storage) -> None:
    chance = random.Random(5)
    logs = {}
    for number in range(50):
        form = chance.choice(FORMS)
        people = chance.randint(4, 8 if form == "round robin" else 40)
        logs[f"{number:010x}"] = night_of_chance(number, people, form)
        await keep(sqlite_storage, f"{number:010x}", logs[f"{number:010x}"], START + number)
    await counted_again(sqlite_storage, logs)
