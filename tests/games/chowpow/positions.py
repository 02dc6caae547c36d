"""Positions that seldom come up in a match, for the tests of all games."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from bot.games.chowpow.rules.state import State

UNREACHED: Final = {"Chose", "DrewForTie", "ShowdownEnded", "ShowdownStarted"}
"""The events that random matches don't reach: the rules' own tests look at them."""


def positions(dealt: State) -> Iterator[State]:
    """Yield a round whose draw pile is soon used up."""
    yield replace(dealt, draw_pile=dealt.draw_pile[:2])
