"""A table's state as a frozen value; :mod:`bot.tables.apply` derives it from the log."""

from dataclasses import dataclass, replace
from typing import Any, Literal, NamedTuple, TypeVar

from bot.game.contract import AnyGame, GameError, Seat, Stage
from bot.game.moves import Past
from bot.tables import entries as log
from bot.tables.entries import LAST_FORMER, Occupant, Person, Place, TableSetup
from bot.tables.store import Listing, Phase, Tally

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Guest:
    """A person in the lobby, the word they cut the deck with, and whether their ante is in."""

    person: Person
    cut: str | None = None
    cut_at: int = 0
    """Entries of the log when they cut: it tells the order of the words."""
    agreed: bool = False
    called_at: int | None = None
    """When a rematch called them, as long as they have not answered."""


class Change(NamedTuple):
    """What has changed the deal of a lobby after a word: others sit there, for example."""

    what: Literal[
        "cut", "joined", "left", "removed", "unanswered", "kai added", "kai removed", "options"
    ]
    name: str = ""
    """Of the person it is about; not escaped."""


@dataclass(frozen=True)
class SeatState:
    """A seat of a match: its owner, and whether Kai plays for them."""

    occupant: Occupant
    held: log.HandedOverBecause | None = None
    missed: int = 0
    covered: int | None = None
    """The turn that Kai plays because the seat's time ran out."""
    hurried: bool = False
    """Whether Kai plays to the end, because a night does not wait any longer."""

    @property
    def user(self) -> int | None:
        """The owner's id; None for a seat of Kai's own, and for a former player's."""
        person = self.occupant.person
        return None if person is None or person.former else person.id

    @property
    def former(self) -> int | None:
        """A former player's id in the league; None for everyone else."""
        person = self.occupant.person
        return person.id if person and person.id <= LAST_FORMER else None

    def belongs_to(self, user: int) -> bool:
        """Whether this person owns the seat and has not been removed."""
        person = self.occupant.person
        return person is not None and person.id == user and self.held != "kicked"

    def played_by_kai(self, turn: int) -> bool:
        """Whether Kai plays this seat in that turn."""
        held = self.user is None or self.held is not None or self.hurried
        return held or self.covered == turn


class News(NamedTuple):
    """A public event, its turns as in the ``Stage``, and whose action brought it about."""

    turn: int
    own_turn: int
    event: object
    by: Seat | None = None
    """None for the first deal, and for a round that the house began."""
    by_kai: bool = False


@dataclass(frozen=True, slots=True)
class KaiMoved:
    """Kai's last action at any seat: its turn, and the ply that it led to."""

    turn: int
    ply: int


@dataclass(frozen=True, slots=True)
class Rest:
    """A turn's rest through someone's night: each turn has one at most."""

    turn: int
    since: int
    over: bool = False
    """Whether the turn was woken."""


@dataclass(frozen=True, slots=True)
class Missed:
    """Time that nobody could use, and the turn in which it was given back; 0 in the lobby."""

    turn: int
    milliseconds: int
    total: int
    """With all that was given back at the table before."""


class Wish(NamedTuple):
    """What some want that takes all who were dealt in."""

    what: log.Power
    of: Seat | None
    """Whose removal it is."""
    number: int
    """The entry of the log with which it began."""
    since: int
    seats: tuple[Seat, ...]
    """Whose owners want it, the one who asked first."""


class Intervention(NamedTuple):
    """What was done to a match that counts, by a moderator or by all who were dealt in."""

    number: int
    """Of the entry in the log."""
    at: int
    what: log.Power
    of: Seat | None
    """Who was removed."""
    by: Person | None
    """The moderator, or who asked first; None in logs of before it was kept."""
    together: bool
    """Whether all agreed."""


