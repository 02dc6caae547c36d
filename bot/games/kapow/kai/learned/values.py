"""Loading the networks from their file."""

from functools import cache
from pathlib import Path
from typing import Final

from pydantic import BaseModel, ConfigDict

from bot.games.kapow.kai.learned.network import Network, Weights

__all__ = ["FILE", "Learned", "learned"]

FILE: Final = Path(__file__).parents[5] / "seeds" / "kapow" / "values.json"


class Learned(BaseModel):
    """The content of the file: networks trained on ``rounds`` rounds."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    version: int
    rounds: int
    seed: int
    ahead: Weights
    """Predicts a seat's lead after its turn."""
    drawing: Weights
    """Predicts a seat's lead before it draws a card."""


@cache
def learned() -> tuple[Network, Network]:
    """Return the networks. Reads a file (cached): do not call it in the event loop."""
    found = Learned.model_validate_json(FILE.read_text("utf-8"))
    return Network.read(found.ahead), Network.read(found.drawing)
