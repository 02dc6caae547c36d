"""A match as a small text file: for bug reports, tests, replays, exports and proofs of the deal.

``docs/records.md`` documents the format. Reading needs no game; replaying needs the registry.
"""

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

from bot.game.contract import Outcome, Seat
from bot.game.deck import SECRET_BYTES, Chance, commitment
from bot.game.numbers import read_number
from bot.game.record_lines import (
    LARGEST,
    LONGEST,
    TITLE,
    Field,
    Lines,
    RecordError,
    read_lines,
    shown,
)

__all__ = ["LARGEST", "LONGEST", "TITLE", "Record", "RecordError", "parse_record"]

LONGEST_TEXT: Final = 200
"""Characters that a name or a cut may have. A cut is what a shuffle takes time for."""

_HEXADECIMAL: Final = re.compile(f"[0-9a-f]{{{2 * SECRET_BYTES}}}")
_EVENT: Final = re.compile(r"(\S+) ([a-z]+(?:-[a-z]+)*(?: [1-9][0-9]{0,2})?)")


@dataclass(frozen=True, slots=True)
class Record:
    """One match. Texts are single lines of printable characters; else ``ValueError``."""

    game: str
    secret: bytes
    seats: tuple[str, ...]
    """Who sat there; names, not users."""
    cuts: tuple[str, ...]
    """One a seat."""
    options: tuple[tuple[str, object], ...] = ()
    """Name and value, as JSON has it; what is not named is as usual."""
    fixed: tuple[tuple[int, str, tuple[str, ...]], ...] = ()
    """Chance events that were scripted, as :class:`Chance` takes them: then nothing is proved."""
    actions: tuple[tuple[Seat, str], ...] = ()
    outcome: Outcome | None = None
    """How the match ended, if it did."""
    lines: Mapping[str, int] = field(default_factory=dict, compare=False, repr=False)
    """Where things stood in the file that was read: ``scores``, ``round 2``, ``action 17``."""

    def __post_init__(self) -> None:
        if len(self.secret) != SECRET_BYTES:
            raise ValueError(f"a secret has {SECRET_BYTES} bytes, not {len(self.secret)}")
        if len(self.cuts) != len(self.seats):
            raise ValueError("every seat has a cut, if only an empty one")
        if not all(cards for _, _, cards in self.fixed):
            raise ValueError("a scripted event has a card or a number")
        for text in (self.game, *self.seats, *self.cuts, *(action for _, action in self.actions)):
            if text != text.strip() or not text.isprintable():
                raise ValueError(f"{text!r} is not a line of printable text")

    @property
    def commitment(self) -> str:
        """The secret's SHA-256, as it was shown before the match."""
        return commitment(self.secret)

    @property
    def chance(self) -> Chance:
        """The source of the match's shuffles and draws."""
        return Chance(self.secret, self.cuts, self.fixed)

    def __str__(self) -> str:
        """Return the record's text, so that ``parse_record(str(record)) == record``."""
        moves = (f"{seat} {action}" for seat, action in self.actions)
        return "\n".join((*_head(self), "", *moves, *_result(self.outcome), ""))


def parse_record(text: str) -> Record:
    """Read a record; raises :class:`RecordError`, which names the line at fault.

    A byte order mark and the line ends of Windows are passed over.
    """
    lines = read_lines(text)
    game, secret = _needed(lines, "game"), _hexadecimal(_needed(lines, "secret"))
    record = Record(
        game=game.value,
        secret=secret,
        seats=_seats(lines),
        cuts=_cuts(lines),
        options=tuple((each.detail, _json(each)) for each in lines.named("option")),
        fixed=tuple(map(_order, lines.named("order"))),
        actions=tuple((action.seat, action.text) for action in lines.actions),
        outcome=_outcome(lines),
        lines=_places(lines),
    )
    told = lines.fields.get("commitment")
    if told is not None and _hexadecimal(told).hex() != record.commitment:
        sentence = "The secret is not the one that the commitment was made to."
        raise RecordError(sentence, told.line)
    return record


def _places(lines: Lines) -> Mapping[str, int]:
    fields = {key: each.line for key, each in lines.fields.items()}
    return fields | {f"action {at}": each.line for at, each in enumerate(lines.actions, 1)}


def _needed(lines: Lines, key: str) -> Field:
    if key not in lines.fields:
        raise RecordError(f"The record has no line “{key}:”.")
    return lines.fields[key]


def _hexadecimal(found: Field) -> bytes:
    if not _HEXADECIMAL.fullmatch(found.value):
        sentence = f"A {found.name} is {2 * SECRET_BYTES} hexadecimal digits, in lower case."
        raise RecordError(sentence, found.line)
    return bytes.fromhex(found.value)


