"""The look of Kapow!: a comic's night, with a burst on the backs."""

from typing import Final

from bot.face.card import Area, star
from bot.face.palette import CREAM
from bot.face.pen import Pen
from bot.face.seating import SMALLEST
from bot.face.theme import Theme

__all__ = ["THEME"]


def _burst(pen: Pen, area: Area, theme: Theme) -> None:
    """Draw a burst with a question mark."""
    body = area.square(1.0)
    star(pen, body, 0.5, theme.back_line)
    pen.letters("?", body.middle, SMALLEST, theme.back_mark)


THEME: Final = Theme(
    ground=(23, 22, 40),
    panel=(39, 37, 66),
    well=(54, 51, 90),
    back=(58, 50, 118),
    back_line=(98, 86, 174),
    back_mark=CREAM,
    soft=(190, 188, 222),
    motif=_burst,
)
