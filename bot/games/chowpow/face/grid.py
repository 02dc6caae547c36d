"""The grid as four rows of four buttons."""

from collections.abc import Mapping
from typing import Final

from bot.face.screen import Row
from bot.face.step import Click, rows_of
from bot.games.chowpow.face.labels import EMPTY, HIDDEN, TIMES
from bot.games.chowpow.rules.grid import SLOTS, Slot
from bot.games.chowpow.rules.view import View

__all__ = ["LEGEND", "grid"]

LEGEND: Final = (
    f"{HIDDEN} not seen, else the card seen there last · {TIMES}2 pile of two · {EMPTY} "
    "empty · rows a to d, columns 1 to 4"
)


def grid(view: View, controls: Mapping[Slot, Click]) -> tuple[Row, ...]:
    """Return the sixteen slots as buttons; without a click they are disabled.

    A slot shows the face that the View remembers; cards that are face up stand out.
    """
    lines = [SLOTS[at : at + 4] for at in range(0, len(SLOTS), 4)]
    return rows_of(
        lines,
        lambda slot: _label(view, slot),
        controls,
        lambda slot: view.slots[slot.place].up,
    )


def _label(view: View, slot: Slot) -> str:
    cards, face, _ = view.slots[slot.place]
    if not cards:
        return EMPTY
    return f"{face or HIDDEN}{f'{TIMES}{cards}' * (cards > 1)}"
