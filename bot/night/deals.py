"""What is dealt at a night: how its deck is cut, and boards, of which nothing is told too early.

All tables of a night are dealt from one secret and the words with which people cut it.

A table's board is noted when the table is opened, in the same transaction. When all its tables are
done, the results are stored and booked as if all matches had ended then, and the notes are gone: so
nothing is told of a board before that, and the league hears of none. It holds after any crash, and
for tables that their night does not wait for any more.

**Luck.** A person's boards differ by luck: what the others at their table did, what they drew, how
they played that day. The *spread* is the standard deviation of one board around the person's own
mean, pooled over all people, because nobody plays enough boards to tell their own. After n boards
the mean is off by spread / sqrt(n), its standard error. The difference of two people is off by
sqrt(2) times that, and by a little more, because they are compared with each other: the percentages
of N tables have a fixed sum, so what one gains the others lose, and the variance grows by
N / (N - 1). A difference of two standard errors is taken for one of skill; equal people show one in
twenty times. All figures are in percent.
"""

import hmac
import logging
import secrets
from collections.abc import Collection, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from fractions import Fraction
from math import inf, sqrt
from statistics import mean, pvariance, variance
from typing import Final

from bot.game.deck import SECRET_BYTES, commitment, table_secret
from bot.game.record import NightTable
from bot.game.verdict import NightRecord
from bot.league.results import match_result
from bot.night.night import Cut, Sealed
from bot.night.plan import StoredNight
from bot.night.standings import finished_boards
from bot.tables.clock import Time
from bot.tables.command import RefusedError
from bot.tables.cutting import Word, read_word
from bot.tables.history import OwnCut
from bot.tables.host import Host
from bot.tables.reach import Shards
from bot.tables.state import Change, TableState
from bot.tables.store import Dealt
from db.repositories.nights import Nights

logger = logging.getLogger(__name__)

ENOUGH: Final = 12
"""Boards beyond everyone's first from which the spread can be estimated: to about a fifth."""

MOST_WORDS: Final = 20
"""How often someone may cut the deck of a night; each time is an event in its log."""

UNTOLD: Final = (
    "A match is over, but other tables are still playing its deal. Please try again once they're "
    "done."
)
"""Said where nothing else has been finished on a server."""


def drawn() -> Sealed:
    """Draw the secret of a night."""
    return Sealed(secret=secrets.token_bytes(SECRET_BYTES).hex())


def sealed_at(stored: StoredNight) -> int | None:
    """Return when the secret was drawn (ms since 1970), if that was later than the planning."""
    pairs = zip(stored.events, stored.times, strict=True)
    at = next((at for event, at in pairs if isinstance(event, Sealed)), None)
    return at if at is not None and at > stored.times[0] else None


def cut_by(stored: StoredNight, user: int, typed: str, longest: int) -> Cut:
    """Return a person's word, at most ``longest`` characters; ``RefusedError`` says why not."""
    night, number = stored.night, stored.number_of(user)
    if night.secret is None or night.rounds:
        raise RefusedError("The night has begun, so its deck can't be cut any more.")
    if number is None or number not in night.here:
        raise RefusedError("Only those who are in can cut the deck. Press **I'm in** first.")
    made = sum(isinstance(one, Cut) and one.person == number for one in stored.events)
    if made >= MOST_WORDS:
        raise RefusedError(f"You've cut this deck {MOST_WORDS} times. Your last word stays.")
    return Cut(person=number, word=read_word(typed, longest))


def words_of(stored: StoredNight) -> Sequence[Word]:
    """Return the words of a night in their order, with the names of those who made them."""
    return [Word(stored.people[one.person].name, one.word) for one in stored.night.words]


def own_word(stored: StoredNight, user: int) -> OwnCut | None:
    """Return a person's word at a night; None without one."""
    number, words = stored.number_of(user), stored.night.words
    place = next((at for at, word in enumerate(words) if word.person == number), None)
    if place is None:
        return None
    later = (stored.people[word.person].name for word in words[place + 1 :])
    after = tuple(Change("cut", name) for name in later)
    return OwnCut(words[place].word, place, len(words), after)


def board_id(night: str, board: int) -> str:
    """Return what a table's log calls the board that is dealt at it."""
    return f"{night} {board}"


def board_of(text: str) -> tuple[str, int]:
    """Return the night and the number of a board, the reverse of :func:`board_id`."""
    night, _, board = text.partition(" ")
    return night, int(board)


