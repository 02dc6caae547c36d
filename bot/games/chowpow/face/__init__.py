"""The face of Chow Pow!: its picture, texts and screens in one ``GameFace``."""

from typing import Final

from bot.face.game_face import GameFace
from bot.games.chowpow.face.descriptions import describe, phrases
from bot.games.chowpow.face.hand import hand
from bot.games.chowpow.face.labels import proposal
from bot.games.chowpow.face.picture import ChowpowPicture
from bot.games.chowpow.face.texts import alt_sentences, prompt, scores, text_versions
from bot.games.chowpow.rules.actions import Action
from bot.games.chowpow.rules.view import View

FACE: Final[GameFace[View, Action]] = GameFace(
    title="Chow Pow!",
    rounds=lambda view: view.options.games,
    table=ChowpowPicture,
    alt_sentences=alt_sentences,
    text_versions=text_versions,
    describe=describe,
    phrases=phrases,
    prompt=prompt,
    proposal=proposal,
    scores=scores,
    hand=hand,
)
