"""The moments at which a bot is killed, and how each is hit exactly."""

import asyncio
import random
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from typing import Final

from tests.wire.process import BotProcess
from tests.wire.trapped import Spring


class Moment(StrEnum):
    """When the bot is killed."""

    IDLE = "between clicks"
    SENT = "just after the click"
    BEGIN = "before BEGIN"
    LOG = "before the log's INSERT"
    OTHERS = "before the listing's or result's INSERT"
    CHIPS = "before chips are posted or moved"
    COMMIT = "before COMMIT"
    COMMITTING = "during COMMIT"
    ANSWER = "answer under way"
    ANSWERED = "answer given"
    SHOW = "message under way"
    SHOWN = "message there"
    MARK = "before the message is noted"
    LOGIN = "starting: login"
    LEASE = "starting: lease"
    LISTINGS = "starting: list of tables"
    REPLAY = "starting: replay"
    COMMANDS = "starting: commands"


STARTS: Final = (Moment.LOGIN, Moment.LEASE, Moment.LISTINGS, Moment.REPLAY, Moment.COMMANDS)

_LOG: Final = "INSERT INTO log"

_TRAPS: Final = {
    Moment.BEGIN: (Spring("BEGIN"),),
    Moment.LOG: (Spring(_LOG),),
    Moment.OTHERS: (
        *(Spring("INSERT INTO tables"), Spring("INSERT INTO matches")),
        *(Spring("INSERT INTO results"), Spring("INSERT INTO round_points")),
    ),
    Moment.CHIPS: (
        *(Spring("INSERT INTO accounts"), Spring("INSERT INTO postings")),
        Spring("UPDATE accounts"),
    ),
    Moment.COMMIT: (Spring("COMMIT", within=_LOG),),
    Moment.MARK: (Spring("INSERT INTO bookmarks"), Spring("COMMIT", "INSERT INTO bookmarks")),
    Moment.LEASE: (Spring("BEGIN IMMEDIATE"), Spring("COMMIT", within="INSERT INTO leases")),
    Moment.LISTINGS: (Spring("SELECT tables."),),
    Moment.REPLAY: (Spring("SELECT log."),),
}

_MESSAGE: Final = r"(POST|PATCH) /channels/\d+/messages"

_REQUESTS: Final = {
    Moment.ANSWER: (r"POST /interactions/|(POST|PATCH) /webhooks/", False),
    Moment.ANSWERED: (r"POST /interactions/|(POST|PATCH) /webhooks/", True),
    Moment.SHOW: (_MESSAGE, False),
    Moment.SHOWN: (_MESSAGE, True),
    Moment.LOGIN: ("GET /users/@me", False),
    Moment.COMMANDS: ("GET /applications/.*commands", False),
}
"""Requests at which it is killed, and whether Discord still carries them out."""

LONGEST_COMMIT: Final = 0.001
"""Seconds after the beginning of a COMMIT within which it is killed."""

A_WHILE: Final = 2.0
"""Seconds to wait for a moment that may not come."""


@dataclass(frozen=True, slots=True)
class Assassin:
    """Kills a bot at the moment it is told."""

    bot: BotProcess
    trap: Path
    source: random.Random

    @asynccontextmanager
    async def waiting(self, moment: Moment, seconds: float = A_WHILE) -> AsyncIterator[None]:
        """Wait for a moment that's brought about inside, or the bot's end; else time out."""
        self._set(moment)
        try:
            yield
            if moment is Moment.SENT:
                await asyncio.sleep(self.source.uniform(0, 0.01))
                self.bot.kill()
            async with asyncio.timeout(seconds):
                await self.bot.end()
        finally:
            self.bot.discord.orders.clear()
            self.trap.unlink(missing_ok=True)

    def _set(self, moment: Moment) -> None:
        if moment is Moment.COMMITTING:
            late = self.source.uniform(0, LONGEST_COMMIT)
            Spring("COMMIT", within=_LOG, late=late).set(self.trap)
        elif moment in _TRAPS:
            self.source.choice(_TRAPS[moment]).set(self.trap)
        elif moment in _REQUESTS:
            match, done = _REQUESTS[moment]
            self.bot.discord.order(match, hang_up=True, done=done, call=self.bot.kill)
