"""Records of nights: what was written is read back, and proves the secrets of tables."""

import hmac
import re
import unicodedata
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given, strategies as st

from bot.game.deck import commitment, table_secret
from bot.game.record import NightTable, Record
from bot.game.record_lines import RecordError
from bot.game.replay import check_record
from bot.game.verdict import NIGHT_TITLE, NightRecord, parse_night_record
from bot.games.registry import GAMES

DOCUMENT = (Path(__file__).parents[2] / "docs" / "records.md").read_text("utf-8")
BLOCKS = re.findall(r"```text\n(.*?)```", DOCUMENT, re.DOTALL)
EXAMPLE = next(block for block in BLOCKS if block.startswith(NIGHT_TITLE))

printable = st.characters(exclude_categories=("C", "Z"), include_characters=" ")
words = st.text(printable, max_size=20).map(str.strip).filter(bool)
secrets = st.binary(min_size=32, max_size=32)
places = st.integers(0, 10**9 - 1)


@st.composite
def nights(draw: st.DrawFn) -> NightRecord:
    tables = draw(st.lists(st.tuples(places.filter(bool), places, secrets.map(bytes.hex))))
    cuts = tuple(draw(st.lists(words, max_size=9)))
    return NightRecord(draw(words), draw(words), draw(secrets), cuts, tuple(tables))


@given(nights())
def test_what_is_written_reads_back(written: NightRecord) -> None:
    text = str(written)
    assert parse_night_record(text) == written
    assert parse_night_record(text.replace("\n", "\r\n")) == written


@given(secrets, st.lists(words, max_size=9), places, places)
def test_the_secret_of_a_table_has_the_documents_bytes(
    secret: bytes, cuts: list[str], number: int, table: int
) -> None:
    texts = [unicodedata.normalize("NFC", cut).encode() for cut in cuts]
    message = b"".join(len(text).to_bytes(4, "big") + text for text in texts)
    message += number.to_bytes(4, "big") + table.to_bytes(4, "big")
    assert table_secret(secret, cuts, number, table) == hmac.digest(secret, message, "sha256")


def test_the_verdict_says_what_a_nights_record_proves() -> None:
    night = parse_night_record(EXAMPLE)
    assert check_record(EXAMPLE, GAMES).split("\n") == [
        "Proved.",
        "League night: the secret of its only table follows from the night's secret and its words.",
        f"Fingerprint of the night's secret: {night.commitment}",
        "That's the proof if the night's message showed the same before the first round.",
        "Cut with “seven swans”, then “tea at four”.",
        "Not proved: the deals. `check_deal.pyz` proves them with the tables' records.",
    ]
    two = replace(night, tables=(*night.tables, (2, 0, commitment(night.secret_of(2, 0)))))
    assert "the secrets of its 2 tables follow" in check_record(str(two), GAMES)
    assert "Nobody cut this night." in check_record(str(replace(night, words=(), tables=())), GAMES)
    with pytest.raises(RecordError, match="The fingerprint of round 1, table 1 isn't the one"):
        check_record(str(replace(night, words=night.words[::-1])), GAMES)


def test_the_documents_example_proves_its_tables_and_no_other() -> None:
    night = parse_night_record(EXAMPLE)
    assert night.tables
    assert not night.wrong_tables()
    secret = night.secret_of(1, 1)
    played = Record("kapow", secret, ("a", "b"), ("", ""), night=NightTable(night.night, 1, 1))
    assert night.proves(played)
    assert not night.proves(replace(played, night=None))
    assert not night.proves(replace(played, night=NightTable(night.night, 1, 2)))
    assert not night.proves(replace(played, night=NightTable("another", 1, 1)))


def test_another_word_or_another_order_proves_nothing() -> None:
    night = parse_night_record(EXAMPLE)
    assert replace(night, words=night.words[::-1]).wrong_tables()
    assert replace(night, words=(*night.words, "one more")).wrong_tables()
    assert replace(night, words=night.words[:1]).wrong_tables()
    assert replace(night, tables=((1, 2, commitment(night.secret)),)).wrong_tables()


@pytest.mark.parametrize(
    ("old", "new", "sentence"),
    [
        (NIGHT_TITLE, "card night record 1", "Line 1: This isn't a night's record"),
        ("form: swiss\n", "", "The night's record has no line “form:”."),
        ("form: swiss", "form: swiss\nform: swiss", "Line 4: “form:” can't stand here."),
        ("secret: 00", "secret: 0", "A secret is 64 hexadecimal digits"),
        ("word 1", "word 2", "Line 6: “word 2:” can't stand here."),
        ("word 1: tea at four", f"word 1: {'n' * 201}", "Line 6: “word 1:” can't stand here."),
        ("word 1: tea at four", "word 1:", "Line 6: This isn't a line of a night's record."),
        ("table 1 1", "table 0 1", "Line 7: “table 0 1:” can't stand here."),
    ],
)
def test_other_texts_are_refused_in_a_sentence(old: str, new: str, sentence: str) -> None:
    assert old in EXAMPLE
    with pytest.raises(RecordError, match=re.escape(sentence)):
        parse_night_record(EXAMPLE.replace(old, new, 1))
