"""Records: a match as a small text file, for bug reports, tests, replays and proofs of the deal.

``docs/records.md`` documents the format. Parsing needs no game; replaying needs the registry.
"""

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date
from typing import Final, NamedTuple

from bot.game.contract import Outcome, Seat
from bot.game.deck import SECRET_BYTES, Chance, commitment
from bot.game.moves import standing
from bot.game.record_lines import TITLE, Field, Lines, RecordError, read_lines, read_number, shown

MAX_TEXT_LENGTH: Final = 200
"""Of a name or cut. Longer cuts make shuffling slower."""

_HEXADECIMAL: Final = re.compile(f"[0-9a-f]{{{2 * SECRET_BYTES}}}")
_NIGHT_TABLE: Final = re.compile(r"(\S{1,40}) round ([1-9][0-9]{0,8}) table (0|[1-9][0-9]{0,8})")
_EVENT: Final = re.compile(r"(\S+) ([a-z]+(?:-[a-z]+)*(?: [1-9][0-9]{0,2})?)")


class NightTable(NamedTuple):
    """A table of a league night, whose secret follows from that of the night."""

    night: str
    round: int
    table: int
    """From 1; 0 for all tables of a board, which share a secret."""

    def __str__(self) -> str:
        """Return it as records have it."""
        return f"{self.night} round {self.round} table {self.table}"

    @classmethod
    def read(cls, text: str) -> "NightTable":
        """Parse what ``str`` returns; ``ValueError`` for anything else."""
        found = _NIGHT_TABLE.fullmatch(text)
        if found is None:
            raise ValueError(f"{text!r} is no table of a night")
        return cls(found[1], read_number(found[2]), read_number(found[3]))


@dataclass(frozen=True, slots=True)
class Record:
    """One match. All texts are single printable lines, otherwise ``ValueError``."""

    game: str
    secret: bytes
    seats: tuple[str, ...]
    """The players' names (not user ids)."""
    cuts: tuple[str, ...]
    options: tuple[tuple[str, object], ...] = ()
    """Names and JSON values; missing ones have their defaults."""
    fixed: tuple[tuple[int, str, tuple[str, ...]], ...] = ()
    """Scripted chance events; such a deal proves nothing."""
    actions: tuple[tuple[Seat, str], ...] = ()
    outcome: Outcome | None = None
    """None if the match was not finished."""
    cuts_made: tuple[Seat, ...] = ()
    """The seats that cut, in order; empty if that was not kept."""
    daily: date | None = None
    """Set for a daily deal, which nobody cuts: its day."""
    night: NightTable | None = None
    """Set for a league night's table whose secret follows from the night's."""
    lines: Mapping[str, int] = field(default_factory=dict, compare=False, repr=False)
    """Line numbers in the file by key: ``scores``, ``round 2``, ``action 17``."""

    def __post_init__(self) -> None:
        if len(self.secret) != SECRET_BYTES:
            raise ValueError(f"a secret has {SECRET_BYTES} bytes, not {len(self.secret)}")
        if len(self.cuts) != len(self.seats):
            raise ValueError("every seat has a cut, if only an empty one")
        if self.cuts_made and sorted(self.cuts_made) != self.cutters:
            raise ValueError("the order of the cuts names each seat that has one once")
        if (self.night or self.daily) and self.cutters:
            raise ValueError("at a night's table, and of a daily deal, nobody cuts")
        if not all(cards for _, _, cards in self.fixed):
            raise ValueError("a scripted event has a card or a number")
        for text in (self.game, *self.seats, *self.cuts, *(action for _, action in self.actions)):
            if text != text.strip() or not text.isprintable():
                raise ValueError(f"{text!r} is not a line of printable text")

    @property
    def cutters(self) -> list[Seat]:
        """The seats that have a cut, in seat order."""
        return [seat for seat, cut in enumerate(self.cuts) if cut]

    @property
    def commitment(self) -> str:
        """The SHA-256 of the secret, as it was shown before the match."""
        return commitment(self.secret)

    @property
    def chance(self) -> Chance:
        """The source of the match's shuffles and draws."""
        return Chance(self.secret, self.cuts, self.fixed)

    @property
    def standing(self) -> "Record":
        """The record without the actions that were taken back."""
        actions = standing(self.actions)
        return self if actions == self.actions else replace(self, actions=actions, lines={})

    def __str__(self) -> str:
        """Return the record's text, so that ``parse_record(str(record)) == record``."""
        moves = (f"{seat} {action}" for seat, action in self.actions)
        return "\n".join((*_head(self), "", *moves, *_result(self.outcome), ""))


def printable(name: str) -> str:
    """Return a name as one line of printable text, as records have it."""
    return " ".join("".join(c if c.isprintable() else " " for c in name).split())


def parse_record(text: str) -> Record:
    """Parse a record, with any line ends or byte order mark; raises :class:`RecordError`."""
    lines = read_lines(text)
    game, secret = _needed(lines, "game"), _hexadecimal(_needed(lines, "secret"))
    seats, cuts = _seats(lines), _cuts(lines)
    record = Record(
        game=game.value,
        secret=secret,
        seats=seats,
        cuts=cuts,
        cuts_made=_cuts_made(lines, cuts),
        daily=_daily(lines, cuts),
        night=_night(lines, cuts),
        options=tuple((each.detail, _json(each)) for each in lines.named("option")),
        fixed=tuple(map(_order, lines.named("order"))),
        actions=tuple((action.seat, action.text) for action in lines.actions),
        outcome=_outcome(lines),
        lines=_places(lines),
    )
    told = lines.fields.get("commitment")
    if told is not None and _hexadecimal(told).hex() != record.commitment:
        sentence = "The secret doesn't fit the commitment."
        raise RecordError(sentence, told.line)
    return record


