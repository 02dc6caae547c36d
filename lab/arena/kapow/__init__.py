"""Yardsticks for Kapow!: players that never change, to compare versions of Kai with."""

from collections.abc import Mapping, Sequence
from typing import Final

from bot.games.kapow.kai.normal import Judging, OneTurnAhead
from lab.arena.contestant import Contestant, seated
from lab.arena.kapow.greedy import Greedy
from lab.arena.kapow.older_kai import OlderKai
from lab.arena.kapow.styles import Cautious, Collector, Reckless, Spoiler, Sprinter
from lab.arena.kapow.tips import Tips


def _judged(judging: Judging) -> Contestant:
    return seated(OneTurnAhead(judging, taking=1, playing=6))


CONTESTANTS: Final[Mapping[str, Contestant]] = {
    "greedy": seated(Greedy()),
    "tips": _judged(Tips),
    "cautious": _judged(Cautious),
    "reckless": _judged(Reckless),
    "collector": _judged(Collector),
    "sprinter": _judged(Sprinter),
    "spoiler": _judged(Spoiler),
    "older-kai": _judged(OlderKai),
}

POOL: Final[Mapping[str, Sequence[str]]] = {
    "tune": ("greedy", "cautious", "collector", "sprinter"),
    "report": ("tips", "reckless", "spoiler", "older-kai"),
}
"""The styles by halves: change Kai by the matches against one, and tell those against the other.

Each half has weak and strong players, careful and bold ones.
"""
