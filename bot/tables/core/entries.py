"""The entries of a table's log: append-only, and the only truth about a table.

Everything a table is follows from its entries by :func:`bot.tables.core.state.evolve`; a restart
reads them again. Times are milliseconds since 1970 (UTC).
"""

from collections.abc import Collection, Sequence
from typing import Annotated, Final, Literal, TypeAlias

from pydantic import BaseModel, ConfigDict, Field, JsonValue, TypeAdapter

from bot.game.contract import Seat

__all__ = [
    "FORMER",
    "Acted",
    "Agreed",
    "Clock",
    "Closed",
    "ClosedBecause",
    "Configured",
    "CutMade",
    "Entry",
    "HandedOver",
    "HandedOverBecause",
    "Joined",
    "KaiAdded",
    "KaiRemoved",
    "Left",
    "Occupant",
    "Opened",
    "Paused",
    "Person",
    "Place",
    "Reminded",
    "Resumed",
    "Returned",
    "Slept",
    "Started",
    "TableSetup",
    "TimedOut",
    "Withdrew",
    "people_in",
    "read_entry",
]


class _Value(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class Person(_Value):
    """A Discord user, by id, and the name they had then (as written: not escaped).

    Someone who had their data deleted is a *former* player: no name, and an id that is not above
    zero and means something within one table's log at most.
    """

    id: int
    name: str

    @property
    def former(self) -> bool:
        """Whether this is nobody any more."""
        return self.id <= 0


FORMER: Final = Person(id=0, name="Former player")
"""Whoever sat there and had their data deleted."""


class Place(_Value):
    """Where a table's message lives. ``channel`` is a thread's id where the table has its own."""

    guild: int
    channel: int


class Clock(_Value):
    """How long a turn may take, in seconds; ``none`` has no limit."""

    kind: Literal["none", "live", "slow"] = "none"
    seconds: int = 0


class TableSetup(_Value):
    """What the host chooses in the lobby. ``options`` are the game's, as JSON."""

    game: str
    options: dict[str, JsonValue] = {}
    clock: Clock = Clock()
    ranked: bool = False
    ante: int = 0
    """League chips that each person at the table puts into the pot; 0: it is not about chips."""
    hints: bool = True
    """Whether people may ask Kai for hints, where the match counts for nothing."""

    @property
    def gives_hints(self) -> bool:
        """Whether people get hints: neither the standings nor anybody's chips depend on it."""
        return self.hints and not self.ranked and not self.ante


class Occupant(_Value):
    """Who a seat belongs to: a person, or Kai at a level."""

    person: Person | None = None
    kai: str | None = None


class _Entry(_Value):
    at: int
    """When, in milliseconds since 1970."""


class Opened(_Entry):
    """A lobby was opened; ``secret`` in hexadecimal, its hash is public from now on."""

    kind: Literal["opened"] = "opened"
    place: Place
    host: Person
    setup: TableSetup
    secret: str


class Joined(_Entry):
    """A person sat down in the lobby."""

    kind: Literal["joined"] = "joined"
    person: Person


class Left(_Entry):
    """A person left the lobby; the first of those who stay becomes host if the host left.

    ``by`` where somebody else removed them: then they cannot come back.
    """

    kind: Literal["left"] = "left"
    user: int
    by: Person | None = None


class CutMade(_Entry):
    """A person cut the deck with a word."""

    kind: Literal["cut"] = "cut"
    user: int
    word: str


class Agreed(_Entry):
    """A person agreed to play for chips, and put in what the setup asks for."""

    kind: Literal["agreed"] = "agreed"
    user: int


class Withdrew(_Entry):
    """A person took their chips back; so does, without this, whoever leaves the lobby."""

    kind: Literal["withdrew"] = "withdrew"
    user: int


class KaiAdded(_Entry):
    """Kai took a seat."""

    kind: Literal["kai added"] = "kai added"
    level: str


class KaiRemoved(_Entry):
    """The last of Kai's seats was given up."""

    kind: Literal["kai removed"] = "kai removed"


class Configured(_Entry):
    """The host chose other options. To play for chips is to be agreed anew."""

    kind: Literal["configured"] = "configured"
    setup: TableSetup


class Started(_Entry):
    """The match began: who has which seat, and each seat's cut, empty where there is none."""

    kind: Literal["started"] = "started"
    seats: tuple[Occupant, ...]
    cuts: tuple[str, ...]


class Acted(_Entry):
    """A seat's action, in the game's notation, and whose hand it was."""

    kind: Literal["acted"] = "acted"
    seat: Seat
    action: str
    by: Literal["person", "kai", "house"] = "person"


class Reminded(_Entry):
    """The seats to act were reminded of their clock."""

    kind: Literal["reminded"] = "reminded"
    turn: int


class TimedOut(_Entry):
    """A seat's time ran out: Kai plays this turn for it."""

    kind: Literal["timed out"] = "timed out"
    seat: Seat
    turn: int


HandedOverBecause: TypeAlias = Literal["left", "away", "kicked", "gone"]
"""``gone``: for good, the owner's data are being deleted."""


class HandedOver(_Entry):
    """Kai plays on for a person's seat; cards and score stay with it."""

    kind: Literal["handed over"] = "handed over"
    seat: Seat
    because: HandedOverBecause


class Returned(_Entry):
    """A seat's owner came back and plays again."""

    kind: Literal["returned"] = "returned"
    seat: Seat


class Paused(_Entry):
    """Nothing moves and no clock runs; ``by`` is None when everybody was away."""

    kind: Literal["paused"] = "paused"
    by: Person | None = None
    cut_off: bool = False
    """Whether the bot was removed from the server."""


class Resumed(_Entry):
    """The pause ended."""

    kind: Literal["resumed"] = "resumed"


class Slept(_Entry):
    """The house was closed for that long, in milliseconds: it counts against nobody."""

    kind: Literal["slept"] = "slept"
    milliseconds: int


ClosedBecause: TypeAlias = Literal[
    "finished", "ended", "abandoned", "stood still", "expired", "emptied", "lost", "channel gone"
]


class Closed(_Entry):
    """The table is over. ``by`` where a person ended it."""

    kind: Literal["closed"] = "closed"
    because: ClosedBecause
    by: Person | None = None


Entry: TypeAlias = Annotated[
    Opened
    | Joined
    | Left
    | CutMade
    | Agreed
    | Withdrew
    | KaiAdded
    | KaiRemoved
    | Configured
    | Started
    | Acted
    | Reminded
    | TimedOut
    | HandedOver
    | Returned
    | Paused
    | Resumed
    | Slept
    | Closed,
    Field(discriminator="kind"),
]

_ENTRIES: TypeAdapter[Entry] = TypeAdapter(Entry)


def read_entry(text: str) -> Entry:
    """Read an entry from its JSON; ``ValueError`` for anything else."""
    return _ENTRIES.validate_json(text)


def people_in(entry: Entry) -> Collection[int]:
    """Return the users whom an entry names; former players are none."""
    return [user for user in _named(entry) if user > 0]


def _named(entry: Entry) -> Sequence[int]:
    match entry:
        case Opened(host=person) | Joined(person=person):
            return [person.id]
        case Left(user=user, by=by):
            return [user, *([by.id] if by else [])]
        case CutMade(user=user) | Agreed(user=user) | Withdrew(user=user):
            return [user]
        case Started(seats=seats):
            return [seat.person.id for seat in seats if seat.person]
        case Paused(by=by) | Closed(by=by):
            return [by.id] if by else []
        case _:
            return []
