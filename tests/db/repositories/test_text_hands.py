"""Who wants their private hands as text: kept for all servers, and read seldom."""

import asyncio
from itertools import product
from typing import Final

import pytest

from bot.league.settings import Visibility
from bot.tables.store import StoreUnavailableError
from db.repositories.league import REMEMBERED, People, TextHands
from db.storage import Storage
from tests.db.samples import MINA, NOBODY, SAM
from tests.patience import until
from tests.tables.house import HandClock

FIVE_MINUTES: Final = 300


class Shelf(People):
    """Knows who was asked for; can be away or hang, or know of everyone that they want text."""

    def __init__(self, storage: Storage) -> None:
        super().__init__(storage.engine, storage.writer)
        self.read: list[int] = []
        self.away = self.everyone = False
        self.hung: asyncio.Event | None = None

    async def wants_text(self, user: int) -> bool:
        if self.away:
            raise StoreUnavailableError("away")
        wanted = self.everyone or await super().wants_text(user)
        self.read.append(user)
        if self.hung:
            await self.hung.wait()
        return wanted


@pytest.fixture
def shelf(storage: Storage) -> Shelf:
    return Shelf(storage)


@pytest.fixture
def clock() -> HandClock:
    return HandClock()


@pytest.fixture
def hands(shelf: Shelf, clock: HandClock) -> TextHands:
    return TextHands(shelf, clock)


async def test_each_person_has_their_own_choice_and_can_take_it_back(storage: Storage) -> None:
    for wanted in (True, False, True):
        await storage.people.choose_text(MINA.id, wanted)
        both = [await storage.people.wants_text(person.id) for person in (MINA, SAM)]
        assert both == [wanted, False]


async def test_no_choice_changes_another(storage: Storage) -> None:
    people = storage.people
    for wanted, visibility in product((True, False), Visibility):
        await people.choose_text(MINA.id, wanted)
        await people.choose(MINA.id, visibility)
        await asyncio.gather(people.choose(SAM.id, visibility), people.choose_text(SAM.id, wanted))
        for person in (MINA, SAM):
            assert await people.wants_text(person.id) is wanted
            assert await people.visibility([person.id]) == {person.id: visibility}


async def test_a_click_costs_no_query(hands: TextHands, shelf: Shelf) -> None:
    await shelf.choose_text(MINA.id, True)
    for _ in range(3):
        assert await hands.as_text(MINA.id)
        assert not await hands.as_text(SAM.id)
    assert shelf.read == [MINA.id, SAM.id]


async def test_what_is_chosen_here_is_known_here_at_once(hands: TextHands, shelf: Shelf) -> None:
    for wanted in (True, False):
        await hands.set_as_text(MINA.id, wanted)
        assert await hands.as_text(MINA.id) is wanted
        assert await shelf.wants_text(MINA.id) is wanted
    assert len(shelf.read) == 2


async def test_what_is_chosen_elsewhere_is_known_after_five_minutes(
    hands: TextHands, shelf: Shelf, clock: HandClock
) -> None:
    assert not await hands.as_text(MINA.id)
    await shelf.choose_text(MINA.id, True)
    clock.advance(FIVE_MINUTES - 1)
    assert not await hands.as_text(MINA.id)
    clock.advance(1)
    assert await hands.as_text(MINA.id)


async def test_a_hand_never_fails_where_the_database_is_away(
    hands: TextHands, shelf: Shelf, clock: HandClock
) -> None:
    await hands.set_as_text(MINA.id, True)
    clock.advance(FIVE_MINUTES)
    shelf.away = True
    assert await hands.as_text(MINA.id), "as it was"
    assert not await hands.as_text(SAM.id)
    await shelf.choose_text(SAM.id, True)
    shelf.away = False
    assert await hands.as_text(SAM.id), "what was not found is not kept"


async def test_a_hand_waits_for_half_a_second(hands: TextHands, shelf: Shelf) -> None:
    await shelf.choose_text(MINA.id, True)
    shelf.hung = asyncio.Event()
    began = asyncio.get_running_loop().time()
    assert not await hands.as_text(MINA.id)
    assert asyncio.get_running_loop().time() - began >= 0.5
    shelf.hung.set()
    assert await hands.as_text(MINA.id)


async def test_a_choice_that_is_not_stored_is_not_shown(storage: Storage, clock: HandClock) -> None:
    hands = TextHands(storage.people, clock)
    assert not await hands.as_text(MINA.id)
    await storage.writer.close()
    with pytest.raises(StoreUnavailableError):
        await hands.set_as_text(MINA.id, True)
    assert not await hands.as_text(MINA.id)


async def test_a_choice_while_an_older_one_is_read_is_kept(hands: TextHands, shelf: Shelf) -> None:
    shelf.hung = asyncio.Event()
    reading = asyncio.create_task(hands.as_text(MINA.id))
    await until(lambda: bool(shelf.read))
    await hands.set_as_text(MINA.id, True)
    shelf.hung.set()
    await reading
    assert await hands.as_text(MINA.id)
    assert len(shelf.read) == 1


async def test_of_ten_thousand_people_one_is_asked_for_anew(clock: HandClock, shelf: Shelf) -> None:
    shelf.everyone = True
    hands = TextHands(shelf, clock)
    for user in range(REMEMBERED + 1):
        assert await hands.as_text(user)
    assert await hands.as_text(1)
    assert len(shelf.read) == REMEMBERED + 1
    assert await hands.as_text(0)
    assert len(shelf.read) == REMEMBERED + 2


async def test_a_deletion_is_known_at_once(
    hands: TextHands, shelf: Shelf, storage: Storage
) -> None:
    await hands.set_as_text(MINA.id, True)
    await storage.privacy.erase_league(MINA.id, NOBODY)
    hands.forget(MINA.id)
    hands.forget(SAM.id)
    assert not await hands.as_text(MINA.id)
    assert shelf.read == [MINA.id]
