"""``/league profile``: what a person has reached on a server."""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from typing import Final, NamedTuple

import discord
from discord import app_commands

from bot.daily.days import daily_career, day_at, lost_days, outages
from bot.face.league.profile import profile_alt, profile_picture, profile_text
from bot.face.league.values import (
    MOST_RATINGS,
    RECENT,
    Achievement,
    Fact,
    Figure,
    GameLine,
    Profile,
    Rival,
)
from bot.face.markdown import HIDDEN_NAME, called, escape, names_in_list, percent, tenths
from bot.game.contract import ROUNDS_WON, AnyGame, Scoring, usual_kind
from bot.league.achievements import GOALS
from bot.league.counting import Band, half_up
from bot.league.lines import Bests, Rated
from bot.league.periods import Length, period_at, title
from bot.league.reports import Company, GameTotals, Medians
from bot.league.settings import Visibility
from bot.tables.clock import Time
from bot.tables.command import RefusedError
from cogs.core.answers import announce_publicly, answer, tell
from cogs.core.buttons import Cost, Feature, PageButton
from cogs.core.click import Click, guild_of, name, someone, too_old
from cogs.core.page import Button, Page, Picture, Text, Upload, fitted
from cogs.core.work import in_thread
from cogs.other_activity import OtherActivity
from cogs.services import Services
from cogs.standings import form_of, told_rating
from db.repositories.dailies import Dailies
from db.repositories.league import People
from db.repositories.nights import Nights
from db.repositories.profiles import Profiles, ServerMedians
from db.repositories.puzzles import Answers
from db.storage import Storage

COLOUR: Final = 0xD9A441
_NAME: Final = "profile.png"

_RIVALS: Final = 5

_UNNAMED: Final = "Someone"

_WORDS: Final = "text:([0-9]{1,19})"
"""What the custom id of the button says: whose profile."""

_LARGEST_ID: Final = 2**63 - 1

HIDES: Final = "This person keeps their results private."
UNKNOWN: Final = "There's no profile of this person here."


class Sources(NamedTuple):
    """Where a profile comes from."""

    profiles: Profiles
    medians: ServerMedians
    people: People
    dailies: Dailies
    answers: Answers
    nights: Nights
    games: Mapping[str, AnyGame]

    @classmethod
    def of(cls, storage: Storage, time: Time, games: Mapping[str, AnyGame]) -> "Sources":
        """Return what is stored; the server's medians are kept for some hours."""
        medians = ServerMedians(storage.profiles, time)
        stored = storage.people, storage.dailies, storage.answers, storage.nights
        return cls(storage.profiles, medians, *stored, games)


class About(NamedTuple):
    """Whose profile is asked for, where and when."""

    guild: int
    server: str
    user: int
    name: str
    """What they are called there now; empty if Discord has not said."""
    visibility: Visibility
    length: Length
    now: int
    """Milliseconds since 1970."""


class _Known(NamedTuple):
    totals: Sequence[GameTotals]
    places: Mapping[str, int]
    rated: Mapping[str, Mapping[Band, Rated]]
    facts: Mapping[str, Mapping[str, int]]
    bests: Mapping[str, tuple[str, Bests]]


