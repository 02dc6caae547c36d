"""Actions in words read back."""

import pytest

from bot.game.contract import UnreadableActionError
from bot.games.capit.rules.game import CAPIT


@pytest.mark.parametrize(
    "text",
    [
        "take",
        "push",
        "draw",
        "next",
        "discard 7H",
        "discard X",
        "lay set 7H7S2D set 8C8DX",
        "lay run 3H4H5H run 8S9STSXQSKSAS",
        "meld run 2S3S4S",
        "off 2 7H",
        "off 12 low 3S4S",
        "off 2 7H 12 low 3S4S 3 KD",
        "swap 2.3 5S: off 4 X",
        "swap 10.13 AS: off 4 low X",
        "swap 2.3 5S: meld set KHKSX",
    ],
)
def test_actions_read_back(text: str) -> None:
    assert str(CAPIT.parse(text)) == text


@pytest.mark.parametrize(
    "text",
    [
        "discard",
        "discard 7H7S",
        "discard 1H",
        "discard H7",
        "lay",
        "lay set",
        "lay set 7H7",
        "lay set 7H7S7D ",
        "lay set 7H7S7D run",
        "meld 7H7S7D",
        "meld pair 7H7S",
        "off 0 7H",
        "off 1",
        "off 1 high 7H",
        "off 1000 7H",
        "off 1 7H 2",
        "off 1 7H 2 high 8H",
        "off 1 7H  2 8H",
        "off 1 7H 1000 8H",
        "off 1 7H off 2 8H",
        "swap 2.3 5S: off 4 X 5 7H",
        "swap 2.3 5S",
        "swap 2.3 5S6S: off 4 X",
        "swap 2.3 5S: discard X",
        "swap 2.0 5S: off 4 X",
        "swap 2x3 5S: off 4 X",
        "swap 2.3 5S: swap 1.1 X: off 4 X",
        "take 7H",
        "push\n",
    ],
)
def test_other_texts_do_not(text: str) -> None:
    with pytest.raises(UnreadableActionError):
        CAPIT.parse(text)
