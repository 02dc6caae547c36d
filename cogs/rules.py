"""``/rules``: the rules of a game, topic by topic."""

from collections.abc import Sequence
from typing import Final

from discord import app_commands

from bot.face.rulebook import Topic, rulebook
from bot.game.contract import AnyGame
from bot.tables.command import RefusedError
from cogs.core.answers import answer
from cogs.core.arguments import Suggestion, offered
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
    @app_commands.describe(
        game=GAME_HELP, topic="Which topic. Leave it out for the goal of the game."
    )
    async def rules(self, click: Click, game: str | None = None, topic: str | None = None) -> None:
        """Read the rules, with their numbers and our house rules."""
        chosen = await pick_game(self._services, click, game)
        page = rules_page(game_control("topic", chosen.name), chosen, topic)
        await answer(click, page)

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


def find_topic(game: AnyGame, wanted: str | None) -> Topic:
    """Return a topic by its key or its title, the first one if none is wanted."""
    topics = rulebook(game.name)
    if not topics:
        raise RefusedError(f"The rules of {game.title} aren't written down yet.")
    if wanted is None:
        return topics[0]
    word = wanted.strip().casefold()
    for topic in topics:
        if word in (topic.key.casefold(), topic.title.casefold()):
            return topic
    keys = ", ".join(f"`{topic.key}`" for topic in topics)
    raise RefusedError(
        f"There's no such topic in the rules of {game.title}. Please choose one of these: {keys}."
    )


def rules_text(game: AnyGame, topic: Topic) -> str:
    """Return a topic with the numbers of its rules, and which of them are house rulings."""
    numbers = f"-# Rules {', '.join(topic.rules)}"
    if topic.house:
        numbers += f". House rules: {', '.join(topic.house)}"
    return f"## {game.title} {topic.title}\n{topic.text}\n{numbers}"


def rules_page(menu: str, game: AnyGame, key: str | None = None) -> Page:
    """Return a topic of the game's rules, the first one without a choice; else ``RefusedError``.

    ``menu`` is the custom id of the menu of topics. Beside it is the way to the game's lesson.
    """
    topic = find_topic(game, key)
    choices = tuple(
        Choice(found.title, found.key, chosen=found is topic)
        for found in rulebook(game.name)[:MOST_TOPICS]
    )
    topics = Menu(menu, "Choose a topic", choices)
    lesson = learn_row(game.name, "Learn by playing")
    return Page(fitted((Text(rules_text(game, topic)), topics, lesson)), colour=COLOUR)
