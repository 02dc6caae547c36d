"""Storage of a server's match results and settings; ``db`` implements it."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

from bot.tables.league.settings import GuildSettings, SettingValue

__all__ = ["League", "MatchLine"]


@dataclass(frozen=True, slots=True)
class MatchLine:
    """A finished match in a list."""

    table: str
    game: str
    finished_at: int
    ranked: bool
    names: tuple[str, ...]
    totals: tuple[int, ...]
    users: tuple[int | None, ...]
    """By seat, as the two before: None for Kai, and for former players."""


class League(Protocol):
    """Results of finished matches, by server."""

    async def matches(
        self, guild: int, games: Collection[str] | None = None, *, limit: int = 25
    ) -> Sequence[MatchLine]:
        """Return the server's finished matches that still have a record, newest first.

        ``games`` limits them to these games.
        """

    async def match(self, guild: int, table: str) -> MatchLine | None:
        """Return a finished match of the server; None if there is no such match."""

    async def settings(self, guild: int) -> GuildSettings:
        """Return a server's settings, with defaults for those never set."""

    async def change_settings(
        self, guild: int, changes: Mapping[str, SettingValue]
    ) -> GuildSettings:
        """Change settings by field name and return all; ``ValueError`` names the bad ones.

        Those not named stay as they are, whoever changes them at the same time.
        """
