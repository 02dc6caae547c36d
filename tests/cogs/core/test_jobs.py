"""Work that nobody waits for, when the house closes."""

import asyncio

from cogs.core.work import Jobs
from tests.patience import PATIENCE


async def test_what_work_begins_is_waited_for_too() -> None:
    jobs, done = Jobs(), list[str]()

    async def second() -> None:
        await asyncio.sleep(0)
        done.append("second")

    async def first() -> None:
        await asyncio.sleep(0)
        jobs.start(second(), "second")
        done.append("first")

    jobs.start(first(), "first")
    await jobs.close(PATIENCE)
    assert done == ["first", "second"]


async def test_what_takes_too_long_is_given_up() -> None:
    jobs, given_up = Jobs(), asyncio.Event()

    async def endless() -> None:
        try:
            await asyncio.Event().wait()
        finally:
            given_up.set()

    jobs.start(endless(), "endless")
    await asyncio.sleep(0)
    await jobs.close(0)
    assert given_up.is_set()


async def test_a_closed_house_begins_nothing() -> None:
    jobs, begun = Jobs(), list[str]()

    async def work() -> None:
        begun.append("work")

    await jobs.close(PATIENCE)
    jobs.start(work(), "work")
    await asyncio.sleep(0)
    assert begun == []
