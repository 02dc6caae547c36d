"""The picture of a person's profile."""

from typing import Final

from PIL import Image

from bot.face import palette
from bot.face.fonts import size_for
from bot.face.league import words
from bot.face.league.chart import chart
from bot.face.league.ink import png
from bot.face.league.sections import (
    draw_achievements,
    draw_facts,
    draw_figures,
    draw_rivals,
    heading,
)
from bot.face.league.sheet import INNER, RIGHT, SMALL, WIDTH, badge, panel, put, recent, shown
from bot.face.league.values import GameLine, Profile
from bot.face.numbers import number, ordinal
from bot.face.paint import Lettering

__all__ = ["profile_picture"]

_NAME: Final = Lettering(35, palette.CREAM, palette.TABLE, bold=True)
_HEAD: Final = Lettering(SMALL, palette.MINT, palette.TABLE)
_TITLE: Final = Lettering(25, palette.CREAM, palette.PANEL, bold=True)
_RATING: Final = Lettering(29, palette.GOLD, palette.PANEL, bold=True)
_FIGURE: Final = Lettering(SMALL, palette.CREAM, palette.PANEL)
_LABEL: Final = Lettering(SMALL, palette.MINT, palette.PANEL)

_HEADER: Final = 90
_ROW: Final = 66
_STEP: Final = _ROW + 6
_UPPER, _LOWER = 32, 57
"""The baselines in a game's panel, from its upper edge."""
_PLACE: Final = 62
"""The middle of places."""
_PLACE_ROOM: Final = 72
_LEFT: Final = 106
_MATCHES, _WINS, _BEST = 143, 275, 500
"""The right edges of a game's figures."""
_FOOT: Final = 30
"""The height of the line below all parts."""
_GAMES: Final = 4
_CURVE: Final = 3
"""So many ratings make a curve."""
_HIGHEST: Final = 2_000
"""More than the height of the largest profile, in pixels."""


def profile_picture(profile: Profile) -> bytes:
    """Draw a profile: PNG, 700 pixels wide. Parts of which nothing is known are left out."""
    canvas = palette.HOUSE.blank((WIDTH, _HIGHEST), palette.TABLE)
    _header(canvas, profile)
    y = _HEADER
    for game in profile.games[:_GAMES]:
        _game(canvas, game, y)
        y += _STEP
    y -= _STEP - _ROW
    if not profile.games:
        y = _HEADER + _ROW
        panel(canvas, _HEADER, _ROW)
        put(canvas, words.NO_MATCHES, (WIDTH // 2, _HEADER + 40), _LABEL, "middle")
    if len(profile.curve) >= _CURVE:
        y = _curve(canvas, profile, y)
    if profile.figures:
        y = draw_figures(canvas, words.figures(profile), profile.figures, y)
    if profile.facts:
        y = draw_facts(canvas, profile.facts, y)
    if profile.achievements:
        y = draw_achievements(canvas, profile.achievements, y)
    if profile.rivals:
        y = draw_rivals(canvas, profile.rivals, y)
    if profile.elsewhere:
        y += _FOOT
        put(canvas, shown(profile.elsewhere, SMALL, WIDTH - 2 * INNER, "-"), (INNER, y), _HEAD)
    return png(canvas.crop((0, 0, WIDTH, y + 16)))


def _header(canvas: Image.Image, profile: Profile) -> None:
    room = WIDTH - 2 * INNER - (150 if profile.form else 0)
    put(canvas, shown(profile.name, _NAME.size, room), (INNER, 43), _NAME)
    below = " · ".join(filter(None, (profile.server, profile.season)))
    if below:
        put(canvas, shown(below, SMALL, room, "-"), (INNER, 75), _HEAD)
    if profile.form:
        recent(canvas, profile.form, (RIGHT, 34), palette.TABLE)
        put(canvas, words.LAST_MATCHES, (RIGHT, 75), _HEAD, "right")


def _game(canvas: Image.Image, game: GameLine, y: int) -> None:
    """Draw how the person does in a game; ``y`` is the panel's upper edge."""
    panel(canvas, y, _ROW)
    upper, lower = y + _UPPER, y + _LOWER
    if game.place is not None:
        if 1 <= game.place <= 3:
            canvas.paste(badge(game.place, 30), (_PLACE - 15, y + 6))
        else:
            told = ordinal(game.place)
            size = size_for(told, _PLACE_ROOM, _TITLE.size)
            put(canvas, told, (_PLACE, upper), _TITLE._replace(size=max(1, size)), "middle")
        put(canvas, words.PLACE, (_PLACE, lower), _LABEL, "middle")
    put(canvas, shown(game.title, _TITLE.size, 380, "-"), (_LEFT, upper), _TITLE)
    for right, value, noun in (
        (_MATCHES, game.matches, words.matches(game.matches)),
        (_WINS, game.wins, words.wins(game.wins)),
    ):
        put(canvas, number(value), (right, lower), _FIGURE, "right")
        put(canvas, noun, (right + 6, lower), _LABEL)
    if game.best is not None:
        put(canvas, number(game.best), (_BEST, lower), _FIGURE, "right")
        put(canvas, words.BEST, (_BEST - 46, lower), _LABEL, "right")
    if game.rating is None:
        put(canvas, words.NO_RATING, (RIGHT, lower), _LABEL, "right")
    else:
        put(canvas, number(game.rating), (RIGHT, upper + 1), _RATING, "right")
        put(canvas, words.kind(game), (RIGHT, lower), _LABEL, "right")


def _curve(canvas: Image.Image, profile: Profile, y: int) -> int:
    top = heading(canvas, shown(words.curve(profile), 22, WIDTH - 2 * INNER, "-"), y)
    return chart(canvas, profile.curve, top)
