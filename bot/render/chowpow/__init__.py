"""Chow Pow! for people's eyes: its picture, its words and its screens, gathered as one face."""

from typing import Final

from bot.games.chowpow.actions import Action
from bot.games.chowpow.view import View
from bot.render.chowpow.hand import hand
from bot.render.chowpow.picture import ChowpowPicture
from bot.render.chowpow.proposal import proposal
from bot.render.chowpow.results import scores
from bot.render.chowpow.say import say
from bot.render.chowpow.words import asked, described, told
from bot.render.game_face import GameFace

__all__ = ["FACE"]

FACE: Final[GameFace[View, Action]] = GameFace(
    title="Chow Pow!",
    rounds=lambda view: view.options.games,
    table=ChowpowPicture,
    described=described,
    told=told,
    event=say,
    asked=asked,
    proposal=proposal,
    scores=scores,
    hand=hand,
)
