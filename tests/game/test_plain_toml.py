"""TOML that players upload: costly files are refused, with the line at fault."""

import re
import tomllib
from collections.abc import Callable

import pytest
from hypothesis import given, strategies as st

from bot.game.plain_toml import MAX_LINE_LENGTH, MAX_LINES, TomlError, read_plain_toml
from bot.games.chowpow.rules.options import DEFAULT, read_deck_file

KIB = 1024
DECK = DEFAULT.read_text("utf-8")

ATTACKS = {
    "dotted key": (
        "a." * (8 * KIB) + "a = 1",
        1,
        f"A line can have up to {MAX_LINE_LENGTH} characters",
    ),
    "dotted key, short": ("\na." + "b." * 90 + "c = 1", 2, "one dot outside"),
    "dotted table": ("[a.b.c]", 1, "one dot outside"),
    "dots between quotes": ('"a" . "b" . "c" = 1', 1, "one dot outside"),
    "nested arrays": ("x = " + "[" * 150, 1, "can be nested up to 2 deep"),
    "nested arrays, line by line": ("x = [\n" + "[\n" * 400, 3, "can be nested up to 2 deep"),
    "inline table": ("x = {a = 1}", 1, "Put a table below"),
    "huge number": ("x = " + "9" * 150, 1, "A number can have up to 9 digits"),
    "many lines": ("a.a = 1\n" * 2000, MAX_LINES + 1, f"up to {MAX_LINES} lines"),
    "text of many lines": ('x = """' + "\n" * 9, 1, "Write a text on one line"),
    "text without an end": ('\n\nx = "y', 3, "This text doesn't end on its line"),
    "escapes": ('x = "' + "\\" * 101, 1, "This text doesn't end on its line"),
    "NUL": ("x = 1\n\0", 2, "This isn't TOML"),
    "no TOML": ("x = 1\nno deck\n", 2, "This isn't TOML"),
    "the same key twice": ("x = 1\nx = 2\n", 2, "This isn't TOML"),
}


@pytest.mark.parametrize("name", ATTACKS)
def test_what_is_costly_or_no_toml_is_refused_with_its_line(name: str) -> None:
    text, line, sentence = ATTACKS[name]
    with pytest.raises(TomlError, match=f"^Line {line}: .*{re.escape(sentence)}") as refused:
        read_plain_toml(text)
    assert refused.value.line == line


def test_byte_order_mark_and_windows_line_ends_are_accepted() -> None:
    wanted = tomllib.loads(DECK)
    assert read_plain_toml(DECK) == wanted
    assert read_plain_toml("\ufeff" + DECK.replace("\n", "\r\n")) == wanted


def test_quotes_and_comments_may_contain_brackets_and_dots() -> None:
    text = """name = "a.b {[[[ 1234567890123" # . { [[[[ 1234567890123 "\nother = 'a"b.'"""
    assert read_plain_toml(text) == {"name": "a.b {[[[ 1234567890123", "other": 'a"b.'}


PIECES = (
    *("[", "]", "{", "}", ".", '"', "'", '"""', "\\", "#", "=", ",", "\n", "\r", "\r\n", "\ufeff"),
    *("faction", "wild", "code", "copies", "numbers", "1", "0x1", "9" * 12, "1e9", "inf", "true"),
)


@given(st.lists(st.sampled_from(PIECES) | st.text(max_size=5)).map("".join))
def test_whatever_is_sent_is_read_or_refused_in_a_sentence_with_a_line(text: str) -> None:
    for read in (read_plain_toml, read_deck_file):
        told = refusal(read, text)
        if told is not None:
            found = re.fullmatch(r"Line (\d+): (?!.*\bline \d)[A-Z“\[].*\.", told, re.DOTALL)
            assert found, told
            assert 1 <= int(found[1]) <= len(text.split("\n"))


def refusal(read: Callable[[str], object], text: str) -> str | None:
    try:
        read(text)
    except ValueError as error:
        return str(error)
    return None
