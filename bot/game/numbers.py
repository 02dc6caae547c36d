"""Strict parsing of whole numbers: only the spelling that ``str`` gives.

``int`` accepts more: ``1_4``, ``+14``, ``014`` and the digits of every script.
"""

import re
from typing import Final

__all__ = ["read_number"]

_NUMBER: Final = re.compile("0|-?[1-9][0-9]{0,17}")


def read_number(text: str) -> int:
    """Read a whole number of at most 18 digits, so that ``str(read_number(text)) == text``.

    Raises ``ValueError`` for any other text.
    """
    if not _NUMBER.fullmatch(text):
        raise ValueError("this is no whole number, such as 0, 14 or -3")
    return int(text)
