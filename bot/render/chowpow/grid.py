"""The grid as four rows of four buttons."""

from collections.abc import Mapping
from typing import Final

from bot.games.chowpow.grid import SLOTS, Slot
from bot.games.chowpow.view import View
from bot.render.align import aligned
from bot.render.chowpow.labels import EMPTY, HIDDEN, TIMES
from bot.render.screen import Button, Row, Style
from bot.render.step import Click

__all__ = ["LEGEND", "grid"]

LEGEND: Final = (
    f"{HIDDEN} not seen, else what was seen there last · {TIMES}2 a pile of two · {EMPTY} empty · "
    "rows a to d, columns 1 to 4"
)


def grid(view: View, controls: Mapping[Slot, Click]) -> tuple[Row, ...]:
    """Return the sixteen slots; without a control they only show what lies there.

    A slot shows the face that the View reminds of; those that lie face up stand out.
    """
    lines = [SLOTS[at : at + 4] for at in range(0, len(SLOTS), 4)]
    labels = aligned([[_label(view, slot) for slot in line] for line in lines])
    return tuple(
        tuple(_button(view, slot, label, controls) for slot, label in zip(line, row, strict=True))
        for line, row in zip(lines, labels, strict=True)
    )


def _label(view: View, slot: Slot) -> str:
    cards, face, _ = view.slots[slot.place]
    if not cards:
        return EMPTY
    return f"{face or HIDDEN}{f'{TIMES}{cards}' * (cards > 1)}"


def _button(view: View, slot: Slot, label: str, controls: Mapping[Slot, Click]) -> Button:
    click = controls.get(slot)
    if click is not None:
        return Button(label, *click)
    return Button(label, style=Style.MAIN if view.slots[slot.place].up else Style.PLAIN)
