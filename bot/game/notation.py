"""Actions as text: each kind of action declares its notation, and is read and written by it."""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from string import Formatter
from typing import Any, ClassVar, Final, Generic, Self, TypeVar

from bot.game.contract import UnreadableActionError

__all__ = ["Notation", "Word", "Written", "number", "reader", "several"]

T = TypeVar("T")
A = TypeVar("A", bound="Written")


@dataclass(frozen=True, slots=True)
class Word(Generic[T]):
    """How one value of an action is written: ``pattern`` is a regular expression without groups."""

    pattern: str
    read: Callable[[str], T]
    """Raises ``ValueError`` for what has the pattern but says nothing."""
    write: Callable[[T], str] = str


def number(most: int) -> Word[int]:
    """Return the word for a number from 0, which is written from 1 and is then ``most`` at most.

    That is nine or less, or nines only, such as 99.
    """
    digits = str(most)
    pattern = f"[1-{digits[0]}][0-9]{{0,{len(digits) - 1}}}"
    return Word(pattern, lambda text: int(text) - 1, lambda value: str(value + 1))


def several(word: Word[T], least: int = 1) -> Word[tuple[T, ...]]:
    """Return the word for ``least`` values or more, one after the other with spaces between."""
    each = f"(?:{word.pattern})"
    return Word(
        f"{each}(?: {each}){{{least - 1},}}",
        lambda text: tuple(map(word.read, re.findall(each, text))),
        lambda values: " ".join(map(word.write, values)),
    )


class Notation:
    """How a kind of action is written: ``Notation("take {pile}", pile=PILE)``, a word a field.

    The first word, the verb, stands for itself.
    """

    def __init__(self, template: str, **words: Word[Any]) -> None:
        self.verb: Final = template.split(maxsplit=1)[0]
        self._template = template
        self._words = words
        self._pattern = re.compile("".join(self._patterns()))

    def _patterns(self) -> Iterator[str]:
        for literal, name, _, _ in Formatter().parse(self._template):
            yield re.escape(literal)
            if name is not None:
                yield f"(?P<{name}>{self._words[name].pattern})"

    def write(self, action: object) -> str:
        """Return an action's text."""
        fields = {name: word.write(getattr(action, name)) for name, word in self._words.items()}
        return self._template.format_map(fields)

    def read(self, text: str) -> Mapping[str, Any] | None:
        """Return the fields of an action, None if this is not its text; raises ``ValueError``."""
        found = self._pattern.fullmatch(text)
        if found is None:
            return None
        return {name: self._words[name].read(said) for name, said in found.groupdict().items()}


class Written:
    """A kind of action; its notation tells how it is written and read."""

    __slots__ = ()

    notation: ClassVar[Notation]

    def __str__(self) -> str:
        """Return the action in its notation."""
        return self.notation.write(self)

    @classmethod
    def of(cls, **fields: Any) -> Self:  # noqa: ANN401 - each kind has its fields
        """Return the action that was read; kinds that people write in several orders say more."""
        return cls(**fields)


def reader(title: str, kinds: Iterable[type[A]]) -> Callable[[str], A]:
    """Return what reads a game's actions: ``read(str(action)) == action``.

    It raises :class:`UnreadableActionError`, which names the game by its title.
    """
    by_verb: dict[str, list[type[A]]] = {}
    for kind in kinds:
        by_verb.setdefault(kind.notation.verb, []).append(kind)
    refusal = f"That is no action of {title}{'' if title.endswith('!') else '.'}"

    def read(text: str) -> A:
        for kind in by_verb.get(text.partition(" ")[0], ()):
            try:
                fields = kind.notation.read(text)
            except ValueError:
                break
            if fields is not None:
                return kind.of(**fields)
        raise UnreadableActionError(refusal)

    return read