def _seats(lines: Lines) -> tuple[str, ...]:
    seats = _series(lines, "seat")
    for seat in seats:
        if f"cut {seat.detail}" not in lines.fields:
            raise RecordError(f"This seat has no line “cut {seat.detail}:”.", seat.line)
    return tuple(map(_name, seats))


def _cuts(lines: Lines) -> tuple[str, ...]:
    for cut in lines.named("cut"):
        if f"seat {cut.detail}" not in lines.fields:
            raise RecordError(f"There is no seat {cut.detail}.", cut.line)
    return tuple(map(_name, _series(lines, "cut")))


def _name(found: Field) -> str:
    if len(found.value) > LONGEST_TEXT:
        raise RecordError(f"This has at most {LONGEST_TEXT} characters.", found.line)
    return found.value


def _series(lines: Lines, name: str, first: int = 0) -> list[Field]:
    """Return numbered fields by their numbers, which must count up from ``first``."""
    found = sorted(lines.named(name), key=lambda each: read_number(each.detail))
    for number, each in enumerate(found, first):
        if each.detail != str(number):
            sentence = f"There is a {name} {each.detail}, but no {name} {number}."
            if each.detail == "0":
                sentence = f"The first {name} is {name} {first}."
            raise RecordError(sentence, each.line)
    return found


def _json(found: Field) -> object:
    try:
        value: object = json.loads(found.value)
    except (ValueError, RecursionError):
        sentence = 'The value of an option is JSON, such as 5, true or "any".'
        raise RecordError(sentence, found.line) from None
    return value


def _order(found: Field) -> tuple[int, str, tuple[str, ...]]:
    event = _EVENT.fullmatch(found.detail)
    if event is None:
        sentence = "An order names a round and what is ordered in it, such as “order 1 deal:”."
        raise RecordError(sentence, found.line)
    try:
        number = read_number(event[1])
    except ValueError:
        number = -1
    if number < 0:
        sentence = f"“{shown(event[1])}” is not the number of a round."
        raise RecordError(sentence, found.line)
    return number, event[2], _parts(found)


def _outcome(lines: Lines) -> Outcome | None:
    """Return how the match ended; all lines that tell it stand together, or none does."""
    told = [each for name in _ENDING for each in lines.named(name)]
    if not told:
        return None
    for key in _ENDING[:3]:
        if key not in lines.fields:
            sentence = f"The record has no line “{key}:”, which belongs with this one."
            raise RecordError(sentence, min(each.line for each in told))
    return Outcome(
        reason=lines.fields["result"].value,
        ranks=_numbers(lines.fields["ranks"]),
        scores=_numbers(lines.fields["scores"]),
        rounds=tuple(map(_numbers, _series(lines, "round", first=1))),
    )


_ENDING: Final = ("result", "ranks", "scores", "round")


def _numbers(found: Field) -> tuple[int, ...]:
    return tuple(_number(text, found) for text in _parts(found)) if found.value else ()


def _number(text: str, found: Field) -> int:
    try:
        return read_number(text)
    except ValueError:
        sentence = f"“{shown(text)}” is no whole number, such as 0, 14 or -3."
        raise RecordError(sentence, found.line) from None


def _parts(found: Field) -> tuple[str, ...]:
    """Return what is listed, with one space between each and the next."""
    parts = tuple(found.value.split(" "))
    if not all(parts):
        sentence = "These are separated by single spaces."
        raise RecordError(sentence if found.value else "Nothing is listed here.", found.line)
    return parts


def _head(record: Record) -> Iterator[str]:
    yield TITLE
    yield f"game: {record.game}"
    for name, value in record.options:
        yield f"option {name}: {json.dumps(value)}"
    yield f"commitment: {record.commitment}"
    yield f"secret: {record.secret.hex()}"
    for label, texts in (("seat", record.seats), ("cut", record.cuts)):
        for number, text in enumerate(texts):
            yield f"{label} {number}: {text}".rstrip()
    for round_number, event, cards in record.fixed:
        yield f"order {round_number} {event}: {' '.join(cards)}"


def _result(outcome: Outcome | None) -> Iterator[str]:
    if outcome is None:
        return
    yield ""
    yield f"result: {outcome.reason}"
    yield f"ranks: {_written(outcome.ranks)}"
    yield f"scores: {_written(outcome.scores)}"
    for number, points in enumerate(outcome.rounds, 1):
        yield f"round {number}: {_written(points)}"


def _written(numbers: Sequence[int]) -> str:
    return " ".join(map(str, numbers))
