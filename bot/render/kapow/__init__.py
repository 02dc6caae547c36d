"""Kapow! for people's eyes: its picture, its words and its screens, gathered as one face."""

from typing import Final

from bot.render.kapow.hand import screen
from bot.render.kapow.picture import draw_table
from bot.render.kapow.proposal import proposal
from bot.render.kapow.results import results
from bot.render.kapow.say import say
from bot.render.kapow.words import describe, status, tell

__all__ = ["FACE", "KapowFace"]


class KapowFace:
    """Kapow!: :class:`bot.render.face.Face` says what each part does."""

    picture = staticmethod(draw_table)
    alt = staticmethod(describe)
    text = staticmethod(tell)
    say = staticmethod(say)
    status = staticmethod(status)
    proposal = staticmethod(proposal)
    results = staticmethod(results)
    screen = staticmethod(screen)


FACE: Final = KapowFace()
