"""``/league versus``: how two people of a server stand to each other."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

import discord
from discord import app_commands

from bot.face.markdown import counted, escape, number, ordinal, told_apart
from bot.game.contract import AnyGame
from bot.league.lines import Met
from bot.league.results import PastMatch
from bot.tables.command import RefusedError
from bot.tables.entries import Person
from cogs.core.answers import answer
from cogs.core.buttons import Feature
from cogs.core.click import Click, guild_of, person, someone
from cogs.core.page import Page, Text, fitted
from cogs.matches import day, kept_hidden, title_of
from cogs.play.finish import STANDINGS_COLOUR, who_leads
from cogs.standings import settled_rating

_NONE: Final = (None, None)


@dataclass(frozen=True, slots=True)
class HeadToHead:
    """What is known of two people who have met."""

    people: tuple[Person, Person]
    met: Mapping[str, Met]
    """How the first has done against the second, by game."""
    ratings: Mapping[str, tuple[int | None, int | None]]
    latest: Sequence[PastMatch]


class Versus(Feature):
    """The head to head of two people."""

    def menus(self) -> Iterable[app_commands.ContextMenu]:
        """Yield the head to head of the person clicked on and the one who clicks."""
        yield app_commands.ContextMenu(
            name="Head to head", callback=self.show, extras={"costly": True}
        )

    # A late answer is announced in private: only then is it known who keeps their results hidden.
    @app_commands.command(extras={"group": "league", "costly": True})
    @app_commands.rename(first="person")
    @app_commands.describe(
        first="Who to look at.", other="Someone to compare them with. Leave it out for yourself."
    )
    async def versus(
        self, click: Click, first: discord.User, other: discord.User | None = None
    ) -> None:
        """Show how two people have done against each other."""
        await self._show(click, someone(first), someone(other) if other else None)

    async def show(self, click: Click, whose: discord.User | discord.Member) -> None:
        """Show how the person who asks has done against another one."""
        await self._show(click, someone(whose), None)

    async def _show(self, click: Click, first: Person, other: Person | None) -> None:
        guild, reader = guild_of(click), person(click)
        pair = (reader, first) if other is None else (first, other)
        if pair[0].id == pair[1].id:
            raise RefusedError(
                "You can't play against yourself. Please choose someone else."
                if pair[0].id == reader.id
                else "Please choose two different people."
            )
        for known in pair:
            await self._services.names.seen(click.guild_id, known)
        hidden = await self._services.storage.people.hidden_among(known.id for known in pair)
        for known in pair:
            if known.id in hidden - {reader.id}:
                raise kept_hidden(known)
        with self._services.limits.reading(click):
            found = await self._find(guild, pair)
        if not found.met:
            raise RefusedError(_not_met(pair, reader))
        await answer(click, versus_page(found, self._services.games), public=not hidden)

    async def _find(self, guild: int, pair: tuple[Person, Person]) -> HeadToHead:
        services, users = self._services, (pair[0].id, pair[1].id)
        now, ratings = services.time.now(), {}
        met = await services.storage.histories.met(guild, *users)
        for game in met:
            rated = await services.storage.boards.ratings(guild, game, users)
            one, other = (settled_rating(rated[user], now) for user in users)
            ratings[game] = one, other
        latest = await services.storage.histories.between(guild, *users, met)
        return HeadToHead(pair, met, ratings, latest)


def versus_page(found: HeadToHead, games: Mapping[str, AnyGame]) -> Page:
    """Return the head to head of two people: all games, each game, and the latest matches."""
    one, two = _names(found)
    every = _sum(found.met)
    legend = f"-# Won : tied : lost for {one}, in ranked matches."
    lines = (
        f"## {one} vs. {two}",
        who_leads((f"**{one}**", f"**{two}**"), every),
        *(_game(found, games, name) for name in found.met),
        legend,
    )
    latest = "\n".join(("### Latest matches", *_latest(found, games))) if found.latest else ""
    return Page(
        fitted((Text("\n".join(lines)), Text(latest, elastic=True))), colour=STANDINGS_COLOUR
    )


def _names(found: HeadToHead) -> Sequence[str]:
    return [escape(name) for name in told_apart(person.name for person in found.people)]


def _sum(met: Mapping[str, Met]) -> Met:
    return Met(
        matches=sum(line.matches for line in met.values()),
        won=sum(line.won for line in met.values()),
        tied=sum(line.tied for line in met.values()),
    )


def _game(found: HeadToHead, games: Mapping[str, AnyGame], name: str) -> str:
    met = found.met[name]
    matches = counted(met.matches, "match")
    text = f"- **{title_of(games, name)}** {met.won} : {met.tied} : {met.lost} in {matches}"
    rated = zip(_names(found), found.ratings.get(name, _NONE), strict=True)
    known = [f"{person} {rating}" for person, rating in rated if rating is not None]
    return text + (f" · rating: {', '.join(known)}" if known else "")


def _latest(found: HeadToHead, games: Mapping[str, AnyGame]) -> Iterator[str]:
    for match in found.latest:
        seats = {seat.user: seat for seat in match.seats}
        results = ", ".join(
            f"{name} {ordinal(seat.rank)} with {number(seat.total)}"
            for person, name in zip(found.people, _names(found), strict=True)
            if (seat := seats.get(person.id))
        )
        yield f"- {day(match.finished_at)} {title_of(games, match.game)}: {results}"


def _not_met(pair: tuple[Person, Person], reader: Person) -> str:
    shown = zip(pair, told_apart(known.name for known in pair), strict=True)
    names = " and ".join(escape(name) for known, name in shown if known.id != reader.id)
    who = f"You and {names}" if reader.id in {known.id for known in pair} else names
    return f"{who} haven't met in a ranked match here yet."