def deal_of(stored: StoredNight, at: int) -> Dealt | None:
    """Return what is dealt at a table of the newest round, counted from 0.

    None if nothing is laid down: at a night that had begun before nights had a secret.
    """
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
    """Return what proves all tables of a night; it reveals all of them. None without a secret."""
    night = stored.night
    if night.secret is None:
        return None
    texts = tuple(word.word for word in night.words)
    record = NightRecord(stored.plan.id, night.form, night.secret, texts)
    tables = (
        (number, table, commitment(record.secret_of(number, table)))
        for number, each in enumerate(night.rounds, 1)
        for table in ([0] if night.form == "duplicate" else range(1, len(each.tables) + 1))
    )
    return NightRecord(*(record.night, record.form, record.secret, texts), tuple(tables))


@dataclass(frozen=True, slots=True)
class Boards:
    """The boards that are played on a process's servers."""

    _nights: Nights
    _host: Host
    _time: Time
    _shards: Shards
    counted: list[TableState] = field(init=False, default_factory=list)
    """Tables whose messages have to be brought up to date, because their results are told."""

    async def must_be_over(self, table: TableState) -> None:
        """Raise ``RefusedError`` while the board dealt at a table is played at another one.

        Also at one that the night does not wait for any more.
        """
        if table.board is not None and await self._nights.is_waiting(table.id):
            raise RefusedError(
                "Other tables are still playing this deal. Please try again once they're done."
            )

    async def nights(self) -> Collection[str]:
        """Return the nights with boards that are still played, also those that are over."""
        return {board_of(board)[0] for board in await self._nights.boards(self._shards)}

    async def playing(self, night: str) -> Mapping[int, Sequence[str]]:
        """Return the boards of a night that are still played, by number, with their tables."""
        boards = (
            (*board_of(board), tables)
            for board, tables in (await self._nights.boards(self._shards)).items()
        )
        return {number: tables for of, number, tables in boards if of == night}

    async def untold(self, guild: int) -> bool:
        """Whether a match of a server is over, but not told because its board is still played."""
        for night in await self.nights():
            stored = await self._nights.load(night)
            if stored is not None and stored.plan.guild == guild:
                boards = (await self.playing(night)).values()
                if any(not self._plays(table) for tables in boards for table in tables):
                    return True
        return False

    async def release(self, stored: StoredNight) -> bool:
        """Tell the league of the boards of a night that are done; return whether there were any."""
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


def board_secret(seed: bytes, board: int) -> bytes:
    """Return the secret (32 bytes) from which every table of a board is dealt.

    It is HMAC-SHA-256, keyed by the night's seed, over "board " and the board's number. So the
    secret of a board, which is told once it is over, says nothing about the next.
    """
    return hmac.digest(seed, f"board {board}".encode(), "sha256")


def spread(boards: Mapping[int, Sequence[Fraction]]) -> float | None:
    """Return by how much one board differs from a person's mean.

    None as long as nobody has played two boards.
    """
    freedom = _freedom(boards)
    if not freedom:
        return None
    return sqrt(sum(len(each) * pvariance(each) for each in boards.values() if each) / freedom)


def standard_error(spread: float, boards: int) -> float:
    """Return by how much a person's mean of a number of boards is off; infinite for none."""
    return spread / sqrt(boards) if boards else inf


def share_of_luck(boards: Mapping[int, Sequence[Fraction]]) -> float | None:
    """Return which share of the differences between people's means is luck, from 0 to 1.

    It is the variance that luck gives the means, divided by the variance that they have. It is 1
    if the means differ by no more than luck makes them, or not at all. None as long as there are
    fewer than :data:`ENOUGH` boards to estimate it from, or fewer than two people.
    """
    played = [each for each in boards.values() if each]
    found = spread(boards)
    if found is None or len(played) < 2 or _freedom(boards) < ENOUGH:
        return None
    differ = variance(float(sum(each, Fraction(0)) / len(each)) for each in played)
    luck = mean(standard_error(found, len(each)) ** 2 for each in played)
    return min(1.0, luck / differ) if differ else 1.0


def _freedom(boards: Mapping[int, Sequence[Fraction]]) -> int:
    """Return how many boards there are beyond everyone's first: the degrees of freedom."""
    return sum(len(each) - 1 for each in boards.values() if each)
