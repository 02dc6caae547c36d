"""``/rules``: the rules of a game, topic by topic."""

from collections.abc import Sequence

from discord import app_commands
from discord.ext import commands

from bot.face.rulebook import rulebook
from cogs.answers import sending
from cogs.answers.click import Click
from cogs.arguments.completion import Suggestion, offered
from cogs.arguments.games import GAME_HELP, game_choices, pick_game
from cogs.layouts.rules import rules_page
from cogs.layouts.showcase import game_control
from cogs.services import Services

__all__ = ["Rules"]


class Rules(commands.Cog):
    """What people can read."""

    def __init__(self, services: Services) -> None:
        self._services = services
        app_commands.choices(game=game_choices(services.games))(self.rules)

    async def cog_load(self) -> None:
        """Read the rules, so that nobody has to wait for that."""
        for name in self._services.games:
            rulebook(name)

    @app_commands.command(extras={"group": "Rules and fairness"})
    @app_commands.describe(
        game=GAME_HELP, topic="Which topic. Leave it out for the goal of the game."
    )
    async def rules(self, click: Click, game: str | None = None, topic: str | None = None) -> None:
        """Read the rules, with their numbers and our house rules."""
        chosen = await pick_game(self._services, click, game)
        page = rules_page(game_control("topic", chosen.name), chosen, topic)
        await sending.answer(click, page)

    @rules.autocomplete("topic")
    async def suggest_topic(self, click: Click, typed: str) -> list[app_commands.Choice[str]]:
        """Suggest the topics of the game that is chosen."""
        return await offered(typed, self._topics(click))

    async def _topics(self, click: Click) -> Sequence[Suggestion]:
        if not self._services.limits.take_hint(click):
            return []
        named: str | None = getattr(click.namespace, "game", None)
        game = await pick_game(self._services, click, named or None)
        return [Suggestion(topic.title, topic.key) for topic in rulebook(game.name)]
