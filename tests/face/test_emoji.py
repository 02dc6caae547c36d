"""The cards on buttons: one for each card of each game, drawn large on nothing."""

import io
import re
from collections.abc import Iterable, Mapping

import pytest
from PIL import Image

from bot.face.canvas import Art
from bot.face.emoji import LONGEST, SIDE, emoji_png
from bot.games.capit.face import descriptions as capit
from bot.games.capit.rules.cards import EVERY_CARD
from bot.games.chowpow.face import labels as chowpow
from bot.games.chowpow.rules.options import default_deck
from bot.games.faces import face_of
from bot.games.kabobo.face import descriptions as kabobo
from bot.games.kabobo.rules.cards import DECK, PLACES
from bot.games.kapow.face import descriptions as kapow
from bot.games.kapow.rules.cards import Card
from bot.games.registry import GAMES

EMOJIS: Mapping[str, Mapping[str, Art]] = {
    name: face_of(game).emojis for name, game in GAMES.items()
}

KIBIBYTES = 20
"""The most that a picture has, of Discord's 256."""

NAMES: Mapping[str, Iterable[str]] = {
    "kapow": [*map(kapow.card_emoji, (None, *Card)), *map(kapow.set_emoji, kapow.SETS)],
    "kabobo": [*map(kabobo.card_emoji, DECK), *map(kabobo.hidden_emoji, PLACES)],
    "capit": map(capit.card_emoji, EVERY_CARD),
    "chowpow": map(chowpow.card_emoji, default_deck().cards),
}


def test_every_card_of_every_game_has_one() -> None:
    assert NAMES.keys() == {game for game, emojis in EMOJIS.items() if emojis}
    for game, names in NAMES.items():
        assert {*names} <= EMOJIS[game].keys(), game


def test_names_say_what_it_is_and_are_taken_by_discord() -> None:
    assert kapow.card_emoji(Card.C7) == "kapow_7"
    assert "capit_queen_hearts" in EMOJIS["capit"]
    for game, emojis in EMOJIS.items():
        for name in emojis:
            assert re.fullmatch(f"{game}_[a-z0-9_]+", name)
            assert len(name) <= LONGEST
            assert not any(name.startswith(f"{other}_") for other in EMOJIS.keys() - {game})


@pytest.mark.parametrize("game", GAMES)
def test_each_is_small_and_shows_something_else_on_nothing(game: str) -> None:
    drawn = {name: emoji_png(art) for name, art in EMOJIS[game].items()}
    assert len({*drawn.values()}) == len(drawn)
    for name, png in drawn.items():
        image = Image.open(io.BytesIO(png)).convert("RGBA")
        assert image.size == (SIDE, SIDE)
        assert len(png) < KIBIBYTES * 1024
        opacity = image.getchannel("A").histogram()
        assert opacity[0] > 0, name
        assert sum(opacity[250:]) > 0, name
