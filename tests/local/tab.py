"""One browser tab, as far as the page's protocol goes."""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import Any, TypeAlias
from urllib.parse import urlsplit

import aiohttp

from tests.helpers import PATIENCE

State: TypeAlias = dict[str, Any]


class Tab:
    """What one viewer is shown, and where to click in it."""

    def __init__(self, http: aiohttp.ClientSession, opened: State) -> None:
        self._http = http
        self.state = opened
        self._sequence = 0

    @property
    def words(self) -> str:
        return str(self.state["messages"])

    async def refresh(self) -> State:
        async with self._http.get("/api/state", headers=self._headers) as answer:
            self.state = await answer.json()
        return self.state

    async def pictures(self) -> list[bytes]:
        found = []
        for asset, about in self.state["assets"].items():
            if about["filename"] != "dot.png":
                continue
            async with self._http.get(f"/api/assets/{asset}", headers=self._headers) as answer:
                assert answer.content_type == "image/png"
                found.append(await answer.read())
        return found

    async def click(self, label: str) -> State:
        """Click a button of the page as this tab last saw it, or once it is there; the receipt."""
        await self._until(lambda: self._enabled(label))
        message, button = self._enabled(label)[0]
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

    async def reads(self, words: str) -> None:
        await self._until(lambda: words in self.words)

    async def _until(self, condition: Callable[[], object]) -> None:
        """Only poll, as every open page does, until something is so."""
        async with asyncio.timeout(PATIENCE):
            while not condition():
                await asyncio.sleep(0.02)
                await self.refresh()

    def _enabled(self, label: str) -> list[tuple[State, State]]:
        """Return the messages with such a button that can be clicked, and that."""
        return [
            (message, button)
            for message in self.state["messages"].values()
            for button in _buttons(message["components"])
            if button["label"] == label and not button["disabled"]
        ]

    @property
    def _headers(self) -> dict[str, str]:
        return {"X-Simcord-Context": self.state["context"]["id"]}


async def open_tab(http: aiohttp.ClientSession, viewer: int | None = None) -> Tab:
    ids = {} if viewer is None else {"viewer_id": str(viewer)}
    async with http.post("/api/pages", json=ids) as answer:
        return Tab(http, await answer.json())


@asynccontextmanager
async def http_to(address: str) -> AsyncIterator[aiohttp.ClientSession]:
    parts = urlsplit(address)
    async with aiohttp.ClientSession(
        f"{parts.scheme}://{parts.netloc}", headers={"X-Simcord-Capability": parts.fragment}
    ) as http:
        yield http


def _buttons(components: list[State]) -> list[State]:
    found = [component for component in components if "label" in component]
    for component in components:
        found += _buttons(component.get("components", []))
    return found
