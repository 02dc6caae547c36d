"""Who asks for too much is told when to try again; who plays never is; nobody waits for others."""

import asyncio
import re
from contextlib import AbstractContextManager, ExitStack
from itertools import count
from types import SimpleNamespace
from typing import TYPE_CHECKING, cast

import pytest

from bot.tables.clock import WallTime
from bot.tables.command import RefusedError
from cogs.core.answering import LONGEST_QUEUE, ClickQueue
from cogs.core.work import (
    HOUSE_AT_ONCE,
    MINUTE,
    PERSON_AT_ONCE,
    REMEMBERED,
    SERVER_AT_ONCE,
    Buckets,
    Limits,
)
from tests.cogs import forge
from tests.cogs.forge import forger
from tests.cogs.guest import Guest, words
from tests.cogs.shown import in_private
from tests.cogs.stored import finish, people
from tests.cogs.wire import late_click, send
from tests.cogs.world import World, in_one_world
from tests.helpers import not_none

if TYPE_CHECKING:
    from cogs.core.click import Click

OF_THE_LEAGUE = ("standings", "profile", "versus", "champions", "best", "chips")
COSTLY = {
    *(f"league {name}" for name in OF_THE_LEAGUE),
    *(f"match {name}" for name in ("list", "record", "replay", "review", "verify")),
    *("play", "table list", "table file", "daily play", "daily board", "puzzle", "night"),
    *("me pings", "me quiet-hours", "manage night plan", "manage night end", "manage fairplay"),
}

UPDATE_MESSAGE = 7
"""Discord's number for an answer that changes the message clicked on."""

ASKING = re.compile("(That's a lot at once|This server is very busy)\\. .* <t:(\\d+):R>\\.")


async def ask(guest: Guest, command: str) -> str:
    return words(await guest.slash(command))


def now(world: World) -> float:
    return world.time.now() / 1000


def test_every_command_that_reads_the_database_counts(world: World) -> None:
    limited = [command for command in world.commands if command.extras.get("costly")]
    assert {command.qualified_name for command in limited} == COSTLY


@pytest.mark.house(costly_per_person=3)
async def test_a_person_has_so_many_a_minute(world: World, mina: Guest, sam: Guest) -> None:
    for _ in range(3):
        assert "Nobody has finished" in await ask(mina, "league standings")
    told = not_none(ASKING.fullmatch(await ask(mina, "league best")))
    assert now(world) < int(told[2]) <= now(world) + 61
    assert "Nobody has finished" in await ask(sam, "league standings")
    assert "Kapow!" in await ask(mina, "rules")
    await world.pass_time(int(told[2]) - now(world) + 1)
    assert "Nobody has finished" in await ask(mina, "league standings")


@pytest.mark.house(costly_per_server=3)
async def test_a_server_has_so_many_a_minute(world: World) -> None:
    for _ in range(3):
        await ask(world.guest("Mina"), "table list")
    told = await ask(world.guest("Sam"), "table list")
    assert told.startswith("This server is very busy.")
    elsewhere = world.env.create_guild("Elsewhere")
    channel = elsewhere.create_text_channel("table")
    eve = elsewhere.add_member(world.env.create_user("Eve"))
    assert "No table is open" in words(await eve.slash(channel, "table list"))


@pytest.mark.house(costly_per_person=2)
async def test_playing_is_never_limited_and_the_costly_buttons_are(world: World) -> None:
    guests = await world.sit("Mina", "Sam", game="toy", rounds=3)
    first = guests[0]
    for _ in range(30):
        await first.open_hand()
    assert first.hand.buttons
    told = [await first.told("As text") for _ in range(3)]
    assert ASKING.fullmatch(told[-1])
    assert not ASKING.fullmatch(told[0])
    await world.play(guests)
    assert (await world.state()).closed is not None


@pytest.mark.house(costly_per_person=1)
async def test_pages_of_standings_and_suggestions_count_too(world: World) -> None:
    await finish(world, people("Ann", "Bob"))
    mina = world.guest("Mina")
    offered = [
        await mina.actor.autocomplete(world.channel, "match record", "match", "") for _ in range(12)
    ]
    assert offered[0]
    assert offered[-1] == []
    page = forge.button("standings:page:toy:1:")
    who = forger(mina)
    assert "High Card" in words(await who.send(*page))
    assert ASKING.fullmatch(words(await who.send(*page)))


async def test_a_flood_of_one_person_s_clicks_does_not_hold_up_the_others(world: World) -> None:
    first, second = await world.sit("Mina", "Sam", game="toy")
    ply = (await world.state()).ply
    label = next(label for label, found in first.hand.buttons.items() if ":a:" in found)
    flood = [late_click(first, first.hand, label) for _ in range(40)]
    answers = await send(*flood, late_click(second, world.board, "My hand"))
    assert all(answer.acknowledged for answer in answers)
    assert (await world.state()).ply == ply + 1
    assert "High Card" in words(answers[-1])
    sent = [request.json for request in world.env.http_requests[-42:]]
    types = [each.get("type") for each in sent if isinstance(each, dict)]
    assert types.count(UPDATE_MESSAGE) == LONGEST_QUEUE
    assert await first.open_hand()
    assert world.bot.services.click_queue._queues == {}


