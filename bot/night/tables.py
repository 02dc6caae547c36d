"""The tables of a night's round: opened and started once each, found again after a crash, judged.

Each has an id that follows from the night, the round and its number.

**The end of a round's time.** Kai plays a table that isn't done to its end, and nobody gains: the
leader would gain if the standings at that moment counted, and a player with points from before if
everyone got their average. So the match is finished, at once, by an equal for each seat. A player
whom the others waited for too long is judged as away: the time is shared equally by the people at a
table, and anyone who has had :data:`SLOW` times their share was slow. Not everyone can be, and
nobody who was not slow could have made the table late alone.
"""

import asyncio
import hmac
from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from hashlib import sha256
from itertools import pairwise
from typing import Final, Protocol

from bot.game.contract import AnyGame, Seat
from bot.kai.player import USUAL_LEVEL
from bot.league.counting import Attendance
from bot.league.results import seat_attendance
from bot.night.deals import deal_of
from bot.night.night import Table, TableFinished, TableGivenUp
from bot.night.plan import NightPlan, StoredNight
from bot.tables import lobby
from bot.tables.apply import evolve, open_state
from bot.tables.command import Asker, NoSuchTableError, RefusedError
from bot.tables.entries import Entry, Person, Place, Slept
from bot.tables.host import Host
from bot.tables.match import hurry
from bot.tables.quiet_hours import resting
from bot.tables.state import TableState, human_seats
from bot.tables.store import Phase
from bot.tables.table import Table as HostedTable
from db.repositories.league import League

MOST_SOUGHT: Final = 1000
"""Nights of which that is remembered, the newest."""

SLOW: Final = 1.25
"""Times an equal share of a round's time: more is too much. A quarter is for harder choices."""

FINISHING: Final = 300_000
"""Milliseconds that Kai has to finish the match; a table that isn't done then is given up."""

_WENT: Final = ("left", "away", "gone")
"""Why Kai plays for people who are not there, and were not removed."""


class Rooms(Protocol):
    """Where the tables of a round are shown; a single one is in the night's own channel."""

    async def lacks(self, plan: NightPlan, *, private: bool) -> str:
        """Return why no round can begin there now, in sentences; nothing if one can.

        ``private``: whether the tables need threads that only their people see.
        """

    async def gone(self, plan: NightPlan, users: Sequence[int]) -> Collection[int]:
        """Return those of these people who have left the server."""

    async def room(
        self, plan: NightPlan, round_number: int, table: int, people: Sequence[int] | None = None
    ) -> int:
        """Return a channel or thread for a table; raises ``RefusedError``.

        ``people``: those who alone see it; without them everyone does.
        """


