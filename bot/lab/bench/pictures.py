"""Drawing times of pictures, compared with a straightforward use of Pillow."""

import io
import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from statistics import median
from typing import Any, Final, TypeAlias

from PIL import Image, ImageDraw, ImageFont

from bot.face.face import Scene
from bot.game.contract import AnyGame
from bot.games.faces import face_of
from bot.games.kapow.rules.game import KAPOW
from bot.games.kapow.rules.triads import Triad
from bot.games.kapow.rules.view import View
from bot.lab.bench.figure import Figure, percentile, ratio
from bot.lab.bench.hosted import named, seats_at
from bot.lab.bench.scenes import scenes

__all__ = ["Drawn", "draw_all", "figures_of_pictures", "plain_picture"]

Draw: TypeAlias = Callable[[Scene[Any]], bytes]

SIZE: Final = (820, 572)
CARD: Final = (49, 62)
GAP: Final = 6
PANEL: Final = (395, 240)
TITLE, NAME, FIGURE = map(ImageFont.load_default, (21, 16, 25))
GROUND, FELT, BACK, INK = "#1f2937", "#334155", "#64748b", "#0f172a"


@dataclass(slots=True)
class Drawn:
    """Times in seconds and sizes in bytes of the pictures drawn in one way."""

    cpu: list[float] = field(default_factory=list)
    """CPU time: drawing is CPU-bound, and this is less affected by other processes."""
    clock: list[float] = field(default_factory=list)
    sizes: list[int] = field(default_factory=list)


def figures_of_pictures(game: AnyGame, seconds: float) -> tuple[Figure, Figure]:
    """Draw a game's scenes for at least this long; those of Kapow! alternately in both ways."""
    ways = [face_of(game).picture, plain_picture] if game is KAPOW else [face_of(game).picture]
    ours, *plain = draw_all(ways, scenes(game), seconds)
    most, first = percentile(ours.cpu, 0.99) * 1e3, ours.cpu[0] * 1e3
    return (
        _figure(
            named(f"CPU a picture, {seats_at(game)} seats", game),
            f"{{:.1f}} ms (p99 {most:.1f} ms, first {first:.0f} ms; "
            f"clock {median(ours.clock) * 1e3:.1f} ms)",
            [median(drawn.cpu) * 1e3 for drawn in (ours, *plain)],
            "{:.1f} ms, plain Pillow",
        ),
        _figure(
            named("its size", game),
            f"{{:.1f}} KB (largest {max(ours.sizes) / 1e3:.1f} KB)",
            [median(drawn.sizes) / 1e3 for drawn in (ours, *plain)],
            "{:.1f} KB, plain Pillow",
        ),
    )


def _figure(name: str, told: str, found: Sequence[float], anchor: str) -> Figure:
    """Return a figure of our way, and of the plain way if that was measured."""
    ours, *plain = found
    if not plain:
        return Figure(name, told.format(ours))
    return Figure(name, told.format(ours), anchor.format(*plain), ratio(ours, *plain))


def plain_picture(scene: Scene[View]) -> bytes:
    """Draw a table of the same size in the obvious way: in RGB, shape by shape, saved as PNG."""
    image = Image.new("RGB", SIZE, GROUND)
    brush = ImageDraw.Draw(image)
    brush.text((16, 10), f"Round {scene.view.round}", "white", TITLE)
    for seat, hand in enumerate(scene.view.hands):
        left, top = 11 + seat % 2 * (PANEL[0] + 8), 45 + seat // 2 * (PANEL[1] + 8)
        brush.rounded_rectangle((left, top, left + PANEL[0], top + PANEL[1]), 11, FELT)
        name = f"{scene.seats[seat].name}: {scene.view.totals[seat]}"
        brush.text((left + 11, top + 6), name, "white", NAME)
        for column, triad in enumerate(hand):
            _draw_column(brush, triad, (left + 11 + column * (CARD[0] + GAP), top + 33))
    file = io.BytesIO()
    image.save(file, "PNG")
    return file.getvalue()


def _draw_column(brush: ImageDraw.ImageDraw, triad: Triad | None, at: tuple[int, int]) -> None:
    for row, position in enumerate(triad or ()):
        left, top = at[0], at[1] + row * (CARD[1] + GAP)
        box = (left, top, left + CARD[0], top + CARD[1])
        brush.rounded_rectangle(box, 8, "white" if position.face_up else BACK, INK, 2)
        middle = (left + CARD[0] / 2, top + CARD[1] / 2)
        brush.text(middle, str(position), INK, FIGURE, "mm")


def draw_all(ways: Sequence[Draw], shown: Iterable[Scene[Any]], seconds: float) -> Sequence[Drawn]:
    """Draw scenes alternately in each way, for at least this many CPU seconds."""
    found = [Drawn() for _ in ways]
    for scene in shown:
        for draw, drawn in zip(ways, found, strict=True):
            start, cpu = time.perf_counter(), time.thread_time()
            picture = draw(scene)
            drawn.cpu.append(time.thread_time() - cpu)
            drawn.clock.append(time.perf_counter() - start)
            drawn.sizes.append(len(picture))
        if sum(found[-1].cpu) >= seconds:
            break
    return found
