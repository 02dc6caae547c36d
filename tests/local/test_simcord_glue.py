"""Our glue still fits SimCord: real bot, real world, and the page's own protocol over HTTP.

If one of these fails after an upgrade, ``bot/local/simcord_glue.py`` has to learn the new SimCord.
"""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from datetime import UTC, datetime
from importlib.metadata import version
from typing import Any
from urllib.parse import urlsplit

import aiohttp
import pytest

from bot.local.simcord_glue import KEY, LivePage, WorldTime, world
from tests.local.counting_bot import DOT, CountingBot

State = dict[str, Any]


class Tab:
    """One browser tab, as far as the page's protocol goes."""

    def __init__(self, http: aiohttp.ClientSession, opened: State) -> None:
        self._http = http
        self.state = opened
        self._sequence = 0

    @property
    def words(self) -> str:
        """All that this tab's viewer can read."""
        return str(self.state["messages"])

    async def refresh(self) -> State:
        async with self._http.get("/api/state", headers=self._headers) as answer:
            self.state = await answer.json()
        return self.state

    async def pictures(self) -> list[bytes]:
        """What the page shows as images."""
        found = []
        for asset, about in self.state["assets"].items():
            if about["filename"] != "dot.png":
                continue
            async with self._http.get(f"/api/assets/{asset}", headers=self._headers) as answer:
                assert answer.content_type == "image/png"
                found.append(await answer.read())
        return found

    async def click(self, label: str) -> State:
        """Click a button of the page as this tab last saw it; the receipt."""
        message, button = next(
            (message, found)
            for message in self.state["messages"].values()
            for found in _buttons(message["components"])
            if found["label"] == label
        )
        self._sequence += 1
        body = {
            "kind": "click",
            "control_key": button["control_key"],
            "target_id": message["id"],
            "protocol_version": 3,
            "sequence": self._sequence,
            "request_id": f"request-{self._sequence}",
            "generation": self.state["context"]["generation"],
            "bot_generation": self.state["botGeneration"],
            "published_revision": self.state["publishedRevision"],
        }
        async with self._http.post("/api/action", json=body, headers=self._headers) as answer:
            receipt: State = await answer.json()
        return receipt

    @property
    def _headers(self) -> dict[str, str]:
        return {"X-Simcord-Context": self.state["context"]["id"]}


class Preview:
    """A world with a counter in a channel, served to whoever opens a tab."""

    def __init__(self, bot: CountingBot, page: LivePage, http: aiohttp.ClientSession) -> None:
        self.bot = bot
        self.page = page
        self._http = http

    async def tab(self, viewer: int) -> Tab:
        ids = {"viewer_id": str(self.page.viewers[viewer].id)}
        async with self._http.post("/api/pages", json=ids) as answer:
            return Tab(self._http, await answer.json())


@pytest.fixture
async def preview() -> AsyncIterator[Preview]:
    async with counting() as opened:
        yield opened


@asynccontextmanager
async def counting() -> AsyncIterator[Preview]:
    time = WorldTime()
    bot = CountingBot(time)
    async with world(bot, time) as env:
        guild = env.create_guild()
        channel = guild.create_text_channel("table")
        people = [guild.add_member(env.create_user(name)) for name in ("mina", "sam")]
        await people[0].slash(channel, "count")
        page = LivePage(env, channel, people, 0)
        async with page, http_to(page) as http:
            passing = asyncio.create_task(page.keep_time())
            yield Preview(bot, page, http)
            passing.cancel()
            await asyncio.gather(passing, return_exceptions=True)
        assert env.errors == []


@asynccontextmanager
async def http_to(page: LivePage) -> AsyncIterator[aiohttp.ClientSession]:
    address = urlsplit(page.url)
    async with aiohttp.ClientSession(
        f"{address.scheme}://{address.netloc}", headers={"X-Simcord-Capability": address.fragment}
    ) as http:
        yield http


def test_the_glue_is_for_the_simcord_that_is_installed() -> None:
    assert version("simcord") == "3.2.1"


async def test_the_page_answers_at_a_stable_address(preview: Preview) -> None:
    assert preview.page.url.endswith(f"/#{KEY}")
    async with aiohttp.ClientSession() as http, http.get(preview.page.url) as answer:
        assert answer.status == 200


async def test_a_move_shows_to_the_others_without_their_doing_anything(preview: Preview) -> None:
    mina, sam = await preview.tab(0), await preview.tab(1)
    receipt = await mina.click("Count")
    assert receipt["settlement"] == "settled"
    await seen(sam, "clicked 1")
    await seen(mina, "clicked 1")


async def test_a_private_answer_shows_to_its_owner_only(preview: Preview) -> None:
    mina, sam = await preview.tab(0), await preview.tab(1)
    await mina.click("Count")
    await seen(mina, "only mina sees this")
    await seen(sam, "clicked 1")
    assert "only mina" not in sam.words


async def test_a_picture_is_shown_as_the_bot_sent_it(preview: Preview) -> None:
    mina = await preview.tab(0)
    assert await mina.pictures() == [DOT]
    await mina.click("Count")
    await seen(mina, "clicked 1")
    assert await mina.pictures() == [DOT]


async def test_what_the_bot_does_by_itself_shows_to_everybody(preview: Preview) -> None:
    mina, sam = await preview.tab(0), await preview.tab(1)
    await mina.click("Count")
    await seen(mina, "clicked 1, then rang")
    await seen(sam, "clicked 1, then rang")


async def test_a_click_on_a_page_that_has_moved_on_counts(preview: Preview) -> None:
    mina, sam = await preview.tab(0), await preview.tab(1)
    await mina.click("Count")
    receipt = await sam.click("Count")
    assert (receipt["rejected"], receipt["settlement"]) == (False, "settled")
    await seen(mina, "clicked 2")


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
    await seen(mina, "only mina sees this")
    again = await preview.tab(0)
    assert again.state["targetId"] == max(again.state["messages"], key=int)


async def seen(tab: Tab, words: str) -> None:
    """Wait until a tab that only polls, as every open page does, can read something."""
    async with asyncio.timeout(10):
        while words not in tab.words:
            await asyncio.sleep(0.02)
            await tab.refresh()


async def until(condition: Callable[[], bool]) -> None:
    async with asyncio.timeout(10):
        while not condition():  # noqa: ASYNC110 - nobody could set an event for it
            await asyncio.sleep(0.02)


def _buttons(components: list[State]) -> list[State]:
    found = [component for component in components if "label" in component]
    for component in components:
        found += _buttons(component.get("components", []))
    return found
