"""Faulty answers from Discord to every kind of request: all comes out right in the end.

In every match the faults come one after the other, some clicks apart: some of them, or all with
``--thorough``.
"""

import asyncio
import random
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final, TypeAlias

import pytest

from tests.wire.evening import Evening, opened
from tests.wire.process import Nursery
from tests.wire.verdict import assert_right

Faults: TypeAlias = Mapping[str, Mapping[str, Any]]

VIA: Final = {"Via": "1.1 google", "Retry-After": "0.2"}
WAIT: Final = {"message": "You are being rate limited.", "retry_after": 0.2, "global": False}
BANNED: Final = {"message": "You are being blocked from accessing our API temporarily", "code": 0}

FAULTS: Final[Faults] = {
    "told to wait": {"status": 429, "body": WAIT, "headers": VIA},
    "all told to wait": {"status": 429, "body": {**WAIT, "global": True}, "headers": VIA},
    "turned away": {"status": 429, "body": BANNED},
    "turned away in HTML": {"status": 429, "body": "<html>error 1015</html>"},
    "out of order": {"status": 503, "body": {"message": "503", "code": 0}},
    "out of order in HTML": {"status": 502, "body": "<html>bad gateway</html>"},
    "done, and an error": {"status": 503, "body": {"message": "503", "code": 0}, "done": True},
    "hung up": {"hang_up": True},
    "done, and hung up": {"hang_up": True, "done": True},
    "a long wait": {"delay": 2},
    "done, and a long wait": {"delay": 2, "done": True, "status": 504, "body": "<html></html>"},
}

PLACES: Final = {
    "the answer to a click": r"^POST /interactions/.*/callback",
    "a change of a hand": r"^PATCH /webhooks/.*/@original",
    "the public message": r"^PATCH /channels/\d+/messages/",
    "a new public message": r"^POST /channels/\d+/messages$",
}


USUAL: Final = ("told to wait", "done, and an error", "hung up")


async def test_a_match_comes_out_right(bots: Nursery, tmp_path: Path, *, thorough: bool) -> None:
    faults = FAULTS if thorough else {name: FAULTS[name] for name in USUAL}
    folders = [tmp_path / str(number) for number in range(len(PLACES))]
    for folder in folders:
        folder.mkdir()
    # At all places at once, in a match each: most of the time is waiting.
    async with asyncio.TaskGroup() as matches:
        for folder, place in zip(folders, PLACES, strict=True):
            matches.create_task(_match(bots, folder, place, faults))


async def _match(bots: Nursery, folder: Path, place: str, faults: Faults) -> None:
    async with opened(bots, folder, settings={"CARDS_REQUEST_SECONDS": "1"}) as evening:
        met = await _play(evening, PLACES[place], faults, random.Random(place))
        await assert_right(evening)
    assert met == dict.fromkeys(faults, 1), place
    assert evening.in_vain <= (len(faults) if "answer" in place else 0), place


async def _play(
    evening: Evening, place: str, faults: Faults, source: random.Random
) -> dict[str, int]:
    """Play a match through all faults; return how often each was met."""
    people = [evening.person("Ann"), evening.person("Ben")]
    # With a slow clock, each turn has a public message of its own, and none is edited.
    clock: dict[str, Any] = {"clock": "6 hours a turn"} if "POST /channels" in place else {}
    await evening.start(*people, rounds=2 if len(faults) > 5 else 1, cards=9, **clock)
    met = {}
    for name, fault in faults.items():
        order = evening.discord.order(place, **fault)
        while not order.met and not people[0].sees("Rematch"):
            await evening.one_click(source.choice(people), source)
            await asyncio.sleep(0.03)  # After trouble the bot rests, while people go on.
        met[name] = order.met
    assert await evening.play(people, source, 5000) < 5000
    return met


NOT_STARTED: Final = pytest.mark.bot(starts=False, settings={"CARDS_REQUEST_SECONDS": "1"})


@NOT_STARTED
@pytest.mark.parametrize(
    "fault",
    [
        {"status": 401, "body": {"message": "401: Unauthorized", "code": 0}},
        {"status": 403, "body": {"message": "no", "code": 0}},
        {"status": 429, "body": BANNED},
        {"status": 503, "body": {"message": "503", "code": 0}},
        {"hang_up": True},
        {"delay": 3},
    ],
)
async def test_without_a_login_it_ends(evening: Evening, fault: Mapping[str, Any]) -> None:
    evening.discord.order("GET /users/@me", times=-1, **fault)
    await evening.bot.start(ready=False)
    assert await evening.bot.end() == 1
    said = evening.bot.log.splitlines()[-1]
    assert "rejects the token" in said or "Discord can't be reached" in said
    assert len(evening.discord.tape.said) <= 2


@NOT_STARTED
@pytest.mark.faulty("the slash commands could not be synced")
@pytest.mark.parametrize(
    "fault",
    [
        # The start waits five seconds for the commands then.
        pytest.param(
            {"status": 500, "body": {"message": "500", "code": 0}}, marks=pytest.mark.thorough
        ),
        {"hang_up": True},
    ],
)
async def test_tables_open_without_commands(evening: Evening, fault: Mapping[str, Any]) -> None:
    await evening.bot.start()
    people = await evening.seat("Ann", "Ben", rounds=1, cards=9)
    await evening.bot.crash()
    evening.discord.order(r"/commands$", times=-1, **fault)

    await evening.bot.start()

    assert await evening.play(people, random.Random(1), 3000) < 3000
    evening.discord.orders.clear()
    await evening.discord.quiet()


@NOT_STARTED
async def test_a_start_in_the_middle_of_a_rate_limit(evening: Evening) -> None:
    wait = {"message": "You are being rate limited.", "retry_after": 0.3, "global": True}
    headers = {"Via": "1.1 google", "Retry-After": "0.3"}
    for place in ("GET /users/@me", "/commands$", "GET /gateway/bot"):
        evening.discord.order(place, status=429, body=wait, headers=headers)
    await evening.bot.start()
    people = await evening.seat("Ann", "Ben", rounds=1, cards=9)
    assert await evening.play(people, random.Random(1), 3000) < 3000
    await assert_right(evening)
