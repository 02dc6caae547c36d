"""What Discord asks of a message with a hand: rows, buttons, menus, texts, ids."""

from bot.face.screen import Act, Button, Focus, Menu, Screen
from tests.face.screens import deeds

COMPONENTS = 40
AROUND = 8
"""Components of a message at most, and those around a screen: frame, texts, lines, links."""

BUTTON_WORDS, MENU_WORDS = 64, 98
"""Characters left for words in a custom id and in a menu's value of 100 each."""

TEXT = 2_000


def check(shown: Screen) -> None:
    """Check the limits of a screen."""
    components = AROUND
    for row in shown.rows:
        components += 2 if isinstance(row, Menu) else 1 + len(row)
        if isinstance(row, Menu):
            check_menu(row)
        else:
            assert 1 <= len(row) <= 5
            check_row(row)
    assert components <= COMPONENTS
    assert 0 < len(shown.text) <= TEXT
    assert len(shown.footer) <= 400


def check_row(row: tuple[Button, ...]) -> None:
    for button in row:
        assert 0 < len(button.label) <= 60
        if button.does is not None:
            assert len(words(button.does)) <= BUTTON_WORDS


def check_menu(menu: Menu) -> None:
    assert 1 <= len(menu.items) <= 25
    assert 0 < len(menu.placeholder) <= 150
    assert all(0 < len(item.label) <= 100 for item in menu.items)
    assert all(len(item.description) <= 100 for item in menu.items)
    assert len({item.does for item in menu.items}) == len(menu.items)


def words(does: Act | Focus) -> str:
    return does.action if isinstance(does, Act) else does.focus


def acts(shown: Screen) -> set[str]:
    """Return the actions that a screen offers at once."""
    return {deed.action for deed in deeds(shown) if isinstance(deed, Act)}
