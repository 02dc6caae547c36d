"""League nights in words: their rules, standings, pings, and what they lack or have missed."""

import tomllib
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from fractions import Fraction
from functools import cached_property
from typing import Any, Final, NamedTuple

from bot.face.markdown import counted, span_words
from bot.face.names import names_of_seats
from bot.face.rulebook import SEEDS
from bot.games.registry import TITLES
from bot.league.counting import half_up
from bot.night.deals import share_of_luck, spread, standard_error
from bot.night.night import FEWEST, MOST_IN_ROUND_ROBIN, Form, Night
from bot.night.pings import AHEAD, MOST_PINGS
from bot.night.plan import PACES, PingWish, StoredNight, late, missed_since
from bot.night.rounds import BREAK, Held
from bot.night.standings import (
    board_percents,
    duplicate_standings,
    finished_boards,
    standings,
    without,
)
from bot.tables.cutting import Word
from cogs.core.page import Page, Text
from cogs.core.permissions import Cause
from cogs.play.fairness import NIGHT_COLOUR

NOUNS: Final[Mapping[Form, str]] = {
    "swiss": "league night",
    "round robin": "round robin",
    "duplicate": "duplicate night",
}
"""What people call each form."""

_SEED: Final[Mapping[str, Any]] = tomllib.loads((SEEDS / "night.toml").read_text("utf-8"))


