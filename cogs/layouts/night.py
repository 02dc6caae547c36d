"""The public message of a league night: who is in, the tables that play, the standings."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Final

from bot.face.markdown import escape
from bot.face.names import listed
from bot.face.numbers import counted
from bot.face.screen import Style
from bot.games.registry import TITLES
from bot.night.standings import Line, standings
from bot.tables.league.people import HIDDEN_NAME
from bot.tables.nights.service import BREAK
from bot.tables.nights.store import StoredNight
from cogs.layouts.night_rules import COLOUR, NOUNS
from cogs.layouts.page import Button, Page, Row, Text, fitted

__all__ = [
    "IN",
    "OUT",
    "PAGE",
    "RULES",
    "TELL",
    "ShownNight",
    "night_control",
    "night_page",
    "night_title",
]

PAGE: Final = "night"
"""What the custom ids begin with; the night follows, and what to do."""

IN: Final = "in"
OUT: Final = "out"
TELL: Final = "tell"
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


def night_control(night: str, verb: str) -> str:
    """Return the custom id of a button."""
    return f"{PAGE}:{night}:{verb}"


def night_page(shown: ShownNight) -> Page:
    """Return the message of a night; not on the loop, as it works the standings out."""
    stored = shown.stored
    night = stored.night
    body = _signing_up(shown) if not night.rounds else _playing(shown)
    parts = (
        Text(_heading(stored)),
        *(Text(text, elastic=True) for text in body if text),
        *(() if night.closed else (_buttons(stored),)),
    )
    return Page(fitted(parts), colour=COLOUR)


def night_title(stored: StoredNight) -> str:
    """Return what a night is called: its form and its game."""
    game, noun = stored.plan.setup.game, NOUNS[stored.night.form]
    title = TITLES[game].rules.title if game in TITLES else game
    return f"{noun.capitalize()} · {title}"


def _heading(stored: StoredNight) -> str:
    return f"## {night_title(stored)}\n{_state(stored)}"


def _state(stored: StoredNight) -> str:
    """Say how far it is."""
    plan, night = stored.plan, stored.night
    if night.closed and not night.rounds:
        return f"This {NOUNS[night.form]} didn't take place: too few people were in."
    if night.closed:
        return f"{counted(len(night.rounds), 'round')} played."
    if night.rounds:
        return f"Round {len(night.rounds)} of {stored.rounds}."
    at = plan.starts_at // 1000
    starts = f"Starts <t:{at}:F>, <t:{at}:R>."
    if night.form == "swiss":
        return f"{starts} {counted(plan.rounds, 'round')} of a short match."
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
    lines = standings(night)
    if night.closed and lines:
        first = [_name(shown, line.person) for line in lines if line.place == 1]
        verb = "wins" if len(first) == 1 else "win"
        yield f"\N{TROPHY} {listed(first)} {verb} the {NOUNS[night.form].removeprefix('league ')}!"
    if all(table.running for table in night.tables()):
        return
    yield "\n".join(_line(shown, line) for line in lines[:_MOST_LINES])
    if len(lines) > _MOST_LINES:
        yield f"-# and {len(lines) - _MOST_LINES} more"


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


def _line(shown: ShownNight, line: Line) -> str:
    here = "" if line.person in shown.stored.night.here else " (left)"
    return f"**{line.place}** {_name(shown, line.person)}: {_points(line.points)}{here}"


def _points(points: Fraction) -> str:
    return str(round(points))


def _name(shown: ShownNight, number: int) -> str:
    person = shown.stored.people[number]
    return HIDDEN_NAME if person.user in shown.hidden else escape(person.name)


def _buttons(stored: StoredNight) -> Row:
    def button(label: str, verb: str, style: Style = Style.PLAIN) -> Button:
        return Button(label, night_control(stored.plan.id, verb), style)

    tell = () if stored.night.rounds else (button("Tell me", TELL),)
    return (
        button("I'm in", IN, Style.GOOD),
        button("I'm out", OUT),
        *tell,
        button("How it works", RULES),
    )
