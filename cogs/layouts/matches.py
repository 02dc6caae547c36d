"""The finished matches of a server or a person, page by page, and one of them in full."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from bot.face.markdown import escape, shorten
from bot.face.names import IN_RESULTS
from bot.face.numbers import number
from bot.face.review import words
from bot.game.contract import AnyGame
from bot.games.players import play_name
from bot.review.version import review_version
from bot.tables.core.entries import TableSetup
from bot.tables.league.histories import Cursor, Past, PastMatch, PastSeat, Way
from bot.tables.league.interventions import StoredIntervention
from cogs.layouts.address import Address
from cogs.layouts.offered_options import in_words
from cogs.layouts.page import Button, Choice, Menu, Page, Row, Text, fitted
from cogs.layouts.past import day, kind, past_name, plain_line, title_of, uncounted, worth
from cogs.layouts.replay import BUTTON, VERB
from cogs.layouts.room import MENU_LINE
from cogs.layouts.span import span_words

__all__ = ["NEWER", "OLDER", "SHOW", "Listed", "match_page", "matches_page"]

COLOUR: Final = 0x4A6FA5

SHOW: Final = "show"
NEWER: Final = "newer"
OLDER: Final = "older"
"""What the custom ids of the menu and the buttons say."""

_SEATS_LISTED: Final = 4
"""Seats of a match in a list, the best first, and that of the person it is about."""


@dataclass(frozen=True, slots=True)
class Listed:
    """A page of a list, and what the list is of."""

    past: Past
    reader: int
    user: int | None = None
    """Whose matches these are; None for all of the server."""
    name: str = ""
    """What this person is called."""
    game: str | None = None
    """The game's name; None for all games."""


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
    """Return a finished match: its result, what was done to it, and ways to look at it again.

    ``gone`` is what to say where its record has been deleted.
    """
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
    """Return a match in one line, and a second one for what it was worth."""
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
    """Return the ways to other pages: each begins behind the first or the last match of this."""
    past = listed.past
    if not past.matches or not (past.newer or past.older):
        return ()
    first, last = (Cursor(m.finished_at, m.table) for m in (past.matches[0], past.matches[-1]))
    newer, older = _id(listed, Way(first, older=False)), _id(listed, Way(last))
    return (
        Button("Newer", newer, disabled=not past.newer),
        Button("Older", older, disabled=not past.older),
    )


def _id(listed: Listed, way: Way) -> str:
    """Return a custom id, which says all that the page needs."""
    verb = OLDER if way.older else NEWER
    at, table = way.cursor
    return f"matches:{verb}:{listed.user or 0}:{listed.game or ''}:{at}:{table}"


def _setup(match: PastMatch, games: Mapping[str, AnyGame]) -> str:
    """Return what was played, as far as it is known."""
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
    """Yield how long it took, which Kai played, and whose turns besides its own."""
    if match.started_at is not None:
        yield f"It took {span_words((match.finished_at - match.started_at) / 1000)}."
    levels = dict.fromkeys(seat.kai for seat in match.seats if seat.kai is not None)
    if levels and match.kai_version:
        plays = [play_name(match.game, level, match.kai_version) for level in levels]
        yield f"Kai played as {' and as '.join(plays)}."
    for seat in match.seats:
        if seat.kai is None and seat.kai_turns:
            turns = seat.own_turns + seat.kai_turns
            yield f"Kai played {seat.kai_turns} of {turns} turns for {past_name(seat)}."


def _done(match: PastMatch, done: Sequence[StoredIntervention]) -> Iterator[str]:
    """Yield who removed somebody or paused the match, as far as the reader may know them."""
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