@dataclass(frozen=True, slots=True)
class NightTables:
    """Opens, starts and finds the tables of nights. Calls raise ``StoreUnavailableError``."""

    _host: Host
    _league: League
    _rooms: Rooms
    _sought: dict[str, int] = field(init=False, default_factory=dict)
    """After how many rounds each night's people were last looked for."""

    async def state(self, stored: StoredNight, at: int, table: Table) -> TableState:
        """Return a table of the newest round as it is, opened and started if need be.

        ``RefusedError`` says why that is not possible now.
        """
        hosted = await self._found(stored, at, table)
        if hosted.state.phase is Phase.LOBBY:
            await self._start(stored, table, hosted)
        return hosted.state

    async def known(self, stored: StoredNight, number: int, at: int) -> TableState | None:
        """Return a table of any round as it is; None if it was never opened, or can't be read."""
        with suppress(RefusedError):
            return (await self._host.table(table_id(stored, number, at))).state
        return None

    async def hurry(self, stored: StoredNight, number: int, at: int) -> TableState:
        """Let Kai finish a table of a round whose time is up; who was slow is away."""
        hosted = await self._host.table(table_id(stored, number, at))
        if hosted.state.hurried or hosted.state.closed:
            return hosted.state
        entries, now = await self._host.log(hosted.id), hosted.clock.now()
        late = await asyncio.to_thread(
            slow, hosted.id, entries, self._host.games, now, stored.pace.longest_round
        )
        return await hosted.do(hurry(late))

    async def _found(self, stored: StoredNight, at: int, table: Table) -> HostedTable:
        plan, number = stored.plan, len(stored.night.rounds)
        name = table_id(stored, number, at)
        with suppress(NoSuchTableError):
            return await self._host.table(name)
        people = people_at(stored, table)
        lacking = await self.lacks(stored)
        if lacking:
            raise RefusedError(lacking)
        place = Place(guild=plan.guild, channel=await self._channel(stored, at, people))
        dealt = deal_of(stored, at)
        return await self._host.open(people[0], place, plan.setup, table=name, dealt=dealt)

    async def lacks(self, stored: StoredNight) -> str:
        """Return why no round can begin now, in sentences; nothing if one can."""
        return await self._rooms.lacks(stored.plan, private=stored.night.form == "duplicate")

    async def gone(self, stored: StoredNight) -> Sequence[int]:
        """Return who is in but has left the server, or is a former player.

        Everyone is looked for before the first round, later those who were away from the last one;
        once each time.
        """
        night, rounds = stored.night, len(stored.night.rounds)
        if self._sought.get(stored.plan.id) == rounds:
            return ()
        newest = night.rounds[-1].tables if night.rounds else None
        users = {stored.people[number].user: number for number in night.here}
        former = [number for number in night.here if stored.people[number].user is None]
        asked = [
            user
            for user, number in users.items()
            if user is not None and (newest is None or any(number in one.away for one in newest))
        ]
        found = await self._rooms.gone(stored.plan, asked) if asked else ()
        self._sought[stored.plan.id] = rounds
        while len(self._sought) > MOST_SOUGHT:
            self._sought.pop(next(iter(self._sought)))
        return [*former, *(users[user] for user in found)]

    async def _channel(self, stored: StoredNight, at: int, people: Sequence[Person]) -> int:
        plan, number = stored.plan, len(stored.night.rounds)
        if stored.night.form == "duplicate":
            # Who looks on at another table learns the cards that come at their own.
            return await self._rooms.room(plan, number, at, [one.id for one in people])
        if len(stored.night.rounds[-1].tables) > 1:
            return await self._rooms.room(plan, number, at)
        return plan.channel

    async def _start(self, stored: StoredNight, table: Table, hosted: HostedTable) -> None:
        """Seat everyone, and Kai for those who can't be, and start the match."""
        here = {guest.person.id for guest in hosted.state.guests}
        for person in people_at(stored, table):
            if person.id not in here:
                with suppress(RefusedError):  # Kai plays.
                    await self._host.join(hosted.id, person)
        state = hosted.state
        seats = stored.night.rounds[-1].seats or len(table.seats)
        missing = seats - len(state.guests) - len(state.kai)
        if missing > 0:
            await hosted.do(lobby.add_kai(state.host.id, *[USUAL_LEVEL] * missing))
        settings = await self._league.settings(stored.plan.guild)
        await hosted.do(
            lobby.start(Asker(state.host, house=True), short_counts=settings.count_short)
        )


def table_id(stored: StoredNight, round_number: int, table: int) -> str:
    """Return the id of a night's table; the same each time.

    It follows from the seed, which nobody knows, so that nobody can ask for a table by its id.
    """
    night = stored.night
    if not night.keyed:
        return sha256(f"night {stored.plan.id} {round_number} {table}".encode()).hexdigest()[:10]
    return hmac.digest(night.seed, f"table {round_number} {table}".encode(), "sha256").hex()[:10]


def people_at(stored: StoredNight, table: Table) -> Sequence[Person]:
    """Return who sits at a table, without former players."""
    found = (stored.people[number] for number in table.seats)
    return [Person(id=one.user, name=one.name) for one in found if one.user is not None]


