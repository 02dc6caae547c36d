"""The face of Kabobo!: its picture, texts and screens in one ``GameFace``."""

from typing import Final

from bot.face.game_face import GameFace
from bot.games.kabobo.face.descriptions import describe, phrases
from bot.games.kabobo.face.hand import hand
from bot.games.kabobo.face.labels import proposal
from bot.games.kabobo.face.picture import KaboboPicture
from bot.games.kabobo.face.texts import alt_sentences, ending, prompt, scores, text_versions
from bot.games.kabobo.rules.actions import Action
from bot.games.kabobo.rules.view import View

FACE: Final[GameFace[View, Action]] = GameFace(
    title="Kabobo!",
    rounds=lambda view: view.options.max_rounds,
    table=KaboboPicture,
    alt_sentences=alt_sentences,
    text_versions=text_versions,
    describe=describe,
    phrases=phrases,
    prompt=prompt,
    proposal=proposal,
    scores=scores,
    hand=hand,
    ended=ending,
)
