"""The league's pictures, of few colours."""

from io import BytesIO

from PIL import Image

from bot.face import palette
from bot.face.league.ink import PICKED, THEME

PALETTE, INK = THEME.palette, THEME.few_colours


def test_there_are_few_colours() -> None:
    assert len(PICKED) == len(set(PICKED)) <= 16


def test_a_picture_reads_as_the_sheet_it_was_made_from() -> None:
    sheet = PALETTE.blank((6, 3), palette.TABLE)
    placed = {
        (0, 0): palette.GOLD,
        (5, 0): palette.CREAM,
        (3, 1): palette.INK,
        (5, 2): palette.MINT,
    }
    for at, colour in placed.items():
        sheet.putpixel(at, PALETTE.index(colour))
    picture = Image.open(BytesIO(INK.png(sheet)))
    picture.load()
    assert (picture.format, picture.mode, picture.size) == ("PNG", "P", (6, 3))
    read = picture.convert("RGB")
    for x in range(6):
        for y in range(3):
            assert read.getpixel((x, y)) == placed.get((x, y), palette.TABLE)


def test_a_colour_that_is_not_kept_becomes_the_nearest() -> None:
    sheet = PALETTE.blank((2, 1), palette.BANDS[7])
    read = Image.open(BytesIO(INK.png(sheet))).convert("RGB")
    assert read.getpixel((0, 0)) == palette.BANDS[8]
