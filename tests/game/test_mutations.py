"""Records of all games, damaged in many ways: each is still valid, or refused with a line."""

import re
from collections.abc import Iterator, Mapping
from typing import Final

import pytest

from bot.game.record import parse_record
from bot.game.record_lines import RecordError
from bot.game.replay import check_record
from bot.games.registry import GAMES
from tests.playthroughs.files import record_file
from tests.playthroughs.make import SPECIAL

RECORDS: Final[Mapping[str, str]] = {
    f"{game}-{label}": record_file(game, label).read_text("utf-8")
    for game, label in (
        *((game, "special") for game in SPECIAL),
        *(("chowpow", "own-deck"), ("chowpow", "short")),
    )
}
ABOUT: Final = 24
"""How many actions of each record are damaged."""

FOREIGN: Final = re.compile(
    r"invalid literal|base 10|\bint\b|\bstr\b|Input should|not permitted|recursion|Exceeds|limit|"
    r"Traceback|Error|codec|fromhex|unpack|None|Expecting|Extra|iterable|arg|\bvalid\b|\\[nux]",
    re.IGNORECASE,
)
"""Words of Python, JSON and pydantic."""

NO_LINE: Final = re.compile(r"The record has no line “(game|secret|seat 0|round \d+):”\.")
"""The error for a missing line to which no other line refers."""

SPELLINGS: Final = ("1_4", "+14", "014", "१४", "\u0661\u0664", "1 4", "1.4e1", "0x14", "9" * 5000)
"""Other spellings of 14, some of which ``int`` accepts, and too many digits for it."""


def damaged_lines(lines: list[str]) -> list[int]:
    """Return places of the record's lines: all but the actions, and some of those."""
    actions = [at for at, line in enumerate(lines) if re.match(r"\d", line)]
    kept = set(actions[:: max(1, len(actions) // ABOUT)])
    return [at for at, line in enumerate(lines) if line and (at not in actions or at in kept)]


def mutations(text: str) -> Iterator[tuple[str, list[str]]]:
    """Yield damaged records, as lines, and what was done to each."""
    lines = text.splitlines()
    for number, at in enumerate(damaged_lines(lines)):
        line, rest = lines[at], lines[at + 1 :]
        ways = {
            "left out": [],
            "twice": [line, line],
            "changed places": [*rest[:1], line],
            "without its value": [re.sub(r"(?<=:) .*| .*", "", line)],
            "without its name": [line.partition(" ")[2]],
            "one more word": [f"{line} 7"],
            "two spaces": [line.replace(" ", "  ", 1)],
            "capitals": [line.upper()],
            "nothing but a word": ["what?"],
            "a separator": [f"{line}\N{LINE SEPARATOR}x"],
            "no text": [f"{line}\udcff"],
            "long": [f"{line}{'x' * 5000}"],
            "deep": [f"{line.partition(':')[0]}: {'[' * 4000}"],
            "another number": [re.sub(r"\d+", lambda found: str(int(found[0]) + 1), line, count=1)],
            "another last number": [re.sub(r"\d+(?=\D*$)", "77", line)],
            "no number": [re.sub(r"\d+", "x", line)],
        }
        few = re.match(r"\d", line) or line.startswith(("seat", "cut"))
        for way, new in [*ways.items()][number % 4 :: 4] if few else ways.items():
            gone = 2 if way == "changed places" else 1
            yield f"line {at + 1} {way}", [*lines[:at], *new, *lines[at + gone :]]


@pytest.mark.parametrize("name", RECORDS)
def test_a_damaged_record_is_sound_or_refused_at_a_line(name: str) -> None:
    count = refused = 0
    for what, lines in mutations(RECORDS[name]):
        count += 1
        if told := refusal("\n".join(lines)):
            refused += 1
            assert one_sentence(told, len(lines)), f"{what}: {told}"
    assert count > 100
    assert refused > count / 2


def refusal(text: str) -> str:
    try:
        check_record(text, GAMES)
    except RecordError as error:
        return str(error)
    return ""


def one_sentence(told: str, lines: int) -> bool:
    found = re.fullmatch(r"Line (\d+): ([A-Z“].{1,300}[.!)])", told)
    named = found is not None and 1 <= int(found[1]) <= lines
    return (named or bool(NO_LINE.fullmatch(told))) and not FOREIGN.search(told)


@pytest.mark.parametrize("name", RECORDS)
def test_a_number_has_one_spelling_and_the_line_with_another_is_named(name: str) -> None:
    lines = RECORDS[name].splitlines()
    for at in damaged_lines(lines)[::3]:
        if lines[at].startswith(("card", "#")):
            continue
        for found in [*re.finditer(r"(?<![a-f\d])\d+", numbered(lines[at]))][-2:]:
            for spelling in SPELLINGS:
                new = f"{lines[at][: found.start()]}{spelling}{lines[at][found.end() :]}"
                told = refusal("\n".join([*lines[:at], new, *lines[at + 1 :]]))
                assert told.startswith(f"Line {at + 1}: "), f"{new[:80]}: {told}"


def numbered(line: str) -> str:
    """Return the part of a line that has numbers: not names, cuts or the secret."""
    if line.startswith(("commitment", "secret")):
        return ""
    return line.partition(":")[0] if line.startswith(("seat", "cut")) else line


@pytest.mark.parametrize("name", RECORDS)
def test_windows_line_ends_are_accepted(name: str) -> None:
    text = RECORDS[name]
    windows = "\ufeff" + text.replace("\n", " \t\r\n")
    assert parse_record(windows) == parse_record(text)
    assert str(parse_record(windows)) == text
