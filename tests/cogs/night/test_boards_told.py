"""Nothing of a board is told anywhere before all its tables are done."""

import json
import re
import sqlite3
from collections.abc import Mapping
from dataclasses import replace
from hashlib import sha256
from typing import Final

import pytest
from simcord import InteractionResult

from bot.night.night import Opened
from bot.night.tables import UNTOLD, table_id
from bot.tables import match
from bot.tables.entries import Person
from cogs.night_runner import EVERY
from tests.cogs import forge
from tests.cogs.authorisation import ATTEMPTS
from tests.cogs.forge import Forger, forger
from tests.cogs.guest import Guest
from tests.cogs.night.evening import Evening, moderating, plan
from tests.cogs.night.test_duplicates import ended, finish, states
from tests.cogs.shown import Shown
from tests.cogs.stored import finish as played
from tests.cogs.test_authorisation import ON_SERVER, ROOMY
from tests.cogs.world import World

LEAGUE: Final = (
    *("matches", "results", "round_points", "reviews", "history", "totals", "ratings", "versus"),
    *("facts", "grown_puzzles", "places", "announcements", "postings"),
)
"""The tables of the database that tell of results."""

OPENS: Final = {
    *("`/play`", "**Play** in the help", "**Play with Kai** in the welcome"),
    *("**Play a round with Kai**", "`/manage night plan`", "`/table list`"),
    "**Delete everything**",
}
"""What opens or lists tables, or makes one forgotten, and so tells something else each time."""

ALLOWED: Final = (UNTOLD, "This table is closed.", "This table is gone.", "There's no such match")
"""All that may be said of a table once it is done."""


async def board(world: World) -> tuple[Evening, dict[str, Guest]]:
    """A board of four people who have a past, at two tables, and someone who looks on."""
    await world.set(count_short=True)
    evening = await plan(world, game="toy", rounds=1, form="duplicate")
    guests = {guest.actor.name: guest for guest in await evening.come(4)}
    people = [Person(id=guest.id, name=name) for name, guest in guests.items()]
    for _ in range(3):
        await played(world, people)
    await evening.begin()
    await evening.hold(1)
    return evening, guests


def onlooker(world: World, *, manage_guild: bool = True) -> Forger:
    """Someone who plays nowhere: if they manage the server, all pages are open to them."""
    eve = world.guest("Eve", manage_guild=manage_guild)
    return forger(eve)


async def on_the_server(world: World, who: Forger, others: Mapping[str, Guest]) -> dict[str, str]:
    """What every command and every page of the bot say, and the lists of suggestions."""
    asked = {row: sent for row, sent in ON_SERVER.items() if row not in OPENS}
    for name, guest in others.items():
        asked |= {
            f"the profile of {name}": forge.about("league profile", guest.id, name),
            f"{name}, versus": forge.about("league versus", guest.id, name),
            f"the matches of {name}": forge.about("match list", guest.id, name),
        }
    found = {row: all_of(await who.send(*sent)) for row, sent in asked.items()}
    eve = next(iter(others.values())).actor
    for command in ("match record", "match verify", "match replay", "match review"):
        choices = await eve.autocomplete(world.channel, command, "match", "")
        found[f"suggestions for /{command}"] = str([choice["name"] for choice in choices])
    return found


async def at_a_table(world: World, who: Forger, table: str) -> dict[str, str]:
    """What everything says that someone without a seat can press or ask at a table."""
    state = await world.state(table)
    tried = {row: attempt(state, None) for row, attempt in ATTEMPTS.items()}
    tried |= {verb: forge.button(f"k1:{table}:{verb}") for verb in world.registry.tables}
    for command in ("match record", "match verify", "match replay", "match review"):
        tried[f"/{command} of it"] = forge.slash(command, match=table)
    return {row: all_of(await who.send(*sent)) for row, sent in tried.items()}


def all_of(result: InteractionResult) -> str:
    """All that an answer shows: words, what stands for the picture, buttons, menus, files."""
    shown = [Shown(one.message) for one in (result.response, *result.followups) if one is not None]
    told = [
        [one.text, one.alt, [*one.buttons], [[*one.lines(menu)] for menu in one.menus], one.files]
        for one in shown
    ]
    # When something was asked is told by some pages.
    return re.sub(r"<t:\d+:\w>", "<t>", json.dumps(told))


def league(world: World) -> dict[str, list[object]]:
    with sqlite3.connect(world.database) as found:
        return {
            table: sorted(found.execute(f"SELECT * FROM {table}"), key=repr)  # noqa: S608 - a constant
            for table in LEAGUE
        }


