"""Kabobs as rows of buttons, each of which names whose card it is and which."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Final, TypeAlias

from bot.games.game import Seat
from bot.games.kabobo.cards import PLACES, Spot
from bot.games.kabobo.view import View
from bot.render.align import aligned
from bot.render.face import Scene
from bot.render.kabobo.labels import laid_label
from bot.render.markdown import plain
from bot.render.screen import Row
from bot.render.step import Click, button

__all__ = ["Controls", "others", "own"]

_NAME: Final = 10
"""The longest name on a button, in characters: a phone should show two of them side by side."""


Controls: TypeAlias = Mapping[Spot, Click]
"""The cards that can be clicked."""


def own(view: View, seat: Seat, controls: Controls) -> Row:
    """Return a seat's four cards by their numbers; without a control they only show what lies."""
    labels = [f"{place + 1}: {laid_label(view.hands[seat][place])}" for place in PLACES]
    return _row(seat, aligned([labels])[0], controls)


def others(scene: Scene[View], controls: Controls) -> Iterator[Row]:
    """Yield the four cards of everybody else who has one that can be clicked."""
    view = scene.view
    seats = [
        seat
        for seat in range(view.seats)
        if seat != view.viewer and any(spot.seat == seat for spot in controls)
    ]
    labels = aligned(
        [[_label(scene, Spot(seat, place)) for place in PLACES] for seat in seats] or [[]]
    )
    for seat, line in zip(seats, labels, strict=False):
        yield _row(seat, line, controls)


def _label(scene: Scene[View], spot: Spot) -> str:
    laid = scene.view.hands[spot.seat][spot.place]
    return f"{_short(scene.seats[spot.seat].name)} · {spot.place + 1}: {laid_label(laid)}"


def _short(name: str) -> str:
    """Return a name without what stands in brackets behind it, as Kai's level does."""
    return plain(name.split(" (", maxsplit=1)[0], _NAME)


def _row(seat: Seat, labels: Sequence[str], controls: Controls) -> Row:
    clicks = [controls.get(Spot(seat, place)) for place in PLACES]
    return tuple(button(label, click) for label, click in zip(labels, clicks, strict=True))
