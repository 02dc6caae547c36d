"""The tables of a night's round: opened and started once each, dealt, found again after a crash.

**Boards.** A table's board is noted in the transaction that opens it. When all its tables are done,
the results are stored and booked as if all matches had ended then, and the notes are gone: until
then nothing is told of a board, whatever crashes.
"""

import asyncio
import hmac
import logging
from collections.abc import Collection, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from hashlib import sha256
from typing import Final, Protocol

from bot.game.contract import AnyGame, Seat
from bot.game.deck import commitment, table_secret
from bot.game.record import NightTable
from bot.game.verdict import NightRecord
from bot.kai.player import USUAL_LEVEL
from bot.league.results import match_result
from bot.night.night import Cut, Sealed, Table
from bot.night.plan import NightPlan, StoredNight
from bot.night.standings import finished_boards
from bot.tables import lobby
from bot.tables.clock import Time
from bot.tables.command import Asker, NoSuchTableError, RefusedError
from bot.tables.cutting import Word, read_word
from bot.tables.entries import Entry, Person, Place
from bot.tables.history import OwnCut, waited
from bot.tables.host import Host
from bot.tables.match import hurry
from bot.tables.state import Change, TableState
from bot.tables.store import Dealt, Phase, Shards
from bot.tables.table import Table as HostedTable
from db.repositories.league import League
from db.repositories.nights import Nights

logger = logging.getLogger(__name__)

MOST_SOUGHT: Final = 1000
"""Nights of which it is remembered, the newest."""

MOST_WORDS: Final = 20
"""How often someone may cut the deck of a night: each time is an event in its log."""

SLOW: Final = 1.25
"""Times an equal share of a round's time is too much. A quarter is for harder choices."""

UNTOLD: Final = "Other tables are still playing this deal. Please try again once they're done."


class Rooms(Protocol):
    """Where the tables of a round are shown; a single one is in the night's own channel."""

    async def lacks(self, plan: NightPlan, *, private: bool) -> str:
        """Return why no round can begin there, in sentences; ``private``: in hidden threads."""

    async def gone(self, plan: NightPlan, users: Sequence[int]) -> Collection[int]:
        """Return those of these people who have left the server."""

    async def room(
        self, plan: NightPlan, round_number: int, table: int, people: Sequence[int] | None = None
    ) -> int:
        """Return a channel or thread for a table, for ``people`` alone; raises ``RefusedError``."""


@dataclass(frozen=True, slots=True)
class NightTables:
    """Opens, starts and finds the tables of nights. Calls raise ``StoreUnavailableError``."""

    _host: Host
    _league: League
    _rooms: Rooms
    _sought: dict[str, int] = field(init=False, default_factory=dict)
    """After how many rounds each night's people were last looked for."""

    async def state(self, stored: StoredNight, at: int, table: Table) -> TableState:
        """Return a table of the newest round, opened and started if possible: ``RefusedError``."""
        hosted = await self._found(stored, at, table)
        if hosted.state.phase is Phase.LOBBY:
            await self._start(stored, table, hosted)
        return hosted.state

    async def known(self, stored: StoredNight, number: int, at: int) -> TableState | None:
        """Return a table of any round; None if it was never opened, or can't be read."""
        with suppress(RefusedError):
            return (await self._host.table(table_id(stored, number, at))).state
        return None

    async def hurry(self, stored: StoredNight, number: int, at: int) -> TableState:
        """Let Kai finish a table of a round whose time is up; who was slow is away."""
        hosted = await self._host.table(table_id(stored, number, at))
        if hosted.state.hurried or hosted.state.closed:
            return hosted.state
        entries, now = await self._host.log(hosted.id), hosted.clock.now()
        longest, games = stored.pace.longest_round, self._host.games
        late = await asyncio.to_thread(slow, hosted.id, entries, games, now, longest)
        return await hosted.do(hurry(late))

    async def _found(self, stored: StoredNight, at: int, table: Table) -> HostedTable:
        plan, name = stored.plan, table_id(stored, len(stored.night.rounds), at)
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
        """Return who is in but has left the server, or is a former player; asked once a round.

        Everyone is looked for before the first round, later those who were away from the last one.
        """
        night, rounds = stored.night, len(stored.night.rounds)
        if self._sought.get(stored.plan.id) == rounds:
            return ()
        users = {stored.people[number].user: number for number in night.here}
        former = [number for number in night.here if stored.people[number].user is None]
        away = {who for table in night.rounds[-1].tables for who in table.away} if rounds else None
        asked = [user for user, at in users.items() if user and (away is None or at in away)]
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
    """Return the id of a night's table, which follows from the secret seed: nobody can guess it."""
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

    More than :data:`SLOW` equal shares is too long: not everyone can be, and nobody else could have
    made the table late alone. It replays the whole log: not on the event loop.
    """
    found, people = waited(table, entries, games, until)
    return [seat for seat, time in found.items() if time * people > SLOW * longest]


def sealed_at(stored: StoredNight) -> int | None:
    """Return when the secret was drawn (ms since 1970), if that was later than the planning."""
    at = max(stored.times_of(Sealed), default=0)
    return at if at > stored.times[0] else None


def cut_by(stored: StoredNight, user: int, typed: str, longest: int) -> Cut:
    """Return a person's word, at most ``longest`` characters; ``RefusedError`` says why not."""
    night, number = stored.night, stored.number_of(user)
    if night.secret is None or night.rounds:
        raise RefusedError("The night has begun: it's too late to cut the deck.")
    if number is None or number not in night.here:
        raise RefusedError("Press **I'm in** before you cut the deck.")
    made = sum(isinstance(one, Cut) and one.person == number for one in stored.events)
    if made >= MOST_WORDS:
        raise RefusedError(f"You've cut this deck {MOST_WORDS} times. Your last word stays.")
    return Cut(person=number, word=read_word(typed, longest))


