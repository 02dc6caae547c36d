"""Faulty answers from Discord to every kind of request: each match still ends correctly.

In every match the faults come one after the other, some clicks apart: some of them, or all with
``--thorough``.
"""

import asyncio
import random
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final, TypeAlias

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
