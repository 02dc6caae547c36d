"""A match as a small text file: for bug reports, tests, replays, exports and proofs of the deal.

``docs/records.md`` documents the format. Reading needs no game; replaying needs the registry.
"""

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final, TypeAlias

from bot.games.deck import SECRET_BYTES, Chance, commitment
from bot.games.game import Outcome, Seat

__all__ = ["LARGEST", "TITLE", "Record", "RecordError", "parse_record"]

TITLE: Final = "card night record 1"
"""The first line of every record; the number is the format's version."""

LARGEST: Final = 1 << 20
"""Characters that a record may have. A long match takes some fifty thousand."""

_ACTION: Final = re.compile(r"([0-9]{1,2}) (\S.*)")
_FIELD: Final = re.compile(r"([a-z]+)(?: ([^:]+))?:(?: (.*))?")
_NAMES: Final = {
    *("game", "option", "commitment", "secret", "seat", "cut", "order"),
    *("result", "ranks", "scores", "round"),
}


class RecordError(ValueError):
    """A record that cannot be read, or does not hold; ``str`` of it is a sentence for people.

    ``line`` is the line at fault, from 1, where one is.
    """

    def __init__(self, sentence: str, line: int | None = None) -> None:
        super().__init__(sentence if line is None else f"Line {line}: {sentence}")
        self.line = line


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
    """Read a record; raises :class:`RecordError`, which names the line at fault."""
    if len(text) > LARGEST:
        raise RecordError("This file is too large to be a record.")
    title, *lines = text.split("\n")
    if title.strip() != TITLE:
        raise RecordError(f"This is not a record: its first line should be “{TITLE}”.")
    fields: _Fields = {}
    actions: list[tuple[Seat, str]] = []
    stands: dict[str, int] = {}
    for number, line in enumerate(map(str.strip, lines), 2):
        if not line or line.startswith("#"):
            continue
        if action := _ACTION.fullmatch(line):
            actions.append((int(action[1]), action[2]))
            stands[f"action {len(actions)}"] = number
            continue
        found = _FIELD.fullmatch(line)
        key = (found[1], found[2] or "") if found else ("", "")
        if found is None or key[0] not in _NAMES or key in fields:
            raise RecordError("This is neither a new field nor an action.", number)
        fields[key] = found[3] or ""
        stands[" ".join(key).strip()] = number
    return _record(fields, tuple(actions), stands)


_Fields: TypeAlias = dict[tuple[str, str], str]
"""Values by name and detail: ``("seat", "0"): "Mina"``."""


def _record(
    fields: _Fields, actions: tuple[tuple[Seat, str], ...], lines: Mapping[str, int]
) -> Record:
    try:
        record = Record(
            game=fields["game", ""],
            secret=bytes.fromhex(fields["secret", ""]),
            seats=_series(fields, "seat"),
            cuts=_series(fields, "cut"),
            options=tuple((name, json.loads(value)) for name, value in _all(fields, "option")),
            fixed=tuple(_order(event, cards) for event, cards in _all(fields, "order")),
            actions=actions,
            outcome=_outcome(fields) if ("result", "") in fields else None,
            lines=lines,
        )
    except KeyError as error:
        raise RecordError(f"The record has no line “{' '.join(error.args[0]).strip()}:”.") from None
    except (ValueError, RecursionError) as error:
        raise RecordError(f"The record does not hold: {error}.") from None
    if fields.get(("commitment", ""), record.commitment) != record.commitment:
        sentence = "The secret is not the one that the commitment was made to."
        raise RecordError(sentence, lines["commitment"])
    return record


def _outcome(fields: _Fields) -> Outcome:
    return Outcome(
        reason=fields["result", ""],
        ranks=_numbers(fields["ranks", ""]),
        scores=_numbers(fields["scores", ""]),
        rounds=tuple(map(_numbers, _series(fields, "round", first=1))),
    )


def _order(event: str, cards: str) -> tuple[int, str, tuple[str, ...]]:
    number, _, name = event.partition(" ")
    return int(number), name, tuple(cards.split())


def _all(fields: _Fields, name: str) -> list[tuple[str, str]]:
    """Return the details and values of all fields of a name."""
    return [(detail, value) for (found, detail), value in fields.items() if found == name]


def _series(fields: _Fields, name: str, first: int = 0) -> tuple[str, ...]:
    """Return the values of numbered fields, which must count up from ``first``."""
    count = len(_all(fields, name))
    return tuple(fields[name, str(number)] for number in range(first, first + count))


def _numbers(text: str) -> tuple[int, ...]:
    return tuple(map(int, text.split()))


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
