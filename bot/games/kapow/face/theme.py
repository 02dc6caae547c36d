"""The look of Kapow!: a comic's night, with a burst on the backs."""

from typing import Final

from bot.face.card import Area, star
from bot.face.palette import BANDS, BURST, CREAM, GOLD, INK, TAB, blends
from bot.face.pen import Pen
from bot.face.seating import SMALLEST
from bot.face.theme import SPARK, Theme

__all__ = ["THEME"]


def _burst(pen: Pen, area: Area, theme: Theme) -> None:
    """Draw a burst with a question mark."""
    body = area.square(1.0)
    star(pen, body, 0.5, theme.back_line)
    pen.letters("?", body.middle, SMALLEST, theme.back_mark)


_GROUND: Final = (23, 22, 40)
_PANEL: Final = (39, 37, 66)
_WELL: Final = (54, 51, 90)
_BACK: Final = (58, 50, 118)
_BACK_LINE: Final = (98, 86, 174)
_SOFT: Final = (190, 188, 222)

THEME: Final = Theme(
    ground=_GROUND,
    panel=_PANEL,
    well=_WELL,
    back=_BACK,
    back_line=_BACK_LINE,
    back_mark=CREAM,
    soft=_SOFT,
    motif=_burst,
    few=(
        *(_GROUND, _PANEL, _WELL, _BACK, _BACK_LINE, _SOFT, CREAM, INK, GOLD, SPARK, TAB, BURST),
        *(BANDS[1], BANDS[6]),
        *(*blends(CREAM, INK, 1), *blends(_SOFT, _PANEL, 1)),
    ),
)