def slow(
    table: str, entries: Sequence[Entry], games: Mapping[str, AnyGame], until: int, longest: int
) -> Collection[Seat]:
    """Return the seats whose people took too long in a round of this length, until a time.

    It replays the whole log: not on the event loop.
    """
    found, people = waited(table, entries, games, until)
    return [seat for seat, time in found.items() if time * people > SLOW * longest]


def waited(
    table: str, entries: Sequence[Entry], games: Mapping[str, AnyGame], until: int
) -> tuple[Mapping[Seat, float], int]:
    """Return for how many milliseconds others waited for each seat's person, and how many sat down.

    Several who have to act at once share the time. Pauses, nights and outages are nobody's, and so
    is time in which Kai plays.
    """
    state = open_state(table, entries[0], games)
    found: defaultdict[Seat, float] = defaultdict(float)
    for before, entry in pairwise(entries):
        missed = entry.milliseconds if isinstance(entry, Slept) else 0
        _charge(found, state, entry.at - before.at - missed)
        state = evolve(state, entry)
    _charge(found, state, until - state.last_at)
    return found, sum(seat.occupant.person is not None for seat in state.seats)


def _charge(found: defaultdict[Seat, float], state: TableState, time: int) -> None:
    """Let the people who have to act pay for some time."""
    if state.stage is None or state.stage.paused or state.paused or state.closed:
        return
    if state.out_of_reach is not None or resting(state):
        return
    seats = human_seats(state)
    for seat in seats:
        found[seat] += max(0, time) / len(seats)


def finished(
    stored: StoredNight, round_number: int, table: int, state: TableState
) -> TableFinished | TableGivenUp | None:
    """Return the event of a table that has closed; None while it plays.

    A table that its people ended together gives them nothing: an average would be worth more to
    those who are ahead. People without a seat, because their data were deleted, come last. Seats of
    Kai's that stand for them are not counted.
    """
    if state.closed is None:
        return None
    members, own = _seats(stored, round_number, table, state)
    outcome = state.game.outcome(state.position) if state.seats else None
    if state.closed.because != "finished" or outcome is None:
        return given_up(stored, round_number, table, state)
    last = len(state.seats) + 1
    ranks = [last if seat is None else outcome.ranks[seat] for seat in own]
    judged = [
        (one, Attendance.GONE if seat is None else seat_attendance(state, seat))
        for one, seat in zip(members, own, strict=True)
    ]
    event = TableFinished(
        round=round_number,
        table=table,
        ranks=tuple(1 + sum(other < rank for other in ranks) for rank in ranks),
        away=tuple(one for one, how in judged if how is Attendance.GONE),
        absent=tuple(one for one, how in judged if how is Attendance.ABSENT),
    )
    if stored.night.form != "duplicate":
        return event
    sign = 1 if state.game.scoring.best == "highest" else -1
    scores = tuple(sign * score for score in outcome.scores)
    return event.model_copy(update={"scores": scores, "sat": tuple(own)})


def given_up(
    stored: StoredNight, round_number: int, table: int, state: TableState | None
) -> TableGivenUp:
    """Return the event of a table that can't finish; ``state`` is None if it can't be read.

    Who has ended it together with the others was away, too.
    """
    away: Sequence[int] = ()
    if state is not None:
        members, own = _seats(stored, round_number, table, state)
        together = state.closed is not None and state.closed.together
        pairs = zip(members, own, strict=True)
        away = [
            one
            for one, seat in pairs
            if together or seat is None or state.seats[seat].held in _WENT
        ]
    return TableGivenUp(round=round_number, table=table, away=tuple(away))


def _seats(
    stored: StoredNight, round_number: int, table: int, state: TableState
) -> tuple[Sequence[int], Sequence[Seat | None]]:
    """Return the people of a table, and the seat of each."""
    members = stored.night.rounds[round_number - 1].tables[table].seats
    seats = {seat.user: number for number, seat in enumerate(state.seats) if seat.user is not None}
    return members, [seats.get(stored.people[one].user or 0) for one in members]
