"""Kabobo! for people's eyes: its picture, its words and its screens, gathered as one face."""

from typing import Final

from bot.render.kabobo.hand import screen
from bot.render.kabobo.picture import draw_table
from bot.render.kabobo.proposal import proposal
from bot.render.kabobo.results import results
from bot.render.kabobo.say import say
from bot.render.kabobo.words import describe, status, tell

__all__ = ["FACE", "KaboboFace"]


class KaboboFace:
    """Kabobo!: :class:`bot.render.face.Face` says what each part does."""

    picture = staticmethod(draw_table)
    alt = staticmethod(describe)
    text = staticmethod(tell)
    say = staticmethod(say)
    status = staticmethod(status)
    proposal = staticmethod(proposal)
    results = staticmethod(results)
    screen = staticmethod(screen)


FACE: Final = KaboboFace()
