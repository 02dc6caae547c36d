"""The menus for replacing a wild (C4.4): which card, then where the wild goes."""

from collections.abc import Mapping, Sequence
from typing import Any, Final

from bot.face.face import Scene
from bot.face.menus import menus
from bot.face.numbers import counted
from bot.face.screen import Act, Button, Focus, MenuItem, Style
from bot.face.step import BACK, Step
from bot.games.capit.face.labels import card_label, meld_cards, meld_label
from bot.games.capit.face.targets import exchange, freed, off_item
from bot.games.capit.face.ways import as_meld, cards_line
from bot.games.capit.rules.actions import Action, LayOff, Swap
from bot.games.capit.rules.view import View

__all__ = ["swap_button", "swap_step"]

_SWAP: Final = "swap"
"""The focus of a replacement."""


def swap_button(legal: Sequence[Action]) -> tuple[Button, ...]:
    """Return the button to the replacements, if there are any."""
    exchanges = len(_exchanges(legal))
    if not exchanges:
        return ()
    return (Button(f"Replace a wild ({exchanges})", Focus(_SWAP), Style.GOOD),)


def swap_step(scene: Scene[View], legal: Sequence[Action], focus: str) -> Step[Any] | None:
    """Return the step of the focus, None if it belongs to another part of the hand."""
    if not focus.startswith(_SWAP):
        return None
    exchanges = _exchanges(legal)
    if focus in exchanges:
        return _uses(scene, exchanges[focus])
    return _which(scene, exchanges) if exchanges and focus == _SWAP else None


def _which(scene: Scene[View], exchanges: Mapping[str, Sequence[Swap]]) -> Step[Any]:
    items = [
        MenuItem(exchange(scene, swaps[0]), Focus(focus), _about(scene.view, swaps))
        for focus, swaps in exchanges.items()
    ]
    text = "Which card replaces a wild one? You use the wild card right away."
    return Step(text, {}, (*menus("Replace a wild card", items), (BACK,)))


def _about(view: View, swaps: Sequence[Swap]) -> str:
    meld = view.melds[swaps[0].meld].meld
    return f"{counted(len(swaps), 'use')} for it · {meld_cards(meld)}"


def _uses(scene: Scene[View], swaps: Sequence[Swap]) -> Step[Any]:
    wild = card_label(freed(scene.view, swaps[0]))
    text = f"{exchange(scene, swaps[0])}: where does the {wild} go?"
    items = [_use_item(scene, swap) for swap in swaps]
    return Step(text, {}, (*menus(f"Use the {wild}", items), (Button("Back", Focus(_SWAP)),)))


def _use_item(scene: Scene[View], swap: Swap) -> MenuItem:
    if isinstance(swap.use, LayOff):
        return off_item(scene, swap.use, str(swap))
    meld = as_meld(swap.use.meld, scene.view.options.run_suit)
    return MenuItem(f"new {meld_label(meld)}", Act(str(swap)), cards_line([meld]))


def _exchanges(legal: Sequence[Action]) -> Mapping[str, Sequence[Swap]]:
    """Group replacements by the exchanged cards; the keys are focuses."""
    found: dict[str, list[Swap]] = {}
    for action in legal:
        if isinstance(action, Swap):
            found.setdefault(str(action).partition(":")[0], []).append(action)
    return found
