"""The cards (P1.1, P1.2), decks of one's own, and the slots of the grid (P2.1)."""

from collections import Counter

import pytest
from pydantic import ValidationError

from bot.games.chowpow.rules.cards import (
    SLOTS,
    Card,
    Code,
    match,
    neighbours,
    read_cards,
    read_slot,
    write_cards,
)
from bot.games.chowpow.rules.game import CHOWPOW
from bot.games.chowpow.rules.options import (
    DEFAULT,
    ChowpowOptions,
    DeckError,
    default_deck,
    parse_deck,
    read_deck_file,
)
from tests.games.chowpow.rules.at import write_deck_file
from tests.helpers import chance


def test_eighty_four_cards_p1_1() -> None:
    deck = default_deck()
    kinds = Counter(map(str, deck.cards))
    assert len(deck.cards) == 84
    assert [faction.name for faction in deck.factions] == [
        "Fruit", "Veg", "Bakery", "Grill", "Sweets", "Sea"
    ]  # fmt: skip
    plain = {f"{code}{number}": 2 for code in "FVBGSE" for number in range(1, 7)}
    assert kinds == {**plain, "W3": 6, "T2": 6}


def test_the_order_before_the_shuffle_p7_1() -> None:
    assert write_cards(default_deck().cards[:14]) == "F1F1F2F2F3F3F4F4F5F5F6F6V1V1"
    assert write_cards(default_deck().cards[-12:]) == "W3" * 6 + "T2" * 6


def test_the_notation_of_cards_reads_back() -> None:
    every = default_deck().cards
    assert read_cards(write_cards(every)) == every


@pytest.mark.parametrize("text", ["", "F", "F0", "f1", "F10", "1F", "F1 F2", "?"])
def test_other_words_are_no_cards(text: str) -> None:
    with pytest.raises(ValueError, match="isn't a list of cards"):
        read_cards(text)


def test_sixteen_slots_p2_1() -> None:
    assert [str(slot) for slot in SLOTS] == [row + column for row in "abcd" for column in "1234"]
    assert [read_slot(str(slot)) for slot in SLOTS] == list(SLOTS)
    assert [slot.place for slot in SLOTS] == list(range(16))


@pytest.mark.parametrize("text", ["", "a", "a0", "a5", "e1", "A1", "a11"])
def test_other_words_are_no_slots(text: str) -> None:
    with pytest.raises(ValueError, match="isn't a slot"):
        read_slot(text)


@pytest.mark.parametrize(
    ("slot", "touching"),
    [("a1", "a2 b1 b2"), ("b2", "a1 a2 a3 b1 b3 c1 c2 c3"), ("c4", "b3 b4 c3 d3 d4")],
)
def test_slots_touch_diagonally_too_p2_3(slot: str, touching: str) -> None:
    assert " ".join(map(str, neighbours(read_slot(slot)))) == touching


LINE = "H Herbs 12345x3; P Pasta 3579x4; C Côte d'Or 9x12; W 4x3; T 1x0"

FILE = """\
[[faction]]
code = "H"
name = "Herbs"
numbers = [1, 2, 3]
copies = 6

[[faction]]
code = "P"
name = "Pasta"
numbers = [1, 2, 3]
copies = 6

[wild]
number = 3
copies = 2

[team_up]
number = 2
copies = 2
"""


def test_the_usual_deck_in_a_line() -> None:
    line = (
        "F Fruit 123456x2; V Veg 123456x2; B Bakery 123456x2; G Grill 123456x2; "
        "S Sweets 123456x2; E Sea 123456x2; W 3x6; T 2x6"
    )
    assert str(default_deck()) == line
    assert parse_deck(line) == default_deck()


def test_a_line_reads_back() -> None:
    deck = parse_deck(LINE)
    assert str(deck) == LINE
    assert len(deck.cards) == 15 + 16 + 12 + 3
    named = [code for code, _ in deck.named(Card(code, 1) for code in "HPCWT")]
    assert [code.name for code in named if isinstance(code, Code)] == [
        "Herbs",
        "Pasta",
        "Côte d'Or",
        "Wild",
        "Team-Up",
    ]


@pytest.mark.parametrize("copies", ["03", "\u0663", "1_0", "+3", "3 ", ""])
def test_a_number_in_a_line_has_one_spelling(copies: str) -> None:
    with pytest.raises(DeckError, match="a faction is written like"):
        parse_deck(LINE.replace("12345x3", f"12345x{copies}"))
    with pytest.raises(DeckError, match="a deck's text ends with its wilds"):
        parse_deck(LINE.replace("W 4x3", f"W 4x{copies}"))


@pytest.mark.parametrize("line", [LINE, str(default_deck())])
def test_a_file_reads_back(line: str) -> None:
    assert read_deck_file(write_deck_file(parse_deck(line))) == parse_deck(line)


