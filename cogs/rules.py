"""``/rules``: the rules of a game, topic by topic."""

from typing import Final

from discord import app_commands

from bot.face.rulebook import Topic, rulebook
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
        """Read the rules, with their numbers and our house rules."""
        chosen = await pick_game(self._services, click, game)
        await answer(click, rules_page(game_control("topic", chosen.name), chosen))


def find_topic(game: AnyGame, key: str | None) -> Topic:
    """Return a topic by its key; the first one if there is none of it, or not any more."""
    topics = rulebook(game.name)
    if not topics:
        raise RefusedError(f"The rules of {game.title} aren't written down yet.")
    return next((topic for topic in topics if topic.key == key), topics[0])


def rules_text(game: AnyGame, topic: Topic) -> str:
    """Return a topic with the numbers of its rules, and which of them are house rulings."""
    numbers = f"-# Rules {', '.join(topic.rules)}"
    if topic.house:
        numbers += f". House rules: {', '.join(topic.house)}"
    return f"## {game.title} {topic.title}\n{topic.text}\n{numbers}"


def rules_page(menu: str, game: AnyGame, key: str | None = None) -> Page:
    """Return a topic of a game's rules, by default the first; ``menu`` is its custom id."""
    topic = find_topic(game, key)
    choices = tuple(
        Choice(found.title, found.key, chosen=found is topic)
        for found in rulebook(game.name)[:MOST_TOPICS]
    )
    topics = Menu(menu, "Choose a topic", choices)
    lesson = learn_row(game.name, "Learn by playing")
    return Page(fitted((Text(rules_text(game, topic)), topics, lesson)), colour=COLOUR)
