"""``/settings``: every click changes one setting, for those alone who manage the server."""

import json
from collections.abc import Mapping, Sequence
from typing import Any, Final

import discord
import pytest
from simcord import ChannelHandle, InteractionResult

from bot.league.settings import GuildSettings
from cogs.core.click import too_old
from cogs.settings_panel import mark_of
from tests.cogs import forge
from tests.cogs.forge import Forger, forger
from tests.cogs.guest import Private, words
from tests.cogs.shown import in_private
from tests.cogs.world import World, in_one_world

OUTDATED = str(too_old("settings"))

USUAL: Final = GuildSettings()


class Panel(Private):
    """The panel of someone who may manage the server, and what is clicked on it."""

    @property
    def text(self) -> str:
        return self.page.text

    def menu(self, words: str) -> str:
        """The custom id of the menu that begins so."""
        (found,) = [menu for menu in self.page.menus if menu.startswith(f"settings:{words}")]
        return found

    async def click(self, label: str) -> InteractionResult:
        if label.endswith((": turn on", ": turn off")) and label not in self.page.buttons:
            await self.look_at(label.partition(":")[0].lower())
        return await self.guest.actor.click(self.page.message, label=label)

    async def look_at(self, setting: str) -> None:
        await self.guest.actor.select(self.page.message, [setting], custom_id="settings:about")

    async def choose(self, menu: str, *values: str | ChannelHandle) -> None:
        if not any(each.startswith(f"settings:{menu}") for each in self.page.menus):
            await self.look_at(menu.rpartition(":")[2])
        await self.guest.actor.select(self.page.message, values, custom_id=self.menu(menu))

    async def write(self, setting: str, number: str) -> None:
        await self.look_at(setting)
        form = await self.click("Another number")
        assert form.modal is not None
        await self.guest.actor.submit_modal(form, {"number": number})


async def open_panel(world: World, name: str = "Ada") -> Panel:
    ada = world.guest(name, manage_guild=True)
    return Panel(ada, in_private(await ada.slash("settings")))


async def stored(world: World) -> GuildSettings:
    return await world.bot.services.storage.league.settings(world.guild.id)


def manager(world: World) -> Forger:
    return forger(world.guest("Ada", manage_guild=True))


async def test_the_panel_says_every_setting_in_words(world: World) -> None:
    panel = await open_panel(world)
    titled = {name: each for name, each in GuildSettings.model_fields.items() if each.title}
    assert all(f"**{field.title}**: " in panel.text for field in titled.values())
    for told in ("Mention**: on", "Season**: one month", "Weekly recap**: none", "tables**: all"):
        assert told in panel.text
    assert "Tables per channel**: 2, the bot's own limit" in panel.text
    assert "Usual game**: the first one, Kapow!" in panel.text
    for name, field in titled.items():
        await panel.look_at(name)
        assert str(field.description) in panel.text
        await panel.click("Back")
    assert world.posts == []


async def test_a_switch_is_turned_and_the_panel_says_so_in_its_place(world: World) -> None:
    panel = await open_panel(world)
    await panel.click("Mention: turn off")
    assert "**Changed.** Mention: off." in panel.text
    assert await stored(world) == GuildSettings(mention=False)
    await world.restart()
    await panel.click("Mention: turn on")
    assert await stored(world) == USUAL
    elsewhere = world.env.create_guild("Elsewhere")
    assert await world.bot.services.storage.league.settings(elsewhere.id) == USUAL


async def test_menus_choose_a_season_and_the_usual_game(world: World) -> None:
    panel = await open_panel(world)
    await panel.choose("choose:season", "=quarter")
    assert "**Changed.** Season: three months." in panel.text
    await panel.choose("choose:default_game", "=toy")
    assert await stored(world) == GuildSettings(season="quarter", default_game="toy")
    await panel.choose("choose:default_game", "=")
    assert await stored(world) == GuildSettings(season="quarter")


async def test_a_form_takes_a_number(world: World) -> None:
    panel, wanted = await open_panel(world), USUAL
    for setting, label, number in (
        ("starting_chips", "Starting chips", "10000"),
        ("daily_chips", "Daily allowance", " 0 "),
        ("tables_per_channel", "Tables per channel", "1"),
        ("tables_per_person", "Tables per person", "3"),
    ):
        await panel.write(setting, number)
        assert f"**Changed.** {label}: " in panel.text
        wanted = wanted.model_copy(update={setting: int(number)})
        assert await stored(world) == wanted


@in_one_world("number", ["-1", "1001", "1.5", "ten", "", "9" * 90, "٣", "1_0"])
async def test_a_number_out_of_bounds_is_refused_in_a_sentence(world: World, number: str) -> None:
    sent = forge.form("settings:number:daily_chips", {"number": number})
    told = words(await manager(world).send(*sent))
    assert "Daily allowance: please type a whole number from 0 to 1000." in told
    assert await stored(world) == USUAL


