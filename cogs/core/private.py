"""The private messages that a person has at a table: their hand, and one other.

A new one shrinks the one before it to a line, and those of closed tables; a refusal below the other
message is a third until the next answer. The token of a message's newest click changes it, for
fifteen minutes, which doesn't count against Discord's limit. What can't be changed any more stays.
"""

import contextlib
from collections.abc import Iterator
from typing import Final, Literal, NamedTuple, TypeAlias

from bot.tables.clock import Time
from cogs.core.answers import ANSWERED, update
from cogs.core.click import Click
from cogs.core.jobs import Jobs
from cogs.core.page import Page, Text
from cogs.core.requests import DISCORD_ERRORS

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

    def __init__(self, jobs: Jobs, time: Time, token_life: float) -> None:
        self._jobs = jobs
        self._time = time
        self._life = token_life * 1000
        self._shown: dict[tuple[int, str], dict[Kind, _Message]] = {}
        self._closed: set[str] = set()

    def closed(self, table: str) -> None:
        """Let the messages of a table shrink with their person's next one at another table."""
        self._closed.update(table for _, shown in self._shown if shown == table)

    def note(self, click: Click, table: str, kind: Kind = "other") -> None:
        """Take note of the private message that answers a click, if one does, and isn't noted."""
        message, is_page = click.extras.pop(ANSWERED, (None, False))
        if message is None:
            return
        self._sweep()
        shown = self._shown.setdefault((click.user.id, table), {})
        other, clicked = shown.get("other"), click.message.id if click.message else None
        if other is not None and kind == "other" and message != clicked == other.id:
            kind = "said"
        gone = {kind, "said", *(each for each, has in shown.items() if has.id == message)}
        old = [shown.pop(each) for each in gone & shown.keys()]
        shown[kind] = _Message(message, click, self._time.now(), is_page)
        for each in (*old, *self._over(click.user.id, table)):
            if each.id != message:
                self._jobs.start(_shrink(each), f"shrinking a message of table {table}")

    def _over(self, user: int, but: str) -> Iterator[_Message]:
        """Yield a person's messages of closed tables, but for this one; they are forgotten."""
        for table in self._closed - {but}:
            yield from self._shown.pop((user, table), {}).values()

    def _sweep(self) -> None:
        """Forget the messages whose tokens are over."""
        since = self._time.now() - self._life
        living = {
            key: {kind: each for kind, each in shown.items() if each.at > since}
            for key, shown in self._shown.items()
        }
        self._shown = {key: shown for key, shown in living.items() if shown}
        self._closed &= {table for _, table in self._shown}


async def _shrink(message: _Message) -> None:
    with contextlib.suppress(*DISCORD_ERRORS):
        page = Page((Text(MOVED),)) if message.is_page else MOVED
        await update(message.click, page, later=True)
