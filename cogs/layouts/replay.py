"""A finished match, step by step: the table as spectators saw it, and what had happened."""

from typing import Final

from bot.face.face import AnyFace
from bot.face.screen import Style
from bot.game.contract import Stage
from bot.games.faces import face_of
from bot.tables.core.sight import look, signs
from bot.tables.core.state import TableState
from bot.tables.core.steps import MatchStep
from cogs.layouts.address import Address
from cogs.layouts.page import Button, Choice, Menu, Page, Part, Row, Text, fitted
from cogs.layouts.table import picture

__all__ = ["BUTTON", "FIRST", "LAST", "ROUND", "VERB", "replay_page"]

BUTTON: Final = "Replay"
VERB: Final = "replay"
FIRST: Final = "first"
LAST: Final = "last"
ROUND: Final = "round"
"""What the words of its controls are, or begin with, if they are not the number of a step."""

COLOUR: Final = 0x4A6FA5
_MOST_ROUNDS: Final = 25
"""Lines of a menu."""


def replay_page(now: TableState, step: MatchStep) -> Page:
    """Return a step of a match that is over ``now``; it draws, so not on the loop.

    The picture is made from the View of a spectator at that time.
    """
    face, scene = face_of(now.game), look(step.table).scene
    scored = step.stage.paused or step.stage.turn == _steps(now)
    parts = (
        Text(_heading(now, step)),
        picture(face, scene, face.picture(scene)),
        Text(_happened(step, face), elastic=True),
        Text(face.results(scene) if scored else "", elastic=True),
        _buttons(now, step.stage.turn),
        *_rounds(now, step.stage),
    )
    return Page(fitted(parts), colour=COLOUR)


def _heading(now: TableState, step: MatchStep) -> str:
    stage = step.stage
    return (
        f"## {now.game.title} · replay\n"
        f"Step {stage.turn} of {_steps(now)} · round {stage.round} of {_played(now)}"
    )


def _happened(step: MatchStep, face: AnyFace) -> str:
    names = signs(step.table)
    said = (face.say(event, names) for event in step.events)
    return "\n".join(f"> {line}" for line in said if line)


def _buttons(now: TableState, at: int) -> Row:
    """Return the ways to other steps; words alone, which every screen reader tells."""

    def button(label: str, words: str, *, there: bool, style: Style = Style.PLAIN) -> Button:
        return Button(label, str(Address(now.id, VERB, words)), style, disabled=not there)

    earlier, later = at > 1, at < _steps(now)
    return (
        button("First", FIRST, there=earlier),
        button("Back", str(at - 1), there=earlier),
        button("Next", str(at + 1), there=later, style=Style.MAIN),
        button("Last", LAST, there=later),
    )


def _rounds(now: TableState, at: Stage) -> tuple[Part, ...]:
    """Return the menu of rounds, if there are several: of very many those around this one.

    No line is marked as chosen, and the custom id has the number of the step: Discord sends nothing
    if the same line is chosen again in the same menu (discord-api-docs, issue 4801), but people may
    want to go back to the beginning of a round.
    """
    last = _played(now)
    if last == 1:
        return ()
    first = max(1, min(at.round - _MOST_ROUNDS // 2, last - _MOST_ROUNDS + 1))
    shown = range(first, min(last, first + _MOST_ROUNDS - 1) + 1)
    words = f"{ROUND}:{at.turn}"
    lines = tuple(Choice(f"Round {number}", str(number)) for number in shown)
    return (Menu(str(Address(now.id, VERB, words)), "Go to round …", lines),)


def _steps(now: TableState) -> int:
    """Return how many steps a match has that is over."""
    return now.stage.turn if now.stage else 0


def _played(now: TableState) -> int:
    """Return how many rounds were played: fewer than there could be if the match ended early."""
    return now.stage.round if now.stage else 0