def _places(lines: Lines) -> Mapping[str, int]:
    fields = {key: each.line for key, each in lines.fields.items()}
    return fields | {f"action {at}": each.line for at, each in enumerate(lines.actions, 1)}


def _needed(lines: Lines, key: str) -> Field:
    if key not in lines.fields:
        raise RecordError(f"The record has no line “{key}:”.")
    return lines.fields[key]


def _hexadecimal(entry: Field) -> bytes:
    if not _HEXADECIMAL.fullmatch(entry.value):
        sentence = f"A {entry.name} is {2 * SECRET_BYTES} hexadecimal digits, in lower case."
        raise RecordError(sentence, entry.line)
    return bytes.fromhex(entry.value)


def _seats(lines: Lines) -> tuple[str, ...]:
    seats = _series(lines, "seat")
    for seat in seats:
        if f"cut {seat.detail}" not in lines.fields:
            raise RecordError(f"This seat has no line “cut {seat.detail}:”.", seat.line)
    return tuple(map(_name, seats))


def _cuts(lines: Lines) -> tuple[str, ...]:
    for cut in lines.named("cut"):
        if f"seat {cut.detail}" not in lines.fields:
            raise RecordError(f"There's no seat {cut.detail}.", cut.line)
    return tuple(map(_name, _series(lines, "cut")))


def _cuts_made(lines: Lines, cuts: Sequence[str]) -> tuple[Seat, ...]:
    entry = lines.fields.get("cuts made")
    if entry is None:
        return ()
    made = tuple(_number(text, entry) for text in _parts(entry))
    if sorted(made) != [seat for seat, cut in enumerate(cuts) if cut]:
        raise RecordError("This names each seat that has a cut once, and no other.", entry.line)
    return made


def _daily(lines: Lines, cuts: Sequence[str]) -> date | None:
    entry = lines.fields.get("daily")
    if entry is None:
        return None
    if any(cuts):
        raise RecordError("Nobody cuts a daily deal.", entry.line)
    try:
        if str(day := date.fromisoformat(entry.value)) == entry.value:
            return day
    except ValueError:
        pass
    raise RecordError("This is a day, such as 2026-11-26.", entry.line)


def _night(lines: Lines, cuts: Sequence[str]) -> NightTable | None:
    entry = lines.fields.get("night")
    if entry is None:
        return None
    try:
        table = NightTable.read(entry.value)
    except ValueError:
        sentence = "This is a night's table, such as “5f0c round 2 table 3”."
        raise RecordError(sentence, entry.line) from None
    if any(cuts):
        sentence = "Nobody cuts at a league night's table."
        raise RecordError(sentence, entry.line)
    return table


def _name(entry: Field) -> str:
    if len(entry.value) > MAX_TEXT_LENGTH:
        raise RecordError(f"This has at most {MAX_TEXT_LENGTH} characters.", entry.line)
    return entry.value


def _series(lines: Lines, name: str, first: int = 0) -> list[Field]:
    """Return numbered fields in order; their numbers must count up from ``first``."""
    entry = sorted(lines.named(name), key=lambda each: read_number(each.detail))
    for number, each in enumerate(entry, first):
        if each.detail != str(number):
            sentence = f"There is a {name} {each.detail}, but no {name} {number}."
            if each.detail == "0":
                sentence = f"The first {name} is {name} {first}."
            raise RecordError(sentence, each.line)
    return entry


def _json(entry: Field) -> object:
    try:
        value: object = json.loads(entry.value)
    except (ValueError, RecursionError):
        sentence = "The value of an option is JSON, such as 5 or true."
        raise RecordError(sentence, entry.line) from None
    return value


def _order(entry: Field) -> tuple[int, str, tuple[str, ...]]:
    event = _EVENT.fullmatch(entry.detail)
    if event is None:
        sentence = "An order names a round and an event, such as “order 1 deal:”."
        raise RecordError(sentence, entry.line)
    try:
        number = read_number(event[1])
    except ValueError:
        number = -1
    if number < 0:
        sentence = f"“{shown(event[1])}” isn't the number of a round."
        raise RecordError(sentence, entry.line)
    return number, event[2], _parts(entry)


def _outcome(lines: Lines) -> Outcome | None:
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


def _numbers(entry: Field) -> tuple[int, ...]:
    return tuple(_number(text, entry) for text in _parts(entry)) if entry.value else ()


def _number(text: str, entry: Field) -> int:
    try:
        return read_number(text)
    except ValueError:
        sentence = f"“{shown(text)}” isn't a whole number, such as 0, 14 or -3."
        raise RecordError(sentence, entry.line) from None


def _parts(entry: Field) -> tuple[str, ...]:
    parts = tuple(entry.value.split(" "))
    if not all(parts):
        sentence = "These are separated by single spaces."
        raise RecordError(sentence if entry.value else "Nothing is listed here.", entry.line)
    return parts


def _head(record: Record) -> Iterator[str]:
    yield TITLE
    yield f"game: {record.game}"
    for name, value in record.options:
        yield f"option {name}: {json.dumps(value)}"
    yield f"commitment: {record.commitment}"
    yield f"secret: {record.secret.hex()}"
    if record.daily is not None:
        yield f"daily: {record.daily}"
    if record.night is not None:
        yield f"night: {record.night}"
    for label, texts in (("seat", record.seats), ("cut", record.cuts)):
        for number, text in enumerate(texts):
            yield f"{label} {number}: {text}".rstrip()
    if record.cuts_made:
        yield f"cuts made: {_written(record.cuts_made)}"
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
