"""News at the top of a hand: the results of battles that ended in the last turn."""

from collections.abc import Iterator

from bot.face.face import Scene
from bot.games.chowpow.face.change import last_events
from bot.games.chowpow.face.say import say
from bot.games.chowpow.rules.events import BattleEnded, BoardEnded, ShowdownEnded
from bot.games.chowpow.rules.view import View

__all__ = ["news"]


def news(scene: Scene[View]) -> Iterator[str]:
    """Yield a line for each battle of the last turn."""
    for event in last_events(scene.events):
        if isinstance(event, BattleEnded | BoardEnded | ShowdownEnded):
            yield say(event, scene.seats)
