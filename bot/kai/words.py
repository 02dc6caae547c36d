"""Kai's reasons as data, and their texts.

Texts are templates from ``seeds/<game>/kai.toml``, and from ``seeds/kai.toml`` for all games. A
file has four tables; they are all that has to be translated:

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
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from pathlib import Path
from string import Formatter
from typing import Any, Final, TypeAlias, TypeVar

T = TypeVar("T")

Fact: TypeAlias = int | str | tuple[str, ...]
"""A number, the name of a term such as a card, or several of them."""


@dataclass(frozen=True, slots=True)
class Reason:
    """The name of a sentence and its facts; :class:`Words` has the texts."""

    sentence: str
    facts: tuple[tuple[str, Fact], ...] = ()
    besides: "Reason | None" = None
    """A second reason, added to the same sentence."""

    def and_also(self, besides: "Reason | None") -> "Reason":
        """Return the reason with a second one, if there is one."""
        return replace(self, besides=besides)


def because(sentence: str, **facts: Fact) -> Reason:
    """Return a reason; the keywords are the placeholders of the sentence's template."""
    return Reason(sentence, tuple(facts.items()))


SEEDS: Final = Path(__file__).parents[2] / "seeds"

_FILE: Final = "kai.toml"
_MINUS: Final = "\N{MINUS SIGN}"


class MissingWordError(KeyError):
    """A text that Kai needs is not in its file; ``str`` names game and file."""

    def __str__(self) -> str:
        """Return the sentence as it is, without the quotes of a ``KeyError``."""
        return str(self.args[0])


@dataclass(frozen=True)
class Words:
    """Kai's texts for one game. Unknown names raise :class:`MissingWordError`."""

    sentences: Mapping[str, Mapping[str, str]]
    besides: Mapping[str, str] = field(default_factory=dict)
    tips: Mapping[str, str] = field(default_factory=dict)
    terms: Mapping[str, str] = field(default_factory=dict)
    game: str = field(default="", compare=False)

    def sentence(self, reason: Reason) -> str:
        """Return a reason as one sentence; ``KeyError`` for missing or unused facts."""
        text = self._found("sentence", self.sentences, reason.sentence)["text"]
        parts = [self._filled(text, reason)]
        if besides := reason.besides:
            parts.append(
                self._filled(self._found("besides", self.besides, besides.sentence), besides)
            )
        return f"{'; '.join(parts)}."

    def tip(self, reason: Reason) -> str:
        """Return the general advice that belongs to a reason."""
        name = self._found("sentence", self.sentences, reason.sentence)["tip"]
        return self._found("tip", self.tips, name)

    def term(self, name: str) -> str:
        """Return the word for a term."""
        return self._found("term", self.terms, name)

    def _filled(self, text: str, reason: Reason) -> str:
        try:
            return _Filling(self.term).format(text, **dict(reason.facts))
        except MissingWordError:
            raise
        except KeyError as error:
            says = f"Kai's “{reason.sentence}” at {self.game} doesn't fit its facts: {error}."
            raise MissingWordError(f"{says} See {self._file}.") from error

    def _found(self, table: str, texts: Mapping[str, T], name: str) -> T:
        if name in texts:
            return texts[name]
        raise MissingWordError(f"Kai has no [{table}] “{name}” for {self.game}: see {self._file}.")

    @property
    def _file(self) -> str:
        return f"seeds/{self.game}/{_FILE}"


class _Filling(Formatter):
    """Fills in templates; missing and unused facts are errors."""

    def __init__(self, term: Callable[[str], str]) -> None:
        self._term = term

    def format_field(self, value: object, format_spec: str) -> str:
        """Format a fact."""
        match value:
            case int():
                return _counted(value, format_spec.split("|")) if format_spec else _number(value)
            case str():
                return self._term(value)
            case tuple():
                return self._listed([*map(self._term, value)], format_spec)
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
        return f"{', '.join(items[:-1])} {self._term(last)} {items[-1]}"


def _number(value: int) -> str:
    return str(value).replace("-", _MINUS)


def _counted(value: int, forms: Sequence[str]) -> str:
    one, other = forms
    return (one if abs(value) == 1 else other).replace("#", _number(value))


@cache
def words_of(game: str, seeds: Path = SEEDS) -> Words:
    """Return the texts for a game: its own, and those for all games; reads files."""
    files = [_read(seeds / _FILE), _read(seeds / game / _FILE)]
    tables = ({**files[0].get(table, {}), **files[1].get(table, {})} for table in _TABLES)
    sentences, besides, tips, terms = tables
    return Words(sentences, besides, tips, terms, game)


_TABLES: Final = ("sentence", "besides", "tip", "term")


def _read(path: Path) -> Mapping[str, Mapping[str, Any]]:
    if not path.is_file():
        return {}
    found = tomllib.loads(path.read_text("utf-8"))
    if foreign := found.keys() - {*_TABLES}:
        raise ValueError(f"{path}: unknown table {', '.join(sorted(foreign))}")
    return found
