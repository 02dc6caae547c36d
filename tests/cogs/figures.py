"""The figures of Kai's choices, read as a person reads them."""

import re
from decimal import Decimal

__all__ = ["MINUS", "numbers"]

MINUS = "\N{MINUS SIGN}"
LINE = re.compile(
    r"\d+\. .*: (\S+) points, others (\S+): (\d+\.\d) (ahead|behind); win (\d+)(?:\.\d)? %"
)


def numbers(text: str) -> list[tuple[Decimal, Decimal, Decimal, int]]:
    """Return points, the others', the margin and the chance of each line."""
    found = []
    for points, field, margin, side, chance in LINE.findall(text):
        own, others = (Decimal(each.replace(MINUS, "-")) for each in (points, field))
        found.append((own, others, Decimal(margin) * (1 if side == "ahead" else -1), int(chance)))
    return found
