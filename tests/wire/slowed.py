"""Block a bot's threads or database; and a person who can ask Kai for a hint."""

import random
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager

from tests.wire.evening import Evening
from tests.wire.person import Person
from tests.wire.process import BotProcess

__all__ = ["WHY", "after_kai", "locked"]

WHY = "Understand Kai's move"


async def after_kai(evening: Evening) -> Person:
    """Let a person play against Kai until Kai has had a turn and the hand offers a hint."""
    ann = evening.person("Ann")
    await evening.start(ann, kai=1, hints=True, rounds=1, cards=9)
    source = random.Random(7)
    while not ann.sees(WHY) or ann.hand is None or "Hint" not in ann.screen.buttons:
        await evening.one_click(ann, source)
    return ann


@contextmanager
def locked(bot: BotProcess) -> Iterator[None]:
    """Lock a bot's database, so that it can neither read nor write it."""
    with closing(sqlite3.connect(bot.folder / "cards.db", isolation_level=None)) as database:
        database.execute("BEGIN EXCLUSIVE")
        yield
        database.execute("ROLLBACK")
