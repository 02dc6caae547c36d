"""Private hands that are open on someone's screen, and kept fresh as long as Discord allows.

An ephemeral message can be changed only with a click's token, for fifteen minutes: by each click on
it, and by the last one when others move, once a second at most, until Discord refuses.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Collection
from dataclasses import dataclass
from functools import partial
from typing import Any, Final, NamedTuple

import discord

from bot.face.face import Scene, with_lasting
from bot.game.contract import Seat
from bot.games.faces import face_of
from bot.tables.clock import night_in, nights, resting
from bot.tables.sight import nameless
from bot.tables.state import TableState, human_users
from bot.tables.store import StoreUnavailableError
from bot.tables.table import Table
from cogs.core.answers import answer, can_change, update
from cogs.core.click import Click, on_private
from cogs.core.drawing import HURRY, BusyError
from cogs.core.page import Kept, Picture
from cogs.core.private import Private
from cogs.core.requests import BLOCKED, DISCORD_ERRORS
from cogs.core.work import Jobs
from cogs.play.coaching import Coaching, Hint
from cogs.play.hand import Hand, hand, hand_page, painted
from cogs.services import Parts

logger = logging.getLogger(__name__)

SWEEP: Final = 60
"""Seconds, at least, between two looks for tokens that are of no more use."""

PATIENCE: Final = 0.5
"""Seconds that a hand waits to know whether its owner wants words."""


class _About(NamedTuple):
    seat: Seat
    focus: str
    coaching: Coaching
    words: bool

    def of(self, table: TableState) -> Hand:
        """Return the hand at a table as it is now."""
        seat, focus, coaching, words = self
        return hand(table, face_of(table.game), seat, focus, coaching, words=words)


@dataclass(slots=True)
class _OpenHand:
    click: Click
    opened_at: int
    about: _About
    of: TableState
    shows: Hand | None
    """What it shows; None where that is uncertain."""
    barred: str
    """What it says of why the table can't be shown."""
    known: str
    """What was known of that without the click, which may tell it more exactly."""
    picture: Kept | None
    """The picture on it; None for a hand in words."""
    scene: Scene[Any] | None

    def shows_still(self, table: TableState, about: _About) -> Hand | None:
        """Return what it shows where nothing has changed since, unless a picture was left out."""
        whole = about.words or self.scene is not None
        return self.shows if whole and self.of is table and self.about == about else None


def _kept(picture: Picture | Kept | None) -> Kept | None:
    return Kept(picture.upload.name, picture.alt) if isinstance(picture, Picture) else picture


def _pictures_on(click: Click) -> Collection[str]:
    if click.message is None or not on_private(click):
        return ()
    return [file.filename for file in click.message.attachments]


