"""People's quiet hours are stored, changed and deleted, each for oneself."""

from bot.tables.quiet_hours import QuietHours
from db.storage import Storage

BERLIN = QuietHours("Europe/Berlin", 23, 7)
KOLKATA = QuietHours("Asia/Kolkata", 22, 6)


async def test_each_person_has_their_own(storage: Storage) -> None:
    quiet_hours = storage.quiet_hours
    assert await quiet_hours.of([1, 2, 3]) == {}
    await quiet_hours.choose(1, BERLIN)
    await quiet_hours.choose(2**62, KOLKATA)
    assert await quiet_hours.of([1, 3, 2**62]) == {1: BERLIN, 2**62: KOLKATA}
    assert await quiet_hours.of([3]) == await quiet_hours.of([]) == {}


async def test_a_later_choice_replaces_an_earlier_one(storage: Storage) -> None:
    await storage.quiet_hours.choose(1, BERLIN)
    await storage.quiet_hours.choose(1, KOLKATA)
    assert await storage.quiet_hours.of([1]) == {1: KOLKATA}


async def test_nobody_is_asked_for_what_they_do_not_want(storage: Storage) -> None:
    for user in (1, 2):
        await storage.quiet_hours.choose(user, BERLIN)
    for _ in range(2):
        await storage.quiet_hours.choose(1, None)
    assert await storage.quiet_hours.of([1, 2]) == {2: BERLIN}
