"""Kabobo! for people's eyes: its picture, its words and its screens, gathered as one face."""

from typing import Final

from bot.games.kabobo.actions import Action
from bot.games.kabobo.view import View
from bot.render.game_face import GameFace
from bot.render.kabobo.hand import hand
from bot.render.kabobo.picture import KaboboPicture
from bot.render.kabobo.proposal import proposal
from bot.render.kabobo.results import scores
from bot.render.kabobo.say import say
from bot.render.kabobo.words import asked, described, told

__all__ = ["FACE"]

FACE: Final[GameFace[View, Action]] = GameFace(
    title="Kabobo!",
    rounds=lambda view: view.options.max_rounds,
    table=KaboboPicture,
    described=described,
    told=told,
    event=say,
    asked=asked,
    proposal=proposal,
    scores=scores,
    hand=hand,
)
