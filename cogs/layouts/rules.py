"""The rules of a game to leaf through: one topic, and a menu of all."""

from typing import Final

from bot.face.rulebook import rulebook
from bot.game.contract import AnyGame
from cogs.layouts.page import Choice, Menu, Page, Row, Text, fitted
from cogs.reports.rules import find_topic, rules_text

__all__ = ["PAGE", "rules_control", "rules_page"]

PAGE: Final = "rules"
"""What the custom ids of rules begin with that are about no table; the game's name follows."""

COLOUR: Final = 0x5B6470
MOST_TOPICS: Final = 25


def rules_control(game: AnyGame) -> str:
    """Return the custom id of a control about a game's rules, away from any table."""
    return f"{PAGE}:{game.name}"


def rules_page(game: AnyGame, menu: str, key: str | None = None, lesson: Row = ()) -> Page:
    """Return a topic of the game's rules, the first one without a choice; else ``RefusedError``.

    ``menu`` is the custom id of the menu of topics, ``lesson`` a row that leads to the lesson.
    """
    topic = find_topic(game, key)
    choices = tuple(
        Choice(found.title, found.key, chosen=found is topic)
        for found in rulebook(game.name)[:MOST_TOPICS]
    )
    topics = Menu(menu, "Choose a topic", choices)
    return Page(fitted((Text(rules_text(game, topic)), topics, lesson)), colour=COLOUR)
