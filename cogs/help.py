"""``/help``: the games to choose from and all commands, and what the buttons below them do."""

import re
from collections.abc import Iterable, Iterator
from itertools import groupby
from typing import Any, Final, TypeAlias, cast

from discord import app_commands
from discord.ext import commands

from cogs.core.answers import answer
from cogs.core.buttons import Cost, Feature, PageButton
from cogs.core.click import Click, chosen
from cogs.core.commands import CardTree, named_game
from cogs.core.page import Page
from cogs.play.opening import open_new
from cogs.rules import rules_page
from cogs.services import Services
from cogs.showcase import PAGE, game_control, help_page

Tree: TypeAlias = app_commands.CommandTree[Any]
Command: TypeAlias = app_commands.Command[Any, ..., Any]

_GROUPS: Final = ("Play", "Scores", "Rules and fairness", "Manage")
"""The order of the groups, which commands name in their ``extras``."""

_KINDS: Final = {
    "boolean": "yes or no",
    "integer": "a number",
    "attachment": "a file",
    "user": "a person",
}

_PREFACE: Final = (
    "# Commands\n\n"
    "All commands work only on servers. Answers about you alone are private.\n"
    "You can leave out options in brackets."
)

_GAME: Final = "([a-z0-9_]{1,32})"
"""The pattern of a game's name in the custom id of a control."""


class Help(Feature):
    """What the bot can do."""

    def __init__(self, bot: commands.AutoShardedBot, services: Services) -> None:
        self._bot = bot
        self._services = services

    def buttons(self) -> Iterable[PageButton]:
        """Yield the buttons below the games, and the menu of the rules' topics."""
        yield PageButton(PAGE, f"(play|kai):{_GAME}", self.open, Cost.COSTLY)
        yield PageButton(PAGE, f"rules:{_GAME}", self.rules)
        yield PageButton(PAGE, f"topic:{_GAME}", self.topic)

    @app_commands.command(extras={"group": "Rules and fairness", "costly": True})
    async def help(self, click: Click) -> None:
        """See the games and all commands."""
        games = await self._services.showcase.shown()
        tree = cast("CardTree", self._bot.tree)
        await answer(click, help_page(games, short_help(tree)))

    async def open(self, click: Click, found: re.Match[str]) -> None:
        """Open a table of a game, with Kai in the other seats if that is asked for."""
        game = named_game(self._services.games, found[2])
        kai = game.seats.start - 1 if found[1] == "kai" else 0
        await answer(click, await open_new(self._services, click, game, kai))

    async def rules(self, click: Click, found: re.Match[str]) -> None:
        """Show a game's rules in a private message of their own."""
        await answer(click, self._page(found[1], None))

    async def topic(self, click: Click, found: re.Match[str]) -> None:
        """Show a topic of the rules in the private message whose menu was used."""
        await answer(click, self._page(found[1], chosen(click)), in_place=True)

    def _page(self, name: str, topic: str | None) -> Page:
        game = named_game(self._services.games, name)
        return rules_page(game_control("topic", game.name), game, topic)


def short_help(tree: CardTree) -> str:
    """Return all commands to click on, a line for each group; Discord tells what they do."""
    lines = ["### All commands"]
    for group, found in _grouped(tree):
        names = " ".join(tree.mention(command.qualified_name) for command in found)
        lines.append(f"**{group}** {names}")
    return "\n".join(lines)


def handbook(tree: Tree) -> str:
    """Return all commands with their options, in Markdown."""
    parts = [_PREFACE]
    for group, found in _grouped(tree):
        parts.append(f"## {group}")
        parts += [_entry(command) for command in found]
    return "\n\n".join(parts) + "\n"


def _entry(command: Command) -> str:
    usage = "".join(f" {_usage(parameter)}" for parameter in command.parameters)
    lines = [f"### `/{command.qualified_name}{usage}`", "", command.description]
    if command.parameters:
        lines += ["", *(_option(parameter) for parameter in command.parameters)]
    return "\n".join(lines)


def _usage(parameter: app_commands.Parameter) -> str:
    name = parameter.display_name
    return name if parameter.required else f"[{name}]"


def _option(parameter: app_commands.Parameter) -> str:
    return f"- `{parameter.display_name}` ({_kind(parameter)}): {parameter.description}"


def _kind(parameter: app_commands.Parameter) -> str:
    if parameter.choices:
        return ", ".join(choice.name for choice in parameter.choices)
    if parameter.autocomplete:
        return "chosen from a list"
    low, high = parameter.min_value, parameter.max_value
    if low is not None and high is not None:
        return f"{low} to {high}"
    return _KINDS.get(parameter.type.name, "text")


def _grouped(tree: Tree) -> Iterator[tuple[str, Iterable[Command]]]:
    commands = sorted(_leaves(tree), key=lambda c: (_GROUPS.index(_group(c)), c.qualified_name))
    return groupby(commands, key=_group)


def _leaves(tree: Tree) -> Iterator[Command]:
    return (found for found in tree.walk_commands() if isinstance(found, app_commands.Command))


def _group(command: Command) -> str:
    root = command.root_parent or command
    return str(command.extras.get("group") or root.extras["group"])
