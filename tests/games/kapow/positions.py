"""Positions that seldom come up in a match, for the tests of all games."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from bot.games.kapow.rules.state import State

UNREACHED: Final = {"DiscardStarted", "UsedUp"}
"""The events that random matches don't reach: the rules' own tests look at them."""


def positions(dealt: State) -> Iterator[State]:
    """Yield a round whose draw pile is soon used up, again and again."""
    draw, discards = dealt.draw_pile, dealt.discard_pile
    yield replace(dealt, draw_pile=draw[:1], discard_pile=(*discards, *draw[1:6]))
