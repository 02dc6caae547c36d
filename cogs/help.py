"""``/help``: how to begin; behind **More** the games, and all commands to click on."""

import re
from collections.abc import Iterable, Iterator
from itertools import groupby
from typing import Any, Final, TypeAlias, cast

import discord
from discord import app_commands
from discord.ext import commands

from cogs.core.answers import answer
from cogs.core.buttons import Cost, Feature, PageButton
from cogs.core.click import Click, chosen
from cogs.core.commands import CardTree, named_game
from cogs.core.page import Button, Page, Text
from cogs.play.opening import open_new
from cogs.rules import rules_page
from cogs.services import Services
from cogs.showcase import PAGE, game_control, games_page

Tree: TypeAlias = app_commands.CommandTree[Any]
Command: TypeAlias = app_commands.Command[Any, ..., Any]

_HELP: Final = (
    "## Card night\n{play} opens a table, and your friends press **Join**. Short of players? Add "
    "Kai, the computer player. Only you see your hand."
)

_FIRST: Final = {
    "play": "open a table",
    "learn": "learn a game in two minutes",
    "hand": "open your cards again",
    "daily play": "today's deal, the same for everyone",
    "league standings": "who leads on this server",
    "rules": "look something up",
}

MORE: Final = "more"

_GAME: Final = "([a-z0-9_]{1,32})"


class Help(Feature):
    """What the bot can do."""

    def __init__(self, bot: commands.AutoShardedBot, services: Services) -> None:
        super().__init__(services)
        self._tree = cast("CardTree", bot.tree)

    def buttons(self) -> Iterable[PageButton]:
        """Yield the buttons below the games, and the menu of the rules' topics."""
        yield PageButton(PAGE, MORE, self.more, Cost.COSTLY)
        yield PageButton(PAGE, f"(play|kai):{_GAME}", self.open, Cost.COSTLY)
        yield PageButton(PAGE, f"(rules|topic):{_GAME}", self.rules)

    @app_commands.command()
    async def help(self, click: Click) -> None:
        """See how to begin, and what I can do."""
        mention = self._tree.mention
        lines = [f"{mention(name)} {what}" for name, what in _FIRST.items()]
        told = "\n".join([_HELP.format(play=mention("play")), *lines])
        await answer(click, Page((Text(told), (Button("More", f"{PAGE}:{MORE}"),))))

    async def more(self, click: Click, _: re.Match[str]) -> None:
        """Show the games, and the commands that Discord shows this person."""
        games = await self._services.showcase.shown()
        told = all_commands(self._tree, click.permissions)
        await answer(click, games_page(games, told), in_place=True)

    async def open(self, click: Click, found: re.Match[str]) -> None:
        """Open a table of a game, with Kai in the other seats if that is asked for."""
        game = named_game(self._services.games, found[2])
        kai = game.seats.start - 1 if found[1] == "kai" else 0
        await open_new(self._services, click, game, kai)

    async def rules(self, click: Click, found: re.Match[str]) -> None:
        """Show a game's rules, or a topic of them where its menu was used."""
        game = named_game(self._services.games, found[2])
        topic = chosen(click) if found[1] == "topic" else None
        page = rules_page(game_control("topic", game.name), game, topic)
        await answer(click, page, in_place=topic is not None)


def all_commands(tree: CardTree, may: discord.Permissions) -> str:
    """Return the commands to click on for someone with these permissions, as one line."""
    allowed = [
        tree.mention(command.qualified_name)
        for _, found in grouped(tree)
        for command in found
        if (needed := (command.root_parent or command).default_permissions) is None or needed <= may
    ]
    return f"### All commands\n-# {' '.join(allowed)}"


def grouped(tree: Tree) -> Iterator[tuple[str, Iterable[Command]]]:
    """Yield the commands for everyone, then those for moderators, by name."""
    leaves = (found for found in tree.walk_commands() if isinstance(found, app_commands.Command))
    commands = sorted(leaves, key=lambda one: (_for_whom(one), one.qualified_name))
    return groupby(commands, key=_for_whom)


def _for_whom(command: Command) -> str:
    root = command.root_parent or command
    return "For everyone" if root.default_permissions is None else "For moderators"
