"""The look of Chow Pow!: a teal table cloth, and a steaming bowl on the backs."""

from typing import Final

from bot.face.card import Area
from bot.face.palette import CREAM, GOLD, Colour
from bot.face.pen import Pen
from bot.face.theme import Theme
from bot.games.chowpow.face.foods import FOOD_COLOURS
from bot.games.chowpow.face.signs import TINTS, WILD_TINT

__all__ = ["THEME"]

_BACK: Final[Colour] = (84, 36, 82)
_MARK: Final[Colour] = (190, 122, 180)
_WILD: Final = WILD_TINT.light


def _bowl(pen: Pen, area: Area, theme: Theme) -> None:
    """Draw a bowl of soup with steam above it."""
    left, top, right, _ = body = area.square(0.62).moved(0, 6)
    side, mark = body.width, theme.back_mark
    rim = top + side * 0.5
    pen.slice((left, rim - side * 0.42, right, rim + side * 0.42), 0, 180, mark)
    foot = (left + side * 0.3, rim + side * 0.3, right - side * 0.3, rim + side * 0.47)
    pen.rectangle(foot, mark)
    for x in (left + side * 0.2, left + side * 0.55):
        cloud = (x - side * 0.1, rim - side * 0.54, x + side * 0.22, rim - side * 0.08)
        pen.arc(cloud, -64, 64, side * 0.09, mark)


THEME: Final = Theme(
    ground=(10, 38, 44),
    panel=(18, 56, 64),
    well=(30, 78, 86),
    back=_BACK,
    back_line=(150, 80, 142),
    back_mark=_MARK,
    soft=(168, 208, 210),
    motif=_bowl,
    more=(*FOOD_COLOURS, *(colour for tint in TINTS for colour in tint), _WILD),
    more_blends=(
        (CREAM, _WILD, 1),
        (GOLD, _WILD, 1),
        (CREAM, _BACK, 1),
        (_MARK, _BACK, 1),
    ),
)
