"""Screens as people use them: their buttons, and all that can be reached by clicking."""

from collections.abc import Iterator, Sequence
from typing import Any

from bot.face.face import AnyFace, Scene
from bot.face.screen import Act, Button, Focus, Menu, Screen, with_lasting


def buttons(screen: Screen) -> Iterator[Button]:
    for row in screen.rows:
        assert not isinstance(row, Menu)
        yield from row


def deeds(screen: Screen) -> Iterator[Act | Focus]:
    """Yield what the screen's buttons and menus do."""
    for row in screen.rows:
        each = row.items if isinstance(row, Menu) else row
        yield from (control.does for control in each if control.does is not None)


def asked(screen: Screen, does: Focus) -> str:
    """Return the focus with which the screen is asked for again."""
    lasting = screen.lasting if does.lasting is None else does.lasting
    return with_lasting(lasting, does.focus)


def labels(screen: Screen) -> list[list[str]]:
    """Return what the buttons say, without the spaces that keep columns in line."""
    rows = [row for row in screen.rows if not isinstance(row, Menu)]
    return [[button.label.strip() for button in row] for row in rows]


def press(screen: Screen, label: str) -> Act | Focus | None:
    """Return what the button of that label does."""
    found = [button for button in buttons(screen) if button.label.strip() == label]
    assert len(found) == 1, (label, labels(screen))
    return found[0].does


def walk(face: AnyFace, shown: Scene[Any], legal: Sequence[Any]) -> Iterator[tuple[Screen, int]]:
    """Click through every half-made choice; yield each screen and the clicks its controls are."""
    seen, todo = {""}, [("", 1)]
    for focus, clicks in todo:
        screen = face.screen(shown, legal, focus)
        yield screen, clicks
        for does in deeds(screen):
            if isinstance(does, Focus) and (further := asked(screen, does)) not in seen:
                seen.add(further)
                todo.append((further, clicks + 1))


def reachable(face: AnyFace, shown: Scene[Any], legal: Sequence[Any]) -> dict[str, int]:
    """Return each action offered, and the number of clicks that it takes."""
    found: dict[str, int] = {}
    for screen, clicks in walk(face, shown, legal):
        for does in deeds(screen):
            if isinstance(does, Act):
                found.setdefault(does.action, clicks)
    return found
