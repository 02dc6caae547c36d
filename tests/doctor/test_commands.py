"""Whether the doctor sees what Discord knows of our slash commands."""

import json
from collections.abc import AsyncIterator
from typing import Any

import pytest

from bot.doctor.all_checks import check_commands, disconnected_bot
from bot.doctor.api import Api
from bot.settings import HouseSettings
from cogs.client import CardNight
from tests.doctor.little_discord import APPLICATION_ID, LittleDiscord

SERVER = 77


@pytest.fixture
async def bot() -> AsyncIterator[CardNight]:
    async with disconnected_bot(HouseSettings(), None) as made:
        yield made


def as_discord_tells(bot: CardNight) -> list[dict[str, Any]]:
    """Return the bot's commands with what Discord adds to them."""
    commands = [json.loads(json.dumps(c.to_dict(bot.tree))) for c in bot.tree.get_commands()]
    for number, command in enumerate(commands):
        permissions = command["default_member_permissions"]
        command |= {
            "id": str(9000 + number),
            "application_id": APPLICATION_ID,
            "version": str(9100 + number),
            "name_localizations": None,
            "description_localizations": None,
            "default_member_permissions": None if permissions is None else str(permissions),
        }
    return commands


async def test_commands_as_they_are_here_are_well(
    api: Api, discord: LittleDiscord, bot: CardNight
) -> None:
    discord.commands = as_discord_tells(bot)
    found = await check_commands(api, bot)
    assert found.ok
    count = len(bot.tree.get_commands())
    assert found.sentence == f"Discord knows all {count} slash commands everywhere, and no others."


async def test_missing_outdated_and_foreign_commands_are_named(
    api: Api, discord: LittleDiscord, bot: CardNight
) -> None:
    known = {command["name"]: command for command in as_discord_tells(bot)}
    del known["play"]
    known["help"]["description"] = "As it was."
    known["settings"]["default_member_permissions"] = None
    discord.commands = [*known.values(), {**known["hand"], "name": "gone"}]
    found = await check_commands(api, bot)
    assert not found.ok
    assert found.sentence.startswith(
        "Discord doesn't know /play; it has an old form of /help, /settings; it still offers "
        "/gone: start the bot"
    )


async def test_with_a_server_of_ones_own_both_are_told(api: Api, discord: LittleDiscord) -> None:
    async with disconnected_bot(HouseSettings(), SERVER) as bot:
        discord.own_commands = {str(SERVER): as_discord_tells(bot)}
        assert (await check_commands(api, bot)).ok
        path = f"/applications/{APPLICATION_ID}"
        assert {f"{path}/guilds/{SERVER}/commands", f"{path}/commands"} <= set(discord.asked)


async def test_a_list_for_everyone_beside_that_of_ones_own_server_is_a_fault(
    api: Api, discord: LittleDiscord
) -> None:
    async with disconnected_bot(HouseSettings(), SERVER) as bot:
        discord.own_commands = {str(SERVER): as_discord_tells(bot)}
        discord.commands = as_discord_tells(bot)[:3]
        found = await check_commands(api, bot)
    assert not found.ok
    assert "people see them twice: 3 everywhere. Start the bot" in found.sentence


async def test_the_own_list_of_a_former_server_is_a_fault(
    api: Api, discord: LittleDiscord, bot: CardNight
) -> None:
    discord.add_server("Card night")
    discord.add_server("The old one")
    discord.commands = as_discord_tells(bot)
    discord.own_commands = {discord.servers[1]["id"]: as_discord_tells(bot)[:2]}
    found = await check_commands(api, bot)
    assert not found.ok
    assert "people see them twice: 2 in The old one. Start the bot" in found.sentence


async def test_the_bot_of_the_check_stores_nothing(bot: CardNight) -> None:
    assert bot.application_id is None
    assert list(bot.services.host.tables_in(SERVER)) == []
