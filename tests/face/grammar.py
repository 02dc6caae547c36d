"""Slips of grammar in what people are told."""

import re
from typing import Final

_NOUNS: Final = (
    "card|chip|column|day|discard|match|meld|piece|player|point|round|seat|slot|turn|win"
)

_SLIPS: Final = (
    re.compile(rf"(?<![\d.,:])[\u2212-]?1\*{{0,2}} (?:filled )?(?:{_NOUNS})e?s\b"),
    re.compile(r"\bYou\*{0,2} (?:[\w ]+ (?:and|or) )?(?:has|is|was|its|\w+[^s\W]s)\b"),
)
"""``1 cards``; ``You takes``, ``You draw and discards``."""


def slips(text: str) -> list[str]:
    """Return what is wrong in a text, in its own words."""
    return [found[0] for each in _SLIPS for found in each.finditer(text)]
