"""What the doctor finds on Discord, our slash commands among it."""

import json
import time
from collections.abc import AsyncIterator
from datetime import UTC, datetime
from typing import Any

import discord as library
import pytest

from bot.doctor.account import (
    Api,
    check_clock,
    check_intents,
    check_permissions,
    check_shards,
    check_token,
    open_api,
)
from bot.doctor.all_checks import check_commands, disconnected_bot
from bot.doctor.finding import Finding
from bot.settings import HouseSettings
from cogs.client import CardNight
from cogs.core.permissions import IN_CHANNEL, IN_THREAD, INVITED, LEAST, WITH_NEW_THREAD, lacking
from tests.doctor.little_discord import APPLICATION_ID, TOKEN, LittleDiscord

NOBODY = "http://127.0.0.1:1/api/v10"

INVITE = (
    f"https://discord.com/oauth2/authorize?client_id={APPLICATION_ID}"
    f"&scope=bot+applications.commands&permissions={INVITED.value}"
)


EVERYWHERE = (IN_CHANNEL, IN_THREAD, WITH_NEW_THREAD)


async def test_a_good_token_tells_who_the_bot_is(api: Api) -> None:
    said = f"Kapow night, application {APPLICATION_ID}."
    assert await check_token(api) == Finding("token", ok=True, sentence=said)


async def test_a_refused_token_is_told_once_and_never_tried_again(discord: LittleDiscord) -> None:
    async with open_api(discord.base, TOKEN.upper()) as api:
        token = await check_token(api)
        permissions = await check_permissions(api)
    assert not token.ok
    assert "rejects the token. Reset it" in token.sentence
    assert not permissions.ok
    assert permissions.sentence.startswith("Not checked")
    assert discord.asked == ["/users/@me"]


async def test_without_a_token_nobody_is_asked(discord: LittleDiscord) -> None:
    async with open_api(discord.base, None) as api:
        assert (await check_token(api)).sentence.startswith("Not checked: the settings have no")
        assert (await check_clock(api, time.time)).ok
    assert discord.asked == []


async def test_an_endpoint_that_takes_clicks_is_a_fault(api: Api, discord: LittleDiscord) -> None:
    discord.endpoint = "https://example.org/clicks"
    found = await check_token(api)
    assert not found.ok
    assert "Clear the Interactions Endpoint URL" in found.sentence


async def test_an_ailing_discord_is_not_our_fault(api: Api, discord: LittleDiscord) -> None:
    discord.status = 503
    found = await check_token(api)
    assert not found.ok
    assert found.sentence == "Discord answered with status 503. Try again later."


async def test_offline_is_told_once_in_full() -> None:
    async with open_api(NOBODY, TOKEN) as api:
        clock, token = await check_clock(api, time.time), await check_token(api)
    assert not clock.ok
    assert "can't be reached (ClientConnectorError). Allow" in clock.sentence
    assert token == Finding("token", ok=False, sentence="Not checked: Discord can't be reached.")


async def test_what_is_not_discord_is_noticed(discord: LittleDiscord) -> None:
    async with open_api(discord.base.replace("/api/v10", "/elsewhere"), TOKEN) as api:
        assert "status 404" in (await check_token(api)).sentence


@pytest.mark.parametrize("off", [-1.5, 0, 1.5])
async def test_two_seconds_of_error_are_well(api: Api, discord: LittleDiscord, off: float) -> None:
    discord.clock_off = off
    assert (await check_clock(api, time.time)).ok


@pytest.mark.parametrize(("off", "word"), [(-60, "ahead of"), (60, "behind")])
async def test_a_wrong_clock_is_told_with_its_error(
    api: Api, discord: LittleDiscord, off: float, word: str
) -> None:
    discord.clock_off = off
    found = await check_clock(api, time.time)
    assert not found.ok
    assert f" s {word} Discord's: synchronise it by NTP." in found.sentence
    assert any(f"{seconds} s" in found.sentence for seconds in (58, 59, 60, 61))


async def test_the_time_an_answer_took_is_not_held_against_the_clock(api: Api) -> None:
    now = datetime.now(UTC).timestamp()
    moments = iter((now - 30, now + 1))
    assert (await check_clock(api, lambda: next(moments))).ok


async def test_the_bot_asks_for_no_privileged_intent(api: Api) -> None:
    found = await check_intents(api, CardNight().intents)
    assert found.ok
    assert found.sentence == "guilds; none privileged."


async def test_a_privileged_intent_must_be_switched_on(api: Api) -> None:
    found = await check_intents(api, library.Intents(guilds=True, members=True))
    assert not found.ok
    assert "Switch on members under" in found.sentence


