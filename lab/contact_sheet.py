"""``python -m lab contact-sheet``: hands of a game in all phases, as a phone shows them."""

import io
import random
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from pathlib import Path
from textwrap import wrap
from typing import Any, Final, NamedTuple

from PIL import Image, ImageDraw

from bot.face.canvas import Art
from bot.face.emoji import emoji_png
from bot.face.face import AnyFace, Button, Row, Scene, Screen, SeatSign, Style
from bot.face.paint import font, font_for, size_for
from bot.game.contract import SPECTATOR, AnyGame, Seat
from bot.game.deck import SECRET_BYTES, Chance
from bot.games.faces import face_of
from bot.games.registry import GAMES

NAMES: Final = ("Mina", "Kai", "Oluwaseun", "Sam", "José", "Олег", "Bartholomew", "Zoë")

_RECENT: Final = 12
"""The number of recent events in a scene."""
_LATEST: Final = 900
"""A match is broken off after this many actions: random play can be long."""


class Position(NamedTuple):
    """A position of a match, the recent events, and the players' names."""

    state: Any
    events: tuple[object, ...]
    signs: tuple[SeatSign, ...]

    def scene(self, game: AnyGame, viewer: Seat | None = SPECTATOR) -> Scene[Any]:
        """Return it as a viewer may see it."""
        view, events = game.view(self.state, viewer), self.events
        return Scene(view, self.signs, "1:12 left", events, events)


def positions(game: AnyGame, seats: int, seed: int) -> Iterator[Position]:
    """Yield the position after each action of a match that is played at random."""
    wheel = random.Random(seed)  # noqa: S311 - the same positions in every run
    signs = tuple(
        SeatSign(name, kai=name.startswith("Kai"), away=name == "Sam") for name in NAMES[:seats]
    )
    state, events = game.new(game.options(), seats, Chance(wheel.randbytes(SECRET_BYTES)))
    for _ in range(_LATEST):
        if not (to_act := sorted(game.to_act(state))):
            return
        seat = wheel.choice(to_act)
        state, news = game.apply(state, seat, wheel.choice(game.legal(state, seat)))
        events = (*events, *news)[-_RECENT:]
        yield Position(state, events, signs)


def scenes(game: AnyGame, seats: int, seed: int) -> Iterator[Scene[Any]]:
    """Yield the same as anyone may see it."""
    return (each.scene(game) for each in positions(game, seats, seed))


class Moment(NamedTuple):
    """A scene as the seat to act sees it, the phase that it shows, and its hand's screen."""

    phase: str
    scene: Scene[Any]
    screen: Screen


def moments(game: AnyGame, seats: int, seed: int = 1) -> Iterator[Moment]:
    """Yield for each phase of a match the last hand in it, with the most on the table."""
    face, found = face_of(game), dict[str, Position]()
    for position in positions(game, seats, seed):
        found[str(game.view(position.state, SPECTATOR).phase.value)] = position
    for phase, position in found.items():
        seat = min(game.to_act(position.state), default=0)
        scene = position.scene(game, seat)
        yield Moment(phase, scene, face.screen(scene, game.legal(position.state, seat), ""))


PHONE: Final = 265
"""The width of a picture on a phone, in points."""

_GROUND: Final = (49, 51, 56)
_LABEL: Final = (219, 222, 225)
_COLOURS: Final = {
    Style.MAIN: (88, 101, 242),
    Style.GOOD: (36, 128, 70),
    Style.DANGER: (218, 55, 60),
}
_PLAIN: Final = (78, 80, 88)
_GAP: Final = 12
_LINE: Final = 20
"""The height of a line of text, in pixels."""
_LETTERS: Final = 36
"""Characters in a line, about."""
_BUTTON: Final = 32
_EMOJI: Final = 22
"""The heights of a button, and of the emoji on it, in pixels."""


def contact_sheet(out: Path, game: Sequence[str] = ()) -> int:
    """Write a sheet of each of these games (all) into a folder; return the exit status."""
    out.mkdir(parents=True, exist_ok=True)
    for each in GAMES.values():
        if not game or each.name in game:
            file = out / f"{each.name}.png"
            draw_sheet(each).save(file)
            print(f"{each.title}: {file}")
    return 0


def draw_sheet(game: AnyGame) -> Image.Image:
    """Draw a row for each number of seats, with a hand in each phase."""
    rows = [
        [_hand(face_of(game), seats, moment) for moment in moments(game, seats)]
        for seats in game.seats
    ]
    across = max(map(len, rows)) * (PHONE + _GAP) + _GAP
    sheet = Image.new("RGB", (across, sum(map(_height, rows)) + _GAP), _GROUND)
    y = _GAP
    for row in rows:
        for at, hand in enumerate(row):
            sheet.paste(hand, (_GAP + at * (PHONE + _GAP), y))
        y += _height(row)
    return sheet


def _height(row: Iterable[Image.Image]) -> int:
    return max(hand.height for hand in row) + _GAP


def _hand(face: AnyFace, seats: int, moment: Moment) -> Image.Image:
    """Draw a hand: a caption, the picture, what to do, and the controls."""
    picture = face.picture(moment.scene)
    image = Image.open(io.BytesIO(picture)).convert("RGB")
    small = image.resize((PHONE, image.height * PHONE // image.width), Image.Resampling.LANCZOS)
    lead = (moment.screen.lead or moment.screen.text).replace("**", "").replace("-# ", "")
    lines = [line for text in lead.splitlines() for line in wrap(text, _LETTERS)]
    high = _LINE + small.height + _LINE * len(lines) + (_BUTTON + 6) * len(moment.screen.rows) * 2
    sheet = Image.new("RGB", (PHONE, high), _GROUND)
    brush = ImageDraw.Draw(sheet)
    caption = f"{seats} seats, {moment.phase}, {len(picture) / 1e3:.1f} KB"
    brush.text((0, 0), caption, _LABEL, font(14))
    sheet.paste(small, (0, _LINE))
    y = _LINE + small.height + 4
    for line in lines:
        brush.text((0, y), line, _LABEL, font(size_for(line, PHONE, 15), font_for(line)))
        y += _LINE
    for row in moment.screen.rows:
        y = _controls(face, sheet, row, y + 4)
    return sheet.crop((0, 0, PHONE, y))


def _controls(face: AnyFace, sheet: Image.Image, row: Row, y: int) -> int:
    """Draw a row of buttons, or a menu, and return where it ends."""
    brush, x = ImageDraw.Draw(sheet), 0
    for button in row if isinstance(row, tuple) else (Button(row.placeholder),):
        emoji = _emoji(face.emojis[button.emoji]) if button.emoji in face.emojis else None
        words = button.beside if emoji else button.label
        style = font(14, font_for(words))
        wide = round(style.getlength(words)) + 24 + (_EMOJI if emoji else 0)
        if x and x + wide > sheet.width:
            x, y = 0, y + _BUTTON + 4
        colour = _COLOURS.get(button.style, _PLAIN) if button.does else _GROUND
        brush.rounded_rectangle((x, y, x + wide, y + _BUTTON), 8, colour, _PLAIN)
        if emoji:
            sheet.paste(emoji, (x + 10, y + 5), emoji)
        brush.text((x + 12 + (_EMOJI if emoji else 0), y + 8), words, _LABEL, style)
        x += wide + 6
    return y + _BUTTON


@cache
def _emoji(art: Art) -> Image.Image:
    drawn = Image.open(io.BytesIO(emoji_png(art))).convert("RGBA")
    return drawn.resize((_EMOJI, _EMOJI), Image.Resampling.LANCZOS)
