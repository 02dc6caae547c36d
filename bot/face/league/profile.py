"""A person's profile: the picture, and in words all of it and what the picture has no room for."""

from collections.abc import Iterator, Sequence
from functools import partial
from itertools import accumulate
from typing import Final, NamedTuple

from bot.face import palette
from bot.face.canvas import Canvas, MakeCanvas, small_png
from bot.face.league import sheet, words
from bot.face.league.profile_parts import (
    CHART,
    HEADING,
    Part,
    achieved,
    chart,
    facts,
    figures,
    heading,
    rivals,
)
from bot.face.league.values import GameLine, Profile
from bot.face.markdown import IN_ALT, IN_TEXT, counted, escape, number, ordinal, plain, shorten
from bot.face.paint import width
from bot.face.seating import SMALLEST, WIDTH

_HEADER: Final = 90
_STEP: Final = sheet.ROW + sheet.GAP
_BEST: Final = 390
_COUNT: Final = 56
"""The room for a count or a best score."""
_RATING_ROOM: Final = 104
_FOOT: Final = 34
_BOTTOM: Final = 10
_CURVE: Final = 3
"""From this number of ratings on there is a curve."""

_TITLE: Final = 60
_LABEL: Final = 40
_VALUE: Final = 20
_TASK: Final = 120
_FOOT_LIMIT: Final = 120
_KIND: Final = 200
"""Limits of titles, labels, figures, tasks of achievements, and last lines, in characters."""
_DONE: Final = "\N{CHECK MARK}"
_OPEN: Final = "\N{WHITE CIRCLE}"


class Version(NamedTuple):
    """Lines of each part at most: too many of them can be too many bytes."""

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


def profile_picture(profile: Profile) -> bytes:
    """Draw a profile: PNG, as wide as a table, at most ``LARGEST`` bytes."""
    return small_png(drawn_profile(profile, version=version) for version in VERSIONS)


def drawn_profile(
    profile: Profile, make: MakeCanvas = Canvas, version: Version = VERSIONS[0]
) -> Canvas:
    """Draw a profile on a new canvas of this kind."""
    parts = list(_parts(profile, version))
    *tops, end = accumulate((part.height for part in parts), initial=0)
    canvas = make((WIDTH, end + _BOTTOM), sheet.THEME)
    for part, top in zip(parts, tops, strict=True):
        part.draw(canvas, top)
    return canvas


def _parts(profile: Profile, version: Version) -> Iterator[Part]:
    yield Part(_HEADER, partial(_header, profile))
    games = profile.games[: version.games]
    yield Part(max(1, len(games)) * _STEP - _STEP + sheet.ROW, partial(_games, games))
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


def _header(profile: Profile, canvas: Canvas, _: int) -> None:
    beside = 0
    if profile.form:
        sheet.recent(canvas, profile.form, (sheet.RIGHT, 41), palette.TABLE)
        sheet.put(canvas, words.LAST_MATCHES, (sheet.RIGHT, 75), sheet.HEAD, "right")
        beside = width(words.LAST_MATCHES, SMALLEST) + 16
    below = " · ".join(filter(None, (profile.server, profile.season)))
    sheet.heading(canvas, profile.name, below, sheet.RIGHT - sheet.INNER - beside)


