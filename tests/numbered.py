"""The numbers of each game's rules, and which of these hold a ruling of this house."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

__all__ = ["RULES", "Rules"]


@dataclass(frozen=True)
class Rules:
    """The numbered rules of a game."""

    letter: str
    sections: Mapping[int, int]
    """How many rules each section has."""
    rulings: frozenset[str]
    """The rules that hold a ruling of this house."""
    untold: frozenset[str] = frozenset()
    """Those that are for whoever builds the game, not for whoever plays it."""

    @property
    def numbers(self) -> set[str]:
        every = ((section, rule) for section, last in self.sections.items() for rule in range(last))
        return {f"{self.letter}{section}.{rule + 1}" for section, rule in every} - self.untold


RULES: Final[Mapping[str, Rules]] = {
    "kapow": Rules(
        "K",
        {1: 3, 2: 7, 3: 6, 4: 10, 5: 6, 6: 7, 9: 8},
        frozenset(
            {
                *("K1.2", "K2.3", "K2.7", "K3.3", "K3.5", "K3.6", "K4.1", "K4.8"),
                *("K4.9", "K4.10", "K5.1", "K5.5", "K5.6", "K6.3", "K6.6", "K6.7"),
                *("K9.1", "K9.2", "K9.3", "K9.4", "K9.5", "K9.6", "K9.7", "K9.8"),
            }
        ),
    ),
    "kabobo": Rules(
        "B",
        {1: 6, 2: 8, 3: 6, 4: 4, 5: 2, 6: 4},
        frozenset(
            {
                *("B1.2", "B1.4", "B2.3", "B2.4", "B2.5", "B2.6", "B2.7", "B2.8"),
                *("B3.3", "B4.1", "B4.2", "B4.3", "B4.4", "B5.2", "B6.1", "B6.2"),
                *("B6.3", "B6.4"),
            }
        ),
        untold=frozenset({"B3.5"}),
    ),
    "capit": Rules(
        "C",
        {1: 4, 2: 4, 3: 4, 4: 7, 5: 4, 6: 3, 8: 7},
        frozenset(
            {
                *("C1.2", "C1.4", "C2.1", "C2.3", "C2.4", "C3.3", "C4.3", "C4.4"),
                *("C4.6", "C4.7", "C5.1", "C5.3", "C5.4", "C6.2", "C6.3", "C8.1"),
                *("C8.2", "C8.3", "C8.4", "C8.5", "C8.6", "C8.7"),
            }
        ),
    ),
    "chowpow": Rules(
        "P",
        {1: 3, 2: 6, 3: 7, 4: 3, 5: 4, 7: 9},
        frozenset(
            {
                *("P1.1", "P1.2", "P1.3", "P2.2", "P2.3", "P2.5", "P2.6", "P3.3"),
                *("P3.5", "P3.6", "P3.7", "P4.1", "P4.2", "P4.3", "P5.2", "P5.3"),
                *("P7.1", "P7.2", "P7.3", "P7.4", "P7.5", "P7.6", "P7.7", "P7.8", "P7.9"),
            }
        ),
    ),
}
