"""What a server is told of its league: the recap of a week, and the champions of seasons.

Texts are as people wrote them, and escaped here.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Final, NamedTuple

from bot.face.league import words
from bot.face.league.values import Medals
from bot.face.markdown import IN_TEXT, counted, escape, number
from bot.face.phrases import listed

HIDDEN: Final = "a hidden player"
"""Stands for people who do not want to be seen."""

MOST_GAMES: Final = 4
"""The most played ones."""

MOST_NAMES: Final = 5

MOST_MEDALLISTS: Final = 3

_MEDALS: Final = {
    1: "\N{FIRST PLACE MEDAL}",
    2: "\N{SECOND PLACE MEDAL}",
    3: "\N{THIRD PLACE MEDAL}",
}
_TITLE: Final = 60


class Champion(NamedTuple):
    """Someone who leads, or finished among the first three."""

    place: int
    name: str | None
    points: int


@dataclass(frozen=True, slots=True)
class GameChampions:
    """Who was ahead in a game's standings, in the order of their places."""

    title: str
    people: Sequence[Champion]
    matches: int = 0
    """Of the season, that count; 0: not told."""
    players: int = 0


@dataclass(frozen=True, slots=True)
class SeasonChampions:
    """How a season ended."""

    season: str
    """``November 2026``."""
    games: Sequence[GameChampions]


@dataclass(frozen=True, slots=True)
class Recap:
    """What was played in a week."""

    week: str
    """``26 January to 1 February``."""
    played: Sequence[tuple[str, int]]
    """Finished matches of each game, the most played first; at least one."""
    leaders: Sequence[GameChampions] = ()
    """Who shares the first place in the standings now."""
    climbed: tuple[str, int, str] | None = None
    """Who, how many places, and in which game."""
    best: tuple[str, int, str] | None = None
    """Who made the best round, its score, and the game."""
    rivals: tuple[str, str, int, int, int] | None = None
    """Who met most often, how often, and how often each was ahead."""


class PastSeason(NamedTuple):
    """A season that is over."""

    season: str
    """``November 2026``."""
    people: Sequence[Champion]


@dataclass(frozen=True, slots=True)
class Hall:
    """A page of a game's past seasons."""

    title: str
    """``Kapow!``."""
    seasons: Sequence[PastSeason]
    """Newest first; at least one."""
    medals: Sequence[tuple[str, Medals]] = ()
    """Who has won most in all past seasons, at most ``MOST_MEDALLISTS``."""
    page: int = 1
    pages: int = 1


def nameless_season(season: SeasonChampions) -> SeasonChampions:
    """Return the end of a season without names: a server's AutoMod may block one of them."""
    return replace(season, games=[_nameless(game) for game in season.games])


def nameless_recap(recap: Recap) -> Recap:
    """Return a recap without names."""
    leaders = [_nameless(game) for game in recap.leaders]
    return replace(recap, leaders=leaders, climbed=None, best=None, rivals=None)


def _nameless(game: GameChampions) -> GameChampions:
    return replace(game, people=[one._replace(name=None) for one in game.people])


def recap_text(recap: Recap) -> str:
    """Return a recap as Markdown: at most ten lines."""
    return words.fitting(_recap(recap), words.TEXT_LIMIT)


def champions_text(season: SeasonChampions) -> str:
    """Return the end of a season as Markdown: two lines for each game."""
    return words.fitting(_champions(season), words.TEXT_LIMIT)


def hall_text(hall: Hall) -> str:
    """Return the page as Markdown: a line for each season."""
    return words.fitting(_lines(hall), words.TEXT_LIMIT)


def podium(people: Iterable[Champion]) -> str:
    """Return the first three places in a line; who shares a place is named together."""
    by_place: dict[int, list[Champion]] = {}
    for person in people:
        by_place.setdefault(person.place, []).append(person)
    return " · ".join(
        f"{_MEDALS.get(place, f'{place}.')} {_names(shared)} {number(shared[0].points)}"
        for place, shared in by_place.items()
    )


def _champions(season: SeasonChampions) -> Iterator[str]:
    yield f"## {escape(season.season, _TITLE)}: the champions"
    for game in season.games:
        matches = counted(game.matches, "match")
        yield f"**{escape(game.title, _TITLE)}** · {matches}, {counted(game.players, 'person')}"
        yield podium(game.people)
    yield "-# Numbers are points. The new season has started, and everyone is back at 0."


def _recap(recap: Recap) -> Iterator[str]:
    yield f"## The week of {recap.week}"
    yield _played(recap.played)
    for game in recap.leaders[:MOST_GAMES]:
        lead = "leads" if len(game.people) == 1 else "share the lead"
        name = _names(game.people)
        told = f"{name[0].upper()}{name[1:]} {lead} with {counted(game.people[0].points, 'point')}"
        yield f"**{escape(game.title, _TITLE)}:** {told}"
    if recap.climbed:
        name, places, title = recap.climbed
        where = f"up {counted(places, 'place')} in {escape(title, _TITLE)}"
        yield f"**Climbed most:** {words.person(name, IN_TEXT)}, {where}"
    if recap.best:
        name, score, title = recap.best
        what = f"{number(score)} in {escape(title, _TITLE)}"
        yield f"**Best round:** {words.person(name, IN_TEXT)}, {what}"
    if recap.rivals:
        one, other, count, won, lost = recap.rivals
        matches = counted(count, "match")
        pair = f"{words.person(one, IN_TEXT)} and {words.person(other, IN_TEXT)}"
        yield f"**Met most often:** {pair}, {matches} ({number(won)} to {number(lost)})"


def _played(played: Sequence[tuple[str, int]]) -> str:
    total = sum(count for _, count in played)
    shown = [f"{number(count)} of {escape(title, _TITLE)}" for title, count in played[:MOST_GAMES]]
    if len(played) > MOST_GAMES:
        shown.append(f"{number(total - sum(count for _, count in played[:MOST_GAMES]))} of others")
    finished = "match was finished" if total == 1 else "matches were finished"
    return f"{number(total)} {finished}: {', '.join(shown)}."


def _names(people: Sequence[Champion]) -> str:
    shown = [
        HIDDEN if person.name is None else words.person(person.name, IN_TEXT)
        for person in people[:MOST_NAMES]
    ]
    if len(people) > MOST_NAMES:
        shown.append("others")
    return listed(shown)


def _lines(hall: Hall) -> Iterator[str]:
    yield f"## Champions of {escape(hall.title, _TITLE)}"
    if hall.pages > 1:
        yield f"-# page {hall.page} of {hall.pages}"
    if hall.medals:
        won = (f"{words.person(name, IN_TEXT)}: {words.medals(own)}" for name, own in hall.medals)
        yield f"Most medals: {' · '.join(won)}"
    for season in hall.seasons:
        yield f"**{season.season}** {podium(season.people)}"
    yield "-# Numbers are points."