def _games(games: Sequence[GameLine], canvas: Canvas, y: int) -> None:
    if not games:
        sheet.panel(canvas, y, sheet.ROW)
        sheet.put(canvas, words.NO_MATCHES, (WIDTH // 2, y + 42), sheet.LABEL, "middle")
        return
    columns = sheet.counts([(game.wins, game.matches) for game in games], sheet.LEFT)
    for at, game in enumerate(games):
        _game(canvas, game, y + at * _STEP, columns)


def _game(canvas: Canvas, game: GameLine, y: int, columns: sheet.Counts) -> None:
    sheet.panel(canvas, y, sheet.ROW)
    upper = y + sheet.UPPER
    if game.rating is not None:
        sheet.count(canvas, game.rating, (sheet.RIGHT, upper + 1), sheet.RESULT, _RATING_ROOM)
    # Lines overlap by a few pixels: those whose letters hang below the baseline are drawn last.
    _details(canvas, game, y + sheet.LOWER, columns)
    if game.place is not None:
        sheet.place(canvas, game.place, (sheet.PLACE, upper), spoken=True)
    room = sheet.RIGHT - _RATING_ROOM - sheet.LEFT - 14
    sheet.fitted(canvas, game.title, (sheet.LEFT, upper), sheet.NAME, room)


def _details(canvas: Canvas, game: GameLine, base: int, columns: sheet.Counts) -> None:
    """Draw matches, the best score, and what place and rating are; ``base`` is the baseline."""
    if game.place is not None:
        sheet.put(canvas, words.PLACE, (sheet.PLACE, base), sheet.LABEL, "middle")
    sheet.won(canvas, game.wins, game.matches, columns, base)
    if game.best is not None:
        beside = sheet.count(canvas, game.best, (_BEST, base), sheet.FIGURE, _COUNT)
        sheet.put(canvas, words.BEST_SHORT, (_BEST - beside - 6, base), sheet.LABEL, "right")
    rating = words.NO_RATING if game.rating is None else words.kind(game)
    sheet.put(canvas, rating, (sheet.RIGHT, base), sheet.LABEL, "right")


def _curve(profile: Profile, canvas: Canvas, y: int) -> None:
    chart(canvas, profile.curve, heading(canvas, words.curve(profile), y))


def _foot(line: str, canvas: Canvas, y: int) -> None:
    at = sheet.INNER, y + _FOOT - 4
    sheet.fitted(canvas, line, at, sheet.HEAD, sheet.RIGHT - sheet.INNER)


def profile_text(profile: Profile) -> str:
    """Return a profile as Markdown, all of it: it may take more than one message."""
    return "\n".join(_lines(profile))


def profile_alt(profile: Profile) -> str:
    """Return the alternative text of the picture: plain text in one line."""
    games = "; ".join(_brief(game) for game in profile.games)
    parts = [f"Profile of {plain(profile.name)}: {games or words.NO_MATCHES}"]
    if profile.curve:
        parts.append(f"{plain(words.curve(profile), _TITLE)}: {words.course(profile)}")
    if profile.form:
        parts.append(f"Last matches: {words.lately(profile.form)}")
    parts += [plain(line, _FOOT_LIMIT) for line in profile.foot]
    parts += [f"{plain(label, _LABEL)}: {number(count)}" for label, count in profile.facts]
    if profile.achievements:
        parts.append(f"Achievements: {words.reached(profile.achievements)}")
    return shorten(". ".join(part.rstrip(".") for part in parts), words.ALT_LIMIT)


def _lines(profile: Profile) -> Iterator[str]:
    yield f"## {escape(profile.name)}"
    below = [escape(part, _TITLE) for part in (profile.server, profile.season) if part]
    if below:
        yield f"-# {' · '.join(below)}"
    if not profile.games:
        yield words.NO_MATCHES
    for game in profile.games:
        yield from _told_game(game)
    if profile.form:
        yield f"**Last matches**: {words.lately(profile.form)}"
    if profile.curve:
        yield f"**{escape(words.curve(profile), _TITLE)}**: {words.course(profile)}"
    yield from _figures(profile)
    yield from _achievements(profile)
    if profile.rivals:
        yield f"**{words.RIVALS}**"
    for rival in profile.rivals:
        ends = zip(words.AGAINST, (rival.won, rival.tied, rival.lost), strict=True)
        told = ", ".join(f"{end} {number(count)}" for end, count in ends)
        yield f"- {words.person(rival.name, IN_TEXT)}: {told}"
    for line in profile.foot:
        yield f"-# {escape(line, _FOOT_LIMIT)}"


def _told_game(game: GameLine) -> Iterator[str]:
    parts = [f"**{escape(game.title, _TITLE)}**"]
    if game.place is not None:
        parts.append(f"{ordinal(game.place)} place")
    parts.append(_rating(game))
    yield " · ".join(parts)
    best = "" if game.best is None else f" · {words.BEST} {number(game.best)}"
    if best and game.kind:
        best += f" ({escape(game.kind, _KIND)})"
    yield f"-# {counted(game.matches, 'match')} · {counted(game.wins, 'win')}{best}"


def _rating(game: GameLine) -> str:
    if game.rating is None:
        return words.NO_RATING
    return f"{words.RATING} {number(game.rating)}{' (provisional)' * game.provisional}"


def _figures(profile: Profile) -> Iterator[str]:
    if profile.figures:
        yield f"**{escape(words.figures(profile), _TITLE)}**, and the {words.MEDIAN}"
    for one in profile.figures:
        median = f" ({escape(one.median, _VALUE)})" if one.median else ""
        own = escape(one.own, _VALUE)
        yield f"- {escape(one.label, _LABEL)}: **{own}**{median}"
    for fact in profile.facts:
        yield f"- {escape(fact.label, _LABEL)}: **{number(fact.number)}**"


def _achievements(profile: Profile) -> Iterator[str]:
    if profile.achievements:
        yield f"**{words.ACHIEVEMENTS}**: {words.reached(profile.achievements)}"
    for one in sorted(profile.achievements, key=lambda one: not one.reached):
        sign = _DONE if one.reached else _OPEN
        yield f"- {sign} **{escape(one.title, _LABEL)}**: {escape(one.text, _TASK)}"


def _brief(game: GameLine) -> str:
    place = "" if game.place is None else f", {ordinal(game.place)} place"
    count, wins = counted(game.matches, "match"), counted(game.wins, "win")
    return f"{plain(game.title, IN_ALT)}{place}, {_rating(game)}, {count}, {wins}"
