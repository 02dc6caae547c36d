"""The public message of a league night: who is in, the tables that play, the standings."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Final, NamedTuple

from bot.face.markdown import escape
from bot.face.names import listed
from bot.face.numbers import counted
from bot.face.screen import Style
from bot.game.deck import commitment
from bot.games.registry import TITLES
from bot.night.duplicate import (
    board_percents,
    board_secret,
    duplicate_standings,
    finished_boards,
)
from bot.night.luck import share_of_luck, spread, standard_error
from bot.night.night import Night
from bot.night.standings import standings
from bot.tables.league.people import HIDDEN_NAME
from bot.tables.nights.service import BREAK
from bot.tables.nights.store import StoredNight
from cogs.layouts.lobby import SEAL_SHOWN
from cogs.layouts.night_rules import COLOUR, NOUNS
from cogs.layouts.page import Button, Page, Row, Text, fitted

__all__ = ["IN", "OUT", "PAGE", "RULES", "ShownNight", "night_control", "night_page"]

PAGE: Final = "night"
"""What the custom ids begin with; the night follows, and what to do."""

IN: Final = "in"
OUT: Final = "out"
RULES: Final = "rules"

_MOST_NAMES: Final = 64
_MOST_LINES: Final = 16


@dataclass(frozen=True, slots=True)
class ShownNight:
    """A night, with what its message needs to know beside it."""

    stored: StoredNight
    hidden: Collection[int] = ()
    """People who keep their results to themselves."""
    rooms: Mapping[int, int] = field(default_factory=dict)
    """The channel of each table that plays, by its number in the round."""


class _Line(NamedTuple):
    """A line of the standings, with the result in words."""

    place: int
    person: int
    result: str


def night_control(night: str, verb: str) -> str:
    """Return the custom id of a button."""
    return f"{PAGE}:{night}:{verb}"


def night_page(shown: ShownNight) -> Page:
    """Return the message of a night; not on the loop, as it works the standings out."""
    stored = shown.stored
    night = stored.night
    body = _signing_up(shown) if not night.rounds else _playing(shown)
    seal = [_seal(stored)] if night.form == "duplicate" else []
    parts = (
        Text(_heading(stored)),
        *(Text(text, elastic=True) for text in (*body, *seal) if text),
        *(() if night.closed else (_buttons(stored),)),
    )
    return Page(fitted(parts), colour=COLOUR)


def _heading(stored: StoredNight) -> str:
    setup, noun = stored.plan.setup, NOUNS[stored.night.form]
    title = TITLES[setup.game].rules.title if setup.game in TITLES else setup.game
    return f"## {noun.capitalize()} · {title}\n{_state(stored)}"


def _state(stored: StoredNight) -> str:
    """Say how far it is."""
    plan, night = stored.plan, stored.night
    if night.closed and not night.rounds:
        return f"This {NOUNS[night.form]} didn't take place: too few people were in."
    word = "board" if night.form == "duplicate" else "round"
    if night.closed:
        return f"{counted(len(night.rounds), word)} played."
    if night.rounds:
        return f"{word.capitalize()} {len(night.rounds)} of {stored.rounds}."
    at = plan.starts_at // 1000
    starts = f"Starts <t:{at}:F>, <t:{at}:R>."
    if night.form == "swiss":
        return f"{starts} {counted(plan.rounds, 'round')} of a short match."
    if night.form == "duplicate":
        return f"{starts} {counted(plan.rounds, 'board')}: the same cards at every table."
    return f"{starts} Everyone meets everyone in short matches, a turn within hours."


def _signing_up(shown: ShownNight) -> Iterator[str]:
    stored = shown.stored
    if stored.night.closed:
        return
    here = stored.night.here
    names = [_name(shown, number) for number in here[:_MOST_NAMES]]
    more = f" and {len(here) - _MOST_NAMES} more" if len(here) > _MOST_NAMES else ""
    if names:
        yield f"**{len(here)} {'is' if len(here) == 1 else 'are'} in**: {listed(names)}{more}."
    else:
        yield "Nobody is in yet."


def _playing(shown: ShownNight) -> Iterator[str]:
    stored = shown.stored
    night = stored.night
    if not night.closed:
        yield _now(shown)
    lines = _duplicate_lines(night) if night.form == "duplicate" else _lines(night)
    if night.closed and lines:
        first = [_name(shown, line.person) for line in lines if line.place == 1]
        verb = "wins" if len(first) == 1 else "win"
        yield f"\N{TROPHY} {listed(first)} {verb} the {NOUNS[night.form].removeprefix('league ')}!"
    yield "\n".join(_line(shown, line) for line in lines[:_MOST_LINES])
    if len(lines) > _MOST_LINES:
        yield f"-# and {len(lines) - _MOST_LINES} more"
    if night.form == "duplicate":
        yield _luck(night)


def _lines(night: Night) -> Sequence[_Line]:
    """Return the standings by points; nothing as long as no table has a result."""
    if all(table.running for table in night.tables()):
        return ()
    return [_Line(line.place, line.person, _rounded(line.points)) for line in standings(night)]


def _duplicate_lines(night: Night) -> Sequence[_Line]:
    """Return the standings by boards; nothing as long as none is done."""
    if not finished_boards(night):
        return ()
    return [
        _Line(line.place, line.person, f"{_rounded(line.percent)} %")
        for line in duplicate_standings(night)
    ]


def _luck(night: Night) -> str:
    """Say how much of the standings of a duplicate night is luck; nothing before that is known."""
    boards = {who: [*found.values()] for who, found in board_percents(night).items()}
    share, varies = share_of_luck(boards), spread(boards)
    if share is None or varies is None:
        return ""
    count = len(finished_boards(night))
    off = standard_error(varies, count)
    return (
        f"-# After {counted(count, 'board')}, luck moves a result by about {off:.0f} % up or down. "
        f"About {100 * share:.0f} % of the differences is luck."
    )


def _now(shown: ShownNight) -> str:
    """Say which tables play, or when the next round begins."""
    stored = shown.stored
    newest = stored.night.rounds[-1]
    if not stored.night.running:
        if len(stored.night.rounds) >= stored.rounds:
            return "All tables are done."
        at = (stored.over_at + BREAK) // 1000
        return f"All tables are done. The next round begins <t:{at}:R>."
    tables = [
        f"-# Table {at + 1}: {_people(shown, table.seats)} · {_where(shown, at)}"
        for at, table in enumerate(newest.tables)
        if table.running
    ]
    byes = f"-# Bye: {_people(shown, newest.byes)}" if newest.byes else ""
    return "\n".join(filter(None, (*tables, byes)))


def _where(shown: ShownNight, at: int) -> str:
    if at not in shown.rooms:
        return "opening"
    room = shown.rooms[at]
    return "in this channel" if room == shown.stored.plan.channel else f"<#{room}>"


def _people(shown: ShownNight, numbers: Sequence[int]) -> str:
    return ", ".join(_name(shown, number) for number in numbers)


def _line(shown: ShownNight, line: _Line) -> str:
    here = "" if line.person in shown.stored.night.here else " (left)"
    return f"**{line.place}** {_name(shown, line.person)}: {line.result}{here}"


def _rounded(result: Fraction) -> str:
    return str(round(result))


def _seal(stored: StoredNight) -> str:
    """Return how the fingerprint of the board begins that is played, or comes next."""
    night = stored.night
    board = len(night.rounds) + (not night.running)
    if night.closed or board > stored.rounds:
        return ""
    seal = commitment(board_secret(night.seed, board))[:SEAL_SHOWN]
    return f"-# Board {board}, sealed: `{seal}`"


def _name(shown: ShownNight, number: int) -> str:
    person = shown.stored.people[number]
    return HIDDEN_NAME if person.user in shown.hidden else escape(person.name)


def _buttons(stored: StoredNight) -> Row:
    def button(label: str, verb: str, style: Style = Style.PLAIN) -> Button:
        return Button(label, night_control(stored.plan.id, verb), style)

    return button("I'm in", IN, Style.GOOD), button("I'm out", OUT), button("How it works", RULES)