class ProfileCommand(Feature):
    """What people have reached in ranked matches."""

    def __init__(self, services: Services) -> None:
        super().__init__(services)
        self._sources = Sources.of(services.storage, services.time, services.games)

    def buttons(self) -> Iterable[PageButton]:
        """Yield the way to the text."""
        yield PageButton("profile", _WORDS, self.tell, Cost.COSTLY)

    def menus(self) -> Iterable[app_commands.ContextMenu]:
        """Yield the profile of the person clicked on."""
        yield app_commands.ContextMenu(name="Profile", callback=self.show, extras={"costly": True})

    # It is not declared to be public: a late answer is announced in private, until it is known
    # that others may see it.
    @app_commands.command(extras={"group": "league", "costly": True})
    @app_commands.describe(person="Whose profile. Leave it out for your own.")
    async def profile(self, click: Click, person: discord.User | None = None) -> None:
        """Show how a person does on this server."""
        await self.show(click, person or click.user)

    async def show(self, click: Click, whose: discord.User | discord.Member) -> None:
        """Show a person's profile."""
        if whose.bot:
            raise RefusedError("Bots don't have profiles, and neither does Kai.")
        visibility = await self._seen(click, whose.id)
        await self._services.names.seen(click.guild_id, someone(whose))
        if visibility is not Visibility.HIDDEN:
            announce_publicly(click)
        known = name(whose.display_name)
        found = await self._gathered(click, whose.id, known, visibility)
        if found is None:
            raise RefusedError(_no_match(click, whose.id, known))
        painted = await in_thread(self._services.executor, profile_picture, found)
        page = profile_page(found, painted, whose.id)
        await answer(click, page, public=visibility is not Visibility.HIDDEN)

    async def tell(self, click: Click, found: re.Match[str]) -> None:
        """Tell a profile in words, privately."""
        user = int(found[1])
        if user > _LARGEST_ID:
            raise too_old("profile")
        visibility = await self._seen(click, user)
        member = click.guild.get_member(user) if click.guild else None
        known = name(member.display_name) if member else ""
        profile = await self._gathered(click, user, known, visibility)
        if profile is None:
            raise RefusedError(UNKNOWN)
        await tell(click, profile_text(profile))

    async def _seen(self, click: Click, user: int) -> Visibility:
        guild_of(click)
        visibility = (await self._services.storage.people.visibility([user]))[user]
        if visibility is Visibility.HIDDEN and user != click.user.id:
            raise RefusedError(HIDES)
        return visibility

    async def _gathered(
        self, click: Click, user: int, known: str, visibility: Visibility
    ) -> Profile | None:
        services, guild = self._services, guild_of(click)
        server = click.guild.name if click.guild else ""
        with services.limits.reading(click):
            settings = await services.storage.league.settings(guild)
            about = About(
                *(guild, server, user, known, visibility),
                *(settings.season, services.time.now()),
            )
            return await profile_of(self._sources, about)


def profile_page(profile: Profile, painted: bytes, user: int) -> Page:
    """Return a profile around its picture (PNG); ``user`` is whose it is."""
    picture = Picture(Upload(_NAME, painted), profile_alt(profile))
    text = Button("As text", f"profile:text:{user}")
    return Page(fitted((Text(f"## {escape(profile.name)}"), picture, (text,))), colour=COLOUR)


async def profile_of(sources: Sources, about: About) -> Profile | None:
    """Return a profile with all that the person may see, or None; ``StoreUnavailableError``."""
    elsewhere = await _elsewhere(sources, about)
    apart = await _other_activity(sources, about)
    known = await _known(sources, about)
    profile = Profile(
        *(called(about.name) if about.name else _UNNAMED, about.server),
        daily=apart.daily_line,
        puzzles=apart.puzzle_line,
        nights=apart.night_line,
        elsewhere=elsewhere,
    )
    if not (known.totals or apart.is_told):
        return profile if elsewhere else None
    who = about.guild, about.user, sources.games
    company = await sources.profiles.company(*who, _RIVALS)
    reached = await _achievements(sources, about, known, company, apart)
    profile = replace(profile, achievements=reached)
    return await _with_matches(sources, about, known, company, profile) if known.totals else profile


async def _with_matches(
    sources: Sources, about: About, known: _Known, company: Company, profile: Profile
) -> Profile:
    most, profiles, games = known.totals[0], sources.profiles, sources.games
    game, who = games[most.game], (about.guild, about.user)
    medians = await sources.medians.of(about.guild, game.name)
    return replace(
        profile,
        name=called(about.name or most.name),
        season=title(period_at(about.length, about.now)),
        games=tuple(_line(games[line.game], line, known, about.now) for line in known.totals),
        curve_title=game.title,
        curve=tuple(await _curve(sources, about, known.rated.get(game.name, {}), game)),
        form=tuple(map(form_of, await profiles.recent(*who, games, RECENT))),
        figures=tuple(_figures(most, known.facts.get(game.name, {}), medians)),
        facts=tuple(_facts(game, known.facts.get(game.name, {}))),
        rivals=await _rivals(sources, company),
    )


async def _known(sources: Sources, about: About) -> _Known:
    who = about.guild, about.user, sources.games
    profiles, season = sources.profiles, period_at(about.length, about.now)
    return _Known(
        await profiles.totals(*who),
        await profiles.places(*who, season),
        await profiles.ratings(*who),
        await profiles.facts(*who),
        await profiles.bests(*who),
    )


def _line(game: AnyGame, line: GameTotals, known: _Known, now: int) -> GameLine:
    rating = told_rating([*known.rated.get(line.game, {}).values()], now)
    kind, bests = known.bests.get(line.game, ("", Bests()))
    return GameLine(
        game.title,
        line.matches,
        line.wins,
        rating.mean if rating else None,
        rating.provisional if rating else False,
        _best(bests, game.scoring),
        known.places.get(line.game),
        kind if kind != usual_kind(game) else "",
    )


