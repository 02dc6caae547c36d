"""The faces of the grid that Kai remembers."""

from collections.abc import Mapping
from typing import TypeAlias

from bot.games.chowpow.rules.cards import Card
from bot.games.chowpow.rules.grid import SLOTS, Slot
from bot.games.chowpow.rules.view import View

__all__ = ["Known", "remembered"]

Known: TypeAlias = Mapping[Slot, Card]
"""The top cards that are known, face up or down."""


def remembered(view: View, *, forgetful: bool) -> Known:
    """Return the known faces; a forgetful player remembers only the last two turns."""
    recent = {flipped.slot for flipped in (*view.flips, *view.last_flips)}
    faces = ((slot, view.slots[slot.place].face) for slot in SLOTS)
    return {
        slot: face for slot, face in faces if face is not None and (slot in recent or not forgetful)
    }
