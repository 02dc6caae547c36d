"""The league chips of a server: a double-entry ledger.

Every booking takes from some accounts what it gives to others, so all accounts of a server together
always hold nothing: the bank, which gives out chips, is as far below zero as the others are above.
No other account goes below. Balances are what the bookings come to, kept beside them so that the
database itself can refuse what is not covered.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, Literal, Protocol, TypeAlias

__all__ = [
    "BANK",
    "DAY",
    "FORMER",
    "Booking",
    "Holding",
    "Ledger",
    "Line",
    "Posting",
    "Why",
    "account_of",
    "pot_of",
]

BANK: Final = "bank"
"""The account that all chips come from."""

DAY: Final = 86_400_000
"""Milliseconds. Days are those of UTC."""

FORMER: Final = "former"
"""The account of all former players: what they had, and what their seats still win."""

Why: TypeAlias = Literal["start", "allowance", "ante", "back", "round", "match"]
"""What a booking is for: chips to start with, the day's, an ante put in or taken back, a share."""


def account_of(user: int | None) -> str:
    """Return a person's account; that of the former players where there is nobody any more."""
    return f"user {user}" if user is not None and user > 0 else FORMER


def pot_of(table: str) -> str:
    """Return the account of a table's pot."""
    return f"pot {table}"


@dataclass(frozen=True, slots=True)
class Posting:
    """Chips that an account gets, or gives where they are below zero."""

    account: str
    chips: int


@dataclass(frozen=True, slots=True)
class Booking:
    """Postings that belong together; ``ValueError`` unless they come to nothing."""

    guild: int
    key: str
    """Says which it is: two of the same key are never both booked on a server."""
    at: int
    """Milliseconds since 1970."""
    why: Why
    table: str | None
    """The table whose pot gives or gets the chips; None for the bank."""
    postings: tuple[Posting, ...]

    def __post_init__(self) -> None:
        if sum(posting.chips for posting in self.postings):
            raise ValueError(f"the booking {self.key!r} makes or loses chips")
        if not all(posting.chips for posting in self.postings):
            raise ValueError(f"the booking {self.key!r} has a posting of nothing")

    @property
    def given_to(self) -> str | None:
        """The account that the bank gives chips to; None where a table's pot is concerned."""
        if self.table is not None:
            return None
        return next(posting.account for posting in self.postings if posting.chips > 0)


@dataclass(frozen=True, slots=True)
class Line:
    """A posting to an account, as its owner reads it."""

    at: int
    why: Why
    chips: int
    table: str | None
    """The table whose pot they went to or came from; None for the bank."""


@dataclass(frozen=True, slots=True)
class Holding:
    """A person's chips on a server."""

    user: int
    chips: int


class Ledger(Protocol):
    """The chips of all servers. Reading raises ``StoreUnavailableError``."""

    async def book(self, booking: Booking) -> bool:
        """Book; return False, with nothing changed, where the key is taken already.

        So it is where the bank has given the same person chips on the same day, even if they had
        their data deleted since.

        Raises ``NotEnoughChipsError`` or ``StoreUnavailableError``; then nothing was booked.
        """

    async def balance(self, guild: int, user: int) -> int:
        """Return how many chips a person has."""

    async def last_given(self, guild: int, user: int) -> int | None:
        """Return when the bank last gave a person chips (days since 1970), None if never.

        It is known for a while of somebody who has their data deleted, too.
        """

    async def lines(self, guild: int, user: int, limit: int = 10) -> Sequence[Line]:
        """Return the latest postings to a person's account, newest first."""

    async def richest(self, guild: int, limit: int = 10) -> Sequence[Holding]:
        """Return the persons with the most chips, those without any left out."""
