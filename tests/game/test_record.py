"""Parsing of records: what was written is read back, anything else is refused in a sentence."""

import re
from dataclasses import replace
from datetime import date
from pathlib import Path

import pytest
from hypothesis import given, strategies as st

from bot.game.contract import Outcome
from bot.game.deck import commitment
from bot.game.record import NightTable, Record, parse_record
from bot.game.record_lines import MAX_RECORD_LENGTH, TITLE, RecordError
from bot.game.replay import check_record, position_at, verify
from bot.games.registry import GAMES

DOCUMENT = (Path(__file__).parents[2] / "docs" / "records.md").read_text("utf-8")
BLOCKS = re.findall(r"```text\n(.*?)```", DOCUMENT, re.DOTALL)
EXAMPLE = next(block for block in BLOCKS if block.startswith(TITLE))
SCRIPT = next(block for block in BLOCKS if block.startswith("order"))
SECRET = bytes(range(32))

printable = st.characters(exclude_categories=("C", "Z"), include_characters=" ")
lines = st.text(printable, max_size=20).map(str.strip)
names = st.from_regex(r"[a-z_]{1,12}", fullmatch=True)
numbers = st.lists(st.integers(-(10**6), 10**6), max_size=8).map(tuple)
values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=9),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner),
    max_leaves=4,
)
nights = st.builds(
    NightTable,
    st.from_regex(r"[0-9a-z]{1,12}", fullmatch=True),
    st.integers(1, 10**9 - 1),
    st.integers(0, 10**9 - 1),
)
orders = st.tuples(
    st.integers(0, 99),
    st.sampled_from(["deal", "dealer", "reshuffle 1", "reshuffle 2"]),
    st.lists(st.sampled_from(["0", "12", "P1", "K"]), min_size=1, max_size=5).map(tuple),
)


@st.composite
def records(draw: st.DrawFn) -> Record:
    seats = draw(st.lists(lines, max_size=9))
    night = draw(st.none() | nights)
    daily = draw(st.none() | st.dates())
    cuts = tuple("" if night or daily else draw(lines) for _ in seats)
    cutters = [seat for seat, cut in enumerate(cuts) if cut]
    actions = st.tuples(st.integers(0, 99), lines.filter(bool))
    return Record(
        game=draw(lines),
        secret=draw(st.binary(min_size=32, max_size=32)),
        seats=tuple(seats),
        cuts=cuts,
        options=tuple(draw(st.dictionaries(names, values, max_size=4)).items()),
        fixed=tuple(draw(st.lists(orders, max_size=4, unique_by=lambda order: order[:2]))),
        actions=tuple(draw(st.lists(actions, max_size=9))),
        outcome=draw(st.none() | outcomes()),
        cuts_made=tuple(draw(st.just([]) | st.permutations(cutters))),
        night=night,
        daily=daily,
    )


def outcomes() -> st.SearchStrategy[Outcome]:
    rounds = st.lists(numbers, max_size=4).map(tuple)
    return st.builds(Outcome, reason=lines, ranks=numbers, scores=numbers, rounds=rounds)


def record(**changes: object) -> Record:
    plain = Record("kapow", SECRET, ("Mina", "Ole"), ("swan", ""))
    return replace(plain, **changes)  # type: ignore[arg-type] # the tests choose fitting values


@given(records())
def test_what_is_written_reads_back(written: Record) -> None:
    text = str(written)
    assert parse_record(text) == written
    assert parse_record(text.replace("\n", "\r\n")) == written


@given(
    st.text() | st.text(st.sampled_from('game:secretorder 01\n#{}[]"')).map(f"{TITLE}\n".__add__)
)
def test_any_text_is_read_or_refused_in_a_sentence(text: str) -> None:
    _read_or_refused(text)


pieces = st.sampled_from([*EXAMPLE.splitlines(), *SCRIPT.splitlines(), "", "#", "0 next", "9 end"])


@given(st.lists(pieces, max_size=40).map(lambda parts: "\n".join([TITLE, *parts])))
def test_mixed_lines_are_read_or_refused_in_a_sentence(text: str) -> None:
    _read_or_refused(text)


@given(st.integers(0, len(EXAMPLE)), st.integers(0, 30), st.text(max_size=12))
def test_a_damaged_record_is_read_or_refused_in_a_sentence(at: int, gone: int, new: str) -> None:
    _read_or_refused(EXAMPLE[:at] + new + EXAMPLE[at + gone :])


