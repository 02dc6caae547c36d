"""The ledger: nothing is booked twice, no overdrafts, and no chips get lost."""

import asyncio
import itertools

import pytest

from bot.league.ledger import DAY, FORMER, Booking, Holding, LedgerLine, Posting, account_of, pot_of
from bot.tables.entries import Acted
from bot.tables.store import Effects, NotEnoughChipsError, SequenceTakenError
from db.repositories.ledger import Gifts, code_of
from db.storage import Storage
from tests.db.rows import everything
from tests.db.samples import GUILD, START, acted, gift, listing

MINA, SAM = 2**62 + 11, 2**62 + 111


def ante(key: str, user: int, chips: int) -> Booking:
    postings = (Posting(pot_of("t"), chips), Posting(account_of(user), -chips))
    return Booking(GUILD, key, START, "ante", "t", postings)


@pytest.mark.parametrize(
    "postings", [(("bank", -5), ("user 1", 4)), (("bank", -5),), (("bank", 0), ("user 1", 0))]
)
def test_a_booking_adds_up_to_zero(postings: tuple[tuple[str, int], ...]) -> None:
    with pytest.raises(ValueError, match="booking 'k'"):
        Booking(GUILD, "k", START, "start", None, tuple(Posting(*each) for each in postings))


def test_former_players_share_an_account() -> None:
    assert {account_of(None), account_of(0), account_of(-7)} == {FORMER}
    assert account_of(7) == "user 7"


async def test_chips_are_where_they_were_booked(storage: Storage) -> None:
    ledger = storage.ledger
    assert await ledger.balance(GUILD, MINA) == 0
    assert await ledger.book(gift("a", MINA, 100))
    assert await ledger.book(gift("b", MINA, 7, START + DAY))
    assert await ledger.balance(GUILD, MINA) == 107
    assert await ledger.balance(GUILD, SAM) == 0
    assert await ledger.balance(GUILD + 1, MINA) == 0


async def test_nothing_is_booked_twice(storage: Storage) -> None:
    assert await storage.ledger.book(gift("a", MINA, 100))
    again = [storage.ledger.book(gift("a", MINA, 100)) for _ in range(5)]
    assert await asyncio.gather(*again) == [False] * 5
    assert await storage.ledger.balance(GUILD, MINA) == 100


async def test_of_two_concurrent_bookings_one_is_made(storage: Storage) -> None:
    both = await asyncio.gather(*(storage.ledger.book(gift("a", MINA, 100)) for _ in range(2)))
    assert sorted(both) == [False, True]
    assert await storage.ledger.balance(GUILD, MINA) == 100


async def test_overdrafts_are_refused(storage: Storage) -> None:
    await storage.ledger.book(gift("a", MINA, 100))
    with pytest.raises(NotEnoughChipsError):
        await storage.ledger.book(ante("b", MINA, 101))
    with pytest.raises(NotEnoughChipsError):
        await storage.ledger.book(ante("c", SAM, 1))
    assert await storage.ledger.balance(GUILD, MINA) == 100
    assert await storage.ledger.book(ante("b", MINA, 100))
    assert await storage.ledger.balance(GUILD, MINA) == 0


async def test_the_same_chips_do_not_go_into_two_pots(storage: Storage) -> None:
    await storage.ledger.book(gift("a", MINA, 30))
    tries = [storage.ledger.book(ante(f"table {n}", MINA, 20)) for n in range(4)]
    answers = await asyncio.gather(*tries, return_exceptions=True)
    assert sorted(map(type, answers), key=str) == [bool, *[NotEnoughChipsError] * 3]
    assert await storage.ledger.balance(GUILD, MINA) == 10


async def test_entries_are_stored_with_their_bookings_or_not_at_all(storage: Storage) -> None:
    await storage.store.append("t", 0, [acted(1)], Effects(listing("t")))
    with pytest.raises(NotEnoughChipsError):
        await storage.store.append("t", 1, [acted(2)], Effects(bookings=(ante("t 2", MINA, 20),)))
    assert await storage.store.load("t") == [acted(1)]
    await storage.ledger.book(gift("a", MINA, 20))
    await storage.store.append("t", 1, [acted(2)], Effects(bookings=(ante("t 2", MINA, 20),)))
    assert await storage.ledger.balance(GUILD, MINA) == 0
    with pytest.raises(SequenceTakenError):
        await storage.store.append("t", 1, [acted(3)], Effects(bookings=(ante("t 3", MINA, 20),)))
    with pytest.raises(SequenceTakenError):
        await storage.store.append("t", 2, [acted(3)], Effects(bookings=(ante("t 2", MINA, 20),)))
    assert await storage.store.load("t") == [acted(1), acted(2)]


