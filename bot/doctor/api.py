"""Discord's REST interface, as far as the doctor asks it."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any, Final, NamedTuple

import aiohttp
import discord

from bot.doctor.finding import FaultError

__all__ = ["APPLICATION", "GATEWAY", "ME", "Answer", "Api", "open_api"]

ME: Final = "/users/@me"
APPLICATION: Final = "/applications/@me"
GATEWAY: Final = "/gateway"
"""The one place here that needs no token."""

PATIENCE: Final = aiohttp.ClientTimeout(total=10)
AGENT: Final = f"DiscordBot (https://github.com/Rapptz/discord.py, {discord.__version__})"


class Answer(NamedTuple):
    """What Discord says, and its ``Date`` header (empty if there was none)."""

    content: Any
    date: str


class Api:
    """Asks Discord; never again once it cannot be reached or has refused the token.

    For Discord bans whoever goes on with a bad token. What was answered is remembered too.
    """

    def __init__(self, session: aiohttp.ClientSession, base: str, token: str | None) -> None:
        self._session = session
        self._base = base
        self._token = token
        self._answers: dict[str, Answer] = {}
        self._unreachable = False
        self._refused = False

    async def get(self, path: str) -> Any:  # noqa: ANN401 - any JSON value
        """Return what is at a path, with the bot's token; raises ``FaultError``."""
        if self._token is None:
            raise FaultError("Not checked: the settings have no token that can be used.")
        if self._refused:
            raise FaultError("Not checked: Discord does not accept the token.")
        return (await self._ask(path, {"Authorization": f"Bot {self._token}"})).content

    async def get_openly(self, path: str) -> Answer:
        """Return what anybody may know; raises ``FaultError``."""
        return await self._ask(path, {})

    async def _ask(self, path: str, headers: dict[str, str]) -> Answer:
        if self._unreachable:
            raise FaultError("Not checked: Discord cannot be reached.")
        if path not in self._answers:
            self._answers[path] = await self._fetch(path, headers)
        return self._answers[path]

    async def _fetch(self, path: str, headers: dict[str, str]) -> Answer:
        try:
            # A redirection could lead the token to a stranger.
            async with self._session.get(
                f"{self._base}{path}", headers=headers, allow_redirects=False
            ) as answer:
                self._must_be_good(answer)
                return Answer(await answer.json(), answer.headers.get("Date", ""))
        except (aiohttp.ContentTypeError, ValueError):
            raise FaultError(
                "What answers for Discord is something else: see whether a proxy stands between."
            ) from None
        except (aiohttp.ClientError, TimeoutError, OSError) as error:
            self._unreachable = True
            raise FaultError(
                f"Discord cannot be reached ({type(error).__name__}): see that this machine may "
                "open HTTPS connections to discord.com, then try again."
            ) from None

    def _must_be_good(self, answer: aiohttp.ClientResponse) -> None:
        if answer.status == 200:
            return
        if answer.status == 401:
            self._refused = True
            raise FaultError(
                "Discord does not accept the token: reset it on the Bot page of your application "
                "and put the new one into .env as DISCORD_TOKEN."
            )
        # The answer's text is left out: it may repeat what was sent.
        raise FaultError(f"Discord answered with status {answer.status}: try again a little later.")


@asynccontextmanager
async def open_api(base: str, token: str | None) -> AsyncIterator[Api]:
    """Open Discord's interface at an address such as ``https://discord.com/api/v10``."""
    async with aiohttp.ClientSession(timeout=PATIENCE, headers={"User-Agent": AGENT}) as session:
        yield Api(session, base, token)
