"""Every command and button keeps to Discord's limits with the longest content there can be."""

import contextlib
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

import pytest
from simcord import InteractionResult
from simcord.backend.errors import SetupError

from cogs.core.answers import NOT_SHOWN, NOT_TAKEN, UNAVAILABLE, WENT_WRONG
from cogs.core.page import CONTENT_LIMIT, SUGGESTIONS
from tests.cogs import forge
from tests.cogs.forge import forger
from tests.cogs.guest import Guest
from tests.cogs.longest import longest_world
from tests.cogs.night.evening import plan_by
from tests.cogs.shown import Shown
from tests.cogs.world import World

LOST: Final = (NOT_TAKEN, NOT_SHOWN, WENT_WRONG, UNAVAILABLE)

DESTRUCTIVE: Final = ("privacy:sure", ":end")
"""What would take away what is to be looked at."""

DEEP: Final = 2
"""This many clicks from a command's answer on."""

MOST_CLICKS: Final = (12, 60)
"""From the answer to one command: in the quick run and in the thorough one."""


def given(command: str, other: Guest) -> Mapping[str, Any]:
    """Return the options without which a command isn't taken."""
    games = dict.fromkeys(
        ("league best", "league standings", "league champions", "rules", "learn"), "kapow"
    )
    required: Mapping[str, Mapping[str, Any]] = {
        "manage night plan": {"game": "kapow", "at": "in 90 minutes"},
        "me pings": {"when": "Every night"},
        "table kick": {"player": "nobody"},
        "league versus": {"person": other.actor},
        "me quiet-hours": {"zone": "America/Argentina/ComodRivadavia"},
    }
    found = required.get(command, {})
    return {**found, "game": games[command]} if command in games else found


class Walk:
    """Someone who presses everything that an answer has, and what comes then."""

    def __init__(self, guest: Guest, most: int) -> None:
        self.guest = guest
        self._most = most
        self.longest: dict[str, int] = {}
        self.lost: list[str] = []
        self._pressed: set[str] = set()

    async def look(self, command: str, answer: InteractionResult, depth: int = DEEP) -> None:
        """Measure an answer, and press all that can be pressed on it."""
        shown = [Shown(each.message) for each in (answer.response, *answer.followups) if each]
        told = "\n".join(each.text for each in shown)
        silent = not shown and answer.modal is None and not answer.acknowledged
        if silent or any(sentence in told for sentence in LOST):
            self.lost.append(f"{command}: {told or 'nothing'}")
        self.longest[command] = max(self.longest.get(command, 0), len(told))
        await self.look_at(command, shown if depth else (), depth)

    async def look_at(self, command: str, shown: Sequence[Shown], depth: int = DEEP) -> None:
        """Press all that can be pressed on some messages."""
        for page in shown:
            for control, value in controls(page):
                if len(self._pressed) < self._most and control + value not in self._pressed:
                    self._pressed.add(control + value)
                    pressed = await self._press(page, control, value)
                    await self.look(command, pressed, depth - 1)

    async def _press(self, page: Shown, control: str, value: str) -> InteractionResult:
        """Press something; where the message has changed since, as if it was pressed before."""
        with contextlib.suppress(SetupError):
            if value:
                return await self.guest.actor.select(page.message, [value], custom_id=control)
            return await self.guest.actor.click(page.message, custom_id=control)
        sent = forge.menu(control, [value]) if value else forge.button(control)
        return await forger(self.guest).send(*sent)


def controls(page: Shown) -> Iterator[tuple[str, str]]:
    """Yield the custom ids of buttons, and of menus with one of their values."""
    for control in page.ids:
        if not any(part in control for part in DESTRUCTIVE):
            yield control, ""
    for menu, values in page.menus.items():
        if not any(part in menu for part in DESTRUCTIVE):
            yield from ((menu, value) for value in values[:2])


@pytest.mark.house(tables_per_channel=50, tables_per_person=50)
async def test_nothing_that_can_be_asked_for_is_too_long(world: World, *, thorough: bool) -> None:
    guest, other = await longest_world(world)
    await no_suggestion_is_too_long(world, guest)
    longest, lost, most = dict[str, int](), list[str](), MOST_CLICKS[thorough]
    for message in world.messages():
        walk = Walk(guest, most)
        await walk.look_at("messages in the channel", [message])
        longest |= walk.longest
        lost += walk.lost
    for command in sorted(world.commands, key=lambda one: one.qualified_name == "settings"):
        name, walk = command.qualified_name, Walk(guest, most)
        options = given(name, other)
        await walk.look(name, await guest.slash(name, **options))
        longest |= walk.longest
        lost += walk.lost
    assert lost == []
    assert longest["league profile"] > CONTENT_LIMIT, "it is split"


async def no_suggestion_is_too_long(world: World, guest: Guest) -> None:
    found = [
        await guest.actor.autocomplete(
            world.channel, command.qualified_name, option.display_name, ""
        )
        for command in world.commands
        for option in command.parameters
        if option.autocomplete
    ]
    assert max(map(len, found)) == SUGGESTIONS
    assert sum(map(bool, found)) >= 10


async def test_an_event_is_made_also_in_the_channel_with_the_longest_name(world: World) -> None:
    channel = world.guild.create_text_channel("c" * 100)
    host = world.guest("Host", manage_messages=True)
    await plan_by(host.actor, channel, 9)
    [event] = await world.bot.guilds[0].fetch_scheduled_events()
    assert event.location == f"#{'c' * 98}…"
