"""The program: reads records, deals them again, and says what is proved."""

import argparse
import os
import re
import sys
from collections.abc import Iterator, Sequence
from datetime import date
from io import TextIOWrapper
from pathlib import Path

from .capit import Capit
from .chance import derived, fingerprint, measured
from .chowpow import Chowpow
from .kabobo import Kabobo
from .kapow import Kapow
from .match import Match, UnfinishedError
from .record import Fault, Record, read

GAMES: dict[str, tuple[str, type[Match]]] = {
    "kapow": ("Kapow!", Kapow),
    "kabobo": ("Kabobo!", Kabobo),
    "capit": ("CAP-IT", Capit),
    "chowpow": ("Chow Pow!", Chowpow),
}
TABLE = re.compile(r"(\S{1,40}) round ([1-9][0-9]{0,8}) table (0|[1-9][0-9]{0,8})")
LARGEST = 4 * 2**20
"""Bytes of a file that are read: more than the longest record has."""


def check_match(record: Record) -> list[str]:
    """Deal a match again; return what is told of it, or raise :class:`Fault`."""
    if record.of_night:
        raise Fault("This is a night's record. Please give its tables after it.")
    scripted = [key for key in record.fields if key.startswith("order ")]
    if scripted:
        raise Fault(f"“{scripted[0]}:” scripts the deal, so nothing is proved.")
    match = GAMES[record["game"]][1](record)
    _check_kind(record)
    try:
        reason, merits = match.play()
    except UnfinishedError:
        if "result" in record:
            raise Fault("The record has a result, but its match goes on.") from None
        return [*_head(record), *match.told, "The match isn't finished."]
    if match.at < len(record.actions):
        raise Fault(f"Line {record.actions[match.at][0]}: the match is over here.")
    ranks = [1 + sum(other > own for other in merits) for own in merits]
    if "result" in record:
        told = [record.numbers(f"round {n}") for n in range(1, len(record.series("round", 1)) + 1)]
        if told != match.points or record.numbers("scores") != match.totals():
            raise Fault(f"The points should be {match.points}.")
        if record.numbers("ranks") != ranks or record["result"] != reason:
            raise Fault(f"The ranks should be {ranks}, and the result “{reason}”.")
    return [*_head(record), *match.told, f"The match is over ({reason}). Ranks: {ranks}"]


def _head(record: Record) -> Iterator[str]:
    names, cuts = record.series("seat"), record.series("cut")
    day = f", daily deal of {record['daily']}" if "daily" in record else ""
    at = f", night {record['night']}" if "night" in record else ""
    yield f"{GAMES[record['game']][0]}{day}{at}"
    for seat, (name, cut) in enumerate(zip(names, cuts, strict=True)):
        yield f"seat {seat}: {name}, " + (f"cut with “{cut}”" if cut else "no cut")
    if "cuts made" in record:
        made = [cuts[seat] for seat in record.numbers("cuts made")]
        yield f"cuts made: {record['cuts made']}"
        yield f"fingerprint of the words: {fingerprint(measured(made))}"
    elif any(cuts):
        yield "cuts made: in an unknown order"


def _check_kind(record: Record) -> None:
    if "daily" in record and not _is_day(record["daily"]):
        raise Fault("“daily:” is a day, such as 2026-11-26.")
    if "night" in record and not TABLE.fullmatch(record["night"]):
        raise Fault("“night:” names a night and a table, such as “5f0c round 2 table 3”.")
    if ("daily" in record or "night" in record) and any(record.series("cut")):
        raise Fault("Nobody cuts a daily deal, or at a night's table.")


def _is_day(text: str) -> bool:
    try:
        return str(date.fromisoformat(text)) == text
    except ValueError:
        return False


def check_night(night: Record, tables: Sequence[Record]) -> list[str]:
    """Prove the secrets of a night's tables from that of the night; return what is told."""
    words = night.series("word")
    told = [f"night {night['night']} ({night['form']})"]
    told += [f"word {number}: {word}" for number, word in enumerate(words)] or ["nobody cut"]
    told.append(f"fingerprint of the words: {fingerprint(measured(words))}")
    for key, written in night.fields.items():
        if key.startswith("table "):
            secret = derived(night.secret, words, *map(int, key.split()[1:]))
            if written != fingerprint(secret):
                raise Fault(f"“{key}:” isn't the fingerprint that follows from the night's secret.")
    for record in tables:
        found = TABLE.fullmatch(record.fields.get("night", ""))
        if found is None or found[1] != night["night"]:
            raise Fault("One of these matches isn't of this night.")
        if record.secret != derived(night.secret, words, int(found[2]), int(found[3])):
            raise Fault(f"The secret of round {found[2]}, table {found[3]} isn't the night's.")
    return told


def check(records: Sequence[Record], shown: str = "") -> list[str]:
    """Check a match, or a night and its tables, against the fingerprint that was shown.

    Return all that is told of them, or raise :class:`Fault`.
    """
    first, tables = records[0], records[1:]
    if shown and not re.fullmatch("[0-9a-f]{16,64}", shown):
        raise Fault("A commitment is 16 to 64 digits, 0 to 9 and a to f.")
    if not first.fingerprint.startswith(shown):
        raise Fault(f"The secret has the fingerprint {first.fingerprint}: another one was shown.")
    if tables and not first.of_night:
        raise Fault("Please give one match, or a night's record and then its tables.")
    told = check_night(first, tables) if first.of_night else []
    for record in tables if first.of_night else records:
        told += check_match(record)
    return [*told, *_verdict(first, shown)]


def _verdict(record: Record, shown: str) -> Iterator[str]:
    """Yield what is proved, against which fingerprint, and what isn't."""
    if record.of_night:
        yield "Proved: the tables' secrets follow from the night's secret and words."
    yield "Proved: all shuffles and draws above follow from the secret and the cuts."
    if "night" in record and not record.of_night:
        yield "Give the night's record too, to prove the secret."
    if shown:
        yield f"The fingerprint is the one you gave: {record.fingerprint}"
    else:
        yield f"It counts if this fingerprint was shown before: {record.fingerprint}"
    cuts = record.series("word") if record.of_night else record.series("cut")
    if any(cuts):
        yield "Not proved: who cut with which word. Look for yours."
    else:
        yield "Nobody cut: all of it follows from the secret alone."


def main(arguments: Sequence[str] | None = None) -> int:
    """Check the records of a command line; return the exit status."""
    parser = argparse.ArgumentParser(prog="check_deal", description="Check deals of Card Night.")
    parser.add_argument("file", nargs="+", type=Path, help="a match; or a night, then its tables")
    parser.add_argument("--commitment", default="", help="what was shown before: 16 digits or all")
    parsed = parser.parse_args(arguments)
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="replace")  # what the terminal can't show
    try:
        print("\n".join(check([*map(_read, parsed.file)], parsed.commitment.lower())), flush=True)
    except Fault as fault:
        print(f"Not proved. {fault}", file=sys.stderr)
        return 1
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 1
    return 0


def _read(file: Path) -> Record:
    try:
        with file.open("rb") as opened:
            return read(opened.read(LARGEST + 1).decode())
    except OSError:
        raise Fault(f"{file} can't be read.") from None
    except UnicodeDecodeError:
        raise Fault(f"{file} isn't UTF-8 text, or is too large.") from None


if __name__ == "__main__":
    sys.exit(main())
