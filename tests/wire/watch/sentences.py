"""The bot's fixed sentences, none of which depends on a card.

The sentences are read from the code that may know of no card's words (``cogs`` and
``bot.tables``), so the watcher knows each of them, also those that are hardly ever said. What is
filled in is a name, a number, a game, a channel or a time.
"""

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Final

from bot.games.registry import GAMES

ROOT: Final = Path(__file__).parents[3]
SPEAKING: Final = ("cogs", "bot/tables")

LINK: Final = r"(?:\[to the table\]\(https://discord\.com/channels/\d+/\d+/\d+\)|<#\d+>)"

NAME: Final = r"[\w ]{1,32}"

TITLE: Final = f"(?:{'|'.join(re.escape(game.title) for game in GAMES.values())})"

FILLED: Final = rf"(?:{NAME}|{TITLE}|<#\d+>|<t:\d+:R>)"
"""What may stand where a sentence of the code has something to be filled in."""

LEAST: Final = 3
"""Words that a sentence with a gap has of its own: else what is filled in might be all it says."""

_SENTENCE: Final = re.compile(r"[^a-z].*[.?!…]\**", re.DOTALL)
_GAP: Final = "\0"

_LABELS: Final = re.compile(r"Leave the match|Stay|I'm back")
"""Of the buttons of such messages."""


def is_plain(text: str) -> bool:
    """Whether a text is one of those that depend on no card."""
    return _LABELS.fullmatch(text) is not None or _plain().fullmatch(text) is not None


@cache
def _plain() -> re.Pattern[str]:
    found = {words for folder in SPEAKING for words in _sentences(ROOT / folder)}
    return re.compile("|".join(sorted(map(_pattern, found))))


def _sentences(folder: Path) -> Iterator[str]:
    """Yield the sentences of a folder's code, each with gaps where something is filled in."""
    for file in sorted(folder.rglob("*.py")):
        for words in _strings(ast.parse(file.read_text(encoding="utf-8"))):
            own = len(re.findall(r"[A-Za-z]+", words))
            if own >= (LEAST if _GAP in words else 1) and _SENTENCE.fullmatch(words):
                yield words


def _strings(node: ast.AST) -> Iterator[str]:
    """Yield the strings in a piece of code, but for docstrings."""
    if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
        return
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        yield node.value
    if isinstance(node, ast.JoinedStr):
        parts = (str(p.value) if isinstance(p, ast.Constant) else _GAP for p in node.values)
        yield "".join(parts)
        return
    for inner in ast.iter_child_nodes(node):
        yield from _strings(inner)


def _pattern(words: str) -> str:
    pattern = re.escape(words)
    for before in ("<t:", "<\\#"):
        pattern = pattern.replace(f"{before}{re.escape(_GAP)}", rf"{before}\d+")
    return pattern.replace(re.escape(_GAP), FILLED)
