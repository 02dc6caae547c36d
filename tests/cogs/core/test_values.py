"""Custom ids, pages and option forms as values."""

from enum import StrEnum
from typing import Literal

import pytest
from pydantic import Field

from bot.face.markdown import span_words
from bot.game.options import Options
from bot.games.kapow.rules.game import KAPOW
from bot.games.registry import GAMES
from bot.tables.command import RefusedError
from bot.tables.entries import TableSetup
from cogs.core.click import Address, HandAddress, read_address, read_hand_address
from cogs.core.page import TEXT_LIMIT, Line, Menu, Page, PageView, Text, fitted, pieces
from cogs.play.offered_options import in_words, offered_options
from cogs.play.options import MOST_FIELDS


@pytest.mark.parametrize(
    "address",
    [
        Address("0123456789", "hand"),
        Address("0123456789", "topic", "scoring"),
        Address("0123456789", "h", str(HandAddress(7, 1234, 24, "a", "beneath 4b -"))),
        Address("0123456789", "h", str(HandAddress(0, 0, 0, "f"))),
        Address("0123456789", "h", str(HandAddress(0, 0, 3, "f", "a:b c:d"))),
        Address("0123456789", "h", str(HandAddress(5, 123456, 39, "n", "", "suit"))),
        Address("0123456789", "h", str(HandAddress(0, 7, 3, "a", "a=b:c", "suit"))),
    ],
)
def test_an_address_is_read_as_it_was_written(address: Address) -> None:
    assert read_address(str(address)) == address
    if address.verb == "h":
        assert str(read_hand_address(address.words)) == address.words


def test_a_lasting_word_comes_back_before_the_focus() -> None:
    pressed = HandAddress(0, 1, 2, "f", "off 7H", "suit")
    assert pressed.focus == "suit|off 7H"
    assert pressed._replace(lasting="").focus == "off 7H"


def test_a_lasting_word_outlasts_an_action() -> None:
    assert HandAddress(0, 1, 2, "a", "discard 7H", "suit").focus == "suit|"
    assert HandAddress(0, 1, 2, "a", "discard 7H").focus == ""


def test_a_menu_s_choice_keeps_the_lasting_word_of_the_menu() -> None:
    menu = str(HandAddress(0, 1, 2, "n", lasting="suit"))
    assert read_hand_address(menu, "f:off 7H").focus == "suit|off 7H"
    assert read_hand_address(menu, "a:off 1 7H") == HandAddress(0, 1, 2, "a", "off 1 7H", "suit")


def test_an_address_that_discord_would_not_take_is_not_written() -> None:
    assert len(str(Address("0123456789", "h", "x" * 84))) == 100
    with pytest.raises(ValueError, match="too long"):
        str(Address("0123456789", "h", "x" * 85))


@pytest.mark.parametrize("text", ["", "k1", "k1:0123456789", "k1:XYZ:hand", "k9:0123456789:hand"])
def test_what_is_no_address_is_refused(text: str) -> None:
    with pytest.raises(RefusedError):
        read_address(text)


@pytest.mark.parametrize("chosen", ["", "x:y", "n:1"])
def test_what_is_no_choice_of_a_hand_is_refused(chosen: str) -> None:
    with pytest.raises(RefusedError):
        read_hand_address("0:0:0:n", chosen)


@pytest.mark.parametrize("number", ["07", "\u0667", "1_0", "+7", "-7", " 7", "", "1234567"])
@pytest.mark.parametrize("words", ["{}:1:2:a", "1:{}:2:a", "1:2:{}:a"])
def test_a_number_in_a_custom_id_has_one_spelling(words: str, number: str) -> None:
    read_hand_address(words.format(7))
    with pytest.raises(RefusedError):
        read_hand_address(words.format(number))


def test_a_menu_without_lines_is_disabled_and_keeps_its_place() -> None:
    (frame,) = PageView(Page((Menu("id", "Nothing yet", ()),))).to_components()
    (menu,) = frame["components"][0]["components"]
    assert (menu["disabled"], len(menu["options"])) == (True, 1)


def test_empty_parts_are_left_out() -> None:
    parts = (Text(""), Text("", elastic=True), (), Line(), Text("x"))
    assert fitted(parts) == (Line(), Text("x"))


def test_elastic_texts_give_way_from_the_last_one_on() -> None:
    first = Text("a" * 1500 + "\n" + "b" * 1500, elastic=True)
    last = Text("c" * 1000 + "\n" + "d" * 1000, elastic=True)
    kept = [part.text for part in fitted((first, Text("fixed"), last)) if isinstance(part, Text)]
    assert sum(map(len, kept)) <= TEXT_LIMIT
    assert kept[0] == first.text
    assert kept[1] == "fixed"
    assert kept[2].endswith("…")


def test_long_texts_are_broken_between_lines() -> None:
    text = "\n".join(f"line {number} {'x' * 90}" for number in range(100))
    found = pieces(text)
    assert "".join(found) == text
    assert all(len(piece) <= TEXT_LIMIT for piece in found)
    assert all(piece.startswith("line ") for piece in found)


class Light(StrEnum):
    DIM = "dim"
    BRIGHT = "bright"


class ManyOptions(Options):
    wide: int = Field(5, ge=0, le=1000, title="Wide")
    pace: Literal["slow", "quick"] = Field("slow", title="Pace")
    light: Light = Field(Light.DIM, title="Light")
    free: str = Field("x", title="Free text cannot be chosen from")
    hidden: bool = False


def test_options_become_choices_by_their_kind() -> None:
    wide, pace, light = offered_options(ManyOptions)
    numbers = [0, 1, 2, 3, 5, 10, 15, 20, 30, 40, 50, 60, 80, 100, 150, 200, 300, 500, 1000]
    assert [int(label) for _, label in wide.choices] == numbers
    assert [label for _, label in pace.choices] == ["slow", "quick"]
    assert light.choices == (('"dim"', "dim"), ('"bright"', "bright"))
    assert light.usual == '"dim"'


def test_options_are_told_in_words() -> None:
    setup = TableSetup(game="kapow", options={"cards": 9, "no_pass": True}, ranked=True)
    words = in_words(KAPOW.options, setup)
    assert "Rounds: **10**" in words
    assert "Cards: **9**" in words
    assert "No plain pass: **yes**" in words
    assert "no clock" in words
    assert "**ranked**" in words


@pytest.mark.parametrize(
    ("seconds", "told"),
    [
        (0, "less than a minute"),
        (59.9, "less than a minute"),
        (60, "1 minute"),
        (34.4 * 60, "34 minutes"),
        (3569, "59 minutes"),
        (3599, "1 hour"),
        (24 * 3600, "24 hours"),
        (48 * 3600, "2 days"),
        (14 * 86_400, "14 days"),
    ],
)
def test_it_is_rounded(seconds: float, told: str) -> None:
    assert span_words(seconds) == told


def test_a_form_has_room_for_all_options_of_each_game() -> None:
    assert max(len(offered_options(game.options)) for game in GAMES.values()) <= MOST_FIELDS
