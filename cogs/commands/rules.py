"""``/rules`` and ``/help``: the rules of a game, topic by topic, and all commands at a glance."""

from collections.abc import Sequence

from discord import app_commands
from discord.ext import commands

from bot.face.rulebook import rulebook
from bot.game.contract import AnyGame
from cogs.answers import sending
from cogs.answers.answers import say
from cogs.answers.click import Click, chosen
from cogs.arguments.completion import Suggestion, offered
from cogs.arguments.games import GAME_HELP, game_choices, named_game, pick_game
from cogs.layouts.lesson import LEARN, learn_row
from cogs.layouts.page import Page
from cogs.layouts.rules import rules_control, rules_page
from cogs.reports.handbook import short_help
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
        found = await pick_game(self._services, click, game)
        await sending.answer(click, _page(found, topic))

    async def press(self, click: Click, words: str) -> None:
        """Show the rules of a game, or the topic that was chosen from them."""
        game = named_game(self._services.games, words)
        if "values" in (click.data or {}):
            await sending.private(click, _page(game, chosen(click)))
        else:
            await sending.answer(click, _page(game, None))

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


def _page(game: AnyGame, topic: str | None) -> Page:
    """Return the rules, which were read when the bot started."""
    return rules_page(game, rules_control(game), topic, learn_row(game, LEARN))
