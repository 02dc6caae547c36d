"""Buttons of earlier versions that nothing answers any more name what replaces them."""

import re

import pytest

from cogs.buttons.clicks import Clicks
from cogs.layouts.address import too_old
from tests.cogs import forge
from tests.cogs.forge import Forger
from tests.cogs.guest import words
from tests.cogs.world import World

GONE = {
    "standings:kapow:1": "`/standings`",
    "rules:topic:kapow": "`/rules`",
    "k1:0123456789:nosuch": "`/tables`",
    "k1:nothing": "`/tables`",
    "another:page": "`/help`",
}
"""Ids that were posted once, or are of a kind that could be, and what replaces them."""


def pressed_by(world: World) -> Forger:
    return Forger(world, world.guest("Mina").id, world.guild.id, world.channel.id)


@pytest.mark.parametrize("custom_id", GONE)
async def test_what_is_gone_names_what_replaces_it(world: World, custom_id: str) -> None:
    told = words(await pressed_by(world).send(*forge.button(custom_id)))
    assert told == f"This button is too old to work. Please use {GONE[custom_id]} instead."


async def test_every_page_names_a_command_that_is_there(world: World) -> None:
    """Or, where a message has no command, the message."""
    commands = {f"/{command.qualified_name}" for command in world.bot.tree.walk_commands()}
    (clicks,) = (cog for cog in world.bot.cogs.values() if isinstance(cog, Clicks))
    pages = {*clicks.pages, "k1", "rules"}
    assert len(pages) > 10
    for page in pages:
        named = re.findall("`(.*?)`", str(too_old(page)))
        assert set(named) <= commands, page
        assert page == "night" or (named and (named != ["/help"] or page == "games")), page