@pytest.mark.thorough
@pytest.mark.house(**ROOMY, review_every_match=True)
async def test_nothing_is_told_before_all_tables_are_done(world: World) -> None:
    evening, guests = await board(world)
    who, stranger = onlooker(world), onlooker(world, manage_guild=False)
    one, other = await states(world, evening)
    await on_the_server(world, who, guests)  # What is told only the first time is told.
    before = await on_the_server(world, who, guests), league(world), await evening.page()
    played_there = await at_a_table(world, stranger, one.id)
    await finish(world, evening, 0)
    assert (await world.state(one.id)).closed
    assert league(world) == before[1], "the league doesn't know it"
    page = (await evening.page()).text
    assert [line for line in page.splitlines() if "Table 1" not in line] == [
        line for line in before[2].text.splitlines() if "Table 1" not in line
    ]
    now = await on_the_server(world, who, guests)
    assert [
        (row, before[0][row], told) for row, told in now.items() if told != before[0][row]
    ] == []
    for row, told in (await at_a_table(world, stranger, one.id)).items():
        said = told == played_there[row] or any(text in told for text in ALLOWED)
        assert said, (row, told)
    assert {seat.user for seat in other.seats}.isdisjoint({who.user})
    await finish(world, evening, 1)
    await world.pass_time(2 * EVERY)
    after = await on_the_server(world, who, guests)
    changed = {row for row, told in after.items() if told != before[0][row]}
    told_then = {"`/league standings`", "`/match list`", "suggestions for /match record"}
    assert told_then | {"the profile of Mina"} <= changed, "now it is told"
    assert league(world)["matches"] != before[1]["matches"]


async def test_those_who_play_there_see_their_own_table_and_no_more(world: World) -> None:
    evening, guests = await board(world)
    done = await finish(world, evening, 0)
    mina = next(guest for guest in guests.values() if guest.id == done.seats[0].user)
    page = ended(world, 0)
    assert "Please keep this private" in page.text
    assert "My rating" not in page.buttons
    assert "scored" in all_of(await mina.actor.click(page.message, label="As text"))
    who = forger(mina)
    for verb in ("why", "rating", "record", "replay", "review"):
        assert UNTOLD in all_of(await who.send(*forge.button(f"k1:{done.id}:{verb}"))), verb
    _, other = await states(world, evening)
    assert UNTOLD in all_of(await who.send(*forge.button(f"k1:{other.id}:text")))
    await finish(world, evening, 1)
    await world.pass_time(2 * EVERY)
    page = ended(world, 0)
    assert "My rating" in page.buttons, "the message tells what it was worth"
    assert "Your rating at" in all_of(await mina.actor.click(page.message, label="My rating"))


@pytest.mark.parametrize("restart", [False, True])
async def test_an_ended_night_tells_of_a_board_once_done(world: World, *, restart: bool) -> None:
    evening, _ = await board(world)
    await finish(world, evening, 0)
    await world.bot.services.nights.end(evening.id)
    await world.pass_time(2 * EVERY)
    page = (await evening.page()).text
    assert "Results of board 1 come once all tables have played them." in page
    assert " %" not in page
    assert [one.place for one in (await evening.stored()).people] == [None] * 4
    assert league(world)["matches"] == [
        row
        for row in league(world)["matches"]
        if row[0] not in await evening.tables()  # type: ignore[index]
    ]
    if restart:
        await world.restart()
    await finish(world, evening, 1)
    await world.pass_time(2 * EVERY)
    assert "Results of board" not in (await evening.page()).text
    kept = {row[0] for row in league(world)["matches"]}  # type: ignore[index]
    assert {*await evening.tables()} <= kept
    with sqlite3.connect(world.database) as found:
        assert found.execute("SELECT * FROM board_tables").fetchall() == []


async def test_a_board_whose_last_table_is_ended_is_done(world: World) -> None:
    evening, _ = await board(world)
    await finish(world, evening, 0)
    first, last = await evening.tables()
    await (await world.table(last)).do(match.end(moderating(world.guest("Mod"))))
    await world.pass_time(3 * EVERY)
    kept = {row[0] for row in league(world)["matches"]}  # type: ignore[index]
    assert first in kept
    assert last not in kept


async def test_ids_of_a_night_s_tables_follow_from_its_secret(world: World) -> None:
    evening, _ = await board(world)
    stored = await evening.stored()
    ids = [table_id(stored, 1, at) for at in range(2)]
    assert ids == await evening.tables()
    opened, *events = stored.events
    assert isinstance(opened, Opened)
    other = replace(stored, events=(opened.model_copy(update={"seed": "00" * 16}), *events))
    assert {table_id(other, 1, at) for at in range(2)}.isdisjoint(ids)
    before = replace(stored, events=(opened.model_copy(update={"keyed": False}), *events))
    reckoned = sha256(f"night {evening.id} 1 0".encode()).hexdigest()[:10]
    assert table_id(before, 1, 0) == reckoned, "a night of before keeps its tables"
    assert reckoned not in ids
