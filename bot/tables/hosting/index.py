"""The unfinished tables of this process by place and person, and the limits on their number."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass

from bot.tables.core.errors import RefusedError
from bot.tables.core.rules import HouseRules
from bot.tables.core.store import Listing

__all__ = ["Held", "Index"]


@dataclass(frozen=True, slots=True, eq=False)
class Held:
    """A place that is kept for a person who is about to sit down: it counts for the limits."""

    user: int
    guild: int | None = None
    """The server that is to get a table; None where the person joins one that is there."""
    channel: int | None = None
    """The channel that is to get it; None for a thread of its own."""
    table: str | None = None
    """The table that is joined."""


class Index:
    """Listings in memory: limits and lists need no look into the store."""

    def __init__(self) -> None:
        self._listings: dict[str, Listing] = {}
        self._held: list[Held] = []

    def listings(self) -> Sequence[Listing]:
        """Return all listings."""
        return tuple(self._listings.values())

    def __contains__(self, table: object) -> bool:
        return table in self._listings

    def get(self, table: str) -> Listing | None:
        """Return a table's listing, if it is unfinished."""
        return self._listings.get(table)

    def put(self, listing: Listing) -> None:
        """Add or renew a table's listing."""
        self._listings[listing.table] = listing

    def drop(self, table: str) -> None:
        """Forget a table."""
        self._listings.pop(table, None)

    @contextmanager
    def room(self, held: Held, rules: HouseRules) -> Iterator[Held]:
        """Keep room for a new table, or refuse one too many.

        Whoever asks meanwhile finds it taken. It is given up with the body, or by :meth:`give_up`.
        """
        assert held.guild is not None  # noqa: S101 - a new table is on some server
        self._check_guild(held.guild, held.channel, rules)
        with self.seat(held, rules):
            yield held

    @contextmanager
    def seat(self, held: Held, rules: HouseRules) -> Iterator[Held]:
        """Keep one of a person's seats, or refuse one too many; see :meth:`room`."""
        self._check_person(held.user, held.table, rules)
        self._held.append(held)
        try:
            yield held
        finally:
            self.give_up(held)

    def give_up(self, held: Held) -> None:
        """Keep it no more: its table is listed now, or will not be."""
        if held in self._held:
            self._held.remove(held)

    def _check_guild(self, guild: int, channel: int | None, rules: HouseRules) -> None:
        taken: Sequence[Listing | Held] = (*self._listings.values(), *self._held)
        here = [place.channel for place in taken if place.guild == guild]
        if len(here) >= rules.tables_per_server:
            raise RefusedError(
                f"This server already has {rules.tables_per_server} tables, its most."
            )
        if channel is not None and here.count(channel) >= rules.tables_per_channel:
            raise RefusedError(
                f"This channel already has {rules.tables_per_channel} tables, its most. "
                "Join one of them, or use another channel."
            )

    def _check_person(self, user: int, table: str | None, rules: HouseRules) -> None:
        sits: list[object] = [t for t, found in self._listings.items() if user in found.people]
        sits += [held.table or held for held in self._held if held.user == user]
        if len({*sits} - {table}) >= rules.tables_per_person:
            raise RefusedError(f"You already sit at {rules.tables_per_person} tables, the most.")
