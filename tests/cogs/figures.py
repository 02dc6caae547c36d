"""The figures of Kai's choices, read as a person reads them."""

import re
from decimal import Decimal

LINE = re.compile(r"\d+\. .*: (\d+\.\d) (ahead|behind), win (\d+)(?:\.\d)?%")


def numbers(text: str) -> list[tuple[Decimal, int]]:
    return [
        (Decimal(margin) * (1 if side == "ahead" else -1), int(chance))
        for margin, side, chance in LINE.findall(text)
    ]
