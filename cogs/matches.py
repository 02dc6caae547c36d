"""``/match list``: the finished matches of a server or a person, newest first."""

import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final, NamedTuple

import discord
from discord import app_commands

from bot.face.markdown import (
    HIDDEN_NAME,
    IN_RESULTS,
    NAME_LIMIT,
    called,
    counted,
    escape,
    names_of_seats,
    number,
    shorten,
    signed,
    span_words,
)
from bot.game.contract import AnyGame
from bot.league.counting import half_up
from bot.league.results import Cursor, PageStart, Past, PastMatch, PastSeat, Uncounted
from bot.night.tables import UNTOLD
from bot.review import face as words
from bot.review.making import review_version
from bot.tables.command import RefusedError
from bot.tables.entries import Person, TableSetup
from bot.tables.store import StoredIntervention
from cogs.core.answers import answer
from cogs.core.buttons import Cost, Feature, PageButton
from cogs.core.click import Address, Click, chosen, guild_of, someone, too_old
from cogs.core.commands import named_game
from cogs.core.finished import NO_SUCH_MATCH, plain_line, record_gone
from cogs.core.page import MENU_LINE, Button, Choice, Menu, Page, Row, Text, fitted
from cogs.play.offered_options import in_words
from cogs.replay import BUTTON, VERB
from db.repositories.league import People

_WHY: Final[Mapping[Uncounted, str]] = {
    Uncounted.SHORT: "too short",
    Uncounted.ALONE: "only one person",
    Uncounted.ABSENT: "not enough people played",
}

COLOUR: Final = 0x4A6FA5

SHOW: Final = "show"
NEWER: Final = "newer"
OLDER: Final = "older"
"""What the custom ids of the menu and the buttons say."""

_SEATS_LISTED: Final = 2
"""Seats of a match in a list, the best first, and that of the person it is about."""

_A_PAGE: Final = 7
"""Matches on a page, which fit a phone's screen."""

_WORDS: Final = (
    f"({NEWER}|{OLDER}):([0-9]{{1,19}}):([a-z0-9_]{{0,32}}):([0-9]{{1,15}}):([0-9a-f]{{10}})"
)
"""What the custom id of a button says: the way, whose matches, of which game, and behind which."""

_LARGEST_ID: Final = 2**63 - 1

_SOMEONE: Final = Person(id=0, name="This person")
"""Stands for someone whose name is not known: a button knows the id alone."""


@dataclass(frozen=True, slots=True)
class Listed:
    """A page of a list, and what the list is of."""

    past: Past
    reader: int
    user: int | None = None
    """Whose matches these are; None for all of the server."""
    name: str = ""
    game: str | None = None


class _Asked(NamedTuple):
    about: Person | None
    game: str | None
    way: PageStart | None = None


class Matches(Feature):
    """Looking back on what was played."""

    def buttons(self) -> Iterable[PageButton]:
        """Yield the menu of matches, and the ways to other pages."""
        yield PageButton("matches", SHOW, self.show, Cost.COSTLY)
        yield PageButton("matches", _WORDS, self.turn, Cost.COSTLY)

    @app_commands.command(name="list", extras={"group": "match", "costly": True})
    @app_commands.rename(chosen_person="person")
    @app_commands.describe(
        chosen_person="Whose matches. Leave it out for everyone's.",
        game="Which game. Leave it out for all games.",
    )
    async def matches(
        self,
        click: Click,
        chosen_person: discord.User | None = None,
        game: str | None = None,
    ) -> None:
        """Look through finished matches, newest first."""
        about = someone(chosen_person) if chosen_person is not None else None
        asked = _Asked(about, self._game(game))
        if about is not None:
            await self._services.names.seen(click.guild_id, about)
        past = await self._past(click, asked)
        if past.matches:
            await answer(click, self._page(click, asked, past))
        else:
            untold = await self._services.nights.boards.untold(guild_of(click))
            await answer(click, UNTOLD if untold else self._nothing(click, asked))

    async def turn(self, click: Click, found: re.Match[str]) -> None:
        """Turn to another page of a list."""
        asked = self._read(found)
        past = await self._past(click, asked)
        if not past.matches:
            raise RefusedError("There are no matches here.")
        await answer(click, self._page(click, asked, past), in_place=True)

    async def show(self, click: Click, _: re.Match[str]) -> None:
        """Show the match that was chosen from a list."""
        table = chosen(click)
        services, guild = self._services, guild_of(click)
        with services.limits.reading(click):
            match = await services.storage.histories.match(guild, table)
            done = await services.storage.histories.done(guild, table)
        if match is None:
            raise RefusedError(NO_SUCH_MATCH)
        (shown,) = await without_hidden(services.storage.people, [match], click.user.id)
        gone = str(record_gone(services))
        await answer(click, match_page(shown, services.games, gone, done))

    async def _past(self, click: Click, asked: _Asked) -> Past:
        services, guild, about = self._services, guild_of(click), asked.about
        user = about.id if about else None
        if (
            about
            and about.id != click.user.id
            and await services.storage.people.hidden_among([user])
        ):
            raise kept_hidden(about)
        with services.limits.reading(click):
            past = await services.storage.histories.page(
                guild, user=user, game=asked.game, way=asked.way, limit=_A_PAGE
            )
        shown = await without_hidden(services.storage.people, past.matches, click.user.id)
        return Past(shown, past.newer, past.older)

    def _page(self, click: Click, asked: _Asked, past: Past) -> Page:
        user = asked.about.id if asked.about else None
        seats = (seat for match in past.matches for seat in match.seats)
        name = next((seat.name for seat in seats if user is not None and seat.user == user), "")
        listed = Listed(past, click.user.id, user, name, asked.game)
        return matches_page(listed, self._services.games)

    def _nothing(self, click: Click, asked: _Asked) -> str:
        game = f" of {self._services.games[asked.game].title}" if asked.game else ""
        if asked.about is None:
            return f"No match{game} has been finished here yet."
        own = asked.about.id == click.user.id
        who = "You haven't" if own else f"{escape(called(asked.about.name))} hasn't"
        return f"{who} finished a match{game} here yet."

    def _game(self, name: str | None) -> str | None:
        return named_game(self._services.games, name).name if name else None

    def _read(self, found: re.Match[str]) -> _Asked:
        if int(found[2]) > _LARGEST_ID:
            raise too_old("matches")
        way = PageStart(Cursor(int(found[4]), found[5]), older=found[1] == OLDER)
        about = replace(_SOMEONE, id=int(found[2])) if int(found[2]) else None
        return _Asked(about, self._game(found[3]), way)


