"""The path to a hint: which control of a hand leads to an action, and which ones then.

Only the screens that a face lays out are looked at, so games say nothing of their own.
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from heapq import heappop, heappush
from typing import Any, Final, TypeAlias

from bot.face.face import Act, AnyFace, Button, Focus, Menu, Row, Scene, Screen, Style

SIGN: Final = "\N{BLACK STAR}"
"""Before what a marked control says: colour alone is not seen by everyone."""

MOST: Final = 150
"""Screens that are laid out to find a path."""

HintPath: TypeAlias = tuple[str, ...]
"""The half-made choices that lead to an action, in order, without lasting words.

The first one is empty: the screen as it opens. An empty path leads nowhere.
"""


def hint_path(face: AnyFace, scene: Scene[Any], legal: Sequence[Any], action: str) -> HintPath:
    """Return the path to an action, given in notation; empty if the screens do not offer it.

    Half-made choices that read like the action are tried first: found soon, perhaps not the
    shortest.
    """
    tried = {""}
    todo: list[tuple[int, int, HintPath]] = [(0, 0, ("",))]
    for number in range(MOST):
        if not todo:
            break
        *_, path = heappop(todo)
        for does in _controls(face.screen(scene, legal, path[-1])):
            if isinstance(does, Act):
                if does.action == action:
                    return path
            elif does.focus not in tried and does.lasting is None:
                tried.add(does.focus)
                alike = sum(1 if word in action else -1 for word in does.focus.split())
                heappush(todo, (len(path) - 2 * alike, number, (*path, does.focus)))
    return ()


def next_control(path: HintPath, action: str, screen: Screen, focus: str) -> Act | Focus | None:
    """Return what the control does that leads on from a screen; None if no control does.

    ``focus`` is the half-made choice of the screen; off the path, the control leads back to it.
    """
    offered = dict.fromkeys(_controls(screen))
    for does in offered:
        if isinstance(does, Act) and does.action == action:
            return does
    at = path.index(focus) if focus in path else -1
    for later in reversed(path[at + 1 :]):
        if Focus(later) in offered:
            return Focus(later)
    return None


def marked(rows: Sequence[Row], does: Act | Focus | None) -> tuple[Row, ...]:
    """Return rows of controls with those marked that do something, and no other one in green."""
    return tuple(
        _marked_menu(row, does)
        if isinstance(row, Menu)
        else tuple(_marked_button(button, does) for button in row)
        for row in rows
    )


def _marked_menu(menu: Menu, does: Act | Focus | None) -> Menu:
    if all(item.does != does for item in menu.items):
        return menu
    items = tuple(
        replace(item, label=f"{SIGN} {item.label}") if item.does == does else item
        for item in menu.items
    )
    return Menu(f"{SIGN} {menu.placeholder}", items)


def _marked_button(button: Button, does: Act | Focus | None) -> Button:
    if does is not None and button.does == does:
        label, beside = (f"{SIGN} {words.lstrip()}" for words in (button.label, button.beside))
        return button._replace(label=label, beside=beside.rstrip(), style=Style.GOOD)
    return button._replace(style=Style.PLAIN) if button.style is Style.GOOD else button


def _controls(screen: Screen) -> Iterator[Act | Focus]:
    for row in screen.rows:
        each = row.items if isinstance(row, Menu) else row
        yield from (control.does for control in each if control.does is not None)
