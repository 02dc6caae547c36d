"""Bands of table sizes: each has ratings of its own."""

from typing import Final, Literal, TypeAlias

__all__ = ["BANDS", "Band", "band_of"]

Band: TypeAlias = Literal["2", "3-4", "5+"]
"""How many seats a match has."""

BANDS: Final[tuple[Band, ...]] = ("2", "3-4", "5+")


def band_of(seats: int) -> Band:
    """Return the band of a match with so many seats; ``ValueError`` for fewer than two."""
    if seats < 2:
        raise ValueError(f"a match of {seats} has no ranks")
    if seats == 2:
        return "2"
    return "3-4" if seats <= 4 else "5+"
