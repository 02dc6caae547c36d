"""The record of a league night, and what any record proves, in words.

A night's record has its secret and its words, which prove the secret of each table
(``docs/records.md``).
"""

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple

from bot.game.contract import Outcome
from bot.game.deck import SECRET_BYTES, commitment, table_secret
from bot.game.record import MAX_TEXT_LENGTH, NightTable, Record
from bot.game.record_lines import MAX_RECORD_LENGTH, RecordError, shown

NIGHT_TITLE: Final = "card night night 1"
"""The number is the format's version."""

_HEXADECIMAL: Final = re.compile(f"[0-9a-f]{{{2 * SECRET_BYTES}}}")
_TABLE: Final = re.compile(r"table ([1-9][0-9]{0,8}) (0|[1-9][0-9]{0,8})")
_HEAD: Final = ("night", "form", "secret")


@dataclass(frozen=True, slots=True)
class NightRecord:
    """What proves the deals of one night. All texts are single printable lines."""

    night: str
    form: str
    secret: bytes
    words: tuple[str, ...] = ()
    """In the order in which they were made."""
    tables: tuple[tuple[int, int, str], ...] = ()
    """Round, number (0: a board) and commitment of each."""

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


def verdict(  # noqa: PLR0913 - what is said of each
    record: Record,
    title: str,
    outcome: Outcome | None,
    *,
    spelt: Callable[[str], str] = str,
    where: str = "",
    night: NightRecord | None = None,
) -> str:
    """Return what a record proves whose every action is legal, and whose result is right.

    ``outcome`` is what the rules say of the match. ``spelt`` writes what people have typed, where
    it could be taken for Markdown. ``where`` is where the fingerprint was shown, if it isn't what
    the record suggests. ``night``: what the secret follows from. The first line is the heading.
    """
    heading = "The deal isn't proved." if record.fixed else "Proved."
    lines = (heading, f"{title}: {_moves(record)} {_end(record, outcome, spelt)}")
    return "\n".join((*lines, *_deal(record, where), *_cuts(record, spelt, night)))


def night_verdict(night: NightRecord, *, spelt: Callable[[str], str] = str) -> str:
    """Return what the record of a league night proves; :class:`RecordError` if it is wrong."""
    for table in night.wrong_tables():
        where = f"round {table.round}, table {table.table}"
        raise RecordError(f"The fingerprint of {where} isn't the one that follows.")
    count = len(night.tables)
    tables = f"the secrets of its {count} tables follow"
    if count <= 1:
        tables = "the secret of its only table follows" if count else "the secrets of tables follow"
    lines = (
        "Proved.",
        f"League night: {tables} from the night's secret and its words.",
        f"Fingerprint of the night's secret: {night.commitment}",
        "That's the proof if the night's message showed the same before the first round.",
        _words(night, spelt),
        "Not proved: the deals. `check_deal.pyz` proves them with the tables' records.",
    )
    return "\n".join(lines)


def _words(night: NightRecord, spelt: Callable[[str], str]) -> str:
    words = [f"“{spelt(shown(word))}”" for word in night.words]
    return f"Cut with {', then '.join(words)}." if words else "Nobody cut this night."


def _moves(record: Record) -> str:
    count = len(record.actions)
    if count > 1:
        return f"all {count} actions are legal."
    return "its only action is legal." if count else "nobody has done anything yet."


def _end(record: Record, outcome: Outcome | None, spelt: Callable[[str], str]) -> str:
    if outcome is None:
        return "The match isn't finished."
    told = zip(record.seats, outcome.scores, strict=True)
    scores = ", ".join(f"{spelt(shown(name))} {score}" for name, score in told)
    if record.outcome is None:
        return f"The record has no result. By the rules, the scores are {scores}."
    return f"The scores are right: {scores}."


def _deal(record: Record, where: str) -> Iterator[str]:
    if record.fixed:
        yield "The record scripts the deal, so nothing proves the shuffle."
        yield f"Fingerprint of the secret: {record.commitment}"
        return
    why = "nobody cut"
    if record.daily or record.night:
        why = "nobody cuts a daily deal" if record.daily else "nobody cuts at a night's table"
    source = "and the cuts." if record.cutters else f"alone: {why}."
    yield f"Every shuffle and draw follows from the secret {source}"
    yield f"Fingerprint of the secret: {record.commitment}"
    yield f"That's the proof if {where or _where(record)}."


def _where(record: Record) -> str:
    if record.daily:
        day = f"{record.daily.day} {record.daily:%B} {record.daily.year}"
        return f"`/daily play` showed the same on {day}, or on the day before"
    if record.night:
        return "“Fairness” at the table showed the same during the match"
    return "the lobby showed the same before the match"


def _cuts(record: Record, spelt: Callable[[str], str], night: NightRecord | None) -> Iterator[str]:
    if record.fixed:
        return
    said = {
        seat: f"{spelt(shown(record.seats[seat]))} “{spelt(shown(record.cuts[seat]))}”"
        for seat in record.cutters
    }
    if record.cuts_made:
        yield f"Cut by {', then '.join(said[seat] for seat in record.cuts_made)}."
    elif said:
        yield f"Cut by {', '.join(said.values())}. This record doesn't say who cut last."
    if night is not None:
        yield "This secret follows from the night's secret and the words that cut its deck."
        yield f"Fingerprint of the night's secret: {night.commitment}"
        yield "That's the proof if the night's message showed the same before the first round."
        yield _words(night, spelt)
    if said or (night is not None and night.words):
        yield "Not proved: that each word is what its player typed. Look for yours."
    elif record.night and night is None:
        yield "Not proved: that this secret follows from the night's secret."
        yield "The night's record proves it."
    else:
        yield "Not proved: that nobody knew the secret."
