"""Drawing times and sizes of pictures of scenes from matches, beside a plain use of Pillow."""

import io
import random
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from statistics import median
from typing import Any, Final, TypeAlias

from PIL import Image, ImageDraw

from bot.face.canvas import Align, Art, Canvas, Theme
from bot.face.face import Scene, SeatSign
from bot.face.paint import Box, Lettering, Pen, font, font_for
from bot.face.palette import Colour
from bot.game.contract import SPECTATOR, AnyGame
from bot.game.deck import SECRET_BYTES, Chance
from bot.games.faces import face_of
from lab.bench.figure import Figure, named, percentile, ratio, seats_at

NAMES: Final = ("Mina", "Sam", "Kai", "Zoë", "Oluwaseun", "Ada", "Ben", "Олег")
SIGNS: Final = tuple(SeatSign(name, kai=name == "Kai") for name in NAMES)

RECENT: Final = 8
"""The number of recent events in a scene."""

STRIDE: Final = 11
"""Actions between two scenes, so that each shows another seat and moment of a turn."""

_ANCHORS: Final = {"left": "ls", "middle": "ms", "right": "rs"}
"""Pillow's anchors: a baseline."""

Draw: TypeAlias = Callable[[Scene[Any]], bytes]

FEWEST: Final = 12
"""Scenes of each number of seats, at least."""


def figures_of_pictures(game: AnyGame, seconds: float) -> Iterable[Figure]:
    """Draw a game's scenes in turns in both ways: at a usual table, then at all numbers of seats.

    ``seconds`` of CPU time are spent at least at each of the two.
    """
    ways = _ways(game)
    ours, plain = draw_all(ways, scenes(game, seats_at(game)), seconds)
    yield from _usual(game, ours, plain)
    share, tables = seconds / len(game.seats), {}
    for seats in game.seats:
        shown = scenes(game, seats, own=True)
        draw_all(ways[:1], shown, share)  # Makes sprites, as every bot has in its first minutes.
        tables[seats] = draw_all(ways, shown, share, FEWEST)
    yield _slowest(game, tables)


def scenes(game: AnyGame, seats: int | None = None, *, own: bool = False) -> Iterator[Scene[Any]]:
    """Yield scenes of a game, endlessly; the same in every run. ``seats``: by default the usual.

    They are what anyone may see, or, with ``own``, what the seat sees that has acted.
    """
    signs = SIGNS[: seats_at(game) if seats is None else seats]
    wheel = random.Random(3)  # noqa: S311 - the same scenes in every run
    actions = 0
    while True:
        chance = Chance(wheel.randbytes(SECRET_BYTES))
        state, events = game.new(game.options(), len(signs), chance)
        while to_act := game.to_act(state):
            seat = min(to_act)
            state, news = game.apply(state, seat, wheel.choice(game.legal(state, seat)))
            events = (*events, *news)[-RECENT:]
            actions += 1
            # Counted over all matches: a whole one can be shorter than a stride.
            if actions >= STRIDE and not game.stage(state).paused:
                actions = 0
                yield Scene(game.view(state, seat if own else SPECTATOR), signs, events=events)


