"""The look of Kabobo!: embers, with a skewer on the backs."""

from typing import Final

from bot.face.card import Area
from bot.face.palette import CREAM
from bot.face.pen import Pen
from bot.face.theme import Theme

__all__ = ["THEME"]

_PIECES: Final = (0.26, 0.74)
"""The places of the pieces on the skewer of a back, as shares of its length."""


def _skewer(pen: Pen, area: Area, theme: Theme) -> None:
    """Draw a skewer from corner to corner, with a piece on both sides of the middle."""
    start, end = (area.left + 3, area.bottom - 3), (area.right - 3, area.top + 3)
    pen.line([start, end], 2.5, theme.back_line)
    side = min(area.width, area.height) * 0.17
    for share in _PIECES:
        x = start[0] + (end[0] - start[0]) * share
        y = start[1] + (end[1] - start[1]) * share
        pen.rounded((x - side, y - side, x + side, y + side), side / 2, theme.back_line)


THEME: Final = Theme(
    ground=(33, 25, 22),
    panel=(53, 40, 35),
    well=(72, 55, 47),
    back=(116, 46, 33),
    back_line=(166, 82, 54),
    back_mark=CREAM,
    soft=(222, 204, 186),
    motif=_skewer,
)
