"""Deferred answers: stored, found by shard, and deleted when they expire."""

from bot.tables.store import TOKEN_LIFE, Deferral, Shards
from db.storage import Storage
from tests.db.samples import GUILD, START


def deferral(token: str, shard: int = 0, at: int = START) -> Deferral:
    return Deferral(GUILD, token, shard, at)


async def test_answered_deferrals_are_deleted(storage: Storage) -> None:
    first, second, third = (deferral(token, at=START + n) for n, token in enumerate("cab"))
    for one in (second, third, first):
        await storage.deferrals.note(one)
    assert await storage.deferrals.left() == [first, second, third]
    await storage.deferrals.drop("a", "c", "unknown")
    await storage.deferrals.drop()
    assert await storage.deferrals.left() == [third]


async def test_storing_and_deleting_one_at_once_leaves_nothing(storage: Storage) -> None:
    """Both are written in the same transaction, or in two, but in this order."""
    noted, dropped = storage.deferrals.note(deferral("a")), storage.deferrals.drop("a")
    await noted
    await dropped
    assert await storage.deferrals.left() == []


async def test_expired_deferrals_are_deleted_when_another_is_stored(storage: Storage) -> None:
    old, alive = deferral("old"), deferral("alive", at=START + 1)
    await storage.deferrals.note(old)
    await storage.deferrals.note(alive)
    newest = deferral("newest", at=START + TOKEN_LIFE)
    await storage.deferrals.note(newest)
    assert await storage.deferrals.left() == [alive, newest]


async def test_each_is_found_by_one_process_however_many_there_are_now(storage: Storage) -> None:
    noted = [deferral(str(shard), shard, START + shard) for shard in range(3)]
    for one in noted:
        await storage.deferrals.note(one)
    for count in (1, 2, 3, 4):
        found = [await storage.deferrals.left(Shards(count, (n,))) for n in range(count)]
        assert sorted((one for some in found for one in some), key=lambda one: one.at) == noted
    assert await storage.deferrals.left(Shards(3, (0, 2))) == [noted[0], noted[2]]


def test_a_token_is_not_in_the_repr() -> None:
    assert "secret" not in repr(deferral("secret"))
