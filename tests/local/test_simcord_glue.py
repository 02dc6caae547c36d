"""Our glue still fits SimCord: real bot, real world, and the page's own protocol over HTTP.

If one of these fails after an upgrade, ``bot/local/simcord_glue.py`` has to learn the new SimCord.
"""

import asyncio
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from datetime import UTC, datetime
from importlib.metadata import version
from threading import Event

import aiohttp
import pytest
from simcord.actors import MemberActor
from simcord.builders import ChannelHandle
from simcord.env import Env

from bot.local.simcord_glue import (
    HIDDEN,
    KEY,
    NAME,
    SCRIPT,
    STYLE,
    LivePage,
    LocalOperation,
    WorldTime,
    as_the_bot,
    world,
)
from tests.helpers import PATIENCE
from tests.local.counting_bot import DOT, CountingBot
from tests.local.tab import Tab, http_to, open_tab


class Preview:
    """A world with a counter in a channel, served to every tab."""

    def __init__(self, bot: CountingBot, page: LivePage, http: aiohttp.ClientSession) -> None:
        self.bot = bot
        self.page = page
        self._http = http

    async def tab(self, viewer: int) -> Tab:
        return await open_tab(self._http, self.page.viewers[viewer].id)


@pytest.fixture
async def preview() -> AsyncIterator[Preview]:
    async with counting() as opened:
        yield opened


def furnish(env: Env) -> tuple[ChannelHandle, Sequence[MemberActor]]:
    guild = env.create_guild()
    channel = guild.create_text_channel("table")
    return channel, [guild.add_member(env.create_user(name)) for name in ("mina", "sam")]


@asynccontextmanager
async def counting() -> AsyncIterator[Preview]:
    time = WorldTime()
    bot = CountingBot(time)
    async with world(bot, time, furnish) as (env, (channel, people)):
        await people[0].slash(channel, "count")
        page = LivePage(env, channel, people, 0)
        async with page, http_to(page.url) as http:
            passing = asyncio.create_task(page.keep_time())
            yield Preview(bot, page, http)
            passing.cancel()
            await asyncio.gather(passing, return_exceptions=True)
        assert env.errors == []


def test_the_glue_is_for_the_simcord_that_is_installed() -> None:
    assert version("simcord") == "3.2.1"


async def test_the_page_answers_at_a_stable_address(preview: Preview) -> None:
    assert preview.page.url.endswith(f"/#{KEY}")
    async with aiohttp.ClientSession() as http, http.get(preview.page.url) as answer:
        assert answer.status == 200


async def test_no_one_waits_for_a_job_that_was_given_up_before_a_thread_began_it() -> None:
    time, held = WorldTime(), Event()
    loop, threads = asyncio.get_running_loop(), LocalOperation("test").threads(1)
    async with world(CountingBot(time), time, furnish) as (env, _):
        with as_the_bot(env):
            loop.run_in_executor(threads, held.wait)
            loop.run_in_executor(threads, held.wait).cancel()
        held.set()
    threads.shutdown()


async def test_everybody_has_the_same_id_in_every_run() -> None:
    found = []
    for _ in range(2):
        async with counting() as preview:
            page, guild = preview.page, preview.page.channel.guild
            assert guild is not None
            found.append([page.channel.id, guild.id, *(v.id for v in page.viewers)])
    assert found[0] == found[1]


async def test_what_is_hidden_or_added_on_the_page_is_still_there(preview: Preview) -> None:
    """SimCord has what we hide and use, under the names that we know, and serves what we add."""
    async with aiohttp.ClientSession() as http:
        index, style, script = [
            await (await http.get(f"{preview.page.url.partition('#')[0]}{file}")).text()
            for file in ("", "preview.css", "app.js")
        ]
    for selector in HIDDEN:
        kind, name = selector[0], selector[1:]
        assert f'{"id" if kind == "#" else "class"}="{name}"' in index
    assert 'id="viewer-picker"' in index
    assert 'id="new-messages"' in index
    assert 'className = "channel-message"' in script or "channel-message" in script
    assert f"<title>{NAME}</title>" in index
    assert "--toolbar-height: 112px" in style
    assert style.endswith(f"{STYLE}")
    assert script.endswith(f"{SCRIPT}")


async def test_a_move_shows_to_the_others_without_their_doing_anything(preview: Preview) -> None:
    mina, sam = await preview.tab(0), await preview.tab(1)
    receipt = await mina.click("Count")
    assert receipt["settlement"] == "settled"
    await sam.reads("clicked 1")
    await mina.reads("clicked 1")


async def test_a_private_answer_shows_to_its_owner_only(preview: Preview) -> None:
    mina, sam = await preview.tab(0), await preview.tab(1)
    await mina.click("Count")
    await mina.reads("only mina sees this")
    await sam.reads("clicked 1")
    assert "only mina" not in sam.words


async def test_a_picture_is_shown_as_the_bot_sent_it(preview: Preview) -> None:
    mina = await preview.tab(0)
    assert await mina.pictures() == [DOT]
    await mina.click("Count")
    await mina.reads("clicked 1")
    assert await mina.pictures() == [DOT]


async def test_what_the_bot_does_by_itself_shows_to_everybody(preview: Preview) -> None:
    mina, sam = await preview.tab(0), await preview.tab(1)
    await mina.click("Count")
    await mina.reads("clicked 1, then rang")
    await sam.reads("clicked 1, then rang")


@pytest.mark.parametrize("others", [0, 2])
async def test_a_click_on_a_page_that_has_moved_on_finds_its_button(
    preview: Preview, others: int
) -> None:
    mina, sam = await preview.tab(0), await preview.tab(1)
    preview.bot.others = others
    await mina.click("Count")
    receipt = await sam.click("Count")
    assert (receipt["rejected"], receipt["settlement"]) == (False, "settled")
    await mina.reads("clicked 2")
    assert preview.bot.clicks == 2


async def test_a_click_on_a_button_that_is_gone_presses_no_other(preview: Preview) -> None:
    mina, sam = await preview.tab(0), await preview.tab(1)
    preview.bot.others, preview.bot.counts = 2, False
    await mina.click("Count")
    receipt = await sam.click("Count")
    assert receipt["rejected"]
    assert preview.bot.clicks == 1


async def test_clicks_at_the_same_moment_all_count(preview: Preview) -> None:
    tabs = [await preview.tab(number % 2) for number in range(6)]
    receipts = await asyncio.gather(*(tab.click("Count") for tab in tabs))
    assert [receipt["settlement"] for receipt in receipts] == ["settled"] * 6
    assert preview.bot.clicks == 6


async def test_the_worlds_time_is_ours(preview: Preview) -> None:
    def apart() -> float:
        return abs(datetime.now(UTC).timestamp() - preview.bot.time.now() / 1000)

    await until(lambda: apart() < 1)
    await asyncio.sleep(0.3)
    await until(lambda: apart() < 1)


async def test_a_new_tab_looks_at_the_newest_message(preview: Preview) -> None:
    mina = await preview.tab(0)
    await mina.click("Count")
    await mina.reads("only mina sees this")
    again = await preview.tab(0)
    assert again.state["targetId"] == max(again.state["messages"], key=int)


async def until(condition: Callable[[], bool]) -> None:
    async with asyncio.timeout(PATIENCE):
        while not condition():  # noqa: ASYNC110 - nobody could set an event for it
            await asyncio.sleep(0.02)