def title_of(games: Mapping[str, AnyGame], game: str) -> str:
    """Return a game's title; its name if it is not played any more."""
    return games[game].title if game in games else game


def day(at: int, style: str = "d") -> str:
    """Return a time (ms since 1970) as Discord shows it to each in their own zone."""
    return f"<t:{at // 1000}:{style}>"


def kind(match: PastMatch) -> str:
    """Return whether a match was ranked, and why it didn't count if it was."""
    if not match.ranked:
        return "friendly"
    return ", ".join(filter(None, ("ranked", uncounted(match))))


def uncounted(match: PastMatch) -> str:
    """Return why a ranked match didn't count; nothing if it did, or if it was friendly."""
    why = _WHY.get(match.uncounted) if match.uncounted else None
    return f"didn't count ({why})" if why else ""


def past_name(seat: PastSeat, limit: int = NAME_LIMIT) -> str:
    """Return who sat there, in Markdown."""
    level = f" ({seat.kai})" if seat.kai else ""
    return f"{escape(seat.name, limit)}{level}"


def worth(match: PastMatch, seat: PastSeat) -> str:
    """Tell what a match was worth in a seat; nothing if it doesn't count for anyone."""
    if seat.points is None:
        is_person = seat.user is not None and seat.user > 0
        return "doesn't count for them" * (is_person and match.uncounted is None)
    text = counted(seat.points, "point")
    if seat.before is not None and seat.after is not None:
        text += f", rating {signed(half_up(seat.after.mean) - half_up(seat.before.mean))}"
    return text


def matches_page(listed: Listed, games: Mapping[str, AnyGame]) -> Page:
    """Return a page of a list of matches, with a menu to look at one of them."""
    matches = listed.past.matches
    lines = [_entry(listed, match, games) for match in matches]
    choices = tuple(Choice(_line(match, games), match.table) for match in matches)
    menu = Menu(f"matches:{SHOW}", "Look at a match …", choices)
    text = Text("\n".join(lines), elastic=True)
    return Page(
        fitted((Text(_heading(listed, games)), text, menu, _turning(listed))), colour=COLOUR
    )


def match_page(
    match: PastMatch,
    games: Mapping[str, AnyGame],
    gone: str,
    done: Sequence[StoredIntervention] = (),
) -> Page:
    """Return a finished match; ``gone`` is what to say where its record has been deleted."""
    head = f"## {title_of(games, match.game)} · {day(match.finished_at, 'f')}\n"
    ranking = "\n".join(_result(match, seat) for seat in match.seats)
    facts = "\n".join(f"-# {line}" for line in (*_facts(match), *_done(match, done)))
    buttons, without = (_buttons(match), "") if match.recorded else ((), f"-# {gone}")
    parts = (Text(head + _setup(match, games)), Text(ranking), Text(facts), Text(without), buttons)
    return Page(fitted(parts), colour=COLOUR)


def _heading(listed: Listed, games: Mapping[str, AnyGame]) -> str:
    whose = "Matches on this server"
    if listed.user is not None:
        own = listed.user == listed.reader
        whose = "Your matches" if own else f"Matches of {escape(listed.name)}"
    return f"## {whose}" + (f" · {title_of(games, listed.game)}" if listed.game else "")


