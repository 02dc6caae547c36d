"""Leases in the database: who gets them, who keeps them, and what they remember."""

import asyncio

import pytest

from bot.tables.store import ALL_SERVERS, Lease, Shards
from db.storage import Storage, open_storage
from tests.db.samples import START

FIRST, SECOND, BOTH = Shards(2, (0,)), Shards(2, (1,)), Shards(2, (0, 1))


def houses(leases: tuple[Lease, ...]) -> dict[tuple[int, int], str | None]:
    return {(lease.shard, lease.count): lease.house for lease in leases}


async def test_of_two_that_claim_one_gets_it(url: str) -> None:
    async with open_storage(url, house="a") as a, open_storage(url, house="b") as b:
        claims = await asyncio.gather(
            *(one.leases.claim(ALL_SERVERS, 60, START) for one in (a, b, a, b))
        )
        (winner,) = {
            name for name, claim in zip("abab", claims, strict=True) if not claim.conflicts
        }
        loser = claims["ba".index(winner)]
        assert houses(loser.conflicts) == {(0, 1): winner}
        assert await {"a": a, "b": b}[winner].leases.renew(ALL_SERVERS, 60, START + 1)


async def test_all_shards_are_had_or_none(url: str) -> None:
    async with open_storage(url, house="a") as a, open_storage(url, house="b") as b:
        await a.leases.claim(SECOND, 60, START)
        claim = await b.leases.claim(BOTH, 60, START)
        assert houses(claim.conflicts) == {(1, 2): "a"}
        assert not (await a.leases.claim(BOTH, 60, START)).conflicts


async def test_processes_with_other_shards_do_not_meet(url: str) -> None:
    async with open_storage(url, house="a") as a, open_storage(url, house="b") as b:
        assert not (await a.leases.claim(FIRST, 60, START)).conflicts
        assert not (await b.leases.claim(SECOND, 60, START)).conflicts
        assert await a.leases.renew(FIRST, 60, START)
        assert await b.leases.renew(SECOND, 60, START)


@pytest.mark.parametrize(("old", "new"), [(BOTH, ALL_SERVERS), (SECOND, Shards(3, (0,)))])
async def test_another_number_of_shards_has_to_wait(url: str, old: Shards, new: Shards) -> None:
    async with open_storage(url, house="a") as a, open_storage(url, house="b") as b:
        await a.leases.claim(old, 60, START)
        waiting = await b.leases.claim(new, 60, START)
        assert {lease.house for lease in waiting.conflicts} == {"a"}
        await a.leases.release(START)
        assert not (await b.leases.claim(new, 60, START)).conflicts
        assert not await a.leases.renew(old, 60, START)


async def test_a_lease_runs_out_by_the_clock_of_the_database(url: str) -> None:
    async with open_storage(url, house="a") as a, open_storage(url, house="b") as b:
        await a.leases.claim(BOTH, 60, START)
        assert (await b.leases.claim(FIRST, 60, START - 10**9)).conflicts
        assert await a.leases.renew(BOTH, 0.2, START)
        await asyncio.sleep(0.25)
        assert not (await b.leases.claim(FIRST, 60, START - 10**9)).conflicts
        # One of two that are gone is enough to be gone.
        assert not await a.leases.renew(BOTH, 60, START)
        assert await b.leases.renew(FIRST, 60, START)


async def test_a_lease_that_ran_out_is_renewed_if_nobody_claimed_it(storage: Storage) -> None:
    await storage.leases.claim(BOTH, 0.01, START)
    await asyncio.sleep(0.05)
    assert await storage.leases.renew(BOTH, 60, START)


async def test_a_void_lease_is_taken_only_if_it_has_not_changed(url: str) -> None:
    async with open_storage(url, house="a") as a, open_storage(url, house="b") as b:
        await a.leases.claim(ALL_SERVERS, 60, START)
        known = (await b.leases.claim(ALL_SERVERS, 60, START)).conflicts
        await a.leases.renew(ALL_SERVERS, 60, START + 5000)
        again = await b.leases.claim(ALL_SERVERS, 60, START, void=known)
        assert [lease.seen_at for lease in again.conflicts] == [START + 5000]
        assert not (await b.leases.claim(ALL_SERVERS, 60, START, again.conflicts)).conflicts
        assert not await a.leases.renew(ALL_SERVERS, 60, START)


async def test_a_claim_is_told_when_each_shard_was_hosted_last(url: str) -> None:
    async with open_storage(url, house="a") as a, open_storage(url, house="b") as b:
        await a.leases.claim(BOTH, 60, START)
        await a.leases.renew(BOTH, 60, START + 1000)
        await a.leases.release(START + 2000)
        assert not (await a.leases.claim(FIRST, 60, START + 7000)).conflicts
        await a.leases.release(START + 8000)
        before = (await b.leases.claim(ALL_SERVERS, 60, START + 9000)).before
        assert {(lease.shard, lease.count): lease.seen_at for lease in before} == {
            (0, 2): START + 8000,
            (1, 2): START + 2000,
        }


async def test_only_own_leases_are_released(url: str) -> None:
    async with open_storage(url, house="a") as a, open_storage(url, house="b") as b:
        await a.leases.claim(FIRST, 60, START)
        await b.leases.release(START)
        assert await a.leases.renew(FIRST, 60, START)
