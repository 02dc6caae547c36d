"""The button that lays off all fitting cards at once, after a preview."""

from collections.abc import Sequence
from typing import Any, Final

from bot.face.face import Scene
from bot.face.screen import Act, Button, Focus, Style
from bot.face.step import BACK, Step
from bot.games.capit.face.labels import cards_label
from bot.games.capit.face.menus import cards_of
from bot.games.capit.face.targets import whose
from bot.games.capit.rules.actions import Action, LayOff, LayOffs
from bot.games.capit.rules.shedding import shed
from bot.games.capit.rules.view import View

__all__ = ["shed_button", "shed_step"]

_ALL: Final = "all off"
"""The focus of the preview."""

_LONGEST: Final = 60
"""The longest action of a button, in characters; further cards can be laid off afterwards."""


def shed_button(view: View, legal: Sequence[Action]) -> tuple[Button, ...]:
    """Return the button to the preview if several cards fit."""
    count = _count(_offs(view, legal))
    if count <= 1:
        return ()
    return (Button(f"Lay off {count} cards at once", Focus(_ALL), Style.GOOD),)


def shed_step(scene: Scene[View], legal: Sequence[Action], focus: str) -> Step[Any] | None:
    """Return the step of the focus, None if it belongs to another part of the hand."""
    offs = _offs(scene.view, legal) if focus == _ALL else []
    count = _count(offs)
    if count <= 1:
        return None
    lines = [f"- {cards_label(off.cards)} on {whose(scene, off.meld)}" for off in offs]
    text = "\n".join(("You lay off what fits and isn't wild:", *lines))
    sure = Button(f"Lay off these {count} cards", Act(str(_action(offs))), Style.GOOD)
    return Step(text, {}, ((sure, BACK),))


def _offs(view: View, legal: Sequence[Action]) -> Sequence[LayOff]:
    """Return the lay-offs that one button can do at once."""
    if not any(isinstance(action, LayOff) for action in legal):
        return []
    offs = shed(cards_of(view.hand), [laid.meld for laid in view.melds])
    while offs and len(str(_action(offs))) > _LONGEST:
        offs = offs[:-1]
    return offs


def _action(offs: Sequence[LayOff]) -> LayOff | LayOffs:
    return offs[0] if len(offs) == 1 else LayOffs(tuple(offs))


def _count(offs: Sequence[LayOff]) -> int:
    return sum(len(off.cards) for off in offs)
