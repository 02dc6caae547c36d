"""``python -m lab contact-sheet``: all seats and phases of a game, as a phone shows them."""

import io
import random
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any, Final, NamedTuple

from PIL import Image, ImageDraw

from bot.face.face import Scene, SeatSign
from bot.face.paint import font
from bot.game.contract import SPECTATOR, AnyGame
from bot.game.deck import SECRET_BYTES, Chance
from bot.games.faces import face_of
from bot.games.registry import GAMES

NAMES: Final = ("Mina", "Kai 1 (hard)", "Oluwaseun", "Sam", "José", "Олег", "Bartholomew", "Zoë")

_RECENT: Final = 12
"""The number of recent events in a scene."""
_LATEST: Final = 900
"""A match is broken off after this many actions: random play can be long."""


class Moment(NamedTuple):
    """A scene, and the phase that it shows."""

    phase: str
    scene: Scene[Any]


def scenes(game: AnyGame, seats: int, seed: int) -> Iterator[Scene[Any]]:
    """Yield the scene after each action of a match that is played at random."""
    wheel = random.Random(seed)  # noqa: S311 - the same scenes in every run
    signs = tuple(
        SeatSign(name, kai=name.startswith("Kai"), away=name == "Sam") for name in NAMES[:seats]
    )
    state, events = game.new(game.options(), seats, Chance(wheel.randbytes(SECRET_BYTES)))
    for _ in range(_LATEST):
        to_act = sorted(game.to_act(state))
        if not to_act:
            return
        seat = wheel.choice(to_act)
        state, news = game.apply(state, seat, wheel.choice(game.legal(state, seat)))
        events = (*events, *news)[-_RECENT:]
        yield Scene(game.view(state, SPECTATOR), signs, "1:12 left", events)


def moments(game: AnyGame, seats: int, seed: int = 1) -> Iterator[Moment]:
    """Yield for each phase of a match the last scene in it, with the most on the table."""
    found: dict[str, Scene[Any]] = {}
    for scene in scenes(game, seats, seed):
        found[str(scene.view.phase.value)] = scene
    for phase, scene in found.items():
        yield Moment(phase, scene)


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


def contact_sheet(out: Path, game: Sequence[str] = ()) -> int:
    """Write a sheet of each of these games (all) into a folder; return the exit status."""
    out.mkdir(parents=True, exist_ok=True)
    for each in GAMES.values():
        if not game or each.name in game:
            file = out / f"{each.name}.png"
            draw_sheet(each).save(file)
            print(f"{each.title}: {file}")
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
