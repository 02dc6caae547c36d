"""The unfinished tables of this process by place and person, and the limits on their number."""

from collections.abc import Sequence

from bot.tables.entries import Place
from bot.tables.errors import RefusedError
from bot.tables.rules import HouseRules
from bot.tables.store import Listing

__all__ = ["Index"]


class Index:
    """Listings in memory: limits and lists need no look into the store."""

    def __init__(self) -> None:
        self._listings: dict[str, Listing] = {}

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

    def check_room(self, user: int, place: Place, rules: HouseRules) -> None:
        """Refuse one table too many in a channel, on a server, or for a person."""
        here = [found for found in self._listings.values() if found.guild == place.guild]
        if len(here) >= rules.tables_per_server:
            raise RefusedError(
                f"This server already has {rules.tables_per_server} tables, its most."
            )
        if sum(found.channel == place.channel for found in here) >= rules.tables_per_channel:
            raise RefusedError(
                f"This channel already has {rules.tables_per_channel} tables, its most. "
                "Join one of them, or use another channel."
            )
        self.check_person(user, rules)

    def check_person(self, user: int, rules: HouseRules, besides: str | None = None) -> None:
        """Refuse a person one table too many."""
        sits = [t for t, found in self._listings.items() if user in found.people and t != besides]
        if len(sits) >= rules.tables_per_person:
            raise RefusedError(f"You already sit at {rules.tables_per_person} tables, the most.")
