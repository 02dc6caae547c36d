"""The games to choose from: a picture of each, a sentence, and buttons; for help and welcome."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from bot.face.screen import Style
from cogs.layouts.lesson_buttons import learn_row
from cogs.layouts.page import Button, Gallery, Page, Part, Picture, Row, Text, fitted

__all__ = ["PAGE", "Shown", "game_control", "help_page", "welcome_page"]

PAGE: Final = "games"
"""How the custom ids of these buttons begin."""

COLOUR: Final = 0xE0A030

MOST_GAMES: Final = 7
"""Each has a text and a row of up to three buttons; a message holds forty components."""

_WELCOME: Final = (
    "## Welcome to card night!\n"
    "Pick a game and play it with Kai, the computer player. Friends can join you."
)
_MORE: Final = (
    "Every day there's a new deal for everyone with `/daily`, and a new puzzle with `/puzzle`.\n"
    "-# Type `/help` to see all that I do."
)
_HELP: Final = (
    "## Pick a game\n"
    "**Play** opens a table in this channel. Your friends press **Join**, or you add Kai, the "
    "computer player."
)


@dataclass(frozen=True, slots=True)
class Shown:
    """A game in the shop window."""

    name: str
    title: str
    tagline: str
    """May be empty."""
    seats: range
    picture: Picture


def game_control(verb: str, game: str) -> str:
    """Return the custom id of a button or menu about a game, away from any table."""
    return f"{PAGE}:{verb}:{game}"


def help_page(games: Sequence[Shown], commands: str) -> Page:
    """Return what the bot can do; ``commands`` is Markdown."""
    return _page(games, _HELP, ("play", "Play"), commands)


def welcome_page(games: Sequence[Shown]) -> Page:
    """Return the public message that greets people who are new here."""
    return _page(games, _WELCOME, ("kai", "Play with Kai"), _MORE)


def _page(games: Sequence[Shown], head: str, play: tuple[str, str], tail: str) -> Page:
    offered = games[:MOST_GAMES]
    parts: list[Part] = [Text(head)]
    for game in offered:
        parts += [Text(_about(game)), _buttons(game, *play)]
    # Below the buttons: on a phone the pictures fill the screen.
    gallery = Gallery(tuple(game.picture for game in offered))
    return Page(fitted([*parts, gallery, Text(tail)]), colour=COLOUR)


def _about(game: Shown) -> str:
    players = f"{game.seats.start} to {game.seats.stop - 1} players"
    return f"**{game.title}** ({players})\n{game.tagline}".strip()


def _buttons(game: Shown, verb: str, label: str) -> Row:
    return (
        Button(label, game_control(verb, game.name), Style.MAIN),
        *learn_row(game.name, "How to play"),
        Button("Rules", game_control("rules", game.name)),
    )
