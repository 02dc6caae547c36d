"""Positions of Golf that seldom come up, for the tests of all games."""

from collections.abc import Iterator
from dataclasses import replace

from bot.game.slots import Laid
from tests.golf.rules.table import COLUMNS, View as State


def positions(dealt: State) -> Iterator[State]:
    """Yield a round with almost no draw pile, and one with columns that are nearly alike."""
    draw, discards = dealt.draw_pile, dealt.discard_pile
    yield replace(dealt, draw_pile=draw[:1], discard_pile=(*discards, *draw[1:5]))
    alike = tuple(Laid(card=7, up=at >= COLUMNS) for at in range(3 * COLUMNS))
    yield replace(dealt, grids=(alike,) * dealt.setup.seats, discard_pile=(7, *discards))