async def test_others_in_the_same_transaction_are_not_concerned(storage: Storage) -> None:
    for table in ("t", "u", "v"):
        await storage.store.append(table, 0, [acted(1)], Effects(listing(table)))
    too_dear = Effects(bookings=(ante("t 2", MINA, 20),))
    moves: list[tuple[str, Acted, Effects]] = [
        ("u", Acted(at=START, seat=0, action="x"), Effects()),
        ("t", Acted(at=START, seat=0, action="x"), too_dear),
        ("v", Acted(at=START, seat=0, action="x"), Effects()),
    ]
    answers = await asyncio.gather(
        *(storage.store.append(table, 1, [entry], effects) for table, entry, effects in moves),
        return_exceptions=True,
    )
    assert [type(answer) for answer in answers] == [type(None), NotEnoughChipsError, type(None)]
    assert [len(await storage.store.load(table)) for table in "tuv"] == [1, 2, 2]


async def test_a_person_sees_their_own_postings_newest_first(storage: Storage) -> None:
    ledger = storage.ledger
    await ledger.book(gift("a", MINA, 100, START))
    await ledger.book(gift("b", MINA, 10, START + DAY))
    await ledger.book(gift("c", SAM, 10, START + DAY + 1))
    await ledger.book(ante("d", MINA, 30))
    assert await ledger.lines(GUILD, MINA) == [
        LedgerLine(START + DAY, "allowance", 10, None),
        LedgerLine(START, "ante", -30, "t"),  # At the same moment, but it cannot have come before.
        LedgerLine(START, "allowance", 100, None),
    ]
    assert len(await ledger.lines(GUILD, MINA, limit=2)) == 2
    assert await ledger.last_given(GUILD, MINA) == START // DAY + 1
    assert await ledger.last_given(GUILD + 1, MINA) is None


async def test_who_has_the_most(storage: Storage) -> None:
    ledger = storage.ledger
    for user, chips in ((MINA, 10), (SAM, 30), (7, 20)):
        await ledger.book(gift(f"to {user}", user, chips))
    await ledger.book(ante("all of it", 7, 20))
    assert await ledger.richest(GUILD) == [Holding(SAM, 30), Holding(MINA, 10)]
    assert await ledger.richest(GUILD, limit=1) == [Holding(SAM, 30)]
    assert await ledger.richest(GUILD + 1) == []


async def test_a_person_s_chips_are_left_to_the_former_players(storage: Storage) -> None:
    ledger = storage.ledger
    await ledger.book(gift("a", MINA, 100))
    await ledger.book(gift("b", SAM, 100))
    await ledger.book(ante("t 2", MINA, 30))
    exported = await storage.privacy.export(MINA)
    assert exported["chips"] == [
        {
            "guild": GUILD,
            "chips": 70,
            "postings": [
                {"at": START, "why": "allowance", "table_id": None, "chips": 100},
                {"at": START, "why": "ante", "table_id": "t", "chips": -30},
            ],
        }
    ]
    for _ in range(2):
        await storage.privacy.chips.leave(MINA, START)
        assert str(MINA) not in await everything(storage)
        assert await ledger.balance(GUILD, SAM) == 100
    assert f"('{GUILD}', 'former', '70')" in await everything(storage)
    await storage.privacy.chips.leave(SAM, START)
    assert f"('{GUILD}', 'former', '170')" in await everything(storage)
    assert (await storage.privacy.export(MINA))["chips"] == []


async def test_the_bank_gives_a_person_chips_once_a_day(storage: Storage) -> None:
    ledger = storage.ledger
    assert await ledger.book(gift("a", MINA, 100))
    assert not await ledger.book(gift("b", MINA, 10))
    assert await ledger.book(gift("c", SAM, 10))
    assert await ledger.balance(GUILD, MINA) == 100


async def test_the_last_gift_is_known_after_deletion(storage: Storage) -> None:
    await storage.ledger.book(gift("a", MINA, 100))
    await storage.privacy.chips.leave(MINA, START)
    assert await storage.ledger.last_given(GUILD, MINA) == START // DAY
    assert await storage.ledger.last_given(GUILD, SAM) is None
    assert not await storage.ledger.book(gift("b", MINA, 100))
    assert await storage.ledger.book(gift("c", MINA, 10, START + DAY))
    # They are known again, so nothing of it is forgotten by itself.
    await storage.pruner.prune_gifts(START * 2)
    assert await storage.ledger.last_given(GUILD, MINA) == START // DAY + 1


def test_codes_differ_by_server_person_and_secret() -> None:
    known = itertools.product(("aa", "bb"), (1, 2), ("user 1", "user 12"))
    assert len({code_of(*each) for each in known}) == 8


async def test_processes_that_begin_at_once_have_one_secret(storage: Storage) -> None:
    other = Gifts(storage.engine, storage.heavy, storage.writer)
    days = await asyncio.gather(
        storage.ledger.book(gift("a", MINA, 100)), other.last(GUILD, account_of(MINA))
    )
    assert days[0]
    assert await other.last(GUILD, account_of(MINA)) == START // DAY
