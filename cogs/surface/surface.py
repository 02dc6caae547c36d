"""The surface that the host talks to."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from bot.games.game import Seat
from bot.tables.state import TableState

if TYPE_CHECKING:
    from cogs.client import CardNight

__all__ = ["Surface"]


class Surface:
    """Shows tables on Discord; made with the client, told by the host."""

    def __init__(self, bot: "CardNight") -> None:
        self._bot = bot

    def changed(self, table: TableState) -> None:
        """Show a table as it is now, soon."""

    def remind(self, table: TableState, seats: Sequence[Seat]) -> None:
        """Remind the persons in these seats, soon."""

    async def close(self) -> None:
        """Finish what is being shown."""
