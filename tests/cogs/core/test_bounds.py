"""What people send is bounded before anyone reads it: texts, names, choices, and heavy work."""

import asyncio
import threading
from collections.abc import AsyncIterator
from concurrent.futures import ThreadPoolExecutor
from types import SimpleNamespace
from typing import cast

import pytest
import pytest_asyncio
from discord import AppCommandOptionType
from hypothesis import given, strategies as st

from bot.tables.command import RefusedError
from bot.tables.entries import Clock
from cogs.core.arguments import Suggestion, offered
from cogs.core.click import (
    LONGEST,
    LONGEST_NAME,
    LONGEST_TEXT,
    Address,
    Click,
    HandAddress,
    bounded,
    chosen,
    name,
    read_address,
    read_hand_address,
)
from cogs.core.work import MOST_WAITING, PER_SERVER, Heavy
from tests.cogs import forge
from tests.cogs.forge import Forger, forger
from tests.cogs.guest import Guest, words
from tests.cogs.stored import finish, people
from tests.cogs.world import World

TOO_MUCH = f"That text can't be used. Please type up to {LONGEST_TEXT} ordinary characters."
NASTY = ("x" * 6000, "a\0b", "\ud83d", "\x1b[31m")


@pytest.mark.parametrize("text", NASTY, ids=["long", "NUL", "half a character", "control"])
async def test_no_command_reads_a_text_that_no_command_asks_for(world: World, text: str) -> None:
    who, asked = forger(world.guest("Mina", manage_guild=True)), 0
    for command in world.commands:
        for option in command.parameters:
            if option.type is AppCommandOptionType.string:
                sent = forge.slash(command.qualified_name, **{option.name: text})
                assert words(await who.send(*sent)) == TOO_MUCH
                asked += 1
    assert asked >= 15
    assert world.posts == []


NUMBERS = (-(2**53), 2**53, 2**40, 10**30)


async def test_no_command_takes_a_number_or_a_choice_that_it_does_not_offer(world: World) -> None:
    who, asked = forger(world.guest("Mina", manage_guild=True, manage_messages=True)), 0
    for command in world.commands:
        for option in command.parameters:
            if option.type is AppCommandOptionType.integer:
                least, most = option.min_value, option.max_value
                outside = [] if least is None or most is None else [int(least) - 1, int(most) + 1]
                for value in (*NUMBERS, *outside):
                    told = await answered(who, command.qualified_name, option.name, value)
                    assert told.startswith(f"`{option.name}` is a number from "), told
                    asked += 1
            elif option.choices:
                told = await answered(who, command.qualified_name, option.name, "nothing")
                assert told == f"Please choose one of the suggestions for `{option.name}`."
                asked += 1
    assert asked >= 40
    assert world.posts == []
    assert await world.bot.services.nights.nights.of_server(world.guild.id) == []


async def answered(who: Forger, command: str, option: str, value: str | int) -> str:
    """What is said to a command with this option, whatever else it needs."""
    return words(await who.send(*forge.slash(command, **{option: value})))


@pytest.mark.parametrize("text", NASTY, ids=["long", "NUL", "half a character", "control"])
async def test_no_menu_and_no_form_brings_such_a_text(world: World, mina: Guest, text: str) -> None:
    await mina.play(game="toy")
    who, table = forger(mina), world.table_id()
    before = await world.state(table)
    for verb in ("level", "topic", "option:rounds", "clock", "ranked", "hints", "setante"):
        told = words(await who.send(*forge.menu(f"k1:{table}:{verb}", [text])))
        assert TOO_MUCH in told or "This form is out of date" in told, verb
    assert words(await who.send(*forge.form(f"k1:{table}:cutting", {"word": text}))) == TOO_MUCH
    assert await world.state(table) == before


async def test_a_clock_is_one_of_those_that_are_offered(world: World, mina: Guest) -> None:
    await mina.play(game="toy")
    who, table = forger(mina), world.table_id()
    for seconds in (1, -60, 10**18):
        clock = Clock(kind="live", seconds=seconds).model_dump_json()
        told = words(await who.send(*forge.menu(f"k1:{table}:clock", [clock])))
        assert "This form is out of date" in told
    assert (await world.state(table)).setup.clock == Clock()
    offered = Clock(kind="live", seconds=30)
    await who.send(*forge.menu(f"k1:{table}:clock", [offered.model_dump_json()]))
    assert (await world.state(table)).setup.clock == offered


@pytest.mark.house(costly_per_person=1)
async def test_no_list_of_suggestions_reads_tables_without_end(world: World) -> None:
    guests = await world.sit("Mina", "Sam", game="toy", hints=True)
    for command, option in (("table end", "table"), ("table kick", "player"), ("hand", "table")):
        typing = world.guest("Eve") if command != "hand" else guests[0]
        offered = [
            await typing.actor.autocomplete(world.channel, command, option, "") for _ in range(12)
        ]
        assert offered[0], command
        assert offered[-1] == [], command