_AHEAD: Final = counted(AHEAD // 60_000, "minute")

_MOST: Final = f"You get up to {MOST_PINGS} of these pings a week, never as a private message."

EVERY: Final = (
    f"**Every night** is on: I'll mention you {_AHEAD} before each league night on this server. "
    f"{_MOST} To stop, use `/me pings` again and choose **Off**."
)
NEVER: Final = "**Off**: you get no pings before this server's league nights any more."

PAGE: Final = "night"
"""What the custom ids begin with; the night follows, and what to do."""


class Verb(StrEnum):
    """What the buttons of a night do."""

    IN = "in"
    OUT = "out"
    TELL = "tell"
    RULES = "rules"
    FAIR = "fair"
    CUT = "cut"
    CUTTING = "cutting"
    END = "end"
    HERE = "here"
    STOP = "stop"
    SHOW = "show"
    """What the menu of nights says, instead of a night: the value is one."""


class NightLine(NamedTuple):
    """A line of the standings, with results in words."""

    place: int
    person: int
    result: str
    rounds: tuple[str, ...]


@dataclass(frozen=True)
class ShownNight:
    """A night, with what its message needs to know beside it."""

    stored: StoredNight
    hidden: Collection[int] = ()
    """People who keep their results to themselves."""
    rooms: Mapping[int, int] = field(default_factory=dict)
    """The channel of each table that plays, by its number in the round."""
    boards: Collection[int] = ()
    """The boards that are still played, also at tables that the night doesn't wait for."""
    held: Held | None = None
    """Why it waits."""
    nameless: bool = False
    """Whether people are called by numbers, because the server's AutoMod blocks a word."""

    @property
    def told(self) -> Night:
        """The night as far as it may be told."""
        return without(self.stored.night, self.boards)

    @cached_property
    def names(self) -> Sequence[str]:
        """What its people are called here, by number; still not escaped."""
        people = self.stored.people
        if self.nameless:
            return [f"Player {number}" for number in range(1, len(people) + 1)]
        return names_of_seats([p.user for p in people], [p.name for p in people], self.hidden)


def rules_page(form: Form) -> Page:
    """Return what happens at a night of a form, in private."""
    pace, told = PACES[form], _SEED[form]
    first, longest = span_words(pace.clock.seconds), span_words(pace.longest_round / 1000)
    latest, noun = span_words(pace.latest / 1000), NOUNS[form]
    waiting = _SEED["waiting"].format(first=first, longest=longest, nothing=told["nothing"])
    text: str = told["text"].format(
        ahead=_AHEAD,
        pause=counted(BREAK // 60_000, "minute"),
        fewest=FEWEST[form],
        most=MOST_IN_ROUND_ROBIN,
        hours=pace.clock.seconds // 3600,
        waiting=waiting,
        outage=_SEED["outage"].format(latest=latest, noun=noun, longest=longest),
        cut=_SEED["cut"],
    )
    return Page((Text(text.strip()),), colour=NIGHT_COLOUR)


def unshown_text(stored: StoredNight, cause: Cause, *, gone: bool) -> str:
    """Say why a night's message can't be shown, and what helps."""
    noun, leads = NOUNS[stored.night.form], "`/night` shows it."
    if gone and stored.night.closed:
        return f"The channel of the {noun} was deleted. {leads}"
    if gone:
        return (
            f"**The channel of the {noun} was deleted.** {leads} "
            "A moderator can let it go on in another channel there."
        )
    where = f"<#{stored.plan.channel}>"
    return f"**I can't show the {noun} in {where}.** {cause.text} {leads}"


def held_text(stored: StoredNight, held: Held | None) -> str:
    """Say why a night waits, and until when; nothing if it doesn't."""
    if held is None:
        return ""
    noun = NOUNS[stored.night.form]
    return (
        f"**The {noun} waits.** {held.why} Then it goes on by itself. "
        f"If it still has to wait at <t:{held.until // 1000}:t>, it ends."
    )


def why_never(stored: StoredNight) -> str:
    """Say why a night that is over has no round."""
    night, noun = stored.night, NOUNS[stored.night.form]
    if night.because == "late":
        most = span_words(stored.pace.latest / 1000)
        return (
            f"This {noun} was called off: nobody could play when it was due, nor in the "
            f"{most} after that. `/manage night plan` plans another one."
        )
    if night.because == "moderator":
        return f"This {noun} was called off."
    few = ": too few people were in" if len(night.here) < FEWEST[night.form] else ""
    last = " So the series has ended." if stored.plan.weekly else ""
    return f"This {noun} didn't take place{few}.{last}"


def after_outage(stored: StoredNight) -> str:
    """Say that a night began late, or that its newest round has stood still."""
    behind, missed = late(stored), missed_since(stored, stored.seated_at)
    began = span_words(behind / 1000) if len(stored.night.rounds) == 1 and behind else ""
    lines = [
        f"-# It began {began} late, because nobody could play when it was due." if began else "",
        f"-# Nobody could play for {span_words(missed / 1000)}. That time doesn't count."
        if missed
        else "",
    ]
    return "\n".join(filter(None, lines))


def off_calendar(stored: StoredNight) -> str:
    """Say so if a night that is planned isn't in the server's calendar."""
    night = stored.night
    if stored.event or night.rounds or night.closed or night.form == "round robin":
        return ""
    return "-# This isn't in the server's calendar."


def night_lines(night: Night) -> Sequence[NightLine]:
    """Return the standings, the best first; nothing as long as there is no result."""
    if night.form == "duplicate":
        boards = duplicate_standings(night) if finished_boards(night) else ()
        return [_line(one.place, one.person, one.percent, one.boards, "%") for one in boards]
    told = () if all(table.running for table in night.tables()) else standings(night)
    return [_line(one.place, one.person, one.points, one.scores) for one in told]


def _line(
    place: int, person: int, result: Fraction, rounds: Sequence[Fraction | None], unit: str = ""
) -> NightLine:
    return NightLine(place, person, f"{_told(result)}{unit}", tuple(map(_told, rounds)))


def luck_told(night: Night) -> str:
    """Say how much of a duplicate night's standings is luck; nothing before the first board."""
    if night.form != "duplicate":
        return ""
    boards = {who: [*found.values()] for who, found in board_percents(night).items()}
    share, varies = share_of_luck(boards), spread(boards)
    if share is None or varies is None:
        return "-# Too few boards so far to tell how much of this is luck." if boards else ""
    count = len(finished_boards(night))
    off = standard_error(varies, count)
    return (
        f"-# After {counted(count, 'board')}, luck still moves a result by about {half_up(off)}% "
        f"either way. About {half_up(100 * share)}% of the difference between players is luck."
    )


def _told(result: Fraction | None) -> str:
    return "-" if result is None else str(half_up(result))


def ping_page(stored: StoredNight, users: Sequence[int]) -> Page:
    """Return the message that mentions these people, and nobody else."""
    plan = stored.plan
    mentions = " ".join(f"<@{user}>" for user in users)
    link = f"https://discord.com/channels/{plan.guild}/{plan.channel}/{stored.message}"
    text = (
        f"{mentions}\n**{night_title(stored)}** starts <t:{plan.starts_at // 1000}:R>. "
        f"Press **I'm in** below [its message]({link}) if you aren't in yet.\n"
        "-# You asked for this ping. To stop them, use `/me pings`."
    )
    return Page((Text(text),), mentions=tuple(users), colour=NIGHT_COLOUR)


def wish_text(stored: StoredNight, wish: PingWish) -> str:
    """Say that a person's ping before a night is on or off, and what happens then."""
    noun = NOUNS[stored.night.form]
    if wish.wanted:
        at = (stored.plan.starts_at - AHEAD) // 1000
        return (
            f"**Tell me** is on: I'll mention you here {_AHEAD} before this {noun} "
            f"starts, <t:{at}:R>. {_MOST} To stop, press **Tell me** again."
        )
    others = " Use `/me pings` to stop them for every night." if wish.every else ""
    return f"**Tell me** is off: you get no ping before this {noun}.{others}"


def night_control(night: str, verb: str) -> str:
    """Return the custom id of a button."""
    return f"{PAGE}:{night}:{verb}"


def shown_words(shown: ShownNight) -> Sequence[Word]:
    """Return the words of a night with the names under which people are shown."""
    words = shown.stored.night.words
    return [Word(shown.names[word.person], word.word) for word in words]


def night_title(stored: StoredNight) -> str:
    """Return what a night is called: its form and its game."""
    return f"{NOUNS[stored.night.form].capitalize()} · {game_title(stored)}"


def game_title(stored: StoredNight) -> str:
    """Return the title of a night's game; its name if it isn't played any more."""
    game = stored.plan.setup.game
    return TITLES[game].rules.title if game in TITLES else game
