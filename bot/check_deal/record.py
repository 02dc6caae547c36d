"""Reading records, of matches and of nights, and what a record can't be."""

import json
import re
from dataclasses import dataclass, field
from typing import Any

from .chance import fingerprint

LONGEST = 2**20
LONGEST_LINE = 4096
LONGEST_TEXT = 200

WHOLE = "(?:0|-?[1-9][0-9]{0,17})"
FIELD = re.compile(
    r"(?P<key>game|commitment|secret|daily|night|cuts made|result|ranks|scores|"
    r"(?:seat|cut|round) (?:0|[1-9][0-9]{0,17})|(?:option|order) [^:]+):(?: (?P<value>.*))?"
)
OF_NIGHT = re.compile(
    r"(?P<key>night|form|secret|word (?:0|[1-9][0-9]{0,8})|"
    r"table [1-9][0-9]{0,8} (?:0|[1-9][0-9]{0,8})): (?P<value>.*)"
)
ACTION = re.compile(r"(?P<key>0|[1-9][0-9]{0,17}) (?P<value>\S.*)")

SEATS = {"kapow": range(2, 9), "kabobo": range(2, 7), "capit": range(4, 7), "chowpow": range(2, 7)}

YES_OR_NO = (False, True)
OPTIONS: dict[str, dict[str, tuple[Any, ...]]] = {
    "kapow": {
        "rounds": (10, *range(1, 10)),
        "cards": (None, 12, 9),
        "no_pass": YES_OR_NO,
        "max_swaps": (24, *range(1, 101)),
        "stall_circuits": (3, *range(1, 101)),
        "max_reshuffles": (10, *range(101)),
    },
    "kabobo": {
        "memory_aid": (True, False),
        "max_turns": (40, *range(3, 101)),
        "max_rounds": (30, *range(1, 101)),
    },
    "capit": {
        "run_suit": ("same", "any"),
        "rounds": (5, *range(1, 5)),
        "stall_circuits": (3, *range(1, 11)),
    },
    "chowpow": {
        "hot_sauce": YES_OR_NO,
        "three_course_meal": YES_OR_NO,
        "battle_buffet": YES_OR_NO,
        "own_size": YES_OR_NO,
        "memory_aid": (True, False),
        "max_turns": (60, *range(3, 201)),
        "deck": ("",),
    },
}
"""Of each game: what they are if the record doesn't say, then what else they can be."""


class Fault(Exception):  # noqa: N818 - the record is at fault, not this program
    """What is wrong, in a sentence."""


@dataclass
class Record:
    """A record's fields by their keys, and its actions: line, seat and text."""

    of_night: bool
    fields: dict[str, str] = field(default_factory=dict)
    actions: list[tuple[int, int, str]] = field(default_factory=list)

    def __getitem__(self, key: str) -> str:
        if key not in self.fields:
            raise Fault(f"The record has no line “{key}:”.")
        return self.fields[key]

    def __contains__(self, key: str) -> bool:
        return key in self.fields

    @property
    def secret(self) -> bytes:
        """The secret."""
        if not re.fullmatch("[0-9a-f]{64}", self["secret"]):
            raise Fault("A secret is 64 hexadecimal digits, in lower case.")
        return bytes.fromhex(self["secret"])

    @property
    def fingerprint(self) -> str:
        """The fingerprint of the secret."""
        return fingerprint(self.secret)

    def series(self, name: str, first: int = 0) -> list[str]:
        """Return the values of numbered fields, which count up without gaps."""
        found = sum(key.startswith(f"{name} ") for key in self.fields)
        return [self[f"{name} {number}"] for number in range(first, first + found)]

    def numbers(self, key: str) -> list[int]:
        """Return the whole numbers of a field."""
        if not re.fullmatch(f"(?:{WHOLE}(?: {WHOLE})*)?", self[key]):
            raise Fault(f"“{key}:” has whole numbers, with one space between them.")
        return [int(number) for number in self[key].split()]

    def options(self) -> dict[str, Any]:
        """Return all options of a match."""
        known = OPTIONS[self["game"]]
        chosen = {name: values[0] for name, values in known.items()}
        for key, text in self.fields.items():
            if not key.startswith("option "):
                continue
            name = key.removeprefix("option ")
            written = {json.dumps(value): value for value in known.get(name, ())}
            if name == "deck" and name in known:
                written |= _text(text)
            if text not in written:
                raise Fault(f"“{key[:60]}: {text[:60]}” isn't possible.")
            chosen[name] = written[text]
        return chosen


def _text(written: str) -> dict[str, str]:
    """Return a text by how it is written in JSON, if it is one."""
    try:
        value = json.loads(written) if written.startswith('"') else None
    except ValueError:
        return {}
    return {json.dumps(value): value} if isinstance(value, str) else {}


def read(text: str) -> Record:
    """Read the record of a match or of a night."""
    title, *lines = text.removeprefix("\ufeff").split("\n")
    kind = re.fullmatch("card night (record|night) 1", title.strip())
    if kind is None:
        raise Fault("This isn't a record: its first line should be “card night record 1”.")
    if len(text) > LONGEST or max(map(len, [title, *lines])) > LONGEST_LINE:
        raise Fault("This is too long to be a record.")
    record = Record(of_night=kind[1] == "night")
    for number, line in enumerate(map(str.strip, lines), 2):
        if line and not line.startswith("#"):
            _read_line(record, number, line)
    if record.fields.get("commitment", record.fingerprint) != record.fingerprint:
        raise Fault("The secret doesn't fit the record's own commitment.")
    if not record.of_night:
        _check_head(record)
    return record


def _read_line(record: Record, number: int, line: str) -> None:
    action = None if record.of_night else ACTION.fullmatch(line)
    found = action or (OF_NIGHT if record.of_night else FIELD).fullmatch(line)
    if found is None or not line.isprintable():
        raise Fault(f"Line {number}: this is no line of a record.")
    key, value = found["key"], found["value"] or ""
    if key in record.fields or value != value.strip():
        raise Fault(f"Line {number}: this is there twice, or has too many spaces.")
    if action is not None and value == "undo":
        _take_back(record, number, int(key))
    elif action is not None:
        record.actions.append((number, int(key), value))
    else:
        record.fields[key] = value


def _take_back(record: Record, number: int, seat: int) -> None:
    if not record.actions or record.actions.pop()[1] != seat:
        raise Fault(f"Line {number}: seat {seat} can't take that action back.")


def _check_head(record: Record) -> None:
    game, seats, cuts = record["game"], record.series("seat"), record.series("cut")
    if game not in SEATS or len(seats) not in SEATS[game] or len(cuts) != len(seats):
        raise Fault("There's no such game, or it can't have these seats and cuts.")
    if max(map(len, (*seats, *cuts))) > LONGEST_TEXT:
        raise Fault(f"A name and a cut have at most {LONGEST_TEXT} characters.")
    ending = {"result", "ranks", "scores"} - record.fields.keys()
    if ending and (len(ending) < 3 or record.series("round", 1)):
        raise Fault("“result:”, “ranks:”, “scores:” and the rounds belong together.")
    if "cuts made" in record:
        made = sorted(record.numbers("cuts made"))
        if not made or made != [seat for seat, cut in enumerate(cuts) if cut]:
            raise Fault("“cuts made:” names each seat that has a cut once, and no other.")
