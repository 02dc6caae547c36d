"""The watcher knows every sentence of the bot's own, and no other."""

import pytest

from bot.tables.command import DamagedTableError, NoSuchTableError, OutdatedError, RestartingError
from cogs.core import answering, answers
from cogs.core.page import Page, Text
from tests.wire.watch.pages import tells_figures, written
from tests.wire.watch.sentences import is_plain

OPENED = "Your table of CAP-IT is open in <#123>. When everyone has joined, press **Start**."


@pytest.mark.parametrize(
    "sentence",
    [
        "That's a lot at once. Please try again <t:1800000000:R>.",
        "This server is very busy. Please try again <t:1800000000:R>.",
        "This server has 10 tables, and that's the limit.",
        "Ann was removed. Kai plays on.",
        OPENED,
        "Kai is playing for you. Press **I'm back** to take over.",
        "Your time ran out. Kai is playing this turn for you.",
        "The table isn't ready yet. Please try again in a moment.",
        *(answers.WENT_WRONG, answers.NOT_SHOWN, answers.UNAVAILABLE),
        *(answering.RESTARTED, answering.RESTARTING, answering.TOO_LONG),
        *map(str, (DamagedTableError(), NoSuchTableError(), OutdatedError(), RestartingError())),
        "I'm back",
    ],
)
def test_what_the_bot_says_of_its_own_is_known(sentence: str) -> None:
    assert is_plain(sentence)
    assert not is_plain(f"{sentence} Ben has the 5.")
    assert not is_plain(f"5. {sentence}")


@pytest.mark.parametrize(
    "leak",
    [
        "Ben has drawn the 5.",
        "Ben has the 5",
        "The 5 is on top of the draw pile.",
        "That's a lot at once. Please try again <t:5 of clubs:R>.",
        "**Ben** has a K! in place 1t.",
        "",
    ],
)
def test_anything_else_is_not(leak: str) -> None:
    assert not is_plain(leak)


def test_figures_of_a_choice_are_told_from_a_reason() -> None:
    """Where hands stay hidden, nobody else may be told any."""
    reason = "**Why?** The drawn card makes the hand better."
    by_chance = "win 41%; 20.0 points, others 18.5"
    by_points = "4.0 points, others 8.0: 4.0 ahead; win 9.5%"
    for figures in (by_chance, by_points):
        told = Page((Text(reason), Text(f"1. **Draw a card** (Kai's choice): {figures}")))
        assert tells_figures(written(told))
    assert not tells_figures(written(Page((Text(reason),))))