async def test_a_name_is_kept_as_far_as_it_is_one(world: World) -> None:
    await world.guest("a\0b\x1b[31m" + "x" * 500).play(game="toy")
    (guest,) = (await world.state()).people
    assert guest.name == ("ab[31m" + "x" * 500)[: LONGEST_NAME - 2]


# Whatever the text is.

GRAMMAR = st.sampled_from(("k1:", "0123456789", ":", "h", "0", "12", "a", "=", "suit", "|", "٣"))
TEXTS = st.lists(GRAMMAR | st.text(max_size=6), max_size=30).map("".join)


@given(TEXTS)
def test_a_custom_id_is_read_or_refused(text: str) -> None:
    for read in (read_address, read_hand_address, lambda id_: read_hand_address("0:1:2:n", id_)):
        try:
            found = read(text)
        except RefusedError:
            continue
        assert isinstance(found, Address | HandAddress)
        assert len(found.words) <= len(text)


def test_a_custom_id_that_discord_does_not_have_is_refused() -> None:
    address = "k1:0123456789:topic:"
    assert read_address(address + "x" * (LONGEST - len(address))).verb == "topic"
    with pytest.raises(RefusedError, match="too old to work"):
        read_address(address + "x" * LONGEST)


@given(TEXTS | st.text())
def test_a_list_of_suggestions_takes_any_text(typed: str) -> None:
    async def suggest() -> list[Suggestion]:
        return [Suggestion("Kapow! ٣ suit", "0123456789"), Suggestion("İß" * 50, "h")]

    for choice in asyncio.run(offered(typed, suggest())):
        assert 0 < len(choice.name) <= 100


@given(st.text())
def test_a_text_is_as_it_was_or_refused_and_a_name_can_always_be_kept(text: str) -> None:
    kept = name(text)
    assert len(kept) <= LONGEST_NAME
    assert "\0" not in kept.encode().decode()
    try:
        assert bounded(text) == text
    except RefusedError:
        assert len(text) > LONGEST_TEXT or kept != text


def test_a_click_says_something_else_than_texts_at_times() -> None:
    click = cast("Click", SimpleNamespace(data={"values": [5]}))
    with pytest.raises(RefusedError):
        chosen(click)
    with pytest.raises(RefusedError):
        bounded(5)


# What takes seconds.


@pytest_asyncio.fixture
async def heavy() -> AsyncIterator[Heavy]:
    with ThreadPoolExecutor(1) as thread:
        yield Heavy(thread)


def by(person: int, server: int = 1) -> Click:
    return cast("Click", SimpleNamespace(user=SimpleNamespace(id=person), guild_id=server))


async def test_heavy_work_is_bounded_for_each_person_and_server(heavy: Heavy) -> None:
    free = threading.Event()
    asked = [asyncio.ensure_future(heavy.do(by(person), free.wait)) for person in range(PER_SERVER)]
    await asyncio.sleep(0)
    with pytest.raises(RefusedError, match="You've already asked for this"):
        await heavy.do(by(0, server=2), free.wait)
    with pytest.raises(RefusedError, match="This server is very busy"):
        await heavy.do(by(99), free.wait)
    others = range(PER_SERVER, MOST_WAITING)
    asked += [asyncio.ensure_future(heavy.do(by(each, server=each), free.wait)) for each in others]
    await asyncio.sleep(0)
    assert heavy.waiting == MOST_WAITING
    with pytest.raises(RefusedError, match="I'm very busy right now"):
        await heavy.do(by(99, server=99), free.wait)
    free.set()
    assert await asyncio.gather(*asked) == [True] * MOST_WAITING
    assert heavy.waiting == 0
    assert await heavy.do(by(0), free.wait)


async def test_heavy_work_counts_until_it_is_done_though_nobody_waits_for_it(heavy: Heavy) -> None:
    free, begun = threading.Event(), threading.Event()

    def work() -> None:
        begun.set()
        free.wait()

    asked = asyncio.ensure_future(heavy.do(by(0), work))
    await asyncio.to_thread(begun.wait)
    asked.cancel()
    await asyncio.gather(asked, return_exceptions=True)
    assert heavy.waiting == 1
    free.set()
    await heavy.do(by(1), free.wait)  # It is done after that one.
    assert heavy.waiting == 0


async def test_a_record_is_checked_though_all_threads_that_draw_are_busy(world: World) -> None:
    await finish(world, people("Ann", "Bob"))
    free = threading.Event()
    threads = world.settings.worker_threads
    held = [world.bot.services.executor.submit(free.wait) for _ in range(threads)]
    try:
        result = await world.guest("Mina").slash("match verify")
        assert "**Proved.**" in words(result)
    finally:
        free.set()
    assert all(done.result() for done in held)
