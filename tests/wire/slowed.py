"""A bot whose threads are held up, and somebody whom Kai can teach something."""

import random

from tests.wire.evening import Evening
from tests.wire.person import Person

__all__ = ["WHY", "after_kai"]

WHY = "Understand Kai's move"


async def after_kai(evening: Evening) -> Person:
    """Let a person play against Kai until Kai has had a turn and the hand offers a hint."""
    ann = evening.person("Ann")
    await evening.start(ann, kai=1, rounds=1, cards=9)
    source = random.Random(7)
    while not ann.sees(WHY) or ann.hand is None or "Hint" not in ann.screen.buttons:
        await evening.one_click(ann, source)
    return ann
