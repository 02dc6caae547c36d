"""Formatting of numbers: minus signs, plus signs, ordinals, plurals."""

from bot.face.fonts import MINUS

__all__ = ["counted", "number", "ordinal", "signed"]


def number(value: int) -> str:
    """Return a value with a true minus sign, not a hyphen."""
    return str(value).replace("-", MINUS)


def signed(value: int) -> str:
    """Return a value with a plus sign or the true minus sign: ``+1``."""
    return f"{value:+d}".replace("-", MINUS)


def ordinal(rank: int) -> str:
    """Return an ordinal: ``1st``, ``2nd``, ``3rd``, ``4th``, ``11th``, ``21st``."""
    teens = rank // 10 % 10 == 1
    return f"{rank}{'th' if teens else {1: 'st', 2: 'nd', 3: 'rd'}.get(rank % 10, 'th')}"


def counted(value: int, noun: str) -> str:
    """Return a number with its noun in singular or plural: ``1 card``, ``2 matches``."""
    ending = "es" if noun.endswith("ch") else "s"
    return f"{value} {noun}{ending * (value != 1)}"
