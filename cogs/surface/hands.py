"""Private hands that are open on somebody's screen, and kept fresh as long as Discord allows.

An ephemeral message can be changed only with the token of a click, for fifteen minutes. So a hand
is changed by each click on it; and when others move, with the last click's token, if it shows
something else than before, once a second at most, and never again once Discord refuses. Tokens
live here and nowhere else.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from bot.face.screen import with_lasting
from bot.game.contract import Seat
from bot.games.faces import face_of
from bot.tables.core.state import TableState
from bot.tables.hosting.table import Table
from cogs import sending
from cogs.arguments.permissions import may_show, unseen
from cogs.layouts.hand import Hand, hand, hand_page
from cogs.services import Click
from cogs.surface.jobs import Jobs
from cogs.surface.trouble import DISCORD_ERRORS

if TYPE_CHECKING:
    from cogs.client import CardNight

__all__ = ["Hands"]

logger = logging.getLogger(__name__)

REST: Final = 10
"""Seconds after a refusal before a click that says we may write there is believed."""

SWEEP: Final = 60
"""Seconds, at least, between two looks for tokens that are of no more use."""


@dataclass(slots=True)
class _OpenHand:
    click: Click
    """The click whose token can change the message."""
    opened_at: int
    seat: Seat
    revision: int
    """The revision that ``focus`` belongs to."""
    focus: str
    lasting: str
    """The screen's lasting word, which outlasts the revision."""
    shows: Hand | None
    """What it shows; None where that is uncertain."""


class Hands:
    """The newest open hand of each person at each table."""

    def __init__(
        self, bot: "CardNight", jobs: Jobs, link: Callable[[TableState], Awaitable[str]]
    ) -> None:
        self._bot = bot
        self._jobs = jobs
        self._link = link
        self._open: dict[str, dict[int, _OpenHand]] = {}
        self._stale: dict[str, TableState] = {}
        self._refreshing: set[str] = set()
        self._crossed: set[tuple[str, int]] = set()
        self._swept_at = 0

    @property
    def count(self) -> int:
        """How many hands are open, as far as is known: nobody says when one is closed."""
        return sum(map(len, self._open.values()))

    @property
    def tables(self) -> int:
        """For how many tables anything is remembered: none for those that are closed."""
        return len(self._open.keys() | {table for table, _ in self._crossed})

    def take(self, table: str, user: int) -> None:
        """Leave a person's hand alone: it is being clicked on and will be shown anew."""
        self._open.get(table, {}).pop(user, None)

    async def show(
        self, click: Click, table: Table, seat: Seat, focus: str = "", notice: str = ""
    ) -> None:
        """Answer a click with the hand as it is now, in place where it is on one already."""
        state = table.state
        shows = hand(state, face_of(state.game), seat, focus)
        barred = "" if state.closed else unseen(click, state.place)
        notices = "\n".join(filter(None, (notice, barred)))
        page = hand_page(shows, await self._link(state), notices)
        await sending.private(click, page)
        if click.guild_id is not None and may_show(click):
            self._bot.surface.look_again(click.guild_id, click.channel_id, REST)
        if state.closed:
            return
        await self._bot.surface.met(state, click.message)
        self._sweep()
        user = click.user.id
        now, revision = self._now(), state.since[seat]
        opened = _OpenHand(click, now, seat, revision, focus, shows.lasting, shows)
        self._open.setdefault(table.id, {})[user] = opened
        if (table.id, user) in self._crossed:
            self._crossed.discard((table.id, user))
            opened.shows = None
        if opened.shows is None or table.state is not state:
            self.changed(table.state)

    def changed(self, table: TableState) -> None:
        """Bring the open hands of a table up to date, soon; forget them all once it is closed."""
        if not self._open.get(table.id):
            if table.closed:
                self._forget(table.id)
            return
        self._stale[table.id] = table
        if table.id not in self._refreshing:
            self._refreshing.add(table.id)
            self._jobs.start(self._refresh(table.id), f"refreshing hands at table {table.id}")

    async def _refresh(self, table: str) -> None:
        services = self._bot.services
        try:
            while table in self._stale:
                state = self._stale.pop(table)
                hands = self._open.get(table, {}).items()
                work = [self._refresh_one(state, user, opened) for user, opened in hands]
                await asyncio.gather(*work)
                if state.closed:
                    self._forget(table)
                await services.time.sleep(services.manners.edit_interval)
        finally:
            self._refreshing.discard(table)

    async def _refresh_one(self, table: TableState, user: int, opened: _OpenHand) -> None:
        if self._is_over(opened):
            self._drop(table.id, user, opened)
            return
        current = table.since[opened.seat] == opened.revision
        focus = opened.focus if current else with_lasting(opened.lasting, "")
        shows = hand(table, face_of(table.game), opened.seat, focus)
        if shows == opened.shows:
            return
        try:
            await sending.amend(opened.click, hand_page(shows, await self._link(table)))
        except DISCORD_ERRORS as error:
            logger.info("a hand at table %s is left as it is: %s", table.id, type(error).__name__)
            self._drop(table.id, user, opened)
            return
        opened.shows = shows
        if self._open.get(table.id, {}).get(user) is not opened:
            self._cross(table, user)

    def _cross(self, table: TableState, user: int) -> None:
        """Note that a click was answered while its hand was being changed: which came last?"""
        current = self._open.get(table.id, {}).get(user)
        if current is None:
            self._crossed.add((table.id, user))
        else:
            current.shows = None
            self._stale.setdefault(table.id, table)

    def _sweep(self) -> None:
        """Drop the hands whose tokens are over, where nobody moves and nothing is refreshed."""
        now = self._now()
        if now - self._swept_at < SWEEP * 1000:
            return
        self._swept_at = now
        for table, hands in self._open.items():
            for user in [user for user, opened in hands.items() if self._is_over(opened)]:
                self._drop(table, user, hands[user])

    def _forget(self, table: str) -> None:
        self._open.pop(table, None)
        self._crossed = {(other, user) for other, user in self._crossed if other != table}

    def _is_over(self, opened: _OpenHand) -> bool:
        return self._now() - opened.opened_at >= self._bot.services.manners.token_life * 1000

    def _drop(self, table: str, user: int, opened: _OpenHand) -> None:
        if self._open.get(table, {}).get(user) is opened:
            del self._open[table][user]

    def _now(self) -> int:
        return self._bot.services.time.now()
