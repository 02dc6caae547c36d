"""Chips are points of a league: nothing here speaks of what they are not."""

import re

from tests.house.files import ROOT, tracked

UNWANTED = re.compile(r"\b(mone[y]|be[t]s?)\b", re.IGNORECASE)
"""Written so that it does not find itself."""


def test_nothing_speaks_of_what_chips_are_not() -> None:
    texts = {
        path: (ROOT / path).read_bytes()
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
