"""Chips are points of a league: nothing here speaks of what they are not."""

import gzip
import re
from pathlib import Path

from tests.house.files import ROOT, tracked

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
