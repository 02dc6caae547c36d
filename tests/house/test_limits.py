"""The document of what people send tells the bounds that there are."""

import re
from importlib import import_module

from tests.house.files import ROOT

BOUND = re.compile(r"(?<!\S)([\d,]+)[^|`.;]*\(`([a-z_.]+):([A-Z_]+)`\)")


def test_the_bounds_are_those_of_the_code() -> None:
    text = (ROOT / "docs" / "limits.md").read_text("utf-8")
    told = [(where, name, number) for number, where, name in BOUND.findall(text)]
    assert len(told) == len(re.findall(r"`[a-z_.]+:[A-Z_]+`", text)) > 15
    for where, name, number in told:
        assert getattr(import_module(where), name) == int(number.replace(",", "")), (where, name)
