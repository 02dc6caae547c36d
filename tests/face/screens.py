"""Screens as people use them: their buttons, and all that can be reached by clicking."""

import re
from collections.abc import Iterator, Sequence
from io import BytesIO
from typing import Any

from PIL import Image

from bot.face.face import Act, AnyFace, Button, Focus, Menu, Scene, Screen, with_lasting

COMPONENTS = 40
AROUND = 8
"""Components of a message at most, and those around a screen: frame, texts, lines, links."""

BUTTON_WORDS, MENU_WORDS, LASTING = 64, 98, 8
"""Characters left for words in a custom id and in a menu's value of 100 each."""

TEXT, ROWS = 2_000, 7

WHAT, WHY, SMALL = 90, 110, 90
"""Visible characters of a lead's paragraphs at most: each is two or three lines on a phone."""


def opened(picture: bytes) -> Image.Image:
    """Return a picture in its colours; it is a PNG."""
    image = Image.open(BytesIO(picture))
    assert image.format == "PNG"
    return image.convert("RGB")


def buttons(screen: Screen) -> Iterator[Button]:
    for row in screen.rows:
        assert not isinstance(row, Menu)
        yield from row


def deeds(screen: Screen) -> Iterator[Act | Focus]:
    """Yield what the screen's buttons and menus do."""
    for row in screen.rows:
        each = row.items if isinstance(row, Menu) else row
        yield from (control.does for control in each if control.does is not None)


def emojis(screen: Screen) -> set[str]:
    controls = (row.items if isinstance(row, Menu) else row for row in screen.rows)
    return {control.emoji for row in controls for control in row if control.emoji}


def asked(screen: Screen, does: Focus) -> str:
    """Return the focus with which the screen is asked for again."""
    lasting = screen.lasting if does.lasting is None else does.lasting
    return with_lasting(lasting, does.focus)


def labels(screen: Screen) -> list[list[str]]:
    """Return what the buttons say, without the spaces that keep columns in line."""
    rows = [row for row in screen.rows if not isinstance(row, Menu)]
    return [[button.label.strip() for button in row] for row in rows]


def press(screen: Screen, label: str) -> Act | Focus | None:
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


def acts(shown: Screen) -> set[str]:
    return {deed.action for deed in deeds(shown) if isinstance(deed, Act)}


def check_limits(shown: Screen) -> None:
    """Check what Discord asks of a message with a hand: rows, buttons, menus, texts, ids."""
    components = AROUND
    for row in shown.rows:
        components += 2 if isinstance(row, Menu) else 1 + len(row)
        if isinstance(row, Menu):
            _check_menu(row)
        else:
            assert 1 <= len(row) <= 5
            _check_row(row, BUTTON_WORDS - len(shown.lasting))
    assert components <= COMPONENTS
    assert len(shown.rows) <= ROWS
    assert len(shown.lasting) <= LASTING
    assert 0 < len(shown.text) <= TEXT
    assert len(shown.footer) <= 400


def check_lead(shown: Screen) -> None:
    """Check what stands below a picture: what to do, what follows, in small what has changed.

    A list that was asked for is read in full; who waits, or reads scores, is told nothing in bold.
    Last turns come on top. A game whose text serves for both has no lead.
    """
    what, *rest = re.sub(r"\*\*|\\", "", shown.lead).split("\n")
    if not what or any(line.startswith("- ") for line in rest):
        return
    small = [line.partition("Last turn")[0] for line in rest if line.startswith("-# ")]
    why = [line for line in rest if not line.startswith("-# ")]
    assert shown.lead.startswith("**") or not acts(shown) or what.endswith(" is over.")
    assert len(what) <= WHAT, what
    assert max(len(why), len(small)) <= 1, shown.lead
    assert all(len(line) <= WHY for line in why), why
    assert all(len(line.removeprefix("-# ")) <= SMALL for line in small), small


def _check_row(row: tuple[Button, ...], room: int) -> None:
    for button in row:
        assert 0 < len(button.label) <= 60
        if button.does is not None:
            assert len(_words(button.does)) <= room


def _check_menu(menu: Menu) -> None:
    """Check a menu's limits, and that no two of its lines look alike or do the same."""
    assert len(menu.items) <= 25
    assert 0 < len(menu.placeholder) <= 150
    assert all(0 < len(item.label) <= 100 for item in menu.items)
    assert all(len(item.description) <= 100 for item in menu.items)
    assert all(len(_words(item.does)) <= MENU_WORDS for item in menu.items)
    assert len({(item.label, item.description) for item in menu.items}) == len(menu.items)
    assert len({item.does for item in menu.items}) == len(menu.items)


def _words(does: Act | Focus) -> str:
    return does.action if isinstance(does, Act) else does.focus