class PlainCanvas(Canvas):
    """Draws directly on one image with Pillow, and saves it as PNG with Pillow's defaults.

    Of all that makes :class:`Canvas` fast, only the loaded fonts are kept.
    """

    def __init__(self, size: tuple[int, int], theme: Theme) -> None:
        self.size = size
        self.theme = theme
        self._sheet = Image.new("RGB", size, theme.ground)
        self._brush = ImageDraw.Draw(self._sheet)

    def box(
        self,
        box: Box,
        colour: Colour,
        ground: Colour,  # noqa: ARG002 - what is below shows by itself
        radius: int,
        edge: tuple[Colour, int] | None = None,
    ) -> None:
        """Draw a rectangle with round corners."""
        outline, line = edge or (None, 0)
        corners = (box.x, box.y, box.x + box.width - 1, box.y + box.height - 1)
        self._brush.rounded_rectangle(corners, radius, colour, outline, line)

    def text(
        self, words: str, at: tuple[int, int], style: Lettering, align: Align = "left"
    ) -> None:
        """Write a line of text."""
        letters = font(style.size, font_for(words), bold=style.bold)
        pad = {"left": 1, "middle": 0, "right": -1}[align] * (style.size // 8)
        base = (at[0] + pad, at[1] + style.size)
        self._brush.text(base, words, style.colour, letters, _ANCHORS[align])

    def art(self, art: Art, at: tuple[int, int]) -> None:
        """Draw a small drawing in its place."""
        art.draw(Pen(self._brush, origin=at))

    def once(self, art: Art, at: tuple[int, int]) -> None:
        """Draw any drawing in its place."""
        self.art(art, at)

    def png(self) -> bytes:
        """Return the picture as PNG."""
        file = io.BytesIO()
        self._sheet.save(file, "PNG")
        return file.getvalue()


@dataclass(slots=True)
class Drawn:
    """Times in seconds and sizes in bytes of the pictures drawn in one way."""

    cpu: list[float] = field(default_factory=list)
    """CPU time: drawing is CPU-bound, and this is less affected by other processes."""
    clock: list[float] = field(default_factory=list)
    sizes: list[int] = field(default_factory=list)


def _ways(game: AnyGame) -> Sequence[Draw]:
    face = face_of(game)
    return face.picture, lambda scene: face.drawn(scene, PlainCanvas).png()


def _usual(game: AnyGame, ours: Drawn, plain: Drawn) -> Iterable[Figure]:
    cpu, anchor = median(ours.cpu) * 1e3, median(plain.cpu) * 1e3
    most, first = percentile(ours.cpu, 0.99) * 1e3, ours.cpu[0] * 1e3
    size, anchor_size = median(ours.sizes) / 1e3, median(plain.sizes) / 1e3
    yield Figure(
        named(f"CPU a picture, {seats_at(game)} seats", game),
        f"{cpu:.1f} ms (p99 {most:.1f} ms, first {first:.0f} ms)",
        f"{anchor:.1f} ms, plain Pillow",
        ratio(cpu, anchor),
    )
    yield Figure(
        named("its size", game),
        f"{size:.1f} KB (largest {max(ours.sizes) / 1e3:.1f} KB)",
        f"{anchor_size:.1f} KB, plain Pillow",
        ratio(size, anchor_size),
    )


def _slowest(game: AnyGame, tables: dict[int, Sequence[Drawn]]) -> Figure:
    """Return the figure of the number of seats with the worst ratio, and the largest picture."""

    def part(seats: int) -> float:
        ours, plain = tables[seats]
        return median(ours.cpu) / median(plain.cpu)

    worst = max(tables, key=part)
    ours, plain = (median(drawn.cpu) * 1e3 for drawn in tables[worst])
    largest = max(max(ours.sizes) for ours, _ in tables.values()) / 1e3
    return Figure(
        named(f"CPU a hand's picture, slowest of {min(tables)} to {max(tables)} seats", game),
        f"{ours:.1f} ms (at {worst} seats; largest of all {largest:.1f} KB)",
        f"{plain:.1f} ms, plain Pillow",
        ratio(ours, plain),
    )


def draw_all(
    ways: Sequence[Draw], shown: Iterable[Scene[Any]], seconds: float, fewest: int = 1
) -> Sequence[Drawn]:
    """Draw scenes in turns in each way, for at least these CPU seconds and ``fewest`` scenes."""
    found = [Drawn() for _ in ways]
    for number, scene in enumerate(shown, start=1):
        for draw, drawn in zip(ways, found, strict=True):
            start, cpu = time.perf_counter(), time.thread_time()
            picture = draw(scene)
            drawn.cpu.append(time.thread_time() - cpu)
            drawn.clock.append(time.perf_counter() - start)
            drawn.sizes.append(len(picture))
        if number >= fewest and sum(found[-1].cpu) >= seconds:
            break
    return found
