"""What a hand tells of the last battle: people may have looked away when it ended."""

from collections.abc import Iterator

from bot.games.chowpow.events import BattleEnded, BoardEnded, ShowdownEnded
from bot.games.chowpow.view import View
from bot.render.chowpow.change import last_events
from bot.render.chowpow.say import say
from bot.render.face import Scene

__all__ = ["news"]


def news(scene: Scene[View]) -> Iterator[str]:
    """Yield how the battles of the last turn came out, in a line each."""
    for event in last_events(scene.events):
        if isinstance(event, BattleEnded | BoardEnded | ShowdownEnded):
            yield say(event, scene.seats)
