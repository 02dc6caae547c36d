"""The rules of a game to leaf through: one topic, and a menu of all."""

from typing import Final

from bot.face.rulebook import rulebook
from bot.game.contract import AnyGame
from cogs.layouts.address import Address
from cogs.layouts.page import Choice, Menu, Page, Text
from cogs.reports.rules import find_topic, rules_text

__all__ = ["rules_page"]

COLOUR: Final = 0x5B6470
MOST_TOPICS: Final = 25


def rules_page(table: str, game: AnyGame, key: str | None = None) -> Page:
    """Return a topic of the game's rules, the first one without a choice; else ``RefusedError``."""
    topic = find_topic(game, key)
    choices = tuple(
        Choice(found.title, found.key, chosen=found is topic)
        for found in rulebook(game.name)[:MOST_TOPICS]
    )
    menu = Menu(str(Address(table, "topic")), "Choose a topic", choices)
    return Page((Text(rules_text(game, topic)), menu), colour=COLOUR)
