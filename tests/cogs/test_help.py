"""``/help`` and the page of commands: how to begin, the games, and all that can be asked for."""

import asyncio
import os
import re
import shutil
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, cast

import discord
import pytest
from discord import app_commands

from bot.compose import compose
from bot.face.rulebook import tagline
from bot.games.registry import GAMES
from bot.settings import HouseSettings
from bot.tables.clock import WallTime
from cogs.core.page import Picture
from cogs.help import Command, Tree, all_commands, grouped
from cogs.showcase import games_page, welcome_page
from tests.cogs.guest import Guest, words
from tests.cogs.shown import Shown, shown
from tests.cogs.world import World

if TYPE_CHECKING:
    from cogs.core.commands import CardTree


SMALL = 25 * 1024
"""Bytes of a picture."""


async def help_of(guest: Guest) -> Shown:
    return shown(await guest.slash("help"))


async def more_of(guest: Guest) -> Shown:
    return shown(await guest.actor.click((await help_of(guest)).message, label="More"))


async def press(guest: Guest, shown: Shown, control: str) -> str:
    return words(await guest.actor.click(shown.message, custom_id=control))


async def test_help_is_a_few_lines_with_six_commands_and_no_picture(world: World) -> None:
    page = await help_of(world.guest("Mina"))
    head, *commands = page.text.removeprefix("## Card night\n").split("\n")
    assert len(re.findall(r"[.?:] ", head)) <= 4
    assert len(head) < 260
    assert len(commands) == 6
    assert all(re.fullmatch(r"</[a-z ]+:\d+> [a-z][^.]{8,40}", line) for line in commands)
    assert list(page.buttons) == ["More"]
    assert not page.files


async def test_every_game_is_shown_with_what_it_is(world: World) -> None:
    shown = await more_of(world.guest("Mina"))
    assert not shown.files
    for game in GAMES.values():
        assert re.search(rf"\*\*{game.title}\*\* \(\d to \d players\)\n", shown.text)
        assert tagline(game.name) in shown.text
        assert f"games:play:{game.name}" in shown.ids
    assert "2 to 8 players" in shown.text
    pictured = await world.post(welcome_page(await world.bot.services.showcase.shown()))
    assert {f"{game.name}.png" for game in GAMES.values()} <= set(pictured.files)
    assert all(len(picture.alt) > 50 for picture in await pictures(world))
    assert all(len(picture.upload.content) <= SMALL for picture in await pictures(world))


async def pictures(world: World) -> list[Picture]:
    return [game.picture for game in await world.bot.services.showcase.shown()]


async def test_the_pictures_are_drawn_once(world: World) -> None:
    showcase = world.bot.services.showcase
    first, second = await asyncio.gather(showcase.shown(), showcase.shown())
    assert first is second


async def test_all_commands_can_be_clicked_on(world: World) -> None:
    told = (await more_of(world.guest("Mina", manage_messages=True, manage_guild=True))).text
    stored = await world.bot.tree.fetch_commands()
    ids = {command.name: command.id for command in stored}
    for command in world.commands:
        name = command.qualified_name
        assert f"</{name}:{ids[name.split()[0]]}>" in told
    assert len(told) <= 4000


async def test_what_moderators_do_is_told_to_them_alone(world: World) -> None:
    for may, told in (({}, False), ({"manage_messages": True}, True)):
        text = (await more_of(world.guest("Mina", **may))).text
        assert ("</manage night plan:" in text) == told
        assert "</settings:" not in text


async def test_ids_that_were_known_before_a_restart_are_known_after_it(world: World) -> None:
    before = cast("CardTree", world.bot.tree).mention("table end")
    await world.restart()
    assert cast("CardTree", world.bot.tree).mention("table end") == before
    assert before.startswith("</table end:")


async def test_a_command_without_an_id_is_text(world: World) -> None:
    tree = cast("CardTree", world.bot.tree)
    tree.ids = {}
    assert tree.mention("play") == "`/play`"
    assert "`/table end`" in all_commands(tree, discord.Permissions())


