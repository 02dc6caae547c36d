"""An answer that comes late is announced, and ends even if nobody gives it."""

import asyncio
import re
from collections.abc import Awaitable, Callable
from pathlib import Path
from time import perf_counter
from typing import Any

import discord
import pytest
from discord import app_commands
from simcord import InteractionResult

from cogs.core.answering import LONGEST, PATIENCE, TOO_LONG, UNANSWERED_AFTER, Begun
from cogs.core.answers import WENT_WRONG, announce_publicly, answer, can_change, update
from cogs.core.buttons import PageButton
from cogs.core.click import Click
from cogs.core.page import Button, Page, Text
from tests.cogs.guest import words
from tests.cogs.world import World

ROOT = Path(__file__).parents[3]


async def asked(world: World, work: Callable[[Click], Awaitable[None]]) -> InteractionResult:
    """Let someone use a command that does some work."""

    async def callback(click: discord.Interaction[Any]) -> None:
        await work(click)

    command = app_commands.Command[Any, ..., None](
        name="work", description="Some work.", callback=callback
    )
    world.bot.tree.add_command(command)
    await world.bot.tree.sync()
    return await world.guest("Mina").slash("work")


async def too_long(_: Click | None = None) -> None:
    await asyncio.sleep(PATIENCE + 0.1)


async def noted(world: World) -> int:
    """How many answers are awaited, by the database, which the bot agrees with."""
    found = len(await world.bot.services.answering._stored.left())
    assert world.bot.services.answering.count <= found
    return found


async def forgotten(world: World) -> None:
    """Wait until no answer is awaited any more: nobody waits for that but tests."""
    async with asyncio.timeout(10):
        while await noted(world):  # noqa: ASYNC110 - the database tells nobody
            await asyncio.sleep(0)


async def test_an_interaction_that_discord_delivers_again_is_taken_once(world: World) -> None:
    taken = []

    async def begins(click: Click) -> None:
        taken.append(world.bot.services.answering.begin(click))
        await answer(click, "Here it is.")

    assert words(await asked(world, begins)) == "Here it is."
    assert taken == [False]


async def test_the_first_answer_is_told_of_once(world: World) -> None:
    begun = []

    async def is_timed(click: Click) -> None:
        first_answer = world.bot.services.answering.first_answer
        begun.extend([first_answer(click.id), first_answer(click.id)])
        await answer(click, "Here it is.")
        assert begun[0] is not None
        assert begun[0].click is click

    await asked(world, is_timed)
    assert begun[1:] == [None]


async def test_what_has_no_answer_after_a_minute_is_told(world: World) -> None:
    answering, told = world.bot.services.answering, list[Click]()
    answering.unanswered = told.append

    async def came_a_minute_ago(click: Click) -> None:
        answering._unanswered[click.id] = Begun(click, perf_counter() - UNANSWERED_AFTER)

    await asked(world, came_a_minute_ago)
    assert not told
    sam = world.guest("Sam").actor
    await sam.slash(world.channel, "table list")
    await sam.slash(world.channel, "table list")
    assert len(told) == 1


async def test_what_was_answered_is_left_alone(world: World) -> None:
    async def answers(click: Click) -> None:
        await too_long()
        assert world.bot.services.answering.count == await noted(world) == 1
        await answer(click, "Here it is.")

    assert words(await asked(world, answers)) == "Here it is."
    await forgotten(world)


async def test_a_click_that_is_never_answered_went_wrong(world: World) -> None:
    assert words(await asked(world, too_long)) == WENT_WRONG
    await forgotten(world)


async def test_a_click_that_is_cancelled_went_wrong(world: World) -> None:
    async def is_cancelled(_: Click) -> None:
        await too_long()
        raise asyncio.CancelledError

    assert words(await asked(world, is_cancelled)) == WENT_WRONG
    await forgotten(world)


async def test_a_click_that_takes_too_long_is_not_waited_for(world: World) -> None:
    """What comes after all is an answer of its own."""

    async def takes_long(click: Click) -> None:
        await too_long()
        await asyncio.sleep(LONGEST + 10)
        await answer(click, "After all.")

    result = await asked(world, takes_long)
    await world.pass_time(LONGEST - 1)
    assert not words(result)
    await world.pass_time(2)
    assert words(result) == TOO_LONG
    await forgotten(world)
    await world.pass_time(10)
    assert words(result) == f"{TOO_LONG}\nAfter all."


@pytest.mark.parametrize("status", [404, 401])
async def test_what_discord_does_not_take_is_not_awaited(world: World, status: int) -> None:
    world.env.inject_error(
        "POST", "/interactions/*/callback", status=status, code=10062, times=None
    )

    assert not (await asked(world, too_long)).acknowledged
    await forgotten(world)


async def test_an_unreachable_database_keeps_nobody_waiting(world: World) -> None:
    async def answers(click: Click) -> None:
        world.sql("ALTER TABLE deferrals RENAME TO elsewhere")
        await too_long()
        await answer(click, "Here it is.")

    assert words(await asked(world, answers)) == "Here it is."


def test_nobody_answers_past_the_register() -> None:
    """What is put off without it would not end after a crash, nor count as given."""
    register = {"cogs/core/answering.py", "cogs/core/answers.py"}
    past = re.compile(r"\.defer\([^)]|followup\.|edit_original_response")
    found = [
        f"{file.relative_to(ROOT)}: {line.strip()}"
        for file in sorted((ROOT / "cogs").rglob("*.py"))
        if str(file.relative_to(ROOT)) not in register
        for line in file.read_text(encoding="utf-8").splitlines()
        if past.search(line)
    ]
    assert found == []


@pytest.mark.parametrize("public", [False, True])
async def test_a_late_answer_is_announced_to_its_readers(world: World, *, public: bool) -> None:
    """Otherwise what is for one person would take the place of what stands in the channel."""

    async def work(click: Click) -> None:
        if public:
            announce_publicly(click)
        await too_long()
        await answer(click, "Here it is.", public=public)

    result = await asked(world, work)
    assert words(result) == "Here it is."
    assert result.ephemeral is not public


async def test_a_late_private_answer_is_never_changed_where_others_see_it(world: World) -> None:

    async def work(click: Click, _: re.Match[str]) -> None:
        await too_long()
        await answer(click, Page((Text("Your cards: 7."),)))
        assert not can_change(click)
        await update(click, Page((Text("Your cards: 8."),)), later=True)

    world.registry.pages["work"] = [PageButton("work", "x", work)]
    board = await world.post(Page((Text("All see this."), (Button("Look", "work:x"),))))
    result = await world.guest("Mina").actor.click(board.message, label="Look")
    assert "Your cards: 7." in words(result)
    assert [shown.text for shown in world.messages() if "cards" in shown.text] == []
