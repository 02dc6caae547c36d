"""The rules of a game to leaf through: one topic, and a menu of all."""

from typing import Final

from bot.face.rulebook import rulebook
from bot.game.contract import AnyGame
from cogs.layouts.lesson_buttons import learn_row
from cogs.layouts.page import Choice, Menu, Page, Text, fitted
from cogs.reports.rules import find_topic, rules_text

__all__ = ["rules_page"]

COLOUR: Final = 0x5B6470
MOST_TOPICS: Final = 25


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