def _read_or_refused(text: str) -> None:
    """Check that reading, checking and showing raise nothing but :class:`RecordError`."""
    for work in (
        parse_record,
        lambda text: check_record(text, GAMES),
        lambda text: position_at(parse_record(text), 3, GAMES),
    ):
        told = "."
        try:
            work(text)
        except RecordError as error:
            told = str(error)
        assert told.endswith((".", "!", ")"))


def test_the_documents_example_holds() -> None:
    example = parse_record(EXAMPLE)
    assert str(example) == EXAMPLE
    assert example.outcome is not None
    assert verify(example, GAMES).index == len(example.actions)


def test_the_documents_script_deals_as_it_says() -> None:
    head = EXAMPLE.partition("\n\n")[0]
    dealt = position_at(parse_record(f"{head}\n{SCRIPT}"), 0, GAMES).state
    first, second, _ = dealt.hands[0]
    assert [str(position) for position in (*first, *second[:2])] == ["?12", "?12", "?K", "?5", "?6"]
    assert dealt.starter == 0


def test_the_document_names_every_field() -> None:
    fields = {
        re.split(r"[ :]", line)[0]
        for line in re.findall(r"^\| `([a-z]+.*?)` \|", DOCUMENT, re.MULTILINE)
    }
    at_night = record(cuts=("", ""), night=NightTable("5f0c", 1, 1))
    text = f"{_full()}{at_night}{replace(at_night, night=None, daily=date(2026, 11, 26))}"
    written = {line.split(":")[0].split(" ")[0] for line in text.splitlines() if ":" in line}
    assert written <= fields


def _full() -> Record:
    return record(
        options=(("rounds", 1),),
        fixed=((1, "deal", ("K",)),),
        outcome=Outcome("all rounds played", (1, 2), (3, 4), ((3, 4),)),
        cuts_made=(0,),
    )


def test_remarks_blank_lines_and_the_order_of_fields_do_not_matter() -> None:
    first, *rest = str(_full()).splitlines()
    text = "\n".join([first, "# seen on a rainy night", "", *reversed(rest)])
    assert parse_record(text) == _full()


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", f"Line 1: This isn't a record: its first line should be “{TITLE}”."),
        (
            "card night record 2",
            f"Line 1: This isn't a record: its first line should be “{TITLE}”.",
        ),
        (TITLE, "The record has no line “game:”."),
        (f"{TITLE}\nwhat?", "Line 2: This is neither a field nor an action."),
        (f"{TITLE}\n\ntoken: abc", "Line 3: This is neither a field nor an action."),
        (f"{TITLE}\ngame: kapow\ngame: kapow", "Line 3: There's already a line “game:”."),
        (f"{TITLE}\ngame night: kapow", "Line 2: There's no field “game night:”."),
        (f"{TITLE}\nscores 1: 3 4", "Line 2: There's no field “scores 1:”."),
        (f"{TITLE}\nseat: Mina", "Line 2: There's no field “seat:”."),
        (f"{TITLE}\ngame: kapow", "The record has no line “secret:”."),
        ("x" * (MAX_RECORD_LENGTH + 1), "This file is too large to be a record."),
    ],
)
def test_other_texts_are_refused(text: str, sentence: str) -> None:
    with pytest.raises(RecordError) as refused:
        parse_record(text)
    assert str(refused.value) == sentence


