"""Yardsticks for Kapow!: players that never change, to compare versions of Kai with."""

from collections.abc import Mapping, Sequence
from typing import Final

from bot.games.kapow.kai.ahead import Judging, OneTurnAhead
from bot.lab.arena.contestant import Contestant, seated, seers
from bot.lab.arena.kapow.advice import Advice
from bot.lab.arena.kapow.cautious import Cautious
from bot.lab.arena.kapow.clairvoyant import Clairvoyant
from bot.lab.arena.kapow.collector import Collector
from bot.lab.arena.kapow.greedy import Greedy
from bot.lab.arena.kapow.older_kai import OlderKai
from bot.lab.arena.kapow.reckless import Reckless
from bot.lab.arena.kapow.spoiler import Spoiler
from bot.lab.arena.kapow.sprinter import Sprinter

__all__ = ["CONTESTANTS", "POOL"]


def _judged(judging: Judging) -> Contestant:
    return seated(OneTurnAhead(judging, taking=1, playing=6))


CONTESTANTS: Final[Mapping[str, Contestant]] = {
    "greedy": seated(Greedy()),
    "tips": _judged(Advice),
    "cautious": _judged(Cautious),
    "reckless": _judged(Reckless),
    "collector": _judged(Collector),
    "sprinter": _judged(Sprinter),
    "spoiler": _judged(Spoiler),
    "older-kai": _judged(OlderKai),
    "clairvoyant": seers(Clairvoyant),
}

POOL: Final[Mapping[str, Sequence[str]]] = {
    "tune": ("greedy", "cautious", "collector", "sprinter"),
    "report": ("tips", "reckless", "spoiler", "older-kai"),
}
"""The styles by halves: change Kai by the matches against one, and tell those against the other.

Each half has weak and strong players, careful and bold ones.
"""
