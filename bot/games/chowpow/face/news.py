"""What a hand tells of the last battle: people may have looked away when it ended."""

from collections.abc import Iterator

from bot.face.face import Scene
from bot.games.chowpow.face.change import last_events
from bot.games.chowpow.face.say import say
from bot.games.chowpow.rules.events import BattleEnded, BoardEnded, ShowdownEnded
from bot.games.chowpow.rules.view import View

__all__ = ["news"]


def news(scene: Scene[View]) -> Iterator[str]:
    """Yield how the battles of the last turn came out, in a line each."""
    for event in last_events(scene.events):
        if isinstance(event, BattleEnded | BoardEnded | ShowdownEnded):
            yield say(event, scene.seats)
