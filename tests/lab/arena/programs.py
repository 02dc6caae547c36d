"""What a third party might bring, good and bad; named as ``tests.lab.arena.programs:...``."""

import os
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final

from bot.kai.player import Choice
from tests.toy_game.game import Play

HERE: Final = __name__

STARTED: Final = "ARENA_STARTED"
"""The environment's name for a file that shows that a program was asked."""


def card(action: object) -> int:
    return action.card if isinstance(action, Play) else 0


class Highest:
    """Plays its highest card: at the toy game there is nothing better."""

    def choose(self, _: object, legal: Sequence[Any]) -> Choice[Any]:
        return Choice(max(legal, key=card))


class Lowest:
    def choose(self, _: object, legal: Sequence[Any]) -> Choice[Any]:
        return Choice(min(legal, key=card))


class Stubborn:
    """Plays high when first asked and low ever after: it remembers."""

    def __init__(self) -> None:
        self._asked = 0

    def choose(self, _: object, legal: Sequence[Any]) -> Choice[Any]:
        self._asked += 1
        return Choice((max if self._asked == 1 else min)(legal, key=card))


class Failing:
    def choose(self, _: object, legal: Sequence[Any]) -> Choice[Any]:
        raise ZeroDivisionError(f"among {len(legal)}")


class Foul:
    """Plays a card that is not in its hand."""

    def choose(self, _: object, legal: Sequence[Any]) -> Choice[Any]:
        return Choice(Play(sum(map(card, legal)) + 1))


class Clumsy:
    """Returns an action where a choice is wanted."""

    def choose(self, _: object, legal: Sequence[object]) -> object:
        return legal[0]


class Waiting:
    """Says that it was asked, and never answers."""

    def choose(self, _: object, legal: Sequence[Any]) -> Choice[Any]:
        Path(os.environ[STARTED]).touch()
        time.sleep(600)
        return Choice(legal[0])


HIGHEST: Final = Highest()
LOWEST: Final = Lowest()
NOTHING: Final = 0