async def test_a_line_is_first_come_first_served_and_leaves_nothing() -> None:
    lines, order, numbers = ClickQueue(), list[str](), count()

    async def click(person: str) -> bool:
        if not await lines.enter((person, "table")):
            return False
        await asyncio.sleep(0)
        order.append(f"{person}{next(numbers)}")
        lines.leave((person, "table"))
        return True

    clicks = [*("a" for _ in range(LONGEST_QUEUE + 5)), "b"]
    admitted = await asyncio.gather(*map(click, clicks))
    assert admitted == [True] * LONGEST_QUEUE + [False] * 5 + [True]
    assert order.index("b1") == 1
    assert lines._queues == {}


def test_someone_who_has_not_asked_for_a_minute_is_forgotten() -> None:
    buckets, start = Buckets(3), 1_000.0
    for person in range(100):
        bucket = not_none(buckets.of(person, start))
        bucket.update_rate_limit(start)
    again = not_none(buckets.of(0, start + MINUTE / 2))
    assert again.get_tokens(start + MINUTE / 2) == 2
    assert len(buckets) == 100
    buckets.of(0, start + MINUTE + 1)
    assert len(buckets) == 1


def test_a_crowd_is_remembered_only_so_far_back() -> None:
    buckets = Buckets(1)
    for person in range(REMEMBERED + 1):
        bucket = not_none(buckets.of(person, 1_000.0))
        bucket.update_rate_limit(1_000.0)
    assert len(buckets) == REMEMBERED
    last, first = buckets.of(REMEMBERED, 1_000.0), buckets.of(0, 1_000.0)
    assert last is not None
    assert first is not None
    assert (last.get_tokens(1_000.0), first.get_tokens(1_000.0)) == (0, 1)


class Asking:
    """As much of a click as it takes to count what it asks for."""

    def __init__(self, person: int, server: int) -> None:
        self.user = SimpleNamespace(id=person)
        self.guild_id = server


def reading(limits: Limits, person: int, server: int) -> AbstractContextManager[None]:
    return limits.reading(cast("Click", Asking(person, server)))


def refused(limits: Limits, person: int, server: int) -> str:
    with pytest.raises(RefusedError) as told, reading(limits, person, server):
        pass
    return str(told.value)


def test_only_so_many_heavy_reads_are_under_way_and_others_are_told() -> None:
    limits, crowd = Limits(0, 0, WallTime()), ExitStack()
    with crowd:
        for _ in range(PERSON_AT_ONCE):
            crowd.enter_context(reading(limits, 1, 7))
        assert refused(limits, 1, 7).startswith("That's a lot at once.")
        for person in range(2, 2 + SERVER_AT_ONCE - PERSON_AT_ONCE):
            crowd.enter_context(reading(limits, person, 7))
        assert refused(limits, 99, 7).startswith("This server is very busy.")
        with reading(limits, 99, 8):
            pass
        for server in range(100, 100 + HOUSE_AT_ONCE):
            crowd.enter_context(reading(limits, 1000 + server, server))
        assert refused(limits, 99, 100).startswith("I'm very busy right now.")
    for _ in range(SERVER_AT_ONCE + 1):
        with reading(limits, 1, 7):
            pass


@in_one_world(
    "command",
    [
        *(f"league {name}" for name in ("standings", "best", "profile")),
        *(f"match {name}" for name in ("record", "verify", "review")),
        "daily board",
    ],
)
async def test_every_command_that_reads_much_has_a_limit(world: World, command: str) -> None:
    mina, limits = world.guest("Mina"), world.bot.services.limits
    with ExitStack() as crowd:
        for person in range(SERVER_AT_ONCE):
            crowd.enter_context(reading(limits, person, world.guild.id))
        assert words(in_private(await mina.slash(command))).startswith("This server is very busy.")
        assert await mina.actor.autocomplete(world.channel, "match record", "match", "") == []
    assert "a lot at once" not in await ask(mina, command)


@pytest.mark.parametrize("verb", ["export", "sure"])
async def test_the_buttons_of_privacy_are_told_so_too(world: World, verb: str) -> None:
    mina, limits = world.guest("Mina"), world.bot.services.limits
    who = forger(mina)
    with ExitStack() as crowd:
        for person in range(SERVER_AT_ONCE):
            crowd.enter_context(reading(limits, person, world.guild.id))
        told = words(await who.send(*forge.button(f"privacy:{verb}")))
        assert told.startswith("This server is very busy.")
