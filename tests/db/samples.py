"""Plain entries, listings and results; two people, and tables that name them in every way."""

from collections.abc import Sequence

from bot.league.ledger import BANK, Booking, Posting, account_of
from bot.tables import entries as log
from bot.tables.entries import LAST_FORMER, Entry, Occupant, Person, Place, TableSetup
from bot.tables.store import Effects, Listing, MatchResult, Phase, SeatResult
from db.storage import Storage

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


MINA = Person(id=2**62 + 11, name="Mina “the hat” Ünal")
SAM = Person(id=2**62 + 111, name="Sam")
NOBODY = LAST_FORMER - 7
"""The id of a former player."""
PLACE = Place(guild=GUILD, channel=5)


def naming_log(person: Person, other: Person) -> Sequence[Entry]:
    """A log with every kind of entry that can name someone, and some that cannot."""
    seats = (Occupant(person=other), Occupant(person=person), Occupant(kai="normal"))
    setup = TableSetup(game="kapow")
    return [
        log.Opened(at=1, place=PLACE, host=person, setup=setup, secret="5ec2e7" * 10),
        log.Joined(at=2, person=other),
        log.CutMade(at=3, user=person.id, word="seven swans"),
        log.CutMade(at=4, user=other.id, word="tea"),
        log.Agreed(at=4, user=person.id),
        log.Agreed(at=4, user=other.id),
        log.Withdrew(at=4, user=person.id),
        log.Left(at=5, user=person.id),
        log.Joined(at=6, person=person),
        log.KaiAdded(at=7, level="normal"),
        log.Started(at=8, seats=seats, cuts=("tea", "", "")),
        log.Acted(at=9, seat=1, action="reveal 1t 1m"),
        log.Acted(at=10, seat=0, action="take draw"),
        log.HandedOver(at=11, seat=1, because="away"),
        log.HandedOver(at=11, seat=0, because="kicked", by=person),
        log.Paused(at=12, by=person),
        log.EndWanted(at=12, user=person.id),
        log.Closed(at=13, because="ended", by=person),
    ]


def scores(table: str, person: Person, other: Person) -> MatchResult:
    seats = (
        SeatResult(0, other.id, other.name, None, 2, 12, (6, 6)),
        SeatResult(1, person.id, person.name, None, 1, 9, (4, 5)),
        SeatResult(2, None, "Kai", "normal", 3, 20, (10, 10)),
    )
    return MatchResult(table, GUILD, "kapow", True, True, START, seats, kind="12 cards")


async def keep(storage: Storage, table: str, person: Person, other: Person) -> None:
    """Store a closed table with the log and the result of both people."""
    listing = Listing(table, GUILD, 5, "kapow", Phase.CLOSED, (other.id, person.id))
    entries = naming_log(person, other)
    await storage.store.append(table, 0, entries, Effects(listing, scores(table, person, other)))
