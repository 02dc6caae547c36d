"""Parsing of records line by line: fields and actions, each with its line number."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final, NamedTuple

from bot.game.contract import Seat

_NUMBER: Final = re.compile("0|-?[1-9][0-9]{0,17}")


def read_number(text: str) -> int:
    """Read a whole number of at most 18 digits; ``ValueError`` for any other text."""
    if not _NUMBER.fullmatch(text):
        raise ValueError("this is no whole number, such as 0, 14 or -3")
    return int(text)


TITLE: Final = "card night record 1"
"""The number is the format's version."""

MAX_RECORD_LENGTH: Final = 1 << 20
"""In characters. A long match takes about fifty thousand."""

MAX_LINE_LENGTH: Final = 4096
"""In characters. The longest that the bot writes is a custom deck."""

_SHOWN: Final = 60
"""Characters of a line that an error quotes."""

_BOM: Final = "\ufeff"
_FIELD: Final = re.compile(r"([a-z]+)(?: ([^:]+))?:(?: (.*))?")
_PLAIN: Final = {
    *("game", "commitment", "secret", "daily", "night", "cuts made"),
    *("result", "ranks", "scores"),
}
"""Fields that come once; the others have a detail of their own."""

_NUMBERED: Final = {"seat", "cut", "round"}
_NAMED: Final = {"option", "order"}
_NOT_UTF_8: Final = re.compile("[\ud800-\udfff]")
"""Surrogates from ``surrogateescape``: bytes of the file that were not UTF-8."""


class RecordError(ValueError):
    """A wrong record, as a sentence for people; ``line`` is the line's number, from 1, or None."""

    def __init__(self, sentence: str, line: int | None = None) -> None:
        super().__init__(sentence if line is None else f"Line {line}: {sentence}")
        self.line = line


class Field(NamedTuple):
    """A field: ``seat 0: Mina`` has the name ``seat``, the detail ``0`` and the value ``Mina``."""

    name: str
    detail: str
    value: str
    line: int

    @property
    def key(self) -> str:
        """The part before the colon."""
        return f"{self.name} {self.detail}".rstrip()


class Action(NamedTuple):
    """An action as it stands in the record."""

    seat: Seat
    text: str
    line: int


@dataclass(frozen=True, slots=True)
class Lines:
    """The contents of a record's lines."""

    fields: Mapping[str, Field]
    """By key, in the order of the file."""
    actions: tuple[Action, ...]

    def named(self, name: str) -> list[Field]:
        """Return all fields with this name."""
        return [field for field in self.fields.values() if field.name == name]


def read_lines(text: str) -> Lines:
    """Split a record's text into lines; raises :class:`RecordError`, which names the line."""
    if len(text) > MAX_RECORD_LENGTH:
        raise RecordError("This file is too large to be a record.")
    title, *lines = text.removeprefix(_BOM).split("\n")
    _check_line(title, 1)
    if title.strip() != TITLE:
        raise RecordError(f"This isn't a record: its first line should be “{TITLE}”.", 1)
    fields: dict[str, Field] = {}
    actions: list[Action] = []
    for number, line in enumerate(lines, 2):
        _check_line(line, number)
        written = line.strip()
        if not written or written.startswith("#"):
            continue
        if not written.isprintable():
            raise RecordError("This isn't a line of printable text.", number)
        if "0" <= written[0] <= "9":
            actions.append(_action(written, number))
            continue
        field = _field(written, number)
        if field.key in fields:
            raise RecordError(f"There's already a line “{shown(field.key)}:”.", number)
        fields[field.key] = field
    return Lines(fields, tuple(actions))


def shown(text: str) -> str:
    """Shorten a text to quote it in a sentence."""
    return text if len(text) <= _SHOWN else f"{text[:_SHOWN]}…"


def _check_line(line: str, number: int) -> None:
    if len(line) > MAX_LINE_LENGTH:
        raise RecordError(f"A line has at most {MAX_LINE_LENGTH:,} characters.", number)
    if _NOT_UTF_8.search(line):
        raise RecordError("This isn't UTF-8 text.", number)


def _action(line: str, number: int) -> Action:
    seat, _, text = line.partition(" ")
    try:
        found = Action(read_number(seat), text, number)
    except ValueError:
        raise RecordError(f"“{shown(seat)}” isn't the number of a seat.", number) from None
    if not text or text != text.strip():
        raise RecordError("Write an action as the seat's number, one space and the action.", number)
    return found


def _field(line: str, number: int) -> Field:
    found = _FIELD.fullmatch(line)
    detailed = _NUMBERED | _NAMED
    if found is None or found[1] not in detailed.union(key.split()[0] for key in _PLAIN):
        raise RecordError("This is neither a field nor an action.", number)
    field = Field(found[1], found[2] or "", found[3] or "", number)
    if field.value != field.value.strip():
        raise RecordError("Put one space after the colon.", number)
    if field.key not in _PLAIN and not (field.name in detailed and field.detail):
        raise RecordError(f"There's no field “{shown(field.key)}:”.", number)
    if field.name in _NUMBERED:
        _check_number(field)
    return field


def _check_number(field: Field) -> None:
    try:
        number = read_number(field.detail)
    except ValueError:
        number = -1
    if number < 0:
        sentence = f"“{shown(field.detail)}” isn't the number of a {field.name}."
        raise RecordError(sentence, field.line)
