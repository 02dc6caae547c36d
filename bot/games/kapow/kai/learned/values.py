"""Loading the network from its file."""

from functools import cache
from pathlib import Path
from typing import Final

from pydantic import BaseModel, ConfigDict

from bot.games.kapow.kai.learned.network import Network, Weights

__all__ = ["FILE", "Learned", "learned"]

FILE: Final = Path(__file__).parents[5] / "seeds" / "kapow" / "values.json"


class Learned(BaseModel):
    """The content of the file: a network trained on ``rounds`` rounds."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    version: int
    rounds: int
    seed: int
    network: Weights
    """Predicts a seat's lead over the others' mean, after its turn or before it draws a card."""


@cache
def learned() -> Network:
    """Return the network. Reads a file (cached): do not call it in the event loop."""
    return Network.read(Learned.model_validate_json(FILE.read_text("utf-8")).network)
