"""Pings before league nights on the real bot: those that were sent, and the way to them."""

import json
from collections.abc import Sequence

from bot.night.service import AHEAD
from cogs.night_runner import EVERY
from tests.cogs.forge import button, forger
from tests.cogs.guest import Guest, words
from tests.cogs.night.evening import Evening, planned
from tests.cogs.shown import Shown
from tests.cogs.world import World

LATER = 20
"""Minutes until a night, where there is time to ask for a ping."""


async def later(world: World, minutes: int = LATER) -> Evening:
    return await planned(world, minutes=minutes)


async def until_pings(world: World, minutes: int = LATER) -> None:
    """Let time pass until the pings of a night that was just planned are sent."""
    await world.pass_time(minutes * 60 - AHEAD / 1000 + 2 * EVERY)


async def begin(world: World) -> None:
    await world.pass_time(AHEAD / 1000 + 2 * EVERY)


def pings(world: World) -> Sequence[Shown]:
    return [one for one in world.messages() if "To stop these pings" in one.text]


def mentioned(world: World) -> list[list[int]]:
    """Whom each of these messages mentions."""
    asked = [one for one in world.posts if "To stop these pings" in json.dumps(one.json)]
    return world.mentioned(asked)


async def choose(guest: Guest, when: str) -> str:
    return words(await guest.slash("me pings", when=when))


async def forged(evening: Evening, guest: Guest) -> str:
    """Press **Tell me** where it isn't shown any more."""
    return words(await forger(guest).send(*button(f"night:{evening.id}:tell")))
