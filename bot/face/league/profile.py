"""The picture of a person's profile."""

from collections.abc import Iterator, Sequence
from functools import partial
from itertools import accumulate
from typing import Final, NamedTuple

from bot.face import palette
from bot.face.canvas import Canvas, MakeCanvas
from bot.face.fonts import width
from bot.face.league import words
from bot.face.league.chart import CHART, chart
from bot.face.league.counts import Counts, counts, won
from bot.face.league.ink import THEME
from bot.face.league.sections import HEADING, Part, achieved, facts, figures, heading, rivals
from bot.face.league.sheet import (
    INNER,
    RIGHT,
    figure,
    panel,
    place,
    put,
    recent,
    shown,
)
from bot.face.league.values import GameLine, Profile
from bot.face.paint import Lettering
from bot.face.seating import SMALLEST, WIDTH
from bot.face.small import small_png

__all__ = ["VERSIONS", "Version", "drawn_profile", "profile_picture"]

_NAME: Final = Lettering(34, palette.CREAM, palette.TABLE, bold=True)
_HEAD: Final = Lettering(SMALLEST, palette.MINT, palette.TABLE)
_TITLE: Final = Lettering(26, palette.CREAM, palette.PANEL, bold=True)
_RATING: Final = Lettering(30, palette.GOLD, palette.PANEL, bold=True)
_FIGURE: Final = Lettering(SMALLEST, palette.CREAM, palette.PANEL)
_LABEL: Final = Lettering(SMALLEST, palette.MINT, palette.PANEL)

_HEADER: Final = 90
_ROW: Final = 68
_STEP: Final = _ROW + 6
_UPPER, _LOWER = 32, 58
"""The baselines in a game's panel, from its upper edge."""
_PLACE: Final = 48
"""The middle of places."""
_LEFT: Final = 90
_BEST: Final = 390
"""The right edge of best scores."""
_COUNT: Final = 56
"""The room for a count or a best score."""
_RATING_ROOM: Final = 104
_FOOT: Final = 34
"""The height of the line below all parts."""
_BOTTOM: Final = 10
_CURVE: Final = 3
"""So many ratings make a curve."""


class Version(NamedTuple):
    """The most lines of each part: too many of them can be too many bytes."""

    games: int = 4
    figures: int = 4
    facts: int = 3
    achievements: int = 6
    rivals: int = 3


VERSIONS: Final = (
    Version(),
    Version(4, 4, 3, 4, 2),
    Version(3, 4, 0, 4, 2),
    Version(2, 2, 0, 2, 0),
    Version(1, 2, 0, 2, 0),
)
"""The fullest comes first."""


def profile_picture(profile: Profile) -> bytes:
    """Draw a profile: PNG, as wide as a table, at most ``LARGEST`` bytes.

    Parts of which nothing is known are left out. If the bytes are too few, parts are shorter.
    """
    return small_png(drawn_profile(profile, version=version) for version in VERSIONS)


def drawn_profile(
    profile: Profile, make: MakeCanvas = Canvas, version: Version = VERSIONS[0]
) -> Canvas:
    """Draw a profile on a new canvas of this kind."""
    parts = list(_parts(profile, version))
    *tops, end = accumulate((part.height for part in parts), initial=0)
    canvas = make((WIDTH, end + _BOTTOM), THEME)
    for part, top in zip(parts, tops, strict=True):
        part.draw(canvas, top)
    return canvas


def _parts(profile: Profile, version: Version) -> Iterator[Part]:
    yield Part(_HEADER, partial(_header, profile))
    games = profile.games[: version.games]
    yield Part(max(1, len(games)) * _STEP - _STEP + _ROW, partial(_games, games))
    if len(profile.curve) >= _CURVE:
        yield Part(HEADING + CHART, partial(_curve, profile))
    if profile.figures:
        yield figures(words.figures(profile), profile.figures, version.figures)
    if profile.facts and version.facts:
        yield facts(profile.facts, version.facts)
    if profile.achievements:
        yield achieved(profile.achievements, version.achievements)
    if profile.rivals and version.rivals:
        yield rivals(profile.rivals, version.rivals)
    for line in profile.foot:
        yield Part(_FOOT, partial(_foot, line))


def _header(profile: Profile, canvas: Canvas, y: int) -> None:
    beside = 0
    if profile.form:
        recent(canvas, profile.form, (RIGHT, y + 41), palette.TABLE)
        put(canvas, words.LAST_MATCHES, (RIGHT, y + 75), _HEAD, "right")
        beside = width(words.LAST_MATCHES, SMALLEST) + 16
    room = RIGHT - INNER - beside
    put(canvas, shown(profile.name, _NAME, room), (INNER, y + 42), _NAME)
    if below := " · ".join(filter(None, (profile.server, profile.season))):
        put(canvas, shown(below, _HEAD, room, "-"), (INNER, y + 75), _HEAD)


def _games(games: Sequence[GameLine], canvas: Canvas, y: int) -> None:
    if not games:
        panel(canvas, y, _ROW)
        put(canvas, words.NO_MATCHES, (WIDTH // 2, y + 42), _LABEL, "middle")
        return
    columns = counts([(game.wins, game.matches) for game in games], _LEFT)
    for at, game in enumerate(games):
        _game(canvas, game, y + at * _STEP, columns)


def _game(canvas: Canvas, game: GameLine, y: int, columns: Counts) -> None:
    """Draw how the person does in a game; ``y`` is the panel's upper edge."""
    panel(canvas, y, _ROW)
    upper = y + _UPPER
    if game.rating is not None:
        rating, style = figure(game.rating, _RATING_ROOM, _RATING)
        put(canvas, rating, (RIGHT, upper + 1), style, "right")
    # Lines overlap by a few pixels: those whose letters hang below the baseline are drawn last.
    _details(canvas, game, y + _LOWER, columns)
    if game.place is not None:
        place(canvas, game.place, (_PLACE, upper), spoken=True)
    room = RIGHT - _RATING_ROOM - _LEFT - 14
    put(canvas, shown(game.title, _TITLE, room, "-"), (_LEFT, upper), _TITLE)


def _details(canvas: Canvas, game: GameLine, base: int, columns: Counts) -> None:
    """Draw matches, the best score, and what place and rating are; ``base`` is the baseline."""
    if game.place is not None:
        put(canvas, words.PLACE, (_PLACE, base), _LABEL, "middle")
    won(canvas, game.wins, game.matches, columns, base)
    if game.best is not None:
        told, _ = figure(game.best, _COUNT, _FIGURE)
        beside = put(canvas, told, (_BEST, base), _FIGURE, "right")
        put(canvas, words.BEST_SHORT, (_BEST - beside - 6, base), _LABEL, "right")
    rating = words.NO_RATING if game.rating is None else words.kind(game)
    put(canvas, rating, (RIGHT, base), _LABEL, "right")


def _curve(profile: Profile, canvas: Canvas, y: int) -> None:
    chart(canvas, profile.curve, heading(canvas, words.curve(profile), y))


def _foot(line: str, canvas: Canvas, y: int) -> None:
    text = shown(line, _HEAD, RIGHT - INNER, "-")
    put(canvas, text, (INNER, y + _FOOT - 4), _HEAD)
