"""Reads docs/league-definitions.md: the numbers and tables by which the league is counted again.

Only the standard library is imported here, so that what is counted is what the page says.
"""

import re
from pathlib import Path
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence


PAGE: Final = Path(__file__).parents[3] / "docs" / "league-definitions.md"


class Definitions:
    """The page's numbers by name, Kai's ratings, and the columns of the export."""

    def __init__(self, text: str = "") -> None:
        text = text or PAGE.read_text("utf-8")
        self.numbers: Mapping[str, float] = {
            name: float(number.replace(",", "")) for name, number, _ in _table(text, "The numbers")
        }
        self.anchors: Mapping[tuple[str, str, int], float] = {
            (game, level, int(version)): float(rating)
            for game, level, versions, rating in _table(text, "Kai's ratings")
            for version in versions.split(", ")
        }
        self.columns = _names(_table(text, "The export"))
        self.night_columns = _names(_table(text, "The export of nights"))

    def __getitem__(self, name: str) -> float:
        """Return a number; ``KeyError`` if the page has none of this name."""
        return self.numbers[name]


def _names(rows: "list[list[str]]") -> "Sequence[str]":
    return [name.strip("`") for names, _ in rows for name in names.split(", ")]


def _table(text: str, title: str) -> list[list[str]]:
    """Return the cells of the first table of a section, without its head."""
    section = text.partition(f"\n## {title}\n")[2].partition("\n## ")[0]
    lines = re.findall(r"^\|(.+)\|$", section, re.MULTILINE)
    cells = [[cell.strip() for cell in line.split("|")] for line in lines]
    width = len(cells[0])
    return [row for row in cells[2:] if len(row) == width]
