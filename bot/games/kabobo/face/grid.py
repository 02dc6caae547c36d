"""Kabobs as rows of buttons, each of which names whose card it is and which."""

from collections.abc import Mapping
from typing import Final

from bot.face.face import Scene
from bot.face.markdown import plain
from bot.face.screen import Row
from bot.face.step import Click, rows_of
from bot.game.contract import Seat
from bot.games.kabobo.face.labels import laid_label
from bot.games.kabobo.rules.cards import PLACES, Spot
from bot.games.kabobo.rules.view import View

__all__ = ["rows"]

_NAME: Final = 10
"""The longest name on a button, in characters: a phone should show two of them side by side."""


def rows(scene: Scene[View], seat: Seat, controls: Mapping[Spot, Click]) -> tuple[Row, ...]:
    """Return a seat's four cards, and those of everybody else who has one that can be clicked."""
    hand = scene.view.hands[seat]
    own = rows_of(
        [_spots(seat)], lambda spot: f"{spot.place + 1}: {laid_label(hand[spot.place])}", controls
    )
    clicked = {spot.seat for spot in controls} - {seat}
    others = [_spots(other) for other in sorted(clicked)]
    return (*own, *rows_of(others, lambda spot: _label(scene, spot), controls))


def _spots(seat: Seat) -> list[Spot]:
    return [Spot(seat, place) for place in PLACES]


def _label(scene: Scene[View], spot: Spot) -> str:
    laid = scene.view.hands[spot.seat][spot.place]
    return f"{_short(scene.seats[spot.seat].name)} · {spot.place + 1}: {laid_label(laid)}"


def _short(name: str) -> str:
    """Return a name without what stands in brackets behind it, as Kai's level does."""
    return plain(name.split(" (", maxsplit=1)[0], _NAME)