def _entry(listed: Listed, match: PastMatch, games: Mapping[str, AnyGame]) -> str:
    about = [seat for seat in match.seats if listed.user is not None and seat.user == listed.user]
    shown = match.seats[:_SEATS_LISTED]
    shown += tuple(seat for seat in about if seat not in shown)
    people = " · ".join(_seat(seat) for seat in shown)
    more = len(match.seats) - len(shown)
    text = f"{day(match.finished_at)} **{title_of(games, match.game)}**, {kind(match)}: {people}"
    text += f" and {more} more" if more else ""
    return "\n".join((text, *(f"-# {told}" for seat in about if (told := worth(match, seat)))))


def _seat(seat: PastSeat) -> str:
    return f"**{seat.rank}.** {past_name(seat, IN_RESULTS)} {number(seat.total)}"


def _line(match: PastMatch, games: Mapping[str, AnyGame]) -> str:
    scores = ((seat.name, seat.total) for seat in match.seats)
    line = plain_line(title_of(games, match.game), match.finished_at, scores)
    return shorten(line, MENU_LINE)


def _turning(listed: Listed) -> Row:
    past = listed.past
    if not past.matches or not (past.newer or past.older):
        return ()
    first, last = (Cursor(m.finished_at, m.table) for m in (past.matches[0], past.matches[-1]))
    newer, older = _id(listed, PageStart(first, older=False)), _id(listed, PageStart(last))
    return (
        Button("Newer", newer, disabled=not past.newer),
        Button("Older", older, disabled=not past.older),
    )


def _id(listed: Listed, way: PageStart) -> str:
    verb = OLDER if way.older else NEWER
    at, table = way.cursor
    return f"matches:{verb}:{listed.user or 0}:{listed.game or ''}:{at}:{table}"


def _setup(match: PastMatch, games: Mapping[str, AnyGame]) -> str:
    game = games.get(match.game)
    if game is None or match.options is None or match.clock is None:
        return f"**{kind(match)}**"
    setup = TableSetup(
        game=match.game,
        options=dict(match.options),
        clock=match.clock,
        ranked=match.ranked,
        hints=False,  # Whether there were any is not kept.
    )
    return " · ".join(filter(None, (in_words(game.options, setup), uncounted(match))))


def _result(match: PastMatch, seat: PastSeat) -> str:
    told = worth(match, seat)
    score = f"**{seat.rank}.** **{past_name(seat)}**: **{number(seat.total)}**"
    return score + (f" · {told}" if told else "")


def _facts(match: PastMatch) -> Iterator[str]:
    if match.started_at is not None:
        yield f"It took {span_words((match.finished_at - match.started_at) / 1000)}."
    for seat in match.seats:
        if seat.kai is None and seat.kai_turns:
            turns = seat.own_turns + seat.kai_turns
            yield f"Kai played {seat.kai_turns} of {turns} turns for {past_name(seat)}."


def _done(match: PastMatch, done: Sequence[StoredIntervention]) -> Iterator[str]:
    names = {seat.user: past_name(seat) for seat in match.seats if seat.user is not None}
    for each in done:
        removed = names.get(each.of, "a player") if each.of is not None else "a player"
        if each.together:
            asked = {"remove": f"remove {removed}", "pause": "a pause", "end": "end it"}[each.what]
            first = f" {names[each.user]} asked first." if each.user in names else ""
            yield f"Everyone agreed to {asked}.{first}"
        else:
            by = f"<@{each.user}>, a moderator," if each.user is not None else "A moderator"
            told = {"remove": f"removed {removed}", "pause": "paused it", "end": "ended it"}
            yield f"{by} {told[each.what]}."


def _buttons(match: PastMatch) -> Row:
    def button(label: str, verb: str) -> Button:
        return Button(label, str(Address(match.table, verb)))

    review = (button(words.BUTTON, "review"),) if review_version(match.game) is not None else ()
    return (button("Record", "record"), *review, button(BUTTON, VERB))


def kept_hidden(about: Person) -> RefusedError:
    """Return the refusal for questions about someone who is hidden."""
    return RefusedError(f"{escape(called(about.name))} keeps their results private.")


async def without_hidden(
    people: People, matches: Sequence[PastMatch], reader: int
) -> tuple[PastMatch, ...]:
    """Return the matches with nothing by which to know who is hidden from the reader."""
    users = (seat.user for match in matches for seat in match.seats)
    hidden = await people.hidden_among(users) - {reader}
    return tuple(replace(match, seats=_shown(match, hidden)) for match in matches)


def _shown(match: PastMatch, hidden: Collection[int]) -> tuple[PastSeat, ...]:
    seats = sorted(match.seats, key=lambda seat: seat.seat)
    names = names_of_seats([seat.user for seat in seats], [seat.name for seat in seats], hidden)
    known = {seat.seat: name for seat, name in zip(seats, names, strict=True)}
    return tuple(
        replace(seat, name=known[seat.seat]) if seat.user not in hidden else _masked(seat)
        for seat in match.seats
    )


def _masked(seat: PastSeat) -> PastSeat:
    worth = None, None, None
    return PastSeat(None, HIDDEN_NAME, None, seat.rank, seat.total, 0, 0, *worth, seat.seat)
