"""The private messages that a person has at a table: their hand, and one other.

A new one shrinks the one before it to a line, and those of closed tables; a refusal below the other
is a third until the next answer. The token of a message's newest click changes it, for fifteen
minutes.
"""

import contextlib
from typing import Final, Literal, NamedTuple, TypeAlias

from bot.tables.clock import Time
from cogs.core.answers import ANSWERED, update
from cogs.core.click import Click
from cogs.core.drawing import Drawing
from cogs.core.page import Page, Text
from cogs.core.requests import DISCORD_ERRORS
from cogs.core.work import Jobs

SOON: Final = 1.0
"""Seconds for which a message isn't shrunk while people wait for their hands."""

MOVED: Final = "-# See the newer message below."

Kind: TypeAlias = Literal["hand", "other", "said"]


class _Message(NamedTuple):
    id: int
    click: Click
    """The newest click on it, or the one that it answers."""
    at: int
    is_page: bool


class Private:
    """The newest private messages of each person at each table."""

    def __init__(self, jobs: Jobs, time: Time, drawing: Drawing, token_life: float) -> None:
        self._jobs = jobs
        self._drawing = drawing
        self._time = time
        self._life = token_life * 1000
        self._shown: dict[int, dict[str, dict[Kind, _Message]]] = {}
        self._closed: dict[str, int] = {}
        self._swept = 0

    def closed(self, table: str) -> None:
        """Let the messages of a table shrink with their person's next one at another table."""
        self._closed[table] = self._time.now()

    def note(self, click: Click, table: str, kind: Kind = "other") -> None:
        """Take note of the private message that answers a click, if one does, and isn't noted."""
        message, is_page = click.extras.pop(ANSWERED, (None, False))
        if message is None:
            return
        self._sweep(now := self._time.now())
        tables = self._shown.setdefault(click.user.id, {})
        shown = tables.setdefault(table, {})
        other, clicked = shown.get("other"), click.message.id if click.message else None
        beside = message != clicked == other.id if other else False
        if kind == "other" and (beside or not (is_page or "hand" in shown)):
            kind = "said"  # Without a hand there's room for a sentence beside a page.
        gone = {kind, "said", *(each for each, has in shown.items() if has.id == message)}
        old = [shown.pop(each) for each in gone & shown.keys()]
        for over in [each for each in tables if each != table and each in self._closed]:
            old += tables.pop(over).values()
        shown[kind] = _Message(message, click, now, is_page)
        for each in old:
            if each.id != message and each.at > now - self._life:
                self._jobs.start(self._shrink(each), f"shrinking a message of table {table}")

    async def _shrink(self, message: _Message) -> None:
        await self._drawing.idle(SOON)
        with contextlib.suppress(*DISCORD_ERRORS):
            page = Page((Text(MOVED),)) if message.is_page else MOVED
            await update(message.click, page, later=True)

    def _sweep(self, now: int) -> None:
        if now < self._swept + self._life:
            return
        self._swept, since = now, now - self._life
        for user, tables in [*self._shown.items()]:
            for table, shown in [*tables.items()]:
                if all(each.at <= since for each in shown.values()):
                    del tables[table]
            if not tables:
                del self._shown[user]
        self._closed = {table: at for table, at in self._closed.items() if at > since}