@pytest.mark.parametrize(
    ("line", "fault"),
    [
        ("", "ends with its wilds"),
        ("W 3x6", "ends with its wilds"),
        ("F Fruit 123x6; T 2x6; W 3x6", "ends with its wilds"),
        ("F Fruit; W 3x6; T 2x6", "is written like"),
        ("F Fruit 123x6;W 3x6; T 2x6", "ends with its wilds"),
        ("F Fruit 123456x4; W 3x6; T 2x6", "2 to 12 factions, not 1"),
        ("F Fruit 123x6; V Veg 123x6; W 3x25; T 2x6", "copies are 0 to 24, not 25"),
        ("F Fruit 123x6; V Veg 123x0; W 3x6; T 2x6", "copies are 1 to 12, not 0"),
        ("F Fruit 132x6; V Veg 123x6; W 3x6; T 2x6", "rising order"),
        ("F Fruit 112x6; V Veg 123x6; W 3x6; T 2x6", "rising order"),
        ("F Fruit 123x6; V Fruit 123x6; W 3x6; T 2x6", "the name Fruit"),
        ("F Fruit 123x3; V Veg 123x3; W 3x6; T 2x6", "at least 35 cards"),
        ("F  Fruit 123x6; V Veg 123x6; W 3x6; T 2x6", "name has 1 to 12"),
    ],
)
def test_a_faulty_line_is_refused(line: str, fault: str) -> None:
    with pytest.raises(DeckError, match=fault):
        parse_deck(line)


def test_a_deck_may_not_be_too_large() -> None:
    factions = "; ".join(f"{code} Food {code} 123456x4" for code in "ABCDEFGHIJKL")
    with pytest.raises(DeckError, match="at most 250 cards; this one has 288"):
        parse_deck(f"{factions}; W 3x0; T 2x0")


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ('code = "H"', 'code = "H', "Line 2: This text doesn't end on its line."),
        ("[wild]\nnumber = 3", "[wild]\nnumber = ", "Line 14: This isn't TOML."),
        ("[wild]", "[joker]", "Line 13: A deck has no “joker”."),
        ('code = "P"', 'code = "P"\ncolour = 7', "Line 9: [faction] has no “colour”."),
        ('code = "P"', 'code = "H"', "Line 8: Two factions have the letter H."),
        ('code = "P"', 'code = "W"', ("Line 8: A faction's code is one capital letter,"
         " but neither W nor T, which are the wilds.")),
        ('code = "P"', "code = 7", "Line 8: “code” is a text in quotes."),
        ('name = "Pasta"', 'name = "Herbs"', "Line 9: Two factions have the name Herbs."),
        ('name = "Pasta"\n', "", "Line 7: [faction] needs its “name”."),
        ("numbers = [1, 2, 3]\ncopies = 6\n\n[wild]", "numbers = [1, 2, 10]\ncopies = 6\n\n[wild]",
         "Line 10: A card's number is 1 to 9, not 10."),
        ("numbers = [1, 2, 3]\ncopies = 6\n\n[wild]", "numbers = []\ncopies = 6\n\n[wild]",
         "Line 10: A faction's numbers stand in rising order, each once."),
        ("numbers = [1, 2, 3]\ncopies = 6\n\n[wild]", "numbers = [true]\ncopies = 6\n\n[wild]",
         "Line 10: “numbers” is a list of numbers."),
        ("copies = 6\n\n[wild]", "copies = 13\n\n[wild]", "Line 11: Copies are 1 to 12, not 13."),
        ("[wild]\nnumber = 3", "[wild]\nnumber = 0", "Line 14: A card's number is 1 to 9, not 0."),
        ("number = 2\ncopies = 2", "number = 2\ncopies = 2.5",
         "Line 19: “copies” is a whole number."),
        ("[team_up]\nnumber = 2\ncopies = 2\n", "", "Line 16: The table [team_up] is missing."),
        ("copies = 6", "copies = 4", ("Line 19: A deck has at least 35 cards, for the grid,"
         " six hands and one to refill; this one has 28.")),
    ],
)  # fmt: skip
def test_a_faulty_file_names_the_line(old: str, new: str, told: str) -> None:
    assert len(read_deck_file(FILE).cards) == 40
    assert old in FILE
    with pytest.raises(ValueError, match=r"^Line") as refused:
        read_deck_file(FILE.replace(old, new))
    assert str(refused.value) == told


def test_the_file_of_the_usual_deck_is_the_example_to_follow() -> None:
    assert read_deck_file(DEFAULT.read_text("utf-8")) == default_deck()


def test_a_match_is_played_with_the_hosts_deck() -> None:
    options = ChowpowOptions(deck=LINE)
    assert ChowpowOptions.model_validate_json(options.model_dump_json()) == options
    state = CHOWPOW.new(options, 3, chance(1)).state
    assert sum(CHOWPOW.cards(state).values()) == 46
    assert CHOWPOW.cards(state)["C9"] == 12


def test_an_option_that_is_no_deck_is_refused_in_a_sentence() -> None:
    with pytest.raises(ValidationError) as refused:
        ChowpowOptions(deck="F Fruit 123456x4; W 3x6; T 2x6")
    (fault,) = refused.value.errors()
    assert fault["loc"] == ("deck",)
    assert fault["msg"] == "a deck has 2 to 12 factions, not 1"


def test_any_two_cards_match_by_faction_alone_or_if_one_is_wild_p2_2() -> None:
    every = set(default_deck().cards)
    for one in every:
        for other in every:
            same = one.code == other.code
            assert match(one, other) == (same or one.is_wild or other.is_wild)


def test_a_host_brings_factions_with_numbers_from_1_to_9_p1_1() -> None:
    line = "F Fruit 123456789x5; V Veg 19x5; W 9x3; T 1x3"
    assert {card.number for card in parse_deck(line).cards} == {*range(1, 10)}
    with pytest.raises(DeckError):
        parse_deck(line.replace("19x5", "0x9"))
