"""The events of a night, in the order of its log: the single source of truth.

:func:`bot.night.night.night_of` derives a night from them, also after a restart. People are their
ids. Rounds are numbered from 1, tables within a round from 0.
"""

from typing import Annotated, Final, Literal, TypeAlias

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter

MOST_SEATS: Final = 6
"""More seats at a table make a match long, and two such tables can be divided in too many ways."""

Form: TypeAlias = Literal["swiss", "round robin", "duplicate"]
"""How people are seated: by score and by who has met whom; everyone with everyone; or with new
company each time, at tables that are dealt alike."""

Because: TypeAlias = Literal["", "moderator", "late", "outage"]
"""Why a night ended before its time: a moderator wanted that, nobody could play when it was to
begin, or for too long since then. Empty if it is over, if too few people were there, and for nights
of before that was noted."""


class _Event(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class Opened(_Event):
    """A night was opened.

    ``seed`` is hexadecimal and breaks ties. ``sizes`` are the numbers of seats that a table may
    have, the most wanted first (:func:`bot.night.night.wanted`). ``keyed``: whether the ids of its
    tables follow from the seed, too, so that nobody can reckon them; nights of before have none.
    """

    kind: Literal["opened"] = "opened"
    seed: str = Field(pattern=r"^([0-9a-f]{2})+$")
    sizes: tuple[Annotated[int, Field(ge=2, le=MOST_SEATS)], ...] = Field(min_length=1)
    form: Form = "swiss"
    keyed: bool = False


class Sealed(_Event):
    """The secret of the night was drawn, 32 bytes in hexadecimal: the decks of all tables follow.

    Nights of before that had none get theirs unless they have begun.
    """

    kind: Literal["sealed"] = "sealed"
    secret: str = Field(pattern=r"^[0-9a-f]{64}$")


class Cut(_Event):
    """A person who is in cut the deck of the whole night with a word, until the first round.

    A new word of theirs takes the place of the old one and goes to the end. It stays if they leave.
    """

    kind: Literal["cut"] = "cut"
    person: int
    word: str = Field(min_length=1)


class Joined(_Event):
    """A person joined; they sit from the next round on."""

    kind: Literal["joined"] = "joined"
    person: int


class Left(_Event):
    """A person left the night; their table, if they sit at one, goes on.

    Someone who has had neither a seat nor a bye yet has never joined then.
    """

    kind: Literal["left"] = "left"
    person: int


class CameBack(_Event):
    """A person who had left came back; they sit from the next round on."""

    kind: Literal["came back"] = "came back"
    person: int


class RoundSeated(_Event):
    """A round began. The first person at a table begins. A bye is a round without a table.

    ``seats`` is how many seats each match has, Kai filling up; 0 if it has as many as people.
    ``busy`` are people who still play another match, and so are late.
    """

    kind: Literal["round seated"] = "round seated"
    tables: tuple[tuple[int, ...], ...]
    byes: tuple[int, ...] = ()
    seats: Annotated[int, Field(ge=0, le=MOST_SEATS)] = 0
    busy: tuple[int, ...] = ()


class TableFinished(_Event):
    """A table finished: the rank of each seat, the best 1, equal results alike.

    ``away`` are the people who are *gone*: they left or were away at the end, or Kai had more than
    half of their turns. ``absent`` are those whom others removed before half of their turns (both
    are words of :mod:`bot.league.counting`). A duplicate night compares results, too:
    ``scores`` are those of all seats of the match, Kai's among them, the better the higher, and
    ``sat`` is the seat of each person, None for someone who had none.
    """

    kind: Literal["table finished"] = "table finished"
    round: int
    table: int
    ranks: tuple[int, ...]
    away: tuple[int, ...] = ()
    absent: tuple[int, ...] = ()
    scores: tuple[int, ...] = ()
    sat: tuple[int | None, ...] = ()


class TableGivenUp(_Event):
    """A table could not finish. ``away`` are the people who had left it, or were away."""

    kind: Literal["table given up"] = "table given up"
    round: int
    table: int
    away: tuple[int, ...] = ()


class Missed(_Event):
    """Nobody could play for this many milliseconds up to now: whatever ran has stood still."""

    kind: Literal["missed"] = "missed"
    milliseconds: int = Field(gt=0)


class NightClosed(_Event):
    """The night ended. Tables that were still running are given up; who has left is away."""

    kind: Literal["night closed"] = "night closed"
    because: Because = ""


Event: TypeAlias = Annotated[
    Opened
    | Sealed
    | Joined
    | Left
    | CameBack
    | Cut
    | RoundSeated
    | TableFinished
    | TableGivenUp
    | Missed
    | NightClosed,
    Field(discriminator="kind"),
]

_EVENTS: TypeAdapter[Event] = TypeAdapter(Event)


def read_event(text: str) -> Event:
    """Parse an event from JSON; raises ``ValueError``."""
    return _EVENTS.validate_json(text)
