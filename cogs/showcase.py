"""The games to choose from: a picture of each, a sentence, and buttons; for help and welcome."""

import asyncio
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass
from typing import Final

from bot.face.face import Style
from bot.face.rulebook import tagline
from bot.game.contract import AnyGame
from bot.games.faces import face_of, sample_scene
from bot.lesson import lesson_of
from cogs.core.click import LONGEST
from cogs.core.page import Button, Gallery, Page, Part, Picture, Row, Text, Upload, fitted
from cogs.core.work import in_thread

LEARN: Final = "learn"
"""What the custom ids of a lesson begin with; the name of the game follows."""

STEP: Final = "step"
CHOICE: Final = "h"
AGAIN: Final = "again"
PLAY: Final = "play"
"""What comes after the game: a step to go to, a control of the hand, the first step, a table."""

PAGE: Final = "games"

COLOUR: Final = 0xE0A030

MOST_GAMES: Final = 7
"""Each has a text and a row of up to three buttons; a message holds forty components."""

_WELCOME: Final = (
    "## Welcome to card night!\n"
    "Pick a game and play it with Kai, the computer player. Friends can join you."
)
_MORE: Final = "New every day: `/daily play` and `/puzzle`.\n-# `/help` has the rest."


@dataclass(frozen=True, slots=True)
class Shown:
    """A game in the shop window."""

    name: str
    title: str
    tagline: str
    seats: range
    picture: Picture


class Showcase:
    """Draws the games when they are first asked for, in a thread, and keeps the pictures."""

    def __init__(self, games: Mapping[str, AnyGame], executor: Executor) -> None:
        self._games = games
        self._executor = executor
        self._lock = asyncio.Lock()
        self._shown: tuple[Shown, ...] = ()

    async def shown(self) -> tuple[Shown, ...]:
        """Return all games as they are offered; calls while they are drawn wait."""
        async with self._lock:
            if not self._shown:
                games = self._games.values()
                shown = [await in_thread(self._executor, _show, game) for game in games]
                self._shown = tuple(shown)
        return self._shown


def learn_control(game: str, *words: str) -> str:
    """Return a control's custom id, without words the lesson's; ``ValueError`` if too long."""
    text = ":".join((LEARN, game, *words))
    if len(text) > LONGEST:
        raise ValueError(f"a custom id of {len(text)} characters is too long")
    return text


def learn_row(game: str, label: str) -> Row:
    """Return a row with the button that opens a game's lesson; empty if it has none."""
    return (Button(label, learn_control(game)),) if lesson_of(game) else ()


def game_control(verb: str, game: str) -> str:
    """Return the custom id of a button or menu about a game, away from any table."""
    return f"{PAGE}:{verb}:{game}"


def games_page(games: Sequence[Shown], commands: str) -> Page:
    """Return the games to pick from, and what else the bot can do; ``commands`` is Markdown."""
    parts = [Text("## Pick a game"), *_offered(games, "play", "Play"), Text(commands)]
    return Page(fitted(parts), colour=COLOUR)


def welcome_page(games: Sequence[Shown]) -> Page:
    """Return the public message that greets people who are new here."""
    # Below the buttons: on a phone the pictures fill the screen.
    gallery = Gallery(tuple(game.picture for game in games[:MOST_GAMES]))
    parts = [Text(_WELCOME), *_offered(games, "kai", "Play with Kai"), gallery, Text(_MORE)]
    return Page(fitted(parts), colour=COLOUR)


def _offered(games: Sequence[Shown], verb: str, label: str) -> Iterator[Part]:
    for game in games[:MOST_GAMES]:
        yield Text(_about(game))
        yield _buttons(game, verb, label)


def _about(game: Shown) -> str:
    players = f"{game.seats.start} to {game.seats.stop - 1} players"
    return f"**{game.title}** ({players})\n{game.tagline}".strip()


def _buttons(game: Shown, verb: str, label: str) -> Row:
    return (
        Button(label, game_control(verb, game.name), Style.MAIN),
        *learn_row(game.name, "How to play"),
        Button("Rules", game_control("rules", game.name)),
    )


def _show(game: AnyGame) -> Shown:
    scene, face = sample_scene(game), face_of(game)
    picture = Picture(Upload(f"{game.name}.png", face.picture(scene)), face.alt(scene))
    return Shown(game.name, game.title, tagline(game.name), game.seats, picture)
