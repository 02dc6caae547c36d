"""The face of Kabobo!: its picture, texts and screens in one ``GameFace``."""

from typing import Final

from bot.face.game_face import GameFace
from bot.games.kabobo.face.ending import ending
from bot.games.kabobo.face.hand import hand
from bot.games.kabobo.face.picture import KaboboPicture
from bot.games.kabobo.face.proposal import proposal
from bot.games.kabobo.face.results import scores
from bot.games.kabobo.face.say import say
from bot.games.kabobo.face.turns import deeds
from bot.games.kabobo.face.words import alt_sentences, prompt, text_versions
from bot.games.kabobo.rules.actions import Action
from bot.games.kabobo.rules.view import View

__all__ = ["FACE"]

FACE: Final[GameFace[View, Action]] = GameFace(
    title="Kabobo!",
    rounds=lambda view: view.options.max_rounds,
    table=KaboboPicture,
    alt_sentences=alt_sentences,
    text_versions=text_versions,
    event=say,
    deeds=deeds,
    prompt=prompt,
    proposal=proposal,
    scores=scores,
    hand=hand,
    ended=ending,
)
