"""What the screens of CAP-IT offer, and what Discord asks of them."""

from bot.face.screen import Act, Button, Focus, Menu, MenuItem, Screen
from tests.face import screens

COMPONENTS = 40
AROUND = 8
"""Components of a message at most, and those around a screen: frame, texts, lines, links."""

BUTTON_WORDS, MENU_WORDS, LONGEST_LASTING = 64, 98, 8
"""Characters left for words in a custom id and in a menu's value of 100 each."""

HAND = "7H 7S 7D 2D 2S 3S 4S X 5H 6H 9C 9D AS AS KH"
TABLE = """
    0 run 5S6S7S
    1 set AHADX
    2 run XTDJD
    1 run 4H5H2C
    """
TEXT = 2_000


def items(shown: Screen, placeholder: str) -> list[MenuItem]:
    """Return the lines of the menus whose placeholder begins like that."""
    found = [row for row in shown.rows if isinstance(row, Menu)]
    return [item for row in found if row.placeholder.startswith(placeholder) for item in row.items]


def labels(shown: Screen, placeholder: str) -> list[str]:
    return [item.label for item in items(shown, placeholder)]


def does(shown: Screen, placeholder: str, label: str) -> Act | Focus:
    (found,) = [item.does for item in items(shown, placeholder) if item.label == label]
    return found


def buttons(shown: Screen) -> dict[str, Button]:
    rows = [row for row in shown.rows if not isinstance(row, Menu)]
    return {button.label: button for row in rows for button in row}


def press(shown: Screen, label: str) -> Act | Focus | None:
    return buttons(shown)[label].does


def check(shown: Screen) -> None:
    """Check what Discord asks of a message: rows, buttons, menus, texts, ids."""
    components = AROUND
    for row in shown.rows:
        components += 2 if isinstance(row, Menu) else 1 + len(row)
        if isinstance(row, Menu):
            check_menu(row)
        else:
            assert 1 <= len(row) <= 5
            assert all(0 < len(button.label) <= 40 for button in row)
    assert components <= COMPONENTS
    assert 0 < len(shown.text) <= TEXT
    assert len(shown.lasting) <= LONGEST_LASTING
    for deed in screens.deeds(shown):
        words = deed.action if isinstance(deed, Act) else deed.focus
        assert len(words) <= MENU_WORDS
    for button in buttons(shown).values():
        if button.does is not None:
            words = button.does.action if isinstance(button.does, Act) else button.does.focus
            assert len(words) + len(shown.lasting) <= BUTTON_WORDS


def check_menu(menu: Menu) -> None:
    """Check a menu's limits, and that no two of its lines look alike or do the same."""
    assert 1 <= len(menu.items) <= 25
    assert 0 < len(menu.placeholder) <= 150
    assert all(0 < len(item.label) <= 100 for item in menu.items)
    assert all(len(item.description) <= 100 for item in menu.items)
    assert len({(item.label, item.description) for item in menu.items}) == len(menu.items)
    assert len({item.does for item in menu.items}) == len(menu.items)
