"""``/rules``: the rules of a game, topic by topic."""

from typing import Final

from discord import app_commands

from bot.face.rulebook import rulebook
from bot.game.contract import AnyGame
from bot.tables.command import RefusedError
from cogs.core.answers import answer
from cogs.core.buttons import Feature
from cogs.core.click import Click
from cogs.core.commands import GAME_HELP, pick_game
from cogs.core.page import Choice, Menu, Page, Text, fitted
from cogs.showcase import game_control, learn_row

COLOUR: Final = 0x5B6470

MOST_TOPICS: Final = 25


class Rules(Feature):
    """What people can read."""

    async def cog_load(self) -> None:
        """Read the rules, so that nobody has to wait for that."""
        for name in self._services.games:
            rulebook(name)

    @app_commands.command()
    @app_commands.describe(game=GAME_HELP)
    async def rules(self, click: Click, game: str | None = None) -> None:
        """Read the rules of a game."""
        chosen = await pick_game(self._services, click, game)
        await answer(click, rules_page(game_control("topic", chosen.name), chosen))


def rules_page(menu: str, game: AnyGame, key: str | None = None) -> Page:
    """Return a topic of a game's rules, by default the first; ``menu`` is its custom id."""
    topics = rulebook(game.name)
    if not topics:
        raise RefusedError(f"The rules of {game.title} aren't written down yet.")
    topic = next((topic for topic in topics if topic.key == key), topics[0])
    text = f"## {game.title} {topic.title}\n{topic.text}\n-# Rules {', '.join(topic.rules)}"
    if topic.house:
        text += f". House rules: {', '.join(topic.house)}"
    choices = tuple(
        Choice(found.title, found.key, chosen=found is topic) for found in topics[:MOST_TOPICS]
    )
    lesson = learn_row(game.name, "Learn by playing")
    return Page(fitted((Text(text), Menu(menu, "Choose a topic", choices), lesson)), colour=COLOUR)