class Hands:
    """The newest open hand of each person at each table."""

    def __init__(  # noqa: PLR0913, PLR0917 - what it asks the surface for
        self,
        parts: Parts,
        jobs: Jobs,
        private: Private,
        link: Callable[[TableState], Awaitable[str]],
        unseen: Callable[[TableState, Click | None], str],
        unshown: Callable[[str], bool],
        lesson: Callable[[str, int], int | None],
    ) -> None:
        self._parts = parts
        self.drawing = parts.drawing
        self._jobs = jobs
        self._link = link
        self._unseen = unseen
        self._unshown = unshown
        self._lesson = lesson
        self._private = private
        self._open: dict[str, dict[int, _OpenHand]] = {}
        self._stale: dict[str, TableState] = {}
        self._refreshing: set[str] = set()
        self._crossed: set[tuple[int, str]] = set()
        """Whose hands were changed while a click of theirs was under way: which came last?"""
        self._swept_at = 0

    @property
    def count(self) -> int:
        """How many hands are open, as far as is known: nobody says when one is closed."""
        return sum(map(len, self._open.values()))

    @property
    def tables(self) -> int:
        """For how many tables anything is remembered: none for those that are closed."""
        return len(self._open.keys() | {table for _, table in self._crossed})

    async def show(  # noqa: PLR0913 - whose hand, and what it shows
        self,
        click: Click,
        table: Table,
        seat: Seat,
        focus: str = "",
        *,
        notice: str = "",
        hint: Hint | None = None,
        anew: bool = False,
    ) -> None:
        """Answer a click with the hand as it is now: in place on a private message, or ``anew``."""
        state = table.state
        coaching = Coaching(hint, self._lesson(table.id, click.user.id))
        before = self._open.get(table.id, {}).get(click.user.id)
        there = () if anew else _pictures_on(click)
        barred = "" if state.closed else self._unseen(state, click)
        with self.drawing.for_a_click(state.place.guild):
            words = before.about.words if before else await self.as_text(click.user.id)
            about = _About(seat, focus, coaching, words)
            still = before.shows_still(state, about) if before else None
            shows = still or about.of(state)
            shows, picture = await self._pictured(state, click.user.id, shows, there, before)
            night = await self._night(state, click.user.id)
            link = await self._link(state)
        notices = "\n".join(filter(None, (notice, barred, night)))
        try:
            await answer(click, hand_page(shows, link, notices, picture), in_place=not anew)
        except discord.HTTPException as error:
            if error.code != BLOCKED:
                raise
            other = nameless(state)
            shows, picture = await self._pictured(other, click.user.id, about.of(other), there)
            await answer(click, hand_page(shows, link, notices, picture), in_place=not anew)
        self._private.note(click, state.id, "hand")
        if state.closed or not can_change(click):
            self.put_aside(state.id, click.user.id)
            return
        self._sweep()
        now = self._now()
        known = self._unseen(state, None)
        opened = _OpenHand(
            click, now, about, state, shows, barred, known, _kept(picture), shows.scene
        )
        self._open.setdefault(table.id, {})[click.user.id] = opened
        if not self._is_clicking(click.user.id, state):
            self.clicked(table, click.user.id)

    async def as_text(self, user: int) -> bool:
        """Return whether a person wants words; False where that isn't known soon enough."""
        try:
            async with asyncio.timeout(PATIENCE):
                return await self._parts.storage.people.wants_text(user)
        except (StoreUnavailableError, TimeoutError) as error:
            logger.info("how a person's hands are shown is not known: %s", type(error).__name__)
            return False

    async def _night(self, table: TableState, user: int) -> str:
        if resting(table) is None or table.paused or user not in human_users(table):
            return ""
        try:
            chosen = await self._parts.storage.quiet_hours.of([user])
        except StoreUnavailableError:
            return ""
        until = night_in(table, nights(chosen, self._now()), user)
        return f"Your turn rests until <t:{until // 1000}:t>." if until else ""

    def look_again(self, table: Table, user: int) -> None:
        """Bring a person's open hand up to date, soon, though the table is as it was."""
        if opened := self._open.get(table.id, {}).get(user):
            opened.shows = None
            self.changed(table.state)

    def look_again_on(self, guild: int) -> None:
        """Bring open hands of a server up to date that say why a table can't be shown there."""
        for hands in [*self._open.values()]:
            for opened in hands.values():
                if opened.barred and opened.of.place.guild == guild:
                    opened.known = opened.barred  # What its click told may be over.
                    self.changed(self._stale.get(opened.of.id, opened.of))

    def put_aside(self, table: str, user: int) -> None:
        """Leave a person's open hand alone from now on: something else takes its place."""
        self._open.get(table, {}).pop(user, None)

    async def _pictured(  # noqa: PLR0913 - whose hand, and what is known of it
        self,
        table: TableState,
        user: int,
        shows: Hand,
        there: Collection[str],
        before: _OpenHand | None = None,
        *,
        later: bool = False,
    ) -> tuple[Hand, Picture | Kept | None]:
        """Return a hand with its picture, or in words; ``there`` are those on its message.

        ``later``: nobody waits for it; raises ``BusyError`` then.
        """
        if shows.scene is None:
            return shows, None
        had = before and before.picture
        if before and had and had.name in there and before.scene == shows.scene:
            return shows, had
        paint = partial(painted, self._parts.drawer, table.game, shows.scene, soon=not later)
        draw = self.drawing.draw_later if later else self.drawing.draw
        drawn = await draw(table.place.guild, user, paint)
        if drawn is None:
            return shows.in_words or shows, None
        return shows, _kept(drawn) if drawn.upload.name in there else drawn

    def changed(self, table: TableState) -> None:
        """Bring the open hands of a table up to date, soon; forget them once its end is shown."""
        if table.closed:
            self._private.closed(table.id)
        if not self._open.get(table.id):
            if table.closed:
                self._forget(table.id)
            return
        self._stale[table.id] = table
        if table.id not in self._refreshing:
            self._refreshing.add(table.id)
            self._jobs.start(self._refresh(table.id), f"refreshing hands at table {table.id}")

    def clicked(self, table: Table, user: int) -> None:
        """Look again at the hand of a person whose click is over: it was left alone meanwhile."""
        crossed = (user, table.id) in self._crossed
        self._crossed.discard((user, table.id))
        opened = self._open.get(table.id, {}).get(user)
        if opened is None:
            return
        if crossed:
            opened.shows = None
        if opened.shows is None or opened.of is not table.state:
            self.changed(table.state)

    async def _refresh(self, table: str) -> None:
        try:
            while table in self._stale:
                state = self._stale.pop(table)
                shown = state.closed and not self._unshown(table)  # Before, so the hands tell it.
                hands = self._open.get(table, {}).items()
                work = [self._try(state, user, opened) for user, opened in hands]
                await asyncio.gather(*work)
                if shown and table not in self._stale:
                    self._forget(table)
                await self._parts.time.sleep(self._parts.behaviour.edit_interval)
        finally:
            self._refreshing.discard(table)

    async def _try(self, table: TableState, user: int, opened: _OpenHand) -> None:
        try:
            await self._refresh_one(table, user, opened)
        except BusyError:
            self._stale.setdefault(table.id, table)
            await self._parts.time.sleep(HURRY)

    async def _refresh_one(self, table: TableState, user: int, opened: _OpenHand) -> None:
        if self._is_over(opened):
            self._drop(table.id, user, opened)
        if not self._is_open(table, user, opened):  # Or put aside since this was begun.
            return
        silent = table.closed and not self._unshown(table.id)
        known = "" if silent else self._unseen(table, None)
        barred = opened.barred if known == opened.known and not table.closed else known
        opened.known = known
        same = opened.of is table and opened.shows is not None and opened.barred == barred
        if same or self._is_clicking(user, table):
            return
        about = self._now_about(table, user, opened)
        shows = about.of(table)
        before, opened.of, opened.about = opened.shows, table, about
        if shows == before and opened.barred == barred:
            return
        opened.shows, opened.barred = None, barred
        try:
            there = {opened.picture.name} if opened.picture else ()
            later = not table.closed and about.seat not in table.to_act
            shows, picture = await self._pictured(table, user, shows, there, opened, later=later)
            page = hand_page(shows, await self._link(table), barred, picture)
            if not self._is_open(table, user, opened):
                return
            await update(opened.click, page, later=True)
        except DISCORD_ERRORS as error:
            logger.info("a hand at table %s is left as it is: %s", table.id, type(error).__name__)
            self._drop(table.id, user, opened)
            return
        opened.shows, opened.picture, opened.scene = shows, _kept(picture), shows.scene
        if self._is_clicking(user, table):
            self._crossed.add((user, table.id))
            return
        newest = self._open.get(table.id, {}).get(user)
        if newest is not None and newest is not opened:
            newest.shows = None
            self._stale.setdefault(table.id, table)

    def _now_about(self, table: TableState, user: int, opened: _OpenHand) -> _About:
        """Return what an open hand is about now: a choice ends with the revision it was made in."""
        seat, focus, coaching, words = opened.about
        current = table.since[seat] == opened.of.since[seat]
        if not current:
            lasting, _, _ = focus.rpartition("|")
            focus = with_lasting(lasting, "")
        hint = coaching.hint if current else None
        return _About(seat, focus, Coaching(hint, self._lesson(table.id, user)), words)

    def _is_clicking(self, user: int, table: TableState) -> bool:
        return (user, table.id) in self._parts.click_queue

    def _sweep(self) -> None:
        now = self._now()
        if now - self._swept_at < SWEEP * 1000:
            return
        self._swept_at = now
        for table, hands in self._open.items():
            for user in [user for user, opened in hands.items() if self._is_over(opened)]:
                self._drop(table, user, hands[user])

    def _forget(self, table: str) -> None:
        self._open.pop(table, None)
        self._crossed = {(user, other) for user, other in self._crossed if other != table}

    def _is_over(self, opened: _OpenHand) -> bool:
        return self._now() - opened.opened_at >= self._parts.behaviour.token_life * 1000

    def _is_open(self, table: TableState, user: int, opened: _OpenHand) -> bool:
        return self._open.get(table.id, {}).get(user) is opened

    def _drop(self, table: str, user: int, opened: _OpenHand) -> None:
        if self._open.get(table, {}).get(user) is opened:
            del self._open[table][user]

    def _now(self) -> int:
        return self._parts.time.now()
