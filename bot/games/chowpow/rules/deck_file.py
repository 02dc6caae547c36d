"""Deck files that players upload: TOML, with errors that name the line (P1.1)."""

import re
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any, Final

from bot.game.plain_toml import read_plain_toml
from bot.games.chowpow.rules.deck import Deck, DeckError, Faction, Wilds

__all__ = ["default_deck", "read_deck_file"]

DEFAULT: Final = Path(__file__).parents[4] / "seeds" / "chowpow" / "deck.toml"
"""The standard deck."""

_TABLES: Final = ("faction", "wild", "team_up")
_KEYS: Final[Mapping[str, Mapping[str, type]]] = {
    "faction": {"code": str, "name": str, "numbers": list, "copies": int},
    "wild": {"number": int, "copies": int},
    "team_up": {"number": int, "copies": int},
}
"""The required keys of each table; no others are allowed."""

_KINDS: Final[Mapping[type, str]] = {
    str: "a text in quotes",
    list: "a list of numbers",
    int: "a whole number",
}

_HEADER: Final = re.compile(r"\s*\[+\s*([\w-]+)\s*\]+")
_KEY: Final = re.compile(r"\s*([\w-]+)\s*=")


@cache
def default_deck() -> Deck:
    """Return the standard deck: 84 cards (P1.1)."""
    return read_deck_file(DEFAULT.read_text("utf-8"))


def read_deck_file(text: str) -> Deck:
    """Parse a deck file; raises ``ValueError`` with a sentence that names the line."""
    content = read_plain_toml(text)
    try:
        return _deck(content)
    except DeckError as error:
        sentence = str(error)
        raise ValueError(
            f"Line {_line(text, error.at)}: {sentence[0].upper()}{sentence[1:]}."
        ) from None


def _deck(content: Mapping[str, Any]) -> Deck:
    for key in content:
        if key not in _TABLES:
            raise DeckError(f"a deck has no “{key}”", key)
    factions = content.get("faction", [])
    if not isinstance(factions, list):
        raise DeckError("factions are written as [[faction]]", "faction")
    return Deck(
        tuple(Faction(**_table("faction", entry, place)) for place, entry in enumerate(factions)),
        *(Wilds(**_table(key, content.get(key), key)) for key in ("wild", "team_up")),
    )


def _table(kind: str, entry: object, at: int | str) -> dict[str, Any]:
    """Return the values of a table after checking its keys and types."""
    if not isinstance(entry, dict):
        raise DeckError(f"the table [{kind}] is missing", at)
    wanted = _KEYS[kind]
    for key in entry:
        if key not in wanted:
            raise DeckError(f"[{kind}] has no “{key}”", at, key)
    for key, value_kind in wanted.items():
        if key not in entry:
            raise DeckError(f"[{kind}] needs its “{key}”", at)
        if not _is_a(entry[key], value_kind):
            raise DeckError(f"“{key}” is {_KINDS[value_kind]}", at, key)
    return {key: tuple(value) if key == "numbers" else value for key, value in entry.items()}


def _is_a(value: object, kind: type) -> bool:
    if isinstance(value, list):
        return kind is list and all(_is_a(each, int) for each in value)
    return isinstance(value, kind) and not isinstance(value, bool)


def _line(text: str, at: tuple[int | str, ...]) -> int:
    """Return the line of a key or table; for errors about the whole deck, the last line."""
    lines = text.removesuffix("\n").split("\n")
    if not at:
        return len(lines)
    table, *key = at
    found, place, inside = 0, -1, False
    for number, line in enumerate(lines, 1):
        if header := _HEADER.match(line):
            place += header[1] == "faction"
            inside = (place if header[1] == "faction" else header[1]) == table
        named = _KEY.match(line)
        if (inside and header) or (not found and named and named[1] == table):
            found = number
        if inside and named and key == [named[1]]:
            return number
    return found or len(lines)
