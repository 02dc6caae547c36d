"""Drawing times and sizes of pictures, compared with a plain use of Pillow."""

import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from statistics import median
from typing import Any, Final, TypeAlias

from bot.face.face import Scene
from bot.game.contract import AnyGame
from bot.games.faces import face_of
from bot.lab.bench.figure import Figure, percentile, ratio
from bot.lab.bench.hosted import named, seats_at
from bot.lab.bench.scenes import scenes
from bot.lab.pictures.plain_canvas import PlainCanvas

__all__ = ["Drawn", "draw_all", "figures_of_pictures"]

Draw: TypeAlias = Callable[[Scene[Any]], bytes]

FEWEST: Final = 12
"""Scenes of each number of seats, at least."""


@dataclass(slots=True)
class Drawn:
    """Times in seconds and sizes in bytes of the pictures drawn in one way."""

    cpu: list[float] = field(default_factory=list)
    """CPU time: drawing is CPU-bound, and this is less affected by other processes."""
    clock: list[float] = field(default_factory=list)
    sizes: list[int] = field(default_factory=list)


def figures_of_pictures(game: AnyGame, seconds: float) -> Iterable[Figure]:
    """Draw a game's scenes in turns in both ways: at a usual table, then at all numbers of seats.

    ``seconds`` of CPU time are spent at least at each of the two.
    """
    ours, plain = draw_all(_ways(game), scenes(game, seats_at(game)), seconds)
    yield from _usual(game, ours, plain)
    share = seconds / len(game.seats)
    tables = {
        seats: draw_all(_ways(game), scenes(game, seats), share, FEWEST) for seats in game.seats
    }
    yield _slowest(game, tables)


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
        named(f"CPU a picture, slowest of {min(tables)} to {max(tables)} seats", game),
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
