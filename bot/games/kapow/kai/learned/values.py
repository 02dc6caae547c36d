"""What the networks say of many games at once, and the file that they are in."""

from functools import cache
from pathlib import Path
from typing import Final

from pydantic import BaseModel, ConfigDict

from bot.games.kapow.kai.columns import Tables
from bot.games.kapow.kai.learned.network import Network, Numbers, Seen
from bot.games.kapow.kai.learned.sights import column_sights

__all__ = ["FILE", "Learned", "Values", "learned"]

FILE: Final = Path(__file__).parents[5] / "seeds" / "kapow" / "values.json"


class Learned(BaseModel):
    """The file: what the networks learned from so many rounds."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    version: int
    rounds: int
    seed: int
    ahead: Numbers
    """By how much a seat that has ended its turn will be ahead."""
    drawing: Numbers
    """By how much a seat will be ahead that draws a card now."""


class Values:
    """Both networks, for the cards that may come."""

    def __init__(self, ahead: Network, drawing: Network, tables: Tables) -> None:
        columns = column_sights(tables)
        self.ahead, self.drawing = Seen(ahead, columns), Seen(drawing, columns)


@cache
def learned() -> tuple[Network, Network]:
    """Return the networks of the file: read once, not on the event loop."""
    found = Learned.model_validate_json(FILE.read_text("utf-8"))
    return Network.read(found.ahead), Network.read(found.drawing)
