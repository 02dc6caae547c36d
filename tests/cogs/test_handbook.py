"""``docs/commands.md`` is the command tree in words, and nothing else."""

import os
import shutil
from pathlib import Path

import discord
from discord import app_commands

from bot.compose import compose
from bot.settings import HouseSettings
from bot.tables.clock import WallTime
from cogs.help import Command, Tree, grouped
from tests.cogs.world import World

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
