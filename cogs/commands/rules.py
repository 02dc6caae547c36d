"""``/rules`` and ``/help``: the rules of a game, topic by topic, and all commands at a glance."""

from collections.abc import Sequence

from discord import app_commands
from discord.ext import commands

from bot.face.rulebook import rulebook
from cogs.answers.answers import say
from cogs.answers.click import Click
from cogs.arguments.completion import Suggestion, offered
from cogs.arguments.games import GAME_HELP, game_choices, pick_game
from cogs.reports.handbook import short_help
from cogs.reports.rules import find_topic, rules_text
from cogs.services import Services

__all__ = ["Rules"]


class Rules(commands.Cog):
    """What people can read."""

    def __init__(self, bot: commands.AutoShardedBot, services: Services) -> None:
        self._bot = bot
        self._services = services
        app_commands.choices(game=game_choices(services.games))(self.rules)

    async def cog_load(self) -> None:
        """Read the rules, so that nobody has to wait for that."""
        for name in self._services.games:
            rulebook(name)

    @app_commands.command(extras={"group": "Rules and fairness"})
    @app_commands.describe(
        game=GAME_HELP, topic="What about; the goal of the game without a choice."
    )
    async def rules(self, click: Click, game: str | None = None, topic: str | None = None) -> None:
        """Read the rules, with their numbers and our house rulings."""
        chosen = await pick_game(self._services, click, game)
        await say(click, rules_text(chosen, find_topic(chosen, topic)))

    @rules.autocomplete("topic")
    async def suggest_topic(self, click: Click, typed: str) -> list[app_commands.Choice[str]]:
        """Suggest the topics of the game that is chosen."""
        return await offered(typed, self._topics(click))

    @app_commands.command(extras={"group": "Rules and fairness"})
    async def help(self, click: Click) -> None:
        """Say what this bot can do, command by command."""
        await say(click, short_help(self._bot.tree))

    async def _topics(self, click: Click) -> Sequence[Suggestion]:
        named: str | None = getattr(click.namespace, "game", None)
        game = await pick_game(self._services, click, named or None)
        return [Suggestion(topic.title, topic.key) for topic in rulebook(game.name)]
