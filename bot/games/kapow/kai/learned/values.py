"""Loading what was learned: the network, and what the tables' values promise in points."""

from functools import cache
from pathlib import Path
from typing import Final

from pydantic import BaseModel, ConfigDict

from bot.games.kapow.kai.learned.network import Network, Weights

__all__ = ["Learned", "Promises", "learned", "promises"]

_SEEDS: Final = Path(__file__).parents[5] / "seeds" / "kapow"


class Learned(BaseModel):
    """The content of ``values.json``: a network trained on ``rounds`` rounds."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    version: int
    rounds: int
    seed: int
    network: Weights
    """Predicts a seat's lead over the others' mean, after its turn or before it draws a card."""


class Promises(BaseModel):
    """The content of ``promises.json``: expected points from column values, by linear regression.

    The tables include a price for every card, so their values are good for comparisons but too high
    as points. There is the best-fitting line for each number of half turns left; the last is for
    more.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    version: int
    games: int
    """The number of games that were played for each number of seats."""
    seed: int
    slope: tuple[float, ...]
    start: tuple[float, ...]
    """Points for a value of 0."""


@cache
def learned() -> Network:
    """Return the network. Reads a file (cached): do not call it in the event loop."""
    text = (_SEEDS / "values.json").read_text("utf-8")
    return Network.read(Learned.model_validate_json(text).network)


@cache
def promises() -> Promises:
    """Return the lines. Reads a file (cached): do not call it in the event loop."""
    return Promises.model_validate_json((_SEEDS / "promises.json").read_text("utf-8"))
