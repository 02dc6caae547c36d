"""Storage of the daily deals and of people's rounds; ``db`` implements it."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple, Protocol

from bot.daily.deal import Deal
from bot.daily.field import Field, Score
from bot.daily.round import Move
from bot.league.periods import Span
from bot.tables.leases.lease import ALL_SERVERS, Shards

__all__ = ["BoardLine", "Dailies", "Ended", "Fields", "Key", "StoredRound"]


class Key(NamedTuple):
    """Whose round of which day. A person has one that counts, and one to practise with."""

    day: int
    user: int
    """Zero or less for a former player."""
    practice: bool = False


class Ended(NamedTuple):
    """How a round has ended."""

    score: Score
    at: int
    """Milliseconds since 1970."""
    by_kai: bool = False
    """Whether Kai played it to the end, because its day was over."""


@dataclass(frozen=True, slots=True)
class StoredRound:
    """A round as it is stored."""

    key: Key
    guild: int
    """The server on whose board it is: where the person began it."""
    name: str
    """What the person is called there."""
    play: str
    """How Kai plays it, such as ``normal 1``."""
    begun_at: int
    """Milliseconds since 1970."""
    moves: tuple[Move, ...] = ()
    ended: Ended | None = None
    shared: bool = False
    """Whether the person has posted the result."""

    @property
    def can_be_posted(self) -> bool:
        """Whether there is a result that the person has reached, and has not posted yet."""
        own = self.ended is not None and not self.ended.by_kai and not self.key.practice
        return own and not self.shared and bool(self.moves)


class BoardLine(NamedTuple):
    """A person's result on a server's board."""

    user: int
    name: str
    score: Score
    by_kai: bool


class Fields(NamedTuple):
    """The finished rounds of a day."""

    everywhere: Field
    """Those of all servers."""
    here: Field
    """Those of one server."""


class Dailies(Protocol):
    """Deals and rounds. All calls raise ``StoreUnavailableError``."""

    async def presence(self, after: int = 0) -> Sequence[Span]:
        """Return the times in which people could play, in order: those that end after a time."""

    async def see(self, since: int, at: int) -> None:
        """Store that people could play since then, up to now."""

    async def deal(self, day: int) -> Deal | None:
        """Return a day's deal; None if none was drawn yet."""

    async def seal(self, deal: Deal) -> None:
        """Store a day's deal, unless there is one already: another process may be as quick."""

    async def close_days(self, before: int) -> None:
        """Forget who had their data deleted on days before this one."""

    async def round(self, key: Key) -> StoredRound | None:
        """Return a round; None if it was not begun."""

    async def begin(self, new: StoredRound) -> bool:
        """Store a new round, one for practice in place of the last one.

        False, and nothing is stored, if the person has begun one that counts, even if their data
        were deleted since.
        """

    async def advance(
        self, key: Key, known: int, moves: Sequence[Move], ended: Ended | None
    ) -> bool:
        """Store all moves of a round and perhaps its end, if it still has ``known`` moves.

        False, and nothing is stored, if it has not: another click was quicker.
        """

    async def share(self, key: Key) -> bool:
        """Store that a result is posted; False if that was so already."""

    async def left(self, before: int, limit: int, shards: Shards = ALL_SERVERS) -> Sequence[Key]:
        """Return rounds that count and were not finished, of days before this one.

        Only those that were begun on servers of these shards.
        """

    async def fields(self, day: int, guild: int) -> Fields:
        """Return all finished rounds of a day that count, and those of one server."""

    async def board(self, day: int, guild: int, limit: int) -> Sequence[BoardLine]:
        """Return the best results of a server, the earlier one first of those alike."""

    async def results(self, user: int, guild: int | None = None) -> Sequence[tuple[int, Score]]:
        """Return a person's results that count and were finished in time, each with its day.

        The days are in order. With ``guild``, only those that were begun on that server.
        """
