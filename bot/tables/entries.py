"""The entries of a table's log, which is append-only and the single source of truth.

Times are milliseconds since 1970.
"""

from dataclasses import dataclass
from typing import Annotated, ClassVar, Final, Literal, TypeAlias

from pydantic import BaseModel, ConfigDict, Field, JsonValue, TypeAdapter

from bot.game.contract import Seat


class Value(BaseModel):
    """Is frozen, and refuses what it does not know."""

    model_config = ConfigDict(frozen=True, extra="forbid")


class Slotted:
    """A small value that tables keep: a dataclass with slots takes a tenth of a model's memory."""

    __slots__ = ()
    __pydantic_config__: ClassVar[ConfigDict] = ConfigDict(extra="forbid")


@dataclass(frozen=True, slots=True, kw_only=True)
class Person(Slotted):
    """A Discord user: their id, and the name they had then (not escaped).

    Someone who had their data deleted is a *former player*, without a name, and with an id of zero
    or below: the one that they have in the league, or in old logs a number that is unique in one
    log only.
    """

    id: int
    name: str

    @property
    def former(self) -> bool:
        """Whether this is a former player."""
        return self.id <= 0


FORMER: Final = Person(id=0, name="Former player")
"""Stands for a person who had their data deleted."""

LAST_FORMER: Final = -(2**55)
"""Ids of former players in the league are not above it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Place(Slotted):
    """Where a table's message is; ``channel`` is a thread's id if it has its own thread."""

    guild: int
    channel: int


class Clock(Value):
    """How long a turn may take, in seconds; ``none`` has no limit."""

    kind: Literal["none", "live", "slow"] = "none"
    seconds: int = 0


class TableSetup(Value):
    """What the host chooses in the lobby. ``options`` are the game's, as JSON."""

    game: str
    options: dict[str, JsonValue] = {}
    clock: Clock = Clock()
    ranked: bool = False
    ante: int = 0
    """League chips that each person puts into the pot."""
    hints: bool = True
    """Whether people may ask Kai for hints in a match without standings and chips."""

    @property
    def gives_hints(self) -> bool:
        """Whether people may ask for hints: no standings and no chips depend on it."""
        return self.hints and not self.ranked and not self.ante


@dataclass(frozen=True, slots=True, kw_only=True)
class Occupant(Slotted):
    """The owner of a seat: a person, or Kai at a level."""

    person: Person | None = None
    kai: str | None = None


class _Entry(Value):
    at: int
    """When, in milliseconds since 1970."""


class Opened(_Entry):
    """A lobby was opened. ``secret`` is hexadecimal; its hash is public from now on.

    ``board`` names a deal that other tables have, too (:func:`bot.night.tables.board_id`).
    ``night`` is the table's place in a league night, from whose secret this one follows
    (:class:`bot.game.record.NightTable`).
    """

    kind: Literal["opened"] = "opened"
    place: Place
    host: Person
    setup: TableSetup
    secret: str
    board: str | None = None
    night: str | None = None


class Joined(_Entry):
    """A person sat down in the lobby; of one who sits there, that they have this name now.

    ``called``: set if a rematch keeps the seat for them, until this entry comes again without it.
    """

    kind: Literal["joined"] = "joined"
    person: Person
    called: Literal[True] | None = None


class Left(_Entry):
    """A person left the lobby; ``by``, if set, removed them, so that they can't come back."""

    kind: Literal["left"] = "left"
    user: int
    by: Person | None = None


class CutMade(_Entry):
    """A person cut the deck with a word."""

    kind: Literal["cut"] = "cut"
    user: int
    word: str


class Agreed(_Entry):
    """A person agreed to play for chips, and put in the ante."""

    kind: Literal["agreed"] = "agreed"
    user: int


class Withdrew(_Entry):
    """A person took their ante back. Leaving the lobby does so too, without this entry."""

    kind: Literal["withdrew"] = "withdrew"
    user: int


class KaiAdded(_Entry):
    """Kai took a seat."""

    kind: Literal["kai added"] = "kai added"
    level: str


class KaiRemoved(_Entry):
    """Kai's last seat was removed."""

    kind: Literal["kai removed"] = "kai removed"


class Configured(_Entry):
    """The host chose other options. Everyone has to agree to the ante again."""

    kind: Literal["configured"] = "configured"
    setup: TableSetup


class Moved(_Entry):
    """The lobby moved to another channel of its server, or to a thread."""

    kind: Literal["moved"] = "moved"
    channel: int


