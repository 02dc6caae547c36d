"""``/help``: the games to choose from and all commands, and what the buttons below them do."""

import re
from typing import TYPE_CHECKING, Final, cast

from discord import app_commands
from discord.ext import commands

from bot.game.contract import AnyGame
from cogs.answers import sending
from cogs.answers.answers import say
from cogs.answers.click import Click, chosen
from cogs.arguments.games import named_game
from cogs.commands.opening import open_new
from cogs.layouts.address import too_old
from cogs.layouts.rules import rules_page
from cogs.layouts.showcase import game_control, help_page
from cogs.reports.handbook import short_help
from cogs.services import Services

if TYPE_CHECKING:
    from cogs.tree import CardTree

__all__ = ["Help"]

_WORDS: Final = re.compile("(play|kai|rules|topic):([a-z0-9_]{1,32})")
"""What the custom id of a control says: what to do, and the game."""


class Help(commands.Cog):
    """What the bot can do."""

    def __init__(self, bot: commands.AutoShardedBot, services: Services) -> None:
        self._bot = bot
        self._services = services

    @app_commands.command(extras={"group": "Rules and fairness", "costly": True})
    async def help(self, click: Click) -> None:
        """See the games and all commands."""
        games = await self._services.showcase.shown()
        tree = cast("CardTree", self._bot.tree)
        await sending.answer(click, help_page(games, short_help(tree)))

    async def press(self, click: Click, words: str) -> None:
        """Open a table of a game, or show its rules."""
        found = _WORDS.fullmatch(words)
        if found is None:
            raise too_old("games")
        self._services.answering.watch(click)
        verb, game = found[1], named_game(self._services.games, found[2])
        if verb in ("play", "kai"):
            self._services.limits.take(click)
            kai = game.seats.start - 1 if verb == "kai" else 0
            await say(click, await open_new(self._services, click, game, kai))
        else:
            await self._rules(click, game, chosen(click) if verb == "topic" else None)

    async def _rules(self, click: Click, game: AnyGame, topic: str | None) -> None:
        page = rules_page(game_control("topic", game.name), game, topic)
        if topic is None:
            await sending.answer(click, page)
        else:
            await sending.private(click, page)
