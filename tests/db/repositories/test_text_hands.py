"""Who wants their private hands as text: kept for all servers."""

import asyncio
from itertools import product

from bot.league.settings import Visibility
from db.storage import Storage
from tests.db.samples import MINA, SAM


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
