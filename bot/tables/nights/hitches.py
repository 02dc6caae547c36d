"""What keeps nights from going on or from being shown, to be told by what still works.

Nothing of it is stored: after a restart it is met again.
"""

from collections.abc import Callable, Collection
from typing import NamedTuple, TypeVar

from bot.tables.nights.store import Nights, StoredNight

__all__ = ["Held", "Hitches", "Unshown"]


class Held(NamedTuple):
    """Why a night waits."""

    guild: int
    why: str
    """In sentences."""
    until: int
    """When it isn't waited for any more, in milliseconds since 1970."""


class Unshown(NamedTuple):
    """Why a night's message can't be shown."""

    guild: int
    why: str
    """In sentences."""
    tables: Collection[str] = ()
    """The tables that play meanwhile."""


N = TypeVar("N", Held, Unshown)


class Hitches:
    """Of the nights of one process. Calls raise ``StoreUnavailableError``."""

    def __init__(self, nights: Nights, touch: Callable[[str], None]) -> None:
        """``touch`` has a night looked at, and shown, soon."""
        self._nights = nights
        self._touch = touch
        self._held: dict[str, Held] = {}
        self._unshown: dict[str, Unshown] = {}

    def held(self, night: str) -> Held | None:
        """Return why a night waits; None if it doesn't."""
        return self._held.get(night)

    def hold(self, stored: StoredNight, why: str = "", until: int = 0) -> None:
        """Note why a night waits, or that it doesn't."""
        night = stored.plan.id
        if _note(self._held, night, Held(stored.plan.guild, why, until) if why else None):
            self._touch(night)

    def unshown(self, night: str) -> Unshown | None:
        """Return why a night's message can't be shown; None if it can, as far as is known."""
        return self._unshown.get(night)

    def hide(self, night: str, unshown: Unshown | None) -> bool:
        """Note whether a night's message can be shown; return whether it was otherwise before."""
        return _note(self._unshown, night, unshown)

    def beside(self, table: str) -> str:
        """Return why the message of a table's night can't be shown; nothing if it can."""
        return next((one.why for one in self._unshown.values() if table in one.tables), "")

    def look_again(self, guild: int) -> None:
        """Look again at the nights of a server that have a hitch: it may be over."""
        held = [night for night, one in self._held.items() if one.guild == guild]
        unshown = [night for night, one in self._unshown.items() if one.guild == guild]
        for night in (*held, *unshown):
            self._touch(night)

    async def welcome(self, guild: int) -> None:
        """Show all nights of a server that has the bot again."""
        for night in await self._nights.of_server(guild):
            self._touch(night)

    async def lose_channel(self, guild: int, channel: int, parent: int | None = None) -> None:
        """Note that a channel, or a thread in a ``parent``, was deleted.

        The nights of a thread go on in its channel. Others wait for a moderator who finds a place.
        """
        for night in await self._nights.of_server(guild):
            stored = await self._nights.load(night)
            if stored is None or stored.plan.channel != channel:
                continue
            if parent is not None:
                await self._nights.show(night, parent, stored.message or 0, stored.event)
            self._touch(night)


def _note(notes: dict[str, N], night: str, now: N | None) -> bool:
    before = notes.pop(night, None)
    if now is not None:
        notes[night] = now
    return before != now
