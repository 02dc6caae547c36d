"""A small client of Discord's REST API for the doctor's checks."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any, Final, NamedTuple

import aiohttp
import discord

from bot.doctor.finding import FaultError

ME: Final = "/users/@me"
APPLICATION: Final = "/applications/@me"
GATEWAY: Final = "/gateway"
"""The one path here that needs no token."""

TIMEOUT: Final = aiohttp.ClientTimeout(total=10)
AGENT: Final = f"DiscordBot (https://github.com/Rapptz/discord.py, {discord.__version__})"


class ForbiddenError(FaultError):
    """Discord does not show that to the bot."""


class Answer(NamedTuple):
    """The JSON content of a response, and its ``Date`` header (empty if there was none)."""

    content: Any
    date: str


class Api:
    """Sends GET requests to Discord, and caches the responses.

    After a failed connection or a refused token it sends no more: Discord bans clients that go on.
    """

    def __init__(self, session: aiohttp.ClientSession, base: str, token: str | None) -> None:
        self._session = session
        self._base = base
        self._token = token
        self._answers: dict[str, Answer] = {}
        self._unreachable = False
        self._refused = False

    async def get(self, path: str) -> Any:  # noqa: ANN401 - any JSON value
        """Return the content of a path, with the bot's token; raises ``FaultError``."""
        if self._token is None:
            raise FaultError("Not checked: the settings have no usable token.")
        if self._refused:
            raise FaultError("Not checked: Discord rejects the token.")
        return (await self._ask(path, {"Authorization": f"Bot {self._token}"})).content

    async def get_public(self, path: str) -> Answer:
        """Return the response of a path that needs no token; raises ``FaultError``."""
        return await self._ask(path, {})

    async def _ask(self, path: str, headers: dict[str, str]) -> Answer:
        if self._unreachable:
            raise FaultError("Not checked: Discord can't be reached.")
        if path not in self._answers:
            self._answers[path] = await self._fetch(path, headers)
        return self._answers[path]

    async def _fetch(self, path: str, headers: dict[str, str]) -> Answer:
        try:
            # Following a redirect could send the token elsewhere.
            async with self._session.get(
                f"{self._base}{path}", headers=headers, allow_redirects=False
            ) as answer:
                self._raise_for_status(answer)
                return Answer(await answer.json(), answer.headers.get("Date", ""))
        except (aiohttp.ContentTypeError, ValueError):
            raise FaultError("Not Discord's answer. Is there a proxy in between?") from None
        except (aiohttp.ClientError, TimeoutError, OSError) as error:
            self._unreachable = True
            raise FaultError(
                f"Discord can't be reached ({type(error).__name__}). Allow HTTPS to discord.com."
            ) from None

    def _raise_for_status(self, answer: aiohttp.ClientResponse) -> None:
        if answer.status == 200:
            return
        if answer.status == 401:
            self._refused = True
            raise FaultError(
                "Discord rejects the token. Reset it on your application's Bot page, and put it "
                "into .env as DISCORD_TOKEN."
            )
        # Without the response's text, which may repeat what was sent.
        kind = ForbiddenError if answer.status in {403, 404} else FaultError
        raise kind(f"Discord answered with status {answer.status}. Try again later.")


@asynccontextmanager
async def open_api(base: str, token: str | None) -> AsyncIterator[Api]:
    """Open the API at a base URL such as ``https://discord.com/api/v10``."""
    async with aiohttp.ClientSession(timeout=TIMEOUT, headers={"User-Agent": AGENT}) as session:
        yield Api(session, base, token)