@pytest.mark.parametrize(
    ("old", "new", "at", "sentence"),
    [
        (SECRET.hex(), SECRET.hex()[2:], "secret", "is 64 hexadecimal"),
        (SECRET.hex(), "secret", "secret", "is 64 hexadecimal"),
        (SECRET.hex(), SECRET.hex().upper(), "secret", "in lower case."),
        (commitment(SECRET), commitment(SECRET).upper(), "commitment", "in lower case."),
        (commitment(SECRET), "00" * 32, "commitment", "The secret doesn't fit"),
        ("seat 1", "seat 2", "seat 2", "There is a seat 2, but no seat 1."),
        ("seat 1", "seat one", "seat one", "“one” isn't the number of a seat."),
        ("seat 1", "seat -1", "seat -1", "“-1” isn't the number of a seat."),
        ("seat 1: Ole", "# nobody", "cut 1", "There's no seat 1."),
        ("cut 1:", "# cut 1:", "seat 1", "This seat has no line “cut 1:”."),
        ("cut 1:", "cut 1: " + "n" * 201, "cut 1", "This has at most 200 characters."),
        ("seat 1: Ole", "seat 1:  Ole", "seat 1", "Put one space after the colon"),
        ("option rounds: 1", "option rounds: one", "option", "The value of an option is JSON"),
        ("option rounds: 1", "option rounds: " + "[" * 4000, "option", "of an option is JSON"),
        ("option rounds: 1", "option rounds: " + "1" * 4321, "option", "at most 4,096 characters"),
        ("order 1 deal", "order one deal", "order", "“one” isn't the number of a round."),
        ("order 1 deal", "order 1", "order", "An order names a round and an event"),
        ("order 1 deal: K", "order 1 deal:", "order", "Nothing is listed here."),
        ("ranks: 1 2", "ranks: first second", "ranks", "“first” isn't a whole number, such as 0"),
        ("ranks: 1 2", "ranks: 1  2", "ranks", "These are separated by single spaces"),
        ("ranks: 1 2\n", "", "result", "has no line “ranks:”, which belongs with this one."),
        ("result: all rounds played\n", "", "ranks", "has no line “result:”, which belongs with"),
        ("round 1", "round 2", "round 2", "There is a round 2, but no round 1."),
        ("round 1", "round 0", "round 0", "The first round is round 1."),
        ("made: 0", "made: 1", "cuts made", "names each seat that has a cut once, and no other."),
        ("made: 0", "made: 0 0", "cuts made", "names each seat that has a cut once, and no other."),
        ("made: 0", "made: 0 1", "cuts made", "names each seat that has a cut once, and no other."),
        ("made: 0", "made:", "cuts made", "Nothing is listed here."),
        ("made: 0", "made: first", "cuts made", "“first” isn't a whole number"),
        ("cuts made", "cuts known", "cuts known", "There's no field “cuts known:”."),
        ("seat 0", "night: 5f0c round 2 table 3\nseat 0", "night", "Nobody cuts at a league night"),
        ("seat 0", "night: 5f0c round 0 table 3\nseat 0", "night", "This is a night's table"),
        ("seat 0", "night: 5f0c\nseat 0", "night", "This is a night's table"),
        ("seat 0", "daily: 2026-11-26\nseat 0", "daily", "Nobody cuts a daily deal"),
    ],
)  # fmt: skip
def test_what_is_wrong_is_named_with_its_line(old: str, new: str, at: str, sentence: str) -> None:
    text = str(_full())
    assert old in text
    changed = text.replace(old, new, 1)
    with pytest.raises(RecordError, match=re.escape(sentence)) as refused:
        parse_record(changed)
    assert refused.value.line is not None
    assert changed.split("\n")[refused.value.line - 1].startswith(f"{at}")
    assert str(refused.value).startswith(f"Line {refused.value.line}: ")


@pytest.mark.parametrize("day", ["2026-02-31", "20261126", "2026-W48-4", "", "11/26"])
def test_a_day_has_one_spelling(day: str) -> None:
    text = str(record(cuts=("", ""), daily=date(2026, 11, 26)))
    assert parse_record(text).daily == date(2026, 11, 26)
    with pytest.raises(RecordError, match="This is a day, such as"):
        parse_record(text.replace("daily: 2026-11-26", f"daily: {day}"))


@pytest.mark.parametrize("name", [" Mina", "Mi\nna", "Mina\u2028", "Mi\u202ena", "\ud800"])
def test_a_record_holds_printable_lines_alone(name: str) -> None:
    for changes in (
        {"seats": (name, "Ole")}, {"cuts": (name, "")}, {"game": name}, {"actions": ((0, name),)},
    ):  # fmt: skip
        with pytest.raises(ValueError, match="is not a line of printable text"):
            record(**changes)


def test_a_record_has_a_secret_of_32_bytes_a_cut_for_each_seat_and_no_empty_order() -> None:
    with pytest.raises(ValueError, match="32 bytes, not 3"):
        record(secret=b"abc")
    with pytest.raises(ValueError, match="every seat has a cut"):
        record(cuts=("swan",))
    with pytest.raises(ValueError, match="has a card or a number"):
        record(fixed=((1, "deal", ()),))
    with pytest.raises(ValueError, match="names each seat that has one once"):
        record(cuts_made=(1,))
    for kind in ({"night": NightTable("5f0c", 1, 1)}, {"daily": date(2026, 11, 26)}):
        with pytest.raises(
            ValueError, match="at a night's table, and of a daily deal, nobody cuts"
        ):
            record(**kind)
