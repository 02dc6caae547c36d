"""Whole numbers in what people write have one spelling, here and in the actions of all games."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.game.contract import UnreadableActionError
from bot.game.record import parse_record
from bot.game.record_lines import read_number
from bot.games.registry import GAMES
from tests.playthroughs.files import record_file
from tests.playthroughs.make import SPECIAL


@given(st.integers(-(10**18) + 1, 10**18 - 1))
def test_a_number_reads_back(number: int) -> None:
    assert read_number(str(number)) == number


@given(st.text() | st.text("0123456789_+- .e\u0661\u096a\uff15\u00b2\n"))
def test_nothing_else_is_a_number(text: str) -> None:
    try:
        number = read_number(text)
    except ValueError:
        return
    assert str(number) == text


@pytest.mark.parametrize(
    "text",
    ["", "1_4", "+1", "01", "-0", "-01", "1.0", "1e3", " 1", "1\n", "\u0661", "\u00b2", "9" * 19],
)
def test_other_spellings_are_refused(text: str) -> None:
    with pytest.raises(ValueError, match="no whole number"):
        read_number(text)


@pytest.mark.parametrize("name", SPECIAL)
def test_a_number_in_an_action_has_one_spelling(name: str) -> None:
    game = GAMES[name]
    text = record_file(name, "special").read_text("utf-8")
    actions = {action for _, action in parse_record(text).actions if re.search(r"\d", action)}
    assert len(actions) > 10
    for action in actions:
        assert str(game.parse(action)) == action
        for found in re.finditer(r"\d+", action):
            digits = found[0]
            arabic = digits.translate({48 + digit: 0x660 + digit for digit in range(10)})
            for other in (f"0{digits}", f"+{digits}", f"{digits}_0", f"{digits}_", arabic):
                new = f"{action[: found.start()]}{other}{action[found.end() :]}"
                with pytest.raises(UnreadableActionError):
                    game.parse(new)
