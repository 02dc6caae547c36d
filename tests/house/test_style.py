"""Every sentence is in the voice of ``docs/style.md``, and no document has a word twice."""

import ast
import gzip
import re
from collections import Counter
from pathlib import Path
from statistics import mean

import pytest

from tests.house.files import ROOT, tracked
from tests.house.style import faults, read_guide, sentences, shape, strings_of, texts, words_in

FEWEST_PAIRS = 25

MOST_WORDS = 15
"""Words that sentences of a part of the program have on average."""


def test_the_guide_shows_sentences_before_and_after() -> None:
    guide = read_guide()
    assert len(guide.before) == len(guide.after) >= FEWEST_PAIRS
    assert not {*guide.before} & {*guide.after}
    assert max(Counter(guide.before).values()) == 1


def test_every_sentence_after_is_in_the_program() -> None:
    said = "\0".join(shape(text.words) for text in texts())
    assert [after for after in read_guide().after if shape(after) not in said] == []


def test_every_text_of_the_program_is_in_our_voice() -> None:
    found = [
        f"{text.path}:{text.line}: {', '.join(wrong)}: {text.words[:80]!r}"
        for text in texts()
        if (wrong := faults(text.words, read_guide()))
    ]
    assert found == []


def test_sentences_are_short() -> None:
    lengths: dict[str, list[int]] = {}
    for text in texts():
        full = [each for each in sentences(text.words) if each[-1] in ".?!"]
        lengths.setdefault("/".join(text.path.parts[:2]), []).extend(map(words_in, full))
    assert {
        area: mean(all_) for area, all_ in lengths.items() if mean(all_ or [0]) > MOST_WORDS
    } == {}


@pytest.mark.parametrize(
    ("words", "wrong"),
    [
        ("Ask Anybody.", "anybody"),
        ("This cannot be.", "cannot"),
        ("No. This table is not here any more. Open a new one with /play.", "This table is"),
        ("One  space too many.", "two spaces"),
        ("Wait...", "three full stops"),
        ("You can\N{RIGHT SINGLE QUOTATION MARK}t.", "a curly apostrophe"),
        ('Press "Start" now.', "a straight quotation mark"),
        ("Really?.", "two marks at the end"),
        ("Please wait. Then please go.", "two pleases"),
        ("Nothing changed; please try again.", "please after a semicolon"),
        ("The match is over. Open a new one", "no end of the last sentence"),
        ("You need {} chips.", "a number that may be 1"),
        ("A word " * 21 + ".", "42 words"),
    ],
)
def test_a_text_in_another_voice_is_found(words: str, wrong: str) -> None:
    assert any(found.startswith(wrong) for found in faults(words, read_guide()))


@pytest.mark.parametrize(
    "words",
    [
        "That move couldn't be saved. Please try again.",
        "Say “Kabobo!” if you dare …",
        "Nobody knows this card.",
        "Draw a card",
        "{} wins: {}",
    ],
)
def test_a_text_in_our_voice_is_left_alone(words: str) -> None:
    assert faults(words, read_guide()) == []


def test_strings_and_commands_are_found_but_not_docstrings_or_logs() -> None:
    code = '''
@app_commands.command()
async def see():
    """See this.

    Not this.
    """

def f(name):
    """A docstring."""
    logger.info("written to the log")
    if not name:
        raise ValueError("no name")
    return f"Hello {name or 'you all'}!" + "A " "B"
'''
    found = [words for _, words in strings_of(ast.parse(code))]
    assert found == ["See this.", "Hello {}!", "you all", "A B"]


UNWANTED = re.compile(r"\b(mone[y]|be[t]s?)\b", re.IGNORECASE)
"""Written so that it does not find itself."""


def test_nothing_speaks_of_what_chips_are_not() -> None:
    texts = {
        path: _read(ROOT / path)
        for path in tracked()
        if path.suffix not in {".png", ".ttf", ".pyz"}  # the last one is bot/check_deal again
    }
    found = [
        f"{path}: {word}"
        for path, text in texts.items()
        for word in UNWANTED.findall(text.decode("utf-8"))
    ]
    assert len(texts) > 700
    assert found == []


def _read(file: Path) -> bytes:
    raw = file.read_bytes()
    return gzip.decompress(raw) if file.suffix == ".gz" else raw
