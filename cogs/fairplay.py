"""``/manage fairplay``: figures for those who manage a server and doubt that its league is fair."""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from io import BytesIO
from typing import Final

import discord
from discord import app_commands

from bot.face.markdown import counted, percent, tenths
from bot.face.phrases import listed
from bot.game.contract import AnyGame
from bot.league.export import Exported, Packed, pack
from bot.league.fairplay import (
    DAYS,
    FEWEST_LEFT,
    FEWEST_MATCHES,
    FEWEST_REVIEWED,
    FEWEST_TIMEOUTS,
    FEWEST_TOGETHER,
    LATEST,
    LINES,
    MOST_IN_RING,
    NEARLY_ALL,
    ONE_SIDED,
    PAIRS,
    GaveUp,
    Intervened,
    LeftToKai,
    OutOfTime,
    Pair,
    Ring,
    conspicuous,
    gave_up,
    ring_of,
    rings,
)
from bot.tables.command import RefusedError
from cogs.core.answers import answer
from cogs.core.buttons import Cost, Feature, PageButton, Queue
from cogs.core.click import Click, guild_of
from cogs.core.page import Attached, Button, Page, Part, Text, Upload, fitted
from cogs.core.permissions import must_manage
from cogs.core.work import in_thread

COLOUR: Final = 0x5B6470

PAGE: Final = "fairplay"

INNOCENT: Final = "Only you see this. It proves nothing: luck or a busy week can explain it."

_DAY = 86_400_000


@dataclass(frozen=True, slots=True)
class Figures:
    """What is told."""

    person: int | None
    """Whose figures these are; None for those that stand out on the server."""
    pairs: Sequence[Pair]
    gave_up: Sequence[GaveUp]
    """All of them: those that stand out are found here."""
    reviews: int
    """On how many reviewed matches they rest."""
    left: Sequence[LeftToKai]
    out_of_time: Sequence[OutOfTime]
    intervened: Sequence[Intervened]
    removed: int
    rings: Sequence[Ring] = ()


class FairPlayReport(Feature):
    """A private report; nothing follows from it by itself."""

    def buttons(self) -> Iterable[PageButton]:
        """Yield the one that exports the matches."""
        yield PageButton(
            *(PAGE, "matches", self.export, Cost.COSTLY, Queue.PERSON),
            thinking=True,
            may=_must_manage,
        )

    @app_commands.command(extras={"group": "manage", "costly": True})
    @app_commands.describe(person="Whose figures. Leave it out to see what stands out.")
    async def fairplay(
        self, click: Click, person: discord.User | discord.Member | None = None
    ) -> None:
        """See figures on fair play in ranked matches."""
        _must_manage(click)
        if person is not None and person.bot:
            raise RefusedError("Bots don't have figures. Only people count in the league.")
        with self._services.limits.reading(click):
            figures = await self._figures(guild_of(click), person.id if person else None)
        await answer(click, fair_play_page(figures, self._services.games))

    async def export(self, click: Click, _: re.Match[str]) -> None:
        """Give a manager the server's matches as a table, one file at a time for each person."""
        services = self._services
        file = BytesIO()
        packed = Packed(file, services.executor, bounded=True)
        with services.limits.reading(click):
            exported = await pack(services.storage.exports, guild_of(click), packed)
        await answer(click, export_page(exported, file.getvalue()))

    async def _figures(self, guild: int, person: int | None) -> Figures:
        services, since = self._services, self._services.time.now() - DAYS * _DAY
        fair_play, games = services.storage.fair_play, tuple(services.games)
        reviewed = await fair_play.reviewed(guild, since)
        played = await fair_play.played(guild, since)
        # Some hundred reviews of ten kilobytes each, and two thousand matches: not for the loop.
        look = rings if person is None else partial(ring_of, person)
        return Figures(
            person=person,
            pairs=await fair_play.pairs(guild, games, person),
            gave_up=await in_thread(services.executor, gave_up, reviewed),
            reviews=len(reviewed),
            left=await fair_play.left_to_kai(guild, games, person),
            out_of_time=await fair_play.out_of_time(guild, since, person),
            rings=await in_thread(services.executor, look, played),
            intervened=await fair_play.intervened(guild, since, person),
            removed=await fair_play.removed(guild, since, person) if person else 0,
        )


def _must_manage(click: Click) -> None:
    must_manage(click, "see its figures on fair play")


def fair_play_page(figures: Figures, games: Mapping[str, AnyGame]) -> Page:
    """Return the page; a game that is not played any more is told by its name."""
    title = f"Fair play: <@{figures.person}>" if figures.person else "Fair play"
    titles = {name: game.title for name, game in games.items()}
    told = (
        ("Against one another", _about_pairs(figures), [*_pairs(figures, titles)]),
        ("Rings", _about_rings(figures), [*_rings(figures, titles)]),
        ("Costly choices", _about_choices(figures), [*_choices(figures)]),
        ("Matches left to Kai", _about_left(figures), [*_left(figures, titles)]),
        ("Out of time", _about_time(figures), [*_time(figures)]),
        (
            "Ended, paused, removed",
            f"In matches that count, of the last {DAYS} days.",
            [*_power(figures)],
        ),
    )
    rests = {"Costly choices": f" ({counted(figures.reviews, 'reviewed match')})"}
    quiet = " · ".join(each + rests.get(each, "") for each, _, lines in told if not lines)
    parts: tuple[Part, ...] = (
        Text(f"## {title}\n{INNOCENT}"),
        *(_section(about, why, lines) for about, why, lines in told if lines),
        Text(f"### Nothing stands out\n{quiet}" if quiet else ""),
        (Button("Matches as a table", f"{PAGE}:matches"),),
    )
    return Page(fitted(parts), colour=COLOUR)


