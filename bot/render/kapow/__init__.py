"""Kapow! for people's eyes: its picture, its words and its screens, gathered as one face."""

from typing import Final

from bot.games.kapow.actions import Action
from bot.games.kapow.view import View
from bot.render.game_face import GameFace
from bot.render.kapow.deeds import deed
from bot.render.kapow.hand import hand
from bot.render.kapow.picture import KapowPicture
from bot.render.kapow.proposal import proposal
from bot.render.kapow.results import scores
from bot.render.kapow.say import say
from bot.render.kapow.words import asked, described, told

__all__ = ["FACE"]

FACE: Final[GameFace[View, Action]] = GameFace(
    title="Kapow!",
    rounds=lambda view: view.options.rounds,
    table=KapowPicture,
    described=described,
    told=told,
    event=say,
    asked=asked,
    proposal=proposal,
    scores=scores,
    hand=hand,
    deed=deed,
)
