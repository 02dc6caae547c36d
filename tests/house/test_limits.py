"""The document of what people send tells the bounds that there are."""

import re
from importlib import import_module

from bot.settings import HouseSettings
from tests.house.files import ROOT, is_told

SET = re.compile(r"\b(\d+) [a-z ]+ \(`(CARDS_[A-Z_]+)`\)")
BOUND = re.compile(r"(?<!\S)([\d,]+) ?([a-z]*)[^|`.;]*\(`([a-z_.]+):([A-Z_]+)`\)")


def test_the_bounds_are_those_of_the_code() -> None:
    text = (ROOT / "docs" / "limits.md").read_text("utf-8")
    told = BOUND.findall(text)
    assert len(told) == len(re.findall(r"`[a-z_.]+:[A-Z_]+`", text)) > 15
    for number, unit, where, name in told:
        assert is_told(getattr(import_module(where), name), number, unit), (where, name)


def test_the_times_are_those_of_the_settings() -> None:
    text = (ROOT / "docs" / "limits.md").read_text("utf-8")
    waits = text.partition("## How long things wait")[2].partition("\n## ")[0]
    told = SET.findall(waits)
    assert len(told) == waits.count("CARDS_") > 4
    for number, name in told:
        field = HouseSettings.model_fields[name.removeprefix("CARDS_").lower()]
        assert field.default == int(number), name