@pytest.mark.house(tables_per_channel=2, tables_per_person=5)
@pytest.mark.parametrize(("name", "most"), [("tables_per_channel", 2), ("tables_per_person", 5)])
async def test_no_limit_is_above_the_bots(world: World, name: str, most: int) -> None:
    ada = manager(world)
    for number in (most, most + 1):
        sent = forge.form(f"settings:number:{name}", {"number": str(number)})
        told = words(await ada.send(*sent))
    assert f"please type a whole number from 0 to {most}" in told
    assert getattr(await stored(world), name) == most


async def test_channels_are_chosen_and_a_deleted_one_can_go(world: World) -> None:
    one, two = (world.guild.create_text_channel(name) for name in ("one", "two"))
    panel = await open_panel(world)
    await panel.choose("channels", two, one)
    assert (await stored(world)).channels == tuple(sorted((one.id, two.id)))
    assert f"**Changed.** Channels for tables: <#{one.id}>, <#{two.id}>." in panel.text
    channel = world.bot.get_channel(one.id)
    assert isinstance(channel, discord.TextChannel)
    await channel.delete()
    await panel.click("Threads: turn on")
    await panel.choose("channels", two)
    assert (await stored(world)).channels == (two.id,)
    await panel.choose("channels")
    assert (await stored(world)).channels == ()


async def test_channels_that_another_admin_has_just_changed_stay_so(world: World) -> None:
    one, two = (world.guild.create_text_channel(name) for name in ("one", "two"))
    ada, ben = await open_panel(world, "Ada"), await open_panel(world, "Ben")
    await ben.look_at("channels")
    await ada.choose("channels", one)
    await ben.choose("channels", two)
    assert "Someone has just changed these channels" in ben.text
    assert f"Channels for tables**: <#{one.id}>" in ben.text
    assert (await stored(world)).channels == (one.id,)
    await ben.choose("channels", one, two)
    assert (await stored(world)).channels == (one.id, two.id)


async def test_two_admins_with_old_panels_undo_nothing_of_each_other(world: World) -> None:
    ada, ben = await open_panel(world, "Ada"), await open_panel(world, "Ben")
    await ben.look_at("mention")
    await ada.click("Mention: turn off")
    await ben.click("Mention: turn off")
    await ben.click("Threads: turn on")
    await ada.choose("choose:season", "=quarter")
    assert await stored(world) == GuildSettings(mention=False, threads=True, season="quarter")


async def test_the_recap_has_a_channel_where_the_bot_can_post(world: World) -> None:
    news = world.guild.create_news_channel("news")
    assert world.guild.me is not None
    denied = discord.PermissionOverwrite(send_messages=False)
    quiet = world.guild.create_text_channel("quiet", overwrites={world.guild.me: denied})
    panel = await open_panel(world)
    await panel.choose("recap", news)
    assert f"**Changed.** Weekly recap: in <#{news.id}>." in panel.text
    await panel.choose("recap", quiet)
    assert f"I can't post in <#{quiet.id}>. I need **Send Messages**" in panel.text
    assert (await stored(world)).recap == news.id
    await panel.choose("recap")
    assert await stored(world) == USUAL


async def test_usual_options_are_chosen_game_by_game(world: World) -> None:
    panel = await open_panel(world)
    await panel.look_at("default_options")
    assert "Usual options of Kapow!" in panel.text
    await panel.choose("option:kapow:rounds", "5")
    await panel.choose("option:kapow:cards", "9")
    await panel.choose("game", "toy")
    await panel.choose("option:toy:rounds", "1")
    assert "**Changed.** Usual options: Kapow! with Rounds 5, Cards 9; " in panel.text
    both = {"kapow": {"rounds": 5, "cards": 9}, "toy": {"rounds": 1}}
    assert (await stored(world)).default_options == both
    await panel.choose("option:toy:rounds", "3")  # As the game has it: there is nothing to store.
    await panel.click("Back")
    assert "Usual options**: Kapow! with Rounds 5, Cards 9\n" in panel.text
    await panel.look_at("default_options")
    await panel.click("The game's own")
    assert "**Changed.** Usual options: each game's own." in panel.text


async def test_options_that_do_not_go_together_are_refused_in_a_sentence(world: World) -> None:
    panel = await open_panel(world)
    await panel.look_at("default_options")
    await panel.choose("game", "chowpow")
    await panel.choose("option:chowpow:battle_buffet", "true")
    await panel.choose("option:chowpow:own_size", "true")
    assert "doesn't go with Battle Buffet" in panel.text
    assert "Usual options of Chow Pow!" in panel.text
    assert (await stored(world)).default_options == {"chowpow": {"battle_buffet": True}}


FORGED: Final = (
    *("settings:", "settings", "settings:nothing", "settings:show:x:y:z", "settings:switch"),
    *("settings:switch:mention", "settings:switch:mention:2", "settings:switch:daily_chips:1"),
    *("settings:switch:jokers:1", "settings:switch:mention:1:1", "settings:choose:mention"),
    *("settings:choose:season", "settings:choose:default_game", "settings:choose"),
    *("settings:number:mention", "settings:number:recap", "settings:number:jokers"),
    *("settings:ask:mention", "settings:ask:", "settings:ask", "settings:channels"),
    *("settings:channels:x", f"settings:channels:{mark_of(())}"),
    *("settings:recap", "settings:recap:1"),
    *("settings:option:kapow", "settings:option:poker:rounds", "settings:option:kapow:jokers"),
    *("settings:option:kapow:rounds", "settings:option:kapow:max_swaps", "settings:clear:poker"),
    *("settings:game", "settings:about", "settings:clear", "settings:option:chowpow:deck"),
)


