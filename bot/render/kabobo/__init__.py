"""Kabobo! for people's eyes: its picture, its words and its screens, gathered as one face."""

from collections.abc import Sequence
from typing import Final

from bot.games.kabobo.actions import Action
from bot.games.kabobo.view import View
from bot.render.face import Scene, SeatSign
from bot.render.kabobo.hand import screen
from bot.render.kabobo.picture import draw_table
from bot.render.kabobo.results import results
from bot.render.kabobo.say import say
from bot.render.kabobo.words import describe, status, tell
from bot.render.screen import Screen

__all__ = ["FACE", "KaboboFace"]


class KaboboFace:
    """Kabobo!: meets :class:`bot.render.face.Face`."""

    def picture(self, scene: Scene[View]) -> bytes:
        """Draw the table, or the scoreboard after a round."""
        return draw_table(scene)

    def alt(self, scene: Scene[View]) -> str:
        """Describe the picture."""
        return describe(scene)

    def text(self, scene: Scene[View]) -> str:
        """Tell what the picture shows."""
        return tell(scene)

    def say(self, event: object, seats: Sequence[SeatSign]) -> str:
        """Tell an event."""
        return say(event, seats)

    def status(self, scene: Scene[View]) -> str:
        """Say what the seats to act have to do."""
        return status(scene)

    def results(self, scene: Scene[View]) -> str:
        """Tell the last scored round."""
        return results(scene)

    def screen(self, scene: Scene[View], legal: Sequence[Action], focus: str = "") -> Screen:
        """Lay out the viewer's hand."""
        return screen(scene, legal, focus)


FACE: Final = KaboboFace()