class Started(_Entry):
    """The match began. ``cuts`` has each seat's cut, empty if there is none.

    ``cuts_made``: the seats that cut, in order; missing in old logs. ``short_counts``: set if the
    server counted short ranked matches at that time.
    """

    kind: Literal["started"] = "started"
    seats: tuple[Occupant, ...]
    cuts: tuple[str, ...]
    cuts_made: tuple[Seat, ...] | None = None
    short_counts: Literal[True] | None = None


class Acted(_Entry):
    """A seat's action, in the game's notation, and who made it.

    The house's begins the next round by itself: it's nobody's move.
    """

    kind: Literal["acted"] = "acted"
    seat: Seat
    action: str
    by: Literal["person", "kai", "house"] = "person"
    level: str | None = None
    """Kai's level, as it really played; a busy bot plays below the level of the seat."""


class Reminded(_Entry):
    """The seats to act were reminded of their clock."""

    kind: Literal["reminded"] = "reminded"
    turn: int


class TimedOut(_Entry):
    """A seat's time ran out, so Kai plays this turn for it."""

    kind: Literal["timed out"] = "timed out"
    seat: Seat
    turn: int


class Rested(_Entry):
    """A turn with a slow clock began to rest, because it is someone's night.

    Neither this entry nor :class:`Woken` says whose, or when it will end.
    """

    kind: Literal["rested"] = "rested"
    turn: int


class Woken(_Entry):
    """The turn's rest ended, so its clock goes on."""

    kind: Literal["woken"] = "woken"
    turn: int


HandedOverBecause: TypeAlias = Literal["left", "away", "kicked", "gone"]
"""Why Kai took a seat over. ``gone``: for good, because the owner's data are being deleted."""


class _Deed(_Entry):
    """What a person did to a match, or asked for first; ``together``: set if all agreed to it."""

    by: Person | None = None
    together: Literal[True] | None = None


class HandedOver(_Deed):
    """Kai took over a person's seat. ``by`` is missing in logs of before it was kept."""

    kind: Literal["handed over"] = "handed over"
    seat: Seat
    because: HandedOverBecause


class Returned(_Entry):
    """A seat's owner came back."""

    kind: Literal["returned"] = "returned"
    seat: Seat


class Hurried(_Entry):
    """Kai plays all seats to the end, since a night waits no longer; its turns are nobody's."""

    kind: Literal["hurried"] = "hurried"


class Paused(_Deed):
    """The match was paused. ``by`` is None if that was because everyone was away."""

    kind: Literal["paused"] = "paused"
    cut_off: bool = False
    """Whether the bot was removed from the server."""


class Resumed(_Entry):
    """The pause ended. ``anew``: set if nobody ended it, so that the turn gets its whole time."""

    kind: Literal["resumed"] = "resumed"
    anew: Literal[True] | None = None


class EndWanted(_Entry):
    """Someone wants to end a ranked match: in logs of before there was :class:`Wanted`."""

    kind: Literal["end wanted"] = "end wanted"
    user: int


Power: TypeAlias = Literal["end", "pause", "remove"]
"""What takes all who were dealt in, in a match that counts."""


class Wanted(_Entry):
    """A seat's owner wants that; no more, with ``back``. ``of``: the seat of who is to go."""

    kind: Literal["wanted"] = "wanted"
    seat: Seat
    what: Power
    of: Seat | None = None
    back: Literal[True] | None = None


class OutOfReach(_Entry):
    """Nobody can play since that time, until :class:`Slept` gives it back: nothing runs out."""

    kind: Literal["out of reach"] = "out of reach"
    since: int


class Slept(_Entry):
    """Nobody could play for this time, in milliseconds; the players get it back.

    ``fair``: set since what is left of a turn then is never less than a fair rest of it.
    """

    kind: Literal["slept"] = "slept"
    milliseconds: int
    fair: Literal[True] | None = None


ClosedBecause: TypeAlias = Literal[
    "finished", "ended", "abandoned", "stood still", "expired", "emptied", "lost", "channel gone"
]


class Closed(_Deed):
    """The table was closed. ``by`` is the person who ended it, if one did."""

    kind: Literal["closed"] = "closed"
    because: ClosedBecause


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
    | Moved
    | Started
    | Acted
    | Reminded
    | TimedOut
    | Rested
    | Woken
    | HandedOver
    | Returned
    | Hurried
    | Paused
    | Resumed
    | EndWanted
    | Wanted
    | OutOfReach
    | Slept
    | Closed,
    Field(discriminator="kind"),
]

_ENTRIES: TypeAdapter[Entry] = TypeAdapter(Entry)


def read_entry(text: str) -> Entry:
    """Parse an entry from JSON; raises ``ValueError``."""
    return _ENTRIES.validate_json(text)