@dataclass(frozen=True)
class TableState:
    """Everything about one table. Times are milliseconds since 1970."""

    id: str
    game: AnyGame
    place: Place
    host: Person
    setup: TableSetup
    secret: bytes
    last_at: int
    board: str | None
    """What is dealt here, if other tables are dealt the same: nobody cuts that deck."""
    night: str | None
    """The place of this table in a league night whose words cut its deck."""
    listing: Listing
    """The same object as long as it is equal."""
    host_since: int = 0
    """When the host took the place of another; 0 for the one who opened the table."""
    away_host: Person | None = None
    """The host by right, in whose place another one is host."""
    started_at: int = 0
    seq: int = 1
    guests: tuple[Guest, ...] = ()
    removed: frozenset[int] = frozenset()
    """Users who were removed from the lobby and may not join again."""
    kai: tuple[str, ...] = ()
    """In the lobby: the levels of Kai's seats."""
    seats: tuple[SeatState, ...] = ()
    cuts: tuple[str, ...] = ()
    cuts_made: tuple[Seat, ...] = ()
    """The seats that cut, in order; empty in matches of before that was kept."""
    changes: tuple[Change, ...] = ()
    """What has changed the deal since the last word, until the start."""
    position: Any = None
    """The game's own state, once the match has started."""
    stage: Stage | None = None
    to_act: frozenset[Seat] = frozenset()
    ply: int = 0
    """How many actions have been made; taking one back is another one."""
    since: tuple[int, ...] = ()
    """For each seat the ply since which its choices are the same: its clicks' revision."""
    news: tuple[News, ...] = ()
    kai_moved: KaiMoved | None = None
    past: Past | None = None
    """The moves of this turn that may be taken back; None in a match that counts."""
    clock_from: int = 0
    """When the current turn began, moved on by pauses and by missed time."""
    reminded: int | None = None
    """The last turn in which the seats to act were reminded."""
    reminded_at: int = 0
    """When they were, moved on by missed time."""
    rest: Rest | None = None
    """The newest rest of a turn, of this one or of one before."""
    out_of_reach: int | None = None
    """Since when nobody can play, as far as the log knows."""
    missed: Missed | None = None
    short_counts: bool = False
    """Whether the server counted short ranked matches when this one began."""
    tallies: tuple[Tally, ...] = ()
    """For each seat, who has played it so far."""
    wishes: tuple[Wish, ...] = ()
    """Without what was done or forgotten since."""
    interventions: tuple[Intervention, ...] = ()
    """What was done to a match that counts."""
    paused_for: int = 0
    """How long people have paused it, without the running pause, in milliseconds."""
    paused: log.Paused | None = None
    closed: log.Closed | None = None

    @property
    def phase(self) -> Phase:
        """The table's phase."""
        if self.closed:
            return Phase.CLOSED
        return Phase.PLAYING if self.seats else Phase.LOBBY

    @property
    def counts(self) -> bool:
        """Whether others have something to lose here: a ranked match, a night's, one for chips.

        Nobody has power over anyone else in it (``docs/authorisation.md``).
        """
        return self.setup.ranked or self.setup.ante > 0 or self.at_night

    @property
    def ends_by_kai(self) -> bool:
        """Whether Kai plays to the end once all have left: the match counts between people."""
        dealt = sum(seat.occupant.person is not None for seat in self.seats) or len(self.guests)
        return self.counts and dealt > 1 and bool(self.people)

    @property
    def at_night(self) -> bool:
        """Whether it is a table of a league night, which alone seats people there."""
        return self.night is not None or self.board is not None

    @property
    def hurried(self) -> bool:
        """Whether Kai plays all seats to the end, because a night does not wait any longer."""
        return any(seat.hurried for seat in self.seats)

    @property
    def left_to_kai(self) -> bool:
        """Whether Kai plays all seats until someone comes back."""
        return all(seat.played_by_kai(-1) for seat in self.seats)

    @property
    def kai_alone(self) -> bool:
        """Whether Kai plays all seats of a night's table, so that nobody has to follow."""
        return self.at_night and self.left_to_kai

    @property
    def called(self) -> tuple[Guest, ...]:
        """Those whom a rematch called to the lobby and who have not answered yet."""
        return tuple(guest for guest in self.guests if guest.called_at is not None)

    @property
    def people(self) -> tuple[Person, ...]:
        """The people at the table, whether or not Kai plays for them."""
        if self.seats:
            people = (seat.occupant.person for seat in self.seats)
            return tuple(person for person in people if person and not person.former)
        return tuple(guest.person for guest in self.guests)

    def with_name(self, person: Person) -> "TableState":
        """Return the table where someone who sits at it has this name."""

        def now(known: Person) -> Person:
            return person if known.id == person.id else known

        def owned(seat: SeatState) -> SeatState:
            known = seat.occupant.person
            return replace(seat, occupant=Occupant(person=now(known))) if known else seat

        guests = tuple(replace(guest, person=now(guest.person)) for guest in self.guests)
        seats = tuple(map(owned, self.seats))
        away = now(self.away_host) if self.away_host else None
        return replace(self, guests=guests, seats=seats, host=now(self.host), away_host=away)

    def seat_of(self, user: int) -> Seat | None:
        """Return a person's seat; None if they have none or were kicked."""
        for number, seat in enumerate(self.seats):
            if seat.belongs_to(user):
                return number
        return None

    def dealt_to(self, user: int) -> Seat | None:
        """Return the seat of someone who was dealt in, whatever became of them since."""
        owners = ((number, seat.occupant.person) for number, seat in enumerate(self.seats))
        return next((number for number, one in owners if one and one.id == user), None)


def kai_seat(table: TableState) -> Seat | None:
    """Return the first seat to act that Kai plays, if there is one."""
    turn = stage_of(table).turn
    for seat in sorted(table.to_act):
        if table.seats[seat].played_by_kai(turn):
            return seat
    return None


def human_seats(table: TableState) -> tuple[Seat, ...]:
    """Return the seats to act that their owners play."""
    turn = stage_of(table).turn
    return tuple(s for s in sorted(table.to_act) if not table.seats[s].played_by_kai(turn))


def human_users(table: TableState) -> tuple[int, ...]:
    """Return the users who have to act."""
    users = (table.seats[seat].user for seat in human_seats(table))
    return tuple(user for user in users if user is not None)


def stage_of(table: TableState) -> Stage:
    """Return where a match is; ``ValueError`` before it has started."""
    if table.stage is None:
        raise ValueError(f"table {table.id} has not started")
    return table.stage


def may_undo(table: TableState) -> Past:
    """Return what may be taken back; ``GameError`` where others have something to lose."""
    if table.past is None:
        raise GameError("You can't take moves back in a match that counts.")
    return table.past


def put(values: tuple[T, ...], number: Seat, value: T) -> tuple[T, ...]:
    """Return the values with another one in a place."""
    changed = [*values]
    changed[number] = value
    return tuple(changed)
