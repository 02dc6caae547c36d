"""A person's profile on a server, gathered into what is drawn and told."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from typing import Final, NamedTuple

from bot.daily.career import daily_career
from bot.daily.day import day_at
from bot.daily.outages import lost_days, outages
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
from bot.face.names import called
from bot.face.numbers import percent, tenths
from bot.game.contract import AnyGame, Scoring, usual_kind
from bot.game.facts import ROUNDS_WON
from bot.league.achievements import GOALS
from bot.league.bands import Band
from bot.league.book import Bests, Rated
from bot.league.counting import half_up
from bot.league.periods import Length, period_at, title
from bot.tables.daily.puzzles import Answers
from bot.tables.daily.store import Dailies
from bot.tables.league.medians import ServerMedians
from bot.tables.league.people import HIDDEN_NAME, People, Visibility, hidden_among, names_in_list
from bot.tables.league.profiles import Company, GameTotals, Medians, Profiles
from bot.tables.nights.store import Nights
from cogs.reports.beside import Beside
from cogs.reports.rating import told_rating
from cogs.reports.season import form_of

__all__ = ["About", "Sources", "profile_of"]

_RIVALS: Final = 5
"""People met most often who are told of."""

_UNNAMED: Final = "Someone"
"""Whom Discord has not named, and no match here."""


class Sources(NamedTuple):
    """Where a profile comes from."""

    profiles: Profiles
    medians: ServerMedians
    people: People
    dailies: Dailies
    answers: Answers
    nights: Nights
    games: Mapping[str, AnyGame]


class About(NamedTuple):
    """Whose profile is asked for, where and when."""

    guild: int
    server: str
    user: int
    name: str
    """What they are called there now; empty if Discord has not said."""
    visibility: Visibility
    length: Length
    """How long the server's seasons are."""
    now: int
    """Milliseconds since 1970."""


class _Known(NamedTuple):
    """What is stored of the person's games."""

    totals: Sequence[GameTotals]
    places: Mapping[str, int]
    rated: Mapping[str, Mapping[Band, Rated]]
    facts: Mapping[str, Mapping[str, int]]
    bests: Mapping[str, tuple[str, Bests]]


async def profile_of(sources: Sources, about: About) -> Profile | None:
    """Return a profile; None if there is nothing to tell of the person.

    It has all that the person may see: whoever shows it to others asks first whether they may.
    Raises ``StoreUnavailableError``.
    """
    elsewhere = await _elsewhere(sources, about)
    apart = await _beside(sources, about)
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
    """Return a profile with what the person has reached in rated matches."""
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
    """Return the best score of a match, or of a round where those of matches do not compare."""
    lowest, highest = bests.lowest_round, bests.highest_round
    if scoring.totals_compare:
        lowest, highest = bests.lowest_total, bests.highest_total
    return lowest if scoring.best == "lowest" else highest


async def _curve(
    sources: Sources, about: About, rated: Mapping[Band, Rated], game: AnyGame
) -> Sequence[float]:
    """Return the ratings at the tables that the person plays at most: each band has its own."""
    if not rated:
        return ()
    band = next(iter(rated))
    return await sources.profiles.curve(about.guild, about.user, game.name, band, MOST_RATINGS)


def _figures(
    line: GameTotals, facts: Mapping[str, int], medians: Medians | None
) -> Iterator[Figure]:
    """Yield how the person plays, beside what is usual on the server."""
    own = {
        "points": Fraction(line.points, line.matches),
        "wins": Fraction(line.wins, line.matches),
        "rounds": Fraction(facts.get(ROUNDS_WON, 0), line.matches),
        "left": Fraction(line.abandoned, line.matches),
        "opponents": Fraction(line.opponents),
    }
    for name, (label, told) in _FIGURES.items():
        usual = told(getattr(medians, name)) if medians else ""
        yield Figure(label, told(own[name]), usual)


def _whole(value: Fraction | float) -> str:
    return str(half_up(value))


_FIGURES: Final[Mapping[str, tuple[str, Callable[[Fraction | float], str]]]] = {
    "points": ("Points a match", tenths),
    "wins": ("Matches won", percent),
    "rounds": ("Rounds won a match", tenths),
    "left": ("Matches left to Kai", percent),
    "opponents": ("People met", _whole),
}
"""Label and form of each figure, by its field of :class:`Medians`."""


def _facts(game: AnyGame, facts: Mapping[str, int]) -> Iterator[Fact]:
    """Yield what happened in all matches, in the game's order; the rounds won are a figure."""
    for name, label in game.fact_labels.items():
        if name != ROUNDS_WON and facts.get(name):
            yield Fact(label, facts[name])


async def _achievements(
    sources: Sources, about: About, known: _Known, company: Company, apart: Beside
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
    hidden = await hidden_among(sources.people, [rival.user for rival in company.most])
    names = names_in_list(((rival.user, rival.name) for rival in company.most), hidden)
    return tuple(
        Rival(
            names.get(rival.user, HIDDEN_NAME),
            *(rival.won, rival.tied, rival.lost),
        )
        for rival in company.most
    )


async def _beside(sources: Sources, about: About) -> Beside:
    """Gather what was played beside rated matches.

    Where only one server may know of the person, daily deals are those of this server, and puzzles
    aren't told, because they belong to none.
    """
    here = about.visibility is Visibility.SERVER
    results = await sources.dailies.results(about.user, about.guild if here else None)
    away = outages(await sources.dailies.presence(), about.now)
    dailies = daily_career(results, day_at(about.now), lost_days(away))
    nights = await sources.nights.career(about.guild, about.user)
    if here:
        return Beside(dailies, nights, here=True)
    answers = await sources.answers.results(about.user)
    return Beside(dailies, nights, len(answers), sum(best for _, best in answers))


async def _elsewhere(sources: Sources, about: About) -> str:
    """Tell of other servers, without their names, what somebody lets everybody know."""
    if about.visibility is not Visibility.PUBLIC:
        return ""
    matches, wins = await sources.profiles.elsewhere(about.guild, about.user)
    if not matches:
        return ""
    played = f"{matches} rated match{'es' * (matches != 1)}"
    return f"On other servers: {played}, {wins} win{'s' * (wins != 1)}"