async def test_play_opens_a_table_of_the_game(world: World, mina: Guest) -> None:
    told = await press(mina, await more_of(mina), "games:play:toy")
    assert f"Your table of High Card is open in <#{world.channel.id}>" in told
    assert (await world.state()).setup.game == "toy"
    assert "1. **Mina** (host)" in world.board.text


async def test_rules_are_read_topic_by_topic(mina: Guest) -> None:
    page = await more_of(mina)
    rules = shown(await mina.actor.click(page.message, custom_id="games:rules:kabobo"))
    assert rules.text.startswith("## Kabobo!")
    ((menu, topics),) = rules.menus.items()
    await mina.choose(rules, topics[-1], menu)
    assert "games:play:kabobo" in (await more_of(mina)).ids


@pytest.mark.parametrize("game", sorted(GAMES))
async def test_the_welcome_seats_enough_kai_to_start(world: World, game: str) -> None:
    games = await world.bot.services.showcase.shown()
    message = await world.post(welcome_page(games))
    mina = world.guest("Mina")
    await press(mina, message, f"games:kai:{game}")
    await mina.click("Start")
    assert "round 1" in world.board.text


async def test_a_page_has_room_for_many_games(world: World) -> None:
    (game, *_) = await world.bot.services.showcase.shown()
    many = [replace(game, name=f"game{number}") for number in range(12)]
    shown = await world.post(games_page(many, "All commands"))
    assert "games:play:game6" in shown.ids


PREFACE = (
    "# Commands\n\n"
    "All commands work only on servers. Answers about you alone are private. "
    "Moderators' commands are hidden from everyone else.\n"
    "You can leave out options in brackets.\n\n"
    "Discord's menu on a person, under **Apps**, has **Profile**, **Head to head** and "
    "**Invite to my table**."
)

PAGE = Path(__file__).parents[2] / "docs" / "commands.md"


def handbook(tree: Tree) -> str:
    """Return all commands with their options, in Markdown."""
    parts = [PREFACE]
    for group, found in grouped(tree):
        parts.append(f"## {group}")
        parts += [entry(command) for command in found]
    return "\n\n".join(parts) + "\n"


def entry(command: Command) -> str:
    asked = command.parameters
    usage = "".join(f" {p.display_name}" if p.required else f" [{p.display_name}]" for p in asked)
    lines = [f"### `/{command.qualified_name}{usage}`", "", command.description]
    return "\n".join([*lines, *([""] if asked else []), *map(option, asked)])


def option(parameter: app_commands.Parameter) -> str:
    choices = ", ".join(choice.name for choice in parameter.choices)
    told = f"- `{parameter.display_name}`: {parameter.description}"
    return f"{told} ({choices})" if choices else told


async def test_the_page_equals_the_tree(tmp_path: Path, empty_database: Path) -> None:
    """With WRITE_DOCS=1 in the environment the page is written again first."""
    database = shutil.copy(empty_database, tmp_path / "cards.db")
    settings = HouseSettings.model_validate({"DATABASE_URL": f"sqlite+aiosqlite:///{database}"})
    async with compose(settings, WallTime()) as bot, bot:
        await bot.add_cogs()
        text = handbook(bot.tree)
    if os.environ.get("WRITE_DOCS"):
        PAGE.write_text(text, encoding="utf-8")
    assert PAGE.read_text(encoding="utf-8") == text


def test_few_commands_are_at_the_top_and_moderators_own_hidden(world: World) -> None:
    top = world.bot.tree.get_commands(type=discord.AppCommandType.chat_input)
    assert len(top) <= 14
    needed = {command.name: command.default_permissions for command in top}
    assert {name: needed.pop(name) for name in ("manage", "settings")} == {
        "manage": discord.Permissions(manage_messages=True),
        "settings": discord.Permissions(manage_guild=True),
    }
    assert set(needed.values()) == {None}


def test_each_command_has_a_sentence_of_its_own(world: World) -> None:
    described = [command.description for command in world.bot.tree.walk_commands()]
    assert len(set(described)) == len(described)
    assert all(10 < len(each) <= 100 and each.endswith(".") for each in described)