def forgeries(custom_id: str) -> Sequence[tuple[int, dict[str, Any]]]:
    return [
        forge.button(custom_id),
        forge.menu(custom_id, ["jokers"]),
        forge.channels(custom_id, ["12345"]),
        forge.form(custom_id, {"number": "99999999"}),
        forge.menu(custom_id, ["11"]),
        forge.channels(custom_id, ["1", "2"]),
        forge.form(custom_id, {}),
        forge.channels(custom_id, ["x" * 50]),
        forge.channels(custom_id, [str(2**63)]),
    ]


async def test_a_forged_control_changes_nothing(world: World, *, thorough: bool) -> None:
    """In the quick run each is sent in three ways, and the next one in others."""
    ada = manager(world)
    for number, custom_id in enumerate(FORGED):
        every = forgeries(custom_id)
        for sent in every if thorough else every[number % 3 :: 3]:
            assert words(await ada.send(*sent)), custom_id
            assert await stored(world) == USUAL, custom_id


async def test_an_unknown_control_is_said_to_be_of_another_time(world: World) -> None:
    for custom_id in ("settings:nothing", "settings:switch:jokers:1", "settings:clear:poker"):
        assert OUTDATED in words(await manager(world).send(*forge.button(custom_id)))


async def test_a_channel_is_one_of_the_server_and_of_a_kind_that_is_offered(world: World) -> None:
    elsewhere = world.env.create_guild("Elsewhere").create_text_channel("table")
    voice = world.guild.create_voice_channel("voice")
    for custom_id, channel in (
        (f"settings:channels:{mark_of(())}", elsewhere.id),
        ("settings:recap", elsewhere.id),
        ("settings:recap", voice.id),
    ):
        told = words(await manager(world).send(*forge.channels(custom_id, [str(channel)])))
        assert "Please choose channels of this server." in told
    assert await stored(world) == USUAL


CLICKS: Final[Mapping[str, tuple[int, dict[str, Any]]]] = {
    "command": forge.slash("settings"),
    "panel": forge.button("settings:show"),
    "setting": forge.menu("settings:about", ["mention"]),
    "switch": forge.button("settings:switch:mention:0"),
    "menu": forge.menu("settings:choose:season", ["=quarter"]),
    "channels": forge.channels(f"settings:channels:{mark_of(())}", []),
    "question": forge.button("settings:ask:daily_chips"),
    "form": forge.form("settings:number:daily_chips", {"number": "5"}),
    "option": forge.menu("settings:option:kapow:rounds", ["5"]),
}


@in_one_world("click", CLICKS)
async def test_who_doesn_t_manage_the_server_changes_nothing(world: World, click: str) -> None:
    moe = world.guest("Moe", manage_messages=True)
    assert "settings" not in moe.actor.available_commands(world.channel)
    told = await forger(moe).send(*CLICKS[click])
    assert words(told) == "Only people who manage this server can see and change its settings."
    assert told.ephemeral
    assert await stored(world) == USUAL


async def test_who_manages_the_server_no_more_has_an_old_panel_in_vain(world: World) -> None:
    panel = await open_panel(world)
    await panel.look_at("mention")
    world.env.backend.delete_role(world.guild.id, world.guild.roles["role"].id)
    result = await panel.click("Mention: turn off")
    assert "Only people who manage this server" in words(result)
    assert await stored(world) == USUAL


async def test_values_that_this_version_does_not_know_do_not_break_the_panel(world: World) -> None:
    newer: Any = {"kapow": {"rounds": 99, "cards": 9, "jokers": 1}, "poker": {"rounds": 1}}
    await world.set(default_game="poker", default_options=newer, recap=5, channels=(6,))
    panel = await open_panel(world)
    assert "Usual game**: the first one" in panel.text
    assert "Usual options**: Kapow! with Cards 9\n" in panel.text
    assert "Channels for tables**: all" in panel.text, "there is no such channel"
    await panel.look_at("default_options")
    await panel.choose("option:kapow:rounds", "5")
    kept = (await stored(world)).default_options
    assert kept == {"kapow": {"rounds": 5, "cards": 9}, "poker": {"rounds": 1}}
    assert len(json.dumps(kept)) < 1000


async def test_usual_options_of_all_games_have_a_bound(world: World) -> None:
    newer: Any = {"poker": {"jokers": "x" * 950}}
    await world.set(default_options=newer)
    panel = await open_panel(world)
    await panel.look_at("default_options")
    await panel.choose("option:kapow:rounds", "5")
    assert (await stored(world)).default_options == {**newer, "kapow": {"rounds": 5}}
    await panel.choose("option:kapow:cards", "9")
    assert "That's too many usual options. Please set some of them back." in panel.text
    assert (await stored(world)).default_options == {**newer, "kapow": {"rounds": 5}}
