"""Pictures of tables, ours and as Pillow draws them plainly."""

import io
import time
from collections.abc import Callable
from statistics import median
from typing import Final, TypeAlias

from PIL import Image, ImageDraw, ImageFont

from bot.bench.figure import Figure, percentile, ratio
from bot.bench.scenes import scenes
from bot.games.kapow.cards import Triad
from bot.games.kapow.game import KAPOW
from bot.games.kapow.view import View
from bot.render.face import Scene
from bot.render.faces import face_of

__all__ = ["figures_of_pictures", "plain_picture"]

Draw: TypeAlias = Callable[[Scene[View]], bytes]

SIZE: Final = (1100, 760)
CARD: Final = (66, 84)
GAP: Final = 8
PANEL: Final = (530, 320)
GROUND, FELT, BACK, INK = "#1f2937", "#334155", "#64748b", "#0f172a"


def figures_of_pictures(seconds: float) -> tuple[Figure, Figure]:
    """Draw the same scenes both ways, for so long each at least."""
    drawn = _drawn([face_of(KAPOW).picture, plain_picture], seconds)
    (ours, our_bytes), (plain, plain_bytes) = drawn
    half, most, kilobytes = (
        median(ours) * 1e3,
        percentile(ours, 0.99) * 1e3,
        median(our_bytes) / 1e3,
    )
    plain_half, plain_kilobytes = median(plain) * 1e3, median(plain_bytes) / 1e3
    return (
        Figure(
            "picture of a 4-seat table",
            f"{half:.1f} ms (p99 {most:.1f} ms, the first {ours[0] * 1e3:.0f} ms)",
            f"{plain_half:.1f} ms, plain Pillow",
            ratio(half, plain_half),
        ),
        Figure(
            "its size",
            f"{kilobytes:.1f} KB",
            f"{plain_kilobytes:.1f} KB, plain Pillow",
            ratio(kilobytes, plain_kilobytes),
        ),
    )


def plain_picture(scene: Scene[View]) -> bytes:
    """Draw a table as one does without a second thought: in RGB, shape by shape, saved as PNG."""
    image = Image.new("RGB", SIZE, GROUND)
    brush = ImageDraw.Draw(image)
    brush.text((20, 12), f"Round {scene.view.round}", "white", ImageFont.load_default(28))
    for seat, hand in enumerate(scene.view.hands):
        left, top = 15 + seat % 2 * (PANEL[0] + 10), 60 + seat // 2 * (PANEL[1] + 10)
        brush.rounded_rectangle((left, top, left + PANEL[0], top + PANEL[1]), 14, FELT)
        name = f"{scene.seats[seat].name}: {scene.view.totals[seat]}"
        brush.text((left + 14, top + 8), name, "white", ImageFont.load_default(22))
        for column, triad in enumerate(hand):
            _draw_column(brush, triad, (left + 14 + column * (CARD[0] + GAP), top + 44))
    file = io.BytesIO()
    image.save(file, "PNG")
    return file.getvalue()


def _draw_column(brush: ImageDraw.ImageDraw, triad: Triad | None, at: tuple[int, int]) -> None:
    for row, position in enumerate(triad or ()):
        left, top = at[0], at[1] + row * (CARD[1] + GAP)
        box = (left, top, left + CARD[0], top + CARD[1])
        brush.rounded_rectangle(box, 10, "white" if position.face_up else BACK, INK, 2)
        middle = (left + CARD[0] / 2, top + CARD[1] / 2)
        brush.text(middle, str(position), INK, ImageFont.load_default(34), "mm")


def _drawn(ways: list[Draw], seconds: float) -> list[tuple[list[float], list[int]]]:
    """Return, for each way to draw, the seconds and bytes of every picture; scenes are shared."""
    found: list[tuple[list[float], list[int]]] = [([], []) for _ in ways]
    for scene in scenes():
        for draw, (times, sizes) in zip(ways, found, strict=True):
            start = time.perf_counter()
            picture = draw(scene)
            times.append(time.perf_counter() - start)
            sizes.append(len(picture))
        if sum(found[-1][0]) >= seconds:
            break
    return found
