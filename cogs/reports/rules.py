"""A topic of a game's rules, as one message."""

from bot.face.rulebook import Topic, rulebook
from bot.game.contract import AnyGame
from bot.tables.core.errors import RefusedError

__all__ = ["find_topic", "rules_text"]


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