async def test_a_switched_on_privileged_intent_is_well(api: Api, discord: LittleDiscord) -> None:
    discord.flags = library.ApplicationFlags.gateway_guild_members_limited.flag
    found = await check_intents(api, library.Intents(guilds=True, members=True))
    assert found.sentence == "guilds; members."


@pytest.mark.parametrize(("count", "well"), [(1, False), (2, False), (3, True), (16, True)])
async def test_there_must_be_as_many_shards_as_discord_recommends(
    api: Api, discord: LittleDiscord, count: int, *, well: bool
) -> None:
    discord.shards = 3
    found = await check_shards(api, count)
    assert found.ok == well
    assert "Discord recommends 3" in found.sentence


async def test_in_no_server_yet_the_invitation_helps(api: Api) -> None:
    found = await check_permissions(api)
    assert found.ok
    assert found.sentence == f"On no server yet. Invite: {INVITE}"


async def test_servers_that_lack_permissions_are_named(api: Api, discord: LittleDiscord) -> None:
    discord.add_server("Well")
    discord.add_server("Poor\x1b[2J", LEAST.value & ~library.Permissions(attach_files=True).value)
    discord.add_server("Ours", library.Permissions(administrator=True).value)
    found = await check_permissions(api)
    assert not found.ok
    assert "Missing in Poor" in found.sentence
    assert "(Attach Files): grant it" in found.sentence
    assert found.sentence.endswith(INVITE)
    assert "\x1b" not in str(found)


async def test_what_the_bot_can_do_without_is_no_fault(api: Api, discord: LittleDiscord) -> None:
    discord.add_server("Poor", LEAST.value)
    discord.add_server("Rich", INVITED.value)
    found = await check_permissions(api)
    assert found.ok
    names = "Read Message History, Create Private Threads, Create Events"
    assert f"Useful, but missing in Poor ({names}). Invite" in found.sentence


async def test_all_servers_are_seen_and_the_first_named(api: Api, discord: LittleDiscord) -> None:
    for number in range(450):
        discord.add_server(f"S{number}", 0 if number >= 440 else LEAST.value)
    found = await check_permissions(api)
    assert [name in found.sentence for name in ("S440", "S444", "S445")] == [True, True, False]
    assert " and 5 more: " in found.sentence


async def test_four_hundred_servers_are_two_full_pages(api: Api, discord: LittleDiscord) -> None:
    for number in range(400):
        discord.add_server(f"S{number}")
    assert (await check_permissions(api)).sentence.startswith("All needed ones on 400 servers.")


def test_the_least_permissions_are_enough_for_a_table() -> None:
    assert [lacking(LEAST, needed) for needed in EVERYWHERE] == [[], [], []]
    assert lacking(LEAST) == []


@pytest.mark.parametrize("name", [name for name, needed in LEAST if needed])
def test_of_the_least_permissions_none_can_be_spared(name: str) -> None:
    less = library.Permissions(LEAST.value)
    setattr(less, name, False)
    (told,) = lacking(less)
    assert [told] in [lacking(less, needed) for needed in EVERYWHERE]


SERVER = 77


@pytest.fixture
async def bot() -> AsyncIterator[CardNight]:
    async with disconnected_bot(HouseSettings(), None) as made:
        yield made


def as_discord_tells(bot: CardNight) -> list[dict[str, Any]]:
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


async def test_commands_as_here_are_well(api: Api, discord: LittleDiscord, bot: CardNight) -> None:
    discord.commands = as_discord_tells(bot)
    found = await check_commands(api, bot)
    assert found.ok
    count = len(bot.tree.get_commands())
    assert found.sentence == f"All {count} everywhere, and no others."


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
        "Missing /play; outdated /help, /settings; left over /gone. Start the bot"
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
    assert "people see others beside them: 3 everywhere. Start the bot" in found.sentence


async def test_the_own_list_of_a_former_server_is_a_fault(
    api: Api, discord: LittleDiscord, bot: CardNight
) -> None:
    discord.add_server("Card night")
    discord.add_server("The old one")
    discord.commands = as_discord_tells(bot)
    discord.own_commands = {discord.servers[1]["id"]: as_discord_tells(bot)[:2]}
    found = await check_commands(api, bot)
    assert not found.ok
    assert "people see others beside them: 2 in The old one. Start the bot" in found.sentence


async def test_the_bot_of_the_check_stores_nothing(bot: CardNight) -> None:
    assert bot.application_id is None
    assert list(bot.services.host.tables_in(SERVER)) == []
