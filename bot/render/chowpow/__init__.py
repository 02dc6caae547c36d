"""Chow Pow! for people's eyes: its picture, its words and its screens, gathered as one face."""

from typing import Final

from bot.render.chowpow.hand import screen
from bot.render.chowpow.picture import draw_table
from bot.render.chowpow.proposal import proposal
from bot.render.chowpow.results import results
from bot.render.chowpow.say import say
from bot.render.chowpow.words import describe, status, tell

__all__ = ["FACE", "ChowpowFace"]


class ChowpowFace:
    """Chow Pow!: :class:`bot.render.face.Face` says what each part does."""

    picture = staticmethod(draw_table)
    alt = staticmethod(describe)
    text = staticmethod(tell)
    say = staticmethod(say)
    status = staticmethod(status)
    proposal = staticmethod(proposal)
    results = staticmethod(results)
    screen = staticmethod(screen)


FACE: Final = ChowpowFace()
