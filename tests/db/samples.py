"""Plain entries, listings and results for tests."""

from bot.league.ledger import BANK, Booking, Posting, account_of
from bot.tables import entries as log
from bot.tables.entries import Entry
from bot.tables.store import Listing, MatchResult, Phase, SeatResult

GUILD = 2**62 + 1
START = 1_800_000_000_000


def acted(number: int) -> Entry:
    return log.Acted(at=START + number, seat=number % 4, action=f"replace {number}")


def listing(table: str, phase: Phase = Phase.PLAYING, channel: int = 2) -> Listing:
    return Listing(table, GUILD, channel, "kapow", phase, (2**63 - 1, 7))


def result(table: str) -> MatchResult:
    mina = SeatResult(0, 11, "Mina", None, 1, 9, (4, 5))
    kai = SeatResult(1, None, "Kai", "normal", 2, 12, (6, 6))
    return MatchResult(table, GUILD, "kapow", True, True, START, (mina, kai), kind="12 cards")


def gift(key: str, user: int, chips: int, at: int = START) -> Booking:
    """Chips that the bank gives someone."""
    postings = (Posting(BANK, -chips), Posting(account_of(user), chips))
    return Booking(GUILD, key, at, "allowance", None, postings)
