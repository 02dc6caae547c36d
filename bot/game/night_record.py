"""The record of a league night: its secret and its words, which prove the secret of each table.

``docs/records.md`` documents the format. It is given out once nobody plays at the night any more.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple

from bot.game.deck import SECRET_BYTES, commitment, table_secret
from bot.game.record import MAX_TEXT_LENGTH, NightTable, Record
from bot.game.record_lines import MAX_RECORD_LENGTH, RecordError, shown

NIGHT_TITLE: Final = "card night night 1"
"""The first line of every night's record; the number is the format's version."""

_HEXADECIMAL: Final = re.compile(f"[0-9a-f]{{{2 * SECRET_BYTES}}}")
_TABLE: Final = re.compile(r"table ([1-9][0-9]{0,8}) (0|[1-9][0-9]{0,8})")
_HEAD: Final = ("night", "form", "secret")


@dataclass(frozen=True, slots=True)
class NightRecord:
    """What proves the deals of one night. All texts are single printable lines."""

    night: str
    """Its id."""
    form: str
    secret: bytes
    words: tuple[str, ...] = ()
    """In the order in which they were made."""
    tables: tuple[tuple[int, int, str], ...] = ()
    """Of each table the round, its number (0: a board) and the commitment it had."""

    @property
    def commitment(self) -> str:
        """The SHA-256 of the secret, as the night's message showed it."""
        return commitment(self.secret)

    def secret_of(self, round_number: int, table: int) -> bytes:
        """Return the secret of a table, or of a board (``table`` 0)."""
        return table_secret(self.secret, self.words, round_number, table)

    def proves(self, record: Record) -> bool:
        """Whether a match was played at this night, with the secret that follows from it."""
        at = record.night
        if at is None or at.night != self.night:
            return False
        return record.secret == self.secret_of(at.round, at.table)

    def wrong_tables(self) -> Sequence[NightTable]:
        """Return the tables whose commitment isn't that of the secret which follows."""
        return [
            NightTable(self.night, number, table)
            for number, table, told in self.tables
            if told != commitment(self.secret_of(number, table))
        ]

    def __str__(self) -> str:
        """Return the text, so that ``parse_night_record(str(record)) == record``."""
        lines = [
            NIGHT_TITLE,
            f"night: {self.night}",
            f"form: {self.form}",
            f"secret: {self.secret.hex()}",
            *(f"word {number}: {word}" for number, word in enumerate(self.words)),
            *(f"table {number} {table}: {told}" for number, table, told in self.tables),
        ]
        return "\n".join((*lines, ""))


def parse_night_record(text: str) -> NightRecord:
    """Parse a night's record; raises :class:`RecordError`, which names the line."""
    if len(text) > MAX_RECORD_LENGTH:
        raise RecordError("This file is too large to be a night's record.")
    title, *lines = text.removeprefix("\ufeff").split("\n")
    if title.strip() != NIGHT_TITLE:
        sentence = f"This isn't a night's record: its first line should be “{NIGHT_TITLE}”."
        raise RecordError(sentence, 1)
    read = _Read({}, [], [])
    for number, line in enumerate(lines, 2):
        written = line.strip()
        if written and not written.startswith("#"):
            _read_line(written, number, read)
    for key in _HEAD:
        if key not in read.head:
            raise RecordError(f"The night's record has no line “{key}:”.")
    night, form, secret = (read.head[key] for key in _HEAD)
    if not _HEXADECIMAL.fullmatch(secret):
        raise RecordError(f"A secret is {2 * SECRET_BYTES} hexadecimal digits, in lower case.")
    return NightRecord(night, form, bytes.fromhex(secret), tuple(read.words), tuple(read.tables))


class _Read(NamedTuple):
    """What was read so far."""

    head: dict[str, str]
    words: list[str]
    tables: list[tuple[int, int, str]]


def _read_line(line: str, number: int, read: _Read) -> None:
    key, colon, value = line.partition(": ")
    if not colon or not line.isprintable() or value != value.strip():
        raise RecordError("This isn't a line of a night's record.", number)
    found = _TABLE.fullmatch(key)
    if key in _HEAD and key not in read.head:
        read.head[key] = value
    elif key == f"word {len(read.words)}" and len(value) <= MAX_TEXT_LENGTH:
        read.words.append(value)
    elif found is not None and _HEXADECIMAL.fullmatch(value):
        read.tables.append((int(found[1]), int(found[2]), value))
    else:
        raise RecordError(f"“{shown(key)}:” can't stand here.", number)
