"""Parsing and writing of actions: each action type declares a notation for both directions."""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from string import Formatter
from typing import Any, ClassVar, Final, Generic, Self, TypeVar

from bot.game.contract import UnreadableActionError

__all__ = ["NotatedAction", "Notation", "Token", "action_parser", "number", "repeated"]

T = TypeVar("T")
A = TypeVar("A", bound="NotatedAction")


@dataclass(frozen=True, slots=True)
class Token(Generic[T]):
    """How one field is written: ``pattern`` is a regular expression without groups."""

    pattern: str
    read: Callable[[str], T]
    """Raises ``ValueError`` for a text that matches the pattern but is invalid."""
    write: Callable[[T], str] = str


def number(most: int) -> Token[int]:
    """Return the token for a number that is 0-based in code and 1-based in text.

    The written number is at most ``most``, which has to be 9 or less, or all nines, such as 99.
    """
    digits = str(most)
    pattern = f"[1-{digits[0]}][0-9]{{0,{len(digits) - 1}}}"
    return Token(pattern, lambda text: int(text) - 1, lambda value: str(value + 1))


def repeated(token: Token[T], least: int = 1) -> Token[tuple[T, ...]]:
    """Return the token for ``least`` or more values, separated by spaces."""
    each = f"(?:{token.pattern})"
    return Token(
        f"{each}(?: {each}){{{least - 1},}}",
        lambda text: tuple(map(token.read, re.findall(each, text))),
        lambda values: " ".join(map(token.write, values)),
    )


class Notation:
    """How a type of action is written: ``Notation("take {pile}", pile=PILE)``.

    The first word of the template is the verb; each keyword is the token of a field.
    """

    def __init__(self, template: str, **tokens: Token[Any]) -> None:
        self.verb: Final = template.split(maxsplit=1)[0]
        self._template = template
        self._tokens = tokens
        self._pattern = re.compile("".join(self._patterns()))

    def _patterns(self) -> Iterator[str]:
        for literal, name, _, _ in Formatter().parse(self._template):
            yield re.escape(literal)
            if name is not None:
                yield f"(?P<{name}>{self._tokens[name].pattern})"

    def write(self, action: object) -> str:
        """Return the text of an action."""
        fields = {name: token.write(getattr(action, name)) for name, token in self._tokens.items()}
        return self._template.format_map(fields)

    def read(self, text: str) -> Mapping[str, Any] | None:
        """Return the fields of an action, None if the text is not one; raises ``ValueError``."""
        match = self._pattern.fullmatch(text)
        if match is None:
            return None
        return {name: self._tokens[name].read(value) for name, value in match.groupdict().items()}


class NotatedAction:
    """Base class of actions: ``notation`` says how they are written and read."""

    __slots__ = ()

    notation: ClassVar[Notation]

    def __str__(self) -> str:
        """Return the action in its notation."""
        return self.notation.write(self)

    @classmethod
    def of(cls, **fields: Any) -> Self:  # noqa: ANN401 - each kind has its fields
        """Make the action from its fields; override it to normalise their order."""
        return cls(**fields)


def action_parser(title: str, kinds: Iterable[type[A]]) -> Callable[[str], A]:
    """Return the parser for a game's actions: ``parse(str(action)) == action``.

    The parser raises :class:`UnreadableActionError`, with the game's title in its message.
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