def words_of(stored: StoredNight) -> Sequence[Word]:
    """Return the words of a night in their order, with the names of those who made them."""
    return [Word(stored.people[one.person].name, one.word) for one in stored.night.words]


def own_word(stored: StoredNight, user: int) -> OwnCut | None:
    """Return a person's word at a night; None without one."""
    number, words = stored.number_of(user), words_of(stored)
    numbers = [one.person for one in stored.night.words]
    if number is None or number not in numbers:
        return None
    place = numbers.index(number)
    after = tuple(Change("cut", word.name) for word in words[place + 1 :])
    return OwnCut(words[place].text, place, len(words), after)


def board_id(night: str, board: int) -> str:
    """Return what a table's log calls the board that is dealt at it."""
    return f"{night} {board}"


def board_of(text: str) -> tuple[str, int]:
    """Return the night and the number of a board, the reverse of :func:`board_id`."""
    night, _, board = text.partition(" ")
    return night, int(board)


def board_secret(seed: bytes, board: int) -> bytes:
    """Return the secret (32 bytes) of a board at nights that had begun before they had one.

    HMAC-SHA-256, keyed by the night's seed, over "board " and its number.
    """
    return hmac.digest(seed, f"board {board}".encode(), "sha256")


def deal_of(stored: StoredNight, at: int) -> Dealt | None:
    """Return what is dealt at a table of the newest round, counted from 0; None at old nights."""
    night, number = stored.night, len(stored.night.rounds)
    boards = night.form == "duplicate"
    board = board_id(stored.plan.id, number) if boards else None
    if night.secret is None:
        return Dealt(board_secret(night.seed, number).hex(), board) if boards else None
    table = NightTable(stored.plan.id, number, 0 if boards else at + 1)
    texts = [word.word for word in night.words]
    secret = table_secret(night.secret, texts, table.round, table.table)
    return Dealt(secret.hex(), board, str(table))


def night_record(stored: StoredNight) -> NightRecord | None:
    """Return what proves all tables of a night, and reveals them. None without a secret."""
    night = stored.night
    if night.secret is None:
        return None
    words = tuple(word.word for word in night.words)
    record = NightRecord(stored.plan.id, night.form, night.secret, words)
    tables = (
        (number, table, commitment(record.secret_of(number, table)))
        for number, each in enumerate(night.rounds, 1)
        for table in ([0] if night.form == "duplicate" else range(1, len(each.tables) + 1))
    )
    return replace(record, tables=tuple(tables))


@dataclass(frozen=True, slots=True)
class Boards:
    """The boards that are played on a process's servers."""

    _nights: Nights
    _host: Host
    _time: Time
    _shards: Shards
    counted: list[TableState] = field(init=False, default_factory=list)
    """Tables whose results are told now, so that their messages have to be shown again."""

    async def must_be_over(self, table: TableState) -> None:
        """Raise ``RefusedError`` while a table's board is played at another one."""
        if table.board is not None and await self._nights.is_waiting(table.id):
            raise RefusedError(UNTOLD)

    async def nights(self) -> Collection[str]:
        """Return the nights with boards that are still played, also those that are over."""
        return {board_of(board)[0] for board in await self._nights.boards(self._shards)}

    async def playing(self, night: str) -> Mapping[int, Sequence[str]]:
        """Return the boards of a night that are still played, by number, with their tables."""
        boards = await self._nights.boards(self._shards)
        found = ((*board_of(board), tables) for board, tables in boards.items())
        return {number: tables for of, number, tables in found if of == night}

    async def untold(self, guild: int) -> bool:
        """Whether a match of a server is over, but its board is still played."""
        for board, tables in (await self._nights.boards(self._shards)).items():
            if not all(map(self._plays, tables)):
                stored = await self._nights.load(board_of(board)[0])
                if stored is not None and stored.plan.guild == guild:
                    return True
        return False

    async def release(self, stored: StoredNight) -> bool:
        """Tell the league of a night's boards that are done; return whether there were any."""
        done = [
            tables
            for number, tables in (await self.playing(stored.plan.id)).items()
            if number in finished_boards(stored.night) and not any(map(self._plays, tables))
        ]
        for tables in done:
            # In their order, and at the same time, as a recount of the league books them.
            now = self._time.now()
            for table in tables:
                await self._release(table, now)
        return bool(done)

    def _plays(self, table: str) -> bool:
        return self._host.listing(table) is not None

    async def _release(self, name: str, now: int) -> None:
        state = result = None
        with suppress(RefusedError):  # Its log is damaged: there is no result.
            state = (await self._host.table(name)).state
            result = match_result(state)
        ended = None if result is None else replace(result, finished_at=now)
        await self._nights.release(name, ended)
        if state is not None and ended is not None:
            self._host.counted(state)
            self.counted.append(state)
        logger.info("table %s: its board is done", name)
