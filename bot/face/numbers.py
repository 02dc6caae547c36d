"""Formatting of numbers: minus signs, plus signs, ordinals, plurals, and rounding, a half up."""

from fractions import Fraction

from bot.face.fonts import MINUS
from bot.league.counting import half_up

__all__ = ["counted", "number", "ordinal", "percent", "signed", "tenths"]


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


def percent(share: Fraction | float) -> str:
    """Return a share as a whole percentage: ``13%`` for an eighth."""
    return f"{half_up(100 * _exact(share))}%"


def tenths(value: Fraction | float) -> str:
    """Return a value with one digit after the point: ``0.3`` for a quarter."""
    whole, part = divmod(abs(found := half_up(10 * _exact(value))), 10)
    return f"{MINUS * (found < 0)}{whole}.{part}"


def _exact(value: Fraction | float) -> Fraction:
    """Return what a number is meant to be: 0.285, not what is stored of it in binary."""
    return value if isinstance(value, Fraction) else Fraction(str(value))
