"""A person's profile in words: all that the picture shows, and what it has no room for."""

from collections.abc import Iterator
from typing import Final

from bot.face.league import words
from bot.face.league.values import GameLine, Profile
from bot.face.markdown import escape, plain, shorten
from bot.face.names import IN_ALT, IN_TEXT
from bot.face.numbers import number, ordinal

__all__ = ["profile_alt", "profile_text"]

_TITLE: Final = 60
_LABEL: Final = 40
_VALUE: Final = 20
_TASK: Final = 120
_FOOT: Final = 120
_KIND: Final = 200
"""Limits of titles, labels, figures, tasks of achievements, and the last lines, in characters."""
_DONE: Final = "\N{CHECK MARK}"
_OPEN: Final = "\N{WHITE CIRCLE}"


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
    parts += [plain(line, _FOOT) for line in profile.foot]
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
        yield from _game(game)
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
        yield f"-# {escape(line, _FOOT)}"


def _game(game: GameLine) -> Iterator[str]:
    """Tell how the person does in a game in a large and a small line."""
    parts = [f"**{escape(game.title, _TITLE)}**"]
    if game.place is not None:
        parts.append(f"{ordinal(game.place)} place")
    parts.append(_rating(game))
    yield " · ".join(parts)
    best = "" if game.best is None else f" · {words.BEST} {number(game.best)}"
    if best and game.kind:
        best += f" ({escape(game.kind, _KIND)})"
    count = f"{number(game.matches)} {words.matches(game.matches)}"
    yield f"-# {count} · {number(game.wins)} {words.wins(game.wins)}{best}"


def _rating(game: GameLine) -> str:
    if game.rating is None:
        return words.NO_RATING
    return f"{words.RATING} {number(game.rating)}{' (provisional)' * game.provisional}"


def _figures(profile: Profile) -> Iterator[str]:
    if profile.figures:
        yield f"**{escape(words.figures(profile), _TITLE)}**, and the {words.MEDIAN}"
    for figure in profile.figures:
        median = f" ({escape(figure.median, _VALUE)})" if figure.median else ""
        own = escape(figure.own, _VALUE)
        yield f"- {escape(figure.label, _LABEL)}: **{own}**{median}"
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
    count = f"{number(game.matches)} {words.matches(game.matches)}"
    wins = f"{number(game.wins)} {words.wins(game.wins)}"
    return f"{plain(game.title, IN_ALT)}{place}, {_rating(game)}, {count}, {wins}"
