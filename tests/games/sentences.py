"""The sentences of the players' rules, and the tests of the rules that show each to be true.

A game's table is its ``players_rules.toml``: under ``checked`` the name of a test of the game's
rules, and the sentences that it shows, one a line; under ``left`` why sentences have no test.
"""

import re
import tomllib
from collections import ChainMap
from collections.abc import Mapping, Sequence
from importlib import import_module
from itertools import product
from pathlib import Path
from typing import Any, Final

from bot.face.rulebook import rulebook

_MARK: Final = re.compile(r"^\s*(?:- |\d+\. )?")
"""What stands before the words of a line in a list."""

_END: Final = re.compile(r"(?:(?<=[.!?])|(?<=[.!?][)”])|(?<=[.!?]\*\*))\s+(?=[A-Z*“])(?!Pow)")
"""Where one sentence ends and the next begins."""


def sentences(game: str) -> list[str]:
    lines = [_MARK.sub("", line) for topic in rulebook(game) for line in topic.text.splitlines()]
    return [sentence for line in lines if line for sentence in _END.split(line)]


def table(game: str, part: str) -> Mapping[str, Sequence[str]]:
    """Return a game's sentences, word for word, by the test that shows them or why none does."""
    path = Path(__file__).parent / game / "rules" / "players_rules.toml"
    read = tomllib.loads(path.read_text("utf-8"))
    return {name: text.splitlines() for name, text in read.get(part, {}).items()}


def astray(game: str) -> set[str]:
    """Return sentences that the table has not at all or in both parts, and those it has in vain."""
    checked, left = (
        {sentence for group in table(game, part).values() for sentence in group}
        for part in ("checked", "left")
    )
    return ({*sentences(game)} ^ (checked | left)) | (checked & left)


def carry_out(game: str, name: str) -> int:
    """Carry out all cases of a test; return how many it has.

    ``turn.test_of_a_turn`` is in ``rules/test_turn.py``; one of the faces begins with ``face.``.
    """
    *folder, module, function = name.split(".")
    place = ".".join(folder) or "rules"
    test = getattr(import_module(f"tests.games.{game}.{place}.test_{module}"), function)
    marks = getattr(test, "pytestmark", ())
    cases = [ChainMap(*rows) for rows in product(*map(_cases, marks))]
    for case in cases:
        test(**case)
    return len(cases)


def _cases(mark: Any) -> list[dict[str, Any]]:  # noqa: ANN401 - a mark of pytest
    """Return the arguments of a test's cases, as ``parametrize`` has them."""
    names, rows = mark.args
    if isinstance(names, str):
        return [{names: row} for row in rows]
    return [dict(zip(names, row, strict=True)) for row in rows]