def export_page(exported: Exported, file: bytes) -> Page:
    """Return the private message with a server's matches as a table."""
    nights = counted(exported.nights, "night")
    told = f"**{counted(exported.matches, 'match')} and {nights}** as tables."
    if exported.since is not None:
        told += (
            f" Only matches since <t:{exported.since // 1000}:f>: the people who run this bot "
            "can export all."
        )
    warning = "-# It names people who keep their results private. Please don't pass it on."
    return Page((Text(f"{told}\n{warning}"), Attached(Upload("league.zip", file))), colour=COLOUR)


def _section(title: str, about: str, lines: Iterable[str]) -> Text:
    told = "\n".join(f"- {line}" for line in lines)
    return Text(f"### {title}\n-# {about}\n{told}", elastic=True)


def _about_pairs(figures: Figures) -> str:
    if figures.person:
        return f"The {PAIRS} people met most often, in ranked matches that counted."
    return (
        f"Met someone at least {FEWEST_MATCHES} times in ranked matches of a game, and won at "
        f"least {percent(ONE_SIDED)}."
    )


def _pairs(figures: Figures, titles: Mapping[str, str]) -> Iterable[str]:
    for pair in figures.pairs:
        ties = f" and tied {pair.tied}" if pair.tied else ""
        line = (
            f"{_who(pair.user)} won {pair.won}{ties} of {counted(pair.matches, 'match')} against "
            f"{_who(pair.other)} at {titles.get(pair.game, pair.game)}"
        )
        alone = f"; they played alone together {pair.alone} of {pair.together} times"
        told = f"{line}{alone if pair.together else ''}."
        yield told[0].upper() + told[1:]


def _about_rings(figures: Figures) -> str:
    window = f"Latest {LATEST} ranked matches, last {DAYS} days."
    if figures.person:
        return f"People who played mostly with each other. {window}"
    return (
        f"Up to {MOST_IN_RING} people who played at least {percent(NEARLY_ALL)} of their matches "
        f"of a game, and at least {FEWEST_TOGETHER}, only with each other. {window}"
    )


def _rings(figures: Figures, titles: Mapping[str, str]) -> Iterable[str]:
    for ring in figures.rings[:LINES]:
        people = [
            f"{_who(user)} (won {won}, {counted(points, 'point')})"
            for user, won, points in zip(ring.people, ring.won, ring.points, strict=True)
        ]
        yield (
            f"{', '.join(people[:-1])} and {people[-1]} played {ring.together} of "
            f"{counted(ring.matches, 'match')} of {titles.get(ring.game, ring.game)} "
            "with nobody else."
        )


def _about_choices(figures: Figures) -> str:
    rests = (
        "What choices cost with and without someone at the table, in "
        f"{counted(figures.reviews, 'reviewed match')} of the last {DAYS} days."
    )
    if figures.person:
        return rests
    return f"{rests} At least {FEWEST_REVIEWED} matches of each kind, and twice the cost."


def _choices(figures: Figures) -> Iterable[str]:
    person = figures.person
    if person:
        lines = [line for line in figures.gave_up if person in (line.user, line.other)]
    else:
        lines = [line for line in figures.gave_up if conspicuous(line)]
    for line in lines[:LINES]:
        without = (
            f"{tenths(line.lost_elsewhere)} in {counted(line.elsewhere, 'match')} without them"
            if line.elsewhere
            else "has no reviewed match without them"
        )
        yield (
            f"<@{line.user}> gave up {tenths(line.lost)} points a round in "
            f"{counted(line.matches, 'match')} with <@{line.other}>, and {without}."
        )


def _about_left(figures: Figures) -> str:
    whose = f"At least {FEWEST_LEFT} matches of a game. " if not figures.person else ""
    return f"{whose}Left, away at the end, or mostly played by Kai."


def _left(figures: Figures, titles: Mapping[str, str]) -> Iterable[str]:
    for line in figures.left:
        share = percent(Fraction(line.left, line.matches))
        yield (
            f"<@{line.user}> left {line.left} of {counted(line.matches, 'match')} of "
            f"{titles.get(line.game, line.game)} to Kai ({share})."
        )


def _about_time(figures: Figures) -> str:
    least = f"At least {FEWEST_TIMEOUTS} turns, in" if not figures.person else "In"
    return f"{least} ranked matches with a clock, of the last {DAYS} days and the latest {LATEST}."


def _time(figures: Figures) -> Iterable[str]:
    for line in figures.out_of_time:
        yield (
            f"<@{line.user}> ran out of time in {line.timeouts} of {counted(line.turns, 'turn')} "
            f"({percent(Fraction(line.timeouts, line.turns))})."
        )


def _who(user: int) -> str:
    return f"<@{user}>" if user > 0 else "a former player"


def _power(figures: Figures) -> Iterable[str]:
    for line in figures.intervened:
        done = (
            *([f"ended {counted(line.ended, 'match')}"] if line.ended else []),
            *([f"paused {counted(line.paused, 'match')}"] if line.paused else []),
            *([f"removed {counted(line.removed, 'player')}"] if line.removed else []),
        )
        how = "as a moderator"
        if line.together:
            how = f"everyone agreed to {line.together}" if line.alone else "everyone agreed"
        yield f"<@{line.user}> {listed(done)} ({how})."
    if figures.removed:
        yield f"<@{figures.person}> was removed {counted(figures.removed, 'time')}."
