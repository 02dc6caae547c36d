"""The league chips of a server: a double-entry ledger.

Every booking takes from some accounts what it gives to others, so the balances of a server add up
to zero. Only the bank's may be negative. Balances are stored beside the postings, so that a
constraint of the database can refuse an overdraft.
"""

from dataclasses import dataclass
from typing import Final, Literal, TypeAlias

BANK: Final = "bank"
"""The account that all chips come from."""

DAY: Final = 86_400_000
"""Milliseconds of a day, in UTC."""

FORMER: Final = "former"
"""The account of all former players: what they had, and what their seats win later."""

BookingReason: TypeAlias = Literal["start", "allowance", "ante", "back", "round", "match"]
"""Starting chips, allowance, an ante put in or returned, a round's or a match's share."""


def account_of(user: int | None) -> str:
    """Return a person's account, or :data:`FORMER` for a former player."""
    return f"user {user}" if user is not None and user > 0 else FORMER


def pot_of(table: str) -> str:
    """Return the account of a table's pot."""
    return f"pot {table}"


@dataclass(frozen=True, slots=True)
class Posting:
    """A change of an account's balance, in chips: positive if the account gets them."""

    account: str
    chips: int


@dataclass(frozen=True, slots=True)
class Booking:
    """Postings that are made together; ``ValueError`` unless they add up to zero."""

    guild: int
    key: str
    """Unique on a server: a second booking with the same key is refused."""
    at: int
    """Milliseconds since 1970."""
    why: BookingReason
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
        """The account that the bank gives chips to; None if it's about a table's pot."""
        if self.table is not None:
            return None
        return next(posting.account for posting in self.postings if posting.chips > 0)


@dataclass(frozen=True, slots=True)
class LedgerLine:
    """A posting, as shown to the account's owner."""

    at: int
    why: BookingReason
    chips: int
    table: str | None
    """Whose pot they went to or came from; None for the bank."""


@dataclass(frozen=True, slots=True)
class Holding:
    """A person's chips on a server."""

    user: int
    chips: int