def _best(bests: Bests, scoring: Scoring) -> int | None:
    lowest, highest = bests.lowest_round, bests.highest_round
    if scoring.totals_compare:
        lowest, highest = bests.lowest_total, bests.highest_total
    return lowest if scoring.best == "lowest" else highest


async def _curve(
    sources: Sources, about: About, rated: Mapping[Band, Rated], game: AnyGame
) -> Sequence[float]:
    if not rated:
        return ()
    band = next(iter(rated))
    return await sources.profiles.curve(about.guild, about.user, game.name, band, MOST_RATINGS)


def _figures(
    line: GameTotals, facts: Mapping[str, int], medians: Medians | None
) -> Iterator[Figure]:
    own = {
        "points": Fraction(line.points, line.matches),
        "wins": Fraction(line.wins, line.matches),
        "rounds": Fraction(facts.get(ROUNDS_WON, 0), line.matches),
        "left": Fraction(line.abandoned, line.matches),
        "opponents": Fraction(line.opponents),
    }
    for field, (label, told) in _FIGURES.items():
        usual = told(getattr(medians, field)) if medians else ""
        yield Figure(label, told(own[field]), usual)


def _whole(value: Fraction | float) -> str:
    return str(half_up(value))


def _facts(game: AnyGame, facts: Mapping[str, int]) -> Iterator[Fact]:
    for fact, label in game.fact_labels.items():
        if fact != ROUNDS_WON and facts.get(fact):
            yield Fact(label, facts[fact])


async def _achievements(
    sources: Sources, about: About, known: _Known, company: Company, apart: OtherActivity
) -> tuple[Achievement, ...]:
    career = await sources.profiles.career(
        about.guild, about.user, sources.games, about.length, about.now
    )
    complete = sum(
        all(known.facts.get(name, {}).get(fact) for fact in game.fact_labels)
        for name, game in sources.games.items()
    )
    career = apart.added_to(career)._replace(
        opponents=company.people, ties=company.ties, even=company.even, complete=complete
    )
    # Where only this server may know of the person, what belongs to none isn't even asked for.
    everywhere = about.visibility is not Visibility.SERVER
    goals = (goal for goal in GOALS if goal.of_server or everywhere)
    return tuple(Achievement(goal.title, goal.text, reached=goal.reached(career)) for goal in goals)


async def _rivals(sources: Sources, company: Company) -> tuple[Rival, ...]:
    hidden = await sources.people.hidden_among([rival.user for rival in company.most])
    names = names_in_list(((rival.user, rival.name) for rival in company.most), hidden)
    return tuple(
        Rival(
            names.get(rival.user, HIDDEN_NAME),
            *(rival.won, rival.tied, rival.lost),
        )
        for rival in company.most
    )


async def _other_activity(sources: Sources, about: About) -> OtherActivity:
    """Gather daily deals, puzzles and nights; a person of one server has no puzzles."""
    here = about.visibility is Visibility.SERVER
    results = await sources.dailies.results(about.user, about.guild if here else None)
    away = outages(await sources.dailies.presence(), about.now)
    dailies = daily_career(results, day_at(about.now), lost_days(away))
    nights = await sources.nights.career(about.guild, about.user)
    if here:
        return OtherActivity(dailies, nights, here=True)
    answers = await sources.answers.results(about.user)
    return OtherActivity(dailies, nights, len(answers), sum(best for _, best in answers))


async def _elsewhere(sources: Sources, about: About) -> str:
    if about.visibility is not Visibility.PUBLIC:
        return ""
    matches, wins = await sources.profiles.elsewhere(about.guild, about.user)
    if not matches:
        return ""
    played = f"{matches} rated match{'es' * (matches != 1)}"
    return f"On other servers: {played}, {wins} win{'s' * (wins != 1)}"


def _no_match(click: Click, user: int, known: str) -> str:
    if user == click.user.id:
        return "You haven't finished a ranked match here yet. Open a table with `/play`."
    return f"{escape(called(known))} hasn't finished a ranked match here yet."


_FIGURES: Final[Mapping[str, tuple[str, Callable[[Fraction | float], str]]]] = {
    "points": ("Points a match", tenths),
    "wins": ("Matches won", percent),
    "rounds": ("Rounds won a match", tenths),
    "left": ("Matches left to Kai", percent),
    "opponents": ("People met", _whole),
}
