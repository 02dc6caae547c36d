"""``/rules``: the rules of a game, topic by topic."""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from discord import app_commands

from bot.face.rulebook import rulebook
from bot.game.contract import AnyGame
from cogs.arguments.completion import Suggestion, completing
from cogs.arguments.games import GAME_HELP, game_choices, pick_game
from cogs.reports.rules import find_topic, rules_text
from cogs.services import Click

if TYPE_CHECKING:
    from cogs.client import CardNight

__all__ = ["setup"]


async def setup(bot: "CardNight") -> None:
    """Add the command, and read the rules, so that nobody has to wait for that."""
    for name in bot.services.games:
        rulebook(name)
    bot.tree.add_command(_command(bot.services.games))


def _command(games: Mapping[str, AnyGame]) -> app_commands.Command[Any, ..., None]:
    @app_commands.command(extras={"group": "Rules and fairness"})
    @app_commands.describe(
        game=GAME_HELP, topic="What about; the goal of the game without a choice."
    )
    @app_commands.choices(game=game_choices(games))
    @app_commands.autocomplete(topic=completing(_suggest_topics))
    async def rules(click: Click, game: str | None = None, topic: str | None = None) -> None:
        """Read the rules, with their numbers and our house rulings."""
        chosen = pick_game(games, game)
        text = rules_text(chosen, find_topic(chosen, topic))
        await click.response.send_message(text, ephemeral=True)

    return rules


async def _suggest_topics(click: Click) -> Sequence[Suggestion]:
    named: str | None = getattr(click.namespace, "game", None)
    game = pick_game(click.client.services.games, named or None)
    return [Suggestion(topic.title, topic.key) for topic in rulebook(game.name)]
