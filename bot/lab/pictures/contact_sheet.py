"""``python -m bot contact-sheet``: all seats and phases of a game, as a phone shows them."""

import io
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Final, NamedTuple

from PIL import Image, ImageDraw

from bot.face.fonts import font
from bot.game.contract import AnyGame
from bot.games.faces import face_of
from bot.games.registry import GAMES
from bot.lab.pictures.moments import moments

__all__ = ["PHONE", "contact_sheet", "draw_sheet"]

PHONE: Final = 265
"""The width of a picture on a phone, in points."""

_GROUND: Final = (49, 51, 56)
_LABEL: Final = (219, 222, 225)
_GAP: Final = 12
_CAPTION: Final = 20
"""The height of a caption, in pixels."""


class _Print(NamedTuple):
    """A picture with its caption."""

    caption: str
    image: Image.Image


def contact_sheet(folder: Path, names: Sequence[str] = ()) -> int:
    """Write a sheet of each game (by default of all) into a folder; return the exit status."""
    folder.mkdir(parents=True, exist_ok=True)
    for game in GAMES.values():
        if not names or game.name in names:
            file = folder / f"{game.name}.png"
            draw_sheet(game).save(file)
            print(f"{game.title}: {file}")
    return 0


def draw_sheet(game: AnyGame, width: int = PHONE) -> Image.Image:
    """Draw a row for each number of seats, with a picture of each phase, ``width`` pixels wide."""
    rows = [[*_prints(game, seats, width)] for seats in game.seats]
    across = max(map(len, rows)) * (width + _GAP) + _GAP
    down = sum(_height(row) for row in rows) + _GAP
    sheet = Image.new("RGB", (across, down), _GROUND)
    y = _GAP
    for row in rows:
        _paste_row(sheet, row, y, width)
        y += _height(row)
    return sheet


def _prints(game: AnyGame, seats: int, width: int) -> Iterator[_Print]:
    face = face_of(game)
    for phase, scene in moments(game, seats):
        picture = face.picture(scene)
        image = Image.open(io.BytesIO(picture)).convert("RGB")
        small = image.resize((width, image.height * width // image.width), Image.Resampling.LANCZOS)
        yield _Print(f"{seats} seats, {phase}, {len(picture) / 1e3:.1f} KB", small)


def _height(row: Iterable[_Print]) -> int:
    return max(each.image.height for each in row) + _CAPTION + _GAP


def _paste_row(sheet: Image.Image, row: Sequence[_Print], y: int, width: int) -> None:
    brush = ImageDraw.Draw(sheet)
    for at, each in enumerate(row):
        x = _GAP + at * (width + _GAP)
        brush.text((x, y), each.caption, _LABEL, font(14))
        sheet.paste(each.image, (x, y + _CAPTION))
