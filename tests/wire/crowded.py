"""The bot with heavy reads that a test can block, by server."""

import asyncio
import os
from pathlib import Path
from typing import Final

from sqlalchemy import event
from sqlalchemy.util import await_only

from bot.commands.run import run as run_bot
from bot.operation.operation import Operation
from cogs.client import CardNight
from db.storage import Storage

__all__ = ["CROWD", "run"]

CROWD: Final = "WIRE_CROWD"
"""The environment variable with a file: while it is there, reads of the server in it wait."""

LOOK: Final = 0.01
"""Seconds between two looks at the file."""


def run() -> int:
    """Run the bot; return the exit status."""
    return run_bot(make_operation=_Watch)


class _Watch(Operation):
    def attach(self, bot: CardNight, storage: Storage) -> None:
        file = Path(os.environ[CROWD])

        def hold(
            _c: object, _d: object, _sql: str, values: tuple[object, ...], *_more: object
        ) -> None:
            while file.exists() and int(file.read_text()) in values:
                await_only(asyncio.sleep(LOOK))

        event.listen(storage.heavy.engine.sync_engine, "before_cursor_execute", hold)
        super().attach(bot, storage)
