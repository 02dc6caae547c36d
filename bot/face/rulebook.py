"""Rulebooks: the rules of a game for players, read from ``seeds/<game>/rules.toml``."""

import tomllib
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, Final

SEEDS: Final = Path(__file__).parents[2] / "seeds"

TEXT_LIMIT: Final = 1_500
"""Characters of a topic."""

TAGLINE_LIMIT: Final = 70
"""Characters of a game's tagline."""


@dataclass(frozen=True, slots=True)
class Topic:
    """One topic of a rulebook, such as scoring."""

    key: str
    """For look-up, such as ``scoring``."""
    title: str
    text: str
    """Markdown, at most 1,500 characters."""
    rules: tuple[str, ...]
    """The numbers of its rules."""
    house: tuple[str, ...]
    """Those that contain a house ruling."""


@cache
def tagline(game_name: str, seeds: Path = SEEDS) -> str:
    """Return what a game is, in one friendly sentence; may be empty. ``ValueError`` if too long."""
    text: str = _file(game_name, seeds).get("tagline", "")
    if len(text) > TAGLINE_LIMIT or "\n" in text:
        raise ValueError(f"the tagline of {game_name} has {len(text)} characters or several lines")
    return text


@cache
def rulebook(game_name: str, seeds: Path = SEEDS) -> tuple[Topic, ...]:
    """Return a game's topics in order; ``ValueError`` for an invalid file."""
    topics = tuple(_topic(entry) for entry in _file(game_name, seeds).get("topic", ()))
    if len({topic.key for topic in topics}) < len(topics):
        raise ValueError(f"{game_name}: two topics have the same key")
    return topics


def _file(game_name: str, seeds: Path) -> dict[str, Any]:
    path = seeds / game_name / "rules.toml"
    return tomllib.loads(path.read_text("utf-8")) if path.is_file() else {}


def _topic(entry: dict[str, Any]) -> Topic:
    topic = Topic(
        key=entry["key"],
        title=entry["title"],
        text=entry["text"].strip(),
        rules=tuple(entry["rules"]),
        house=tuple(entry["house"]),
    )
    if not 0 < len(topic.text) <= TEXT_LIMIT:
        raise ValueError(f"topic {topic.key}: the text has {len(topic.text)} characters")
    if not set(topic.house) <= set(topic.rules):
        raise ValueError(f"topic {topic.key}: a house ruling isn't among its rules")
    return topic
