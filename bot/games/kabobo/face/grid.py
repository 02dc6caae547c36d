"""The kabobs as rows of buttons, with owner and place."""

from collections.abc import Mapping
from typing import Final

from bot.face.face import Scene
from bot.face.names import briefly
from bot.face.screen import Row
from bot.face.step import Click, rows_of
from bot.game.contract import Seat
from bot.games.kabobo.face.labels import laid_label
from bot.games.kabobo.rules.cards import PLACES, Spot
from bot.games.kabobo.rules.view import View

__all__ = ["rows"]

_NAME: Final = 10
"""The limit of names on buttons, in characters: two should fit side by side on a phone."""


def rows(scene: Scene[View], seat: Seat, controls: Mapping[Spot, Click]) -> tuple[Row, ...]:
    """Return the rows of a seat's own cards, and of other seats with cards that can be clicked."""
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
    return f"{briefly(scene.seats, spot.seat, _NAME)} · {spot.place + 1}: {laid_label(laid)}"
