"""Kai's texts: templates from ``seeds/<game>/kai.toml``, and ``seeds/kai.toml`` for all games.

A file has four tables; they are all that has to be translated:

``[sentence]``
    What Kai says about a choice, by name: its ``text``, without the full stop, and its ``tip``.
``[besides]``
    A second reason, which follows a sentence after a semicolon.
``[tip]``
    General advice, which sentences refer to.
``[term]``
    Terms in the other texts: cards, and the words between the items of a list.

In a text ``{ways}`` is replaced by the fact of that name. ``{left:# card is|# cards are}`` chooses
singular or plural by a number, which replaces ``#``; ``{cards:or}`` lists several terms.
"""

import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from string import Formatter
from typing import Any, Final

from bot.kai.reason import Reason

__all__ = ["SEEDS", "Words", "words_of"]

SEEDS: Final = Path(__file__).parents[2] / "seeds"
"""The folder of data files, in the checkout that this package is installed from."""

_FILE: Final = "kai.toml"
_MINUS: Final = "\N{MINUS SIGN}"


@dataclass(frozen=True)
class Words:
    """Kai's texts for one game. Unknown names raise ``KeyError``."""

    sentences: Mapping[str, Mapping[str, str]]
    """By name, each with ``text`` and ``tip``."""
    besides: Mapping[str, str] = field(default_factory=dict)
    tips: Mapping[str, str] = field(default_factory=dict)
    terms: Mapping[str, str] = field(default_factory=dict)

    def sentence(self, reason: Reason) -> str:
        """Return a reason as one sentence; ``KeyError`` for missing or unused facts."""
        parts = [self._filled(self.sentences[reason.sentence]["text"], reason)]
        if reason.besides is not None:
            parts.append(self._filled(self.besides[reason.besides.sentence], reason.besides))
        return f"{'; '.join(parts)}."

    def tip(self, reason: Reason) -> str:
        """Return the general advice that belongs to a reason."""
        return self.tips[self.sentences[reason.sentence]["tip"]]

    def _filled(self, text: str, reason: Reason) -> str:
        return _Filling(self.terms).format(text, **dict(reason.facts))


class _Filling(Formatter):
    """Fills in templates; missing and unused facts are errors."""

    def __init__(self, terms: Mapping[str, str]) -> None:
        self._terms = terms

    def format_field(self, value: object, format_spec: str) -> str:
        """Format a fact."""
        match value:
            case int():
                return _counted(value, format_spec.split("|")) if format_spec else _number(value)
            case str():
                return self._terms[value]
            case tuple():
                return self._listed([self._terms[each] for each in value], format_spec)
        raise TypeError(f"{value!r} is not a fact")

    def check_unused_args(
        self, used_args: set[int | str], _args: Sequence[Any], kwargs: Mapping[str, Any]
    ) -> None:
        """Raise ``KeyError`` for a fact that the template does not use."""
        if unused := kwargs.keys() - used_args:
            raise KeyError(f"no place for {', '.join(sorted(unused))}")

    def _listed(self, items: Sequence[str], last: str) -> str:
        if len(items) == 1:
            return items[0]
        return f"{', '.join(items[:-1])} {self._terms[last]} {items[-1]}"


def _number(value: int) -> str:
    return str(value).replace("-", _MINUS)


def _counted(value: int, forms: Sequence[str]) -> str:
    """Return the singular or plural form for a number."""
    one, other = forms
    return (one if abs(value) == 1 else other).replace("#", _number(value))


@cache
def words_of(game: str, seeds: Path = SEEDS) -> Words:
    """Return the texts for a game: its own, and those for all games.

    Reads files: do not call it in the event loop.
    """
    files = [_read(seeds / _FILE), _read(seeds / game / _FILE)]
    return Words(*({**files[0].get(table, {}), **files[1].get(table, {})} for table in _TABLES))


_TABLES: Final = ("sentence", "besides", "tip", "term")


def _read(path: Path) -> Mapping[str, Mapping[str, Any]]:
    """Return the tables of a file; empty if the game has no file."""
    if not path.is_file():
        return {}
    found = tomllib.loads(path.read_text("utf-8"))
    if foreign := found.keys() - {*_TABLES}:
        raise ValueError(f"{path}: unknown table {', '.join(sorted(foreign))}")
    return found
