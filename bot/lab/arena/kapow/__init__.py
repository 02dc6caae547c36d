"""Yardsticks for Kapow!: players that never change, to compare versions of Kai with."""

from collections.abc import Mapping
from typing import Final

from bot.lab.arena.contestant import Contestant, seated, seers
from bot.lab.arena.kapow.clairvoyant import Clairvoyant
from bot.lab.arena.kapow.greedy import Greedy
from bot.lab.arena.kapow.tips import Tips

__all__ = ["CONTESTANTS"]

CONTESTANTS: Final[Mapping[str, Contestant]] = {
    "greedy": seated(Greedy()),
    "tips": seated(Tips()),
    "clairvoyant": seers(Clairvoyant),
}
