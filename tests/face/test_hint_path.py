"""The way to an action through screens, and how the next control on it is marked."""

from dataclasses import dataclass, field

import pytest

from bot.face.face import Act, AnyFace, Button, Focus, Menu, MenuItem, Row, Scene, Screen, Style
from bot.face.hint_path import MOST, SIGN, hint_path, marked, next_control
from bot.face.plain import PlainFace

SCENE: Scene[object] = Scene(None, ())
ONE = (Button("Go", Act("go"), Style.GOOD), Button("Look", Focus("look")))


@dataclass(frozen=True)
class Drawn(PlainFace):
    """A face whose screens are given by their focus."""

    screens: dict[str, tuple[Row, ...]]
    laid_out: list[str] = field(default_factory=list)
    """The focuses of all screens so far."""

    def screen(self, _scene: object, _legal: object, focus: str = "") -> Screen:
        self.laid_out.append(focus)
        return Screen(focus, self.screens.get(focus, self.screens[""]))


def drawn(screens: dict[str, tuple[Row, ...]]) -> Drawn:
    return Drawn("Drawn", screens)


def focuses(*names: str) -> tuple[Row, ...]:
    return tuple((Button(name, Focus(name)),) for name in names)


def done(action: str) -> tuple[Row, ...]:
    return ((Button(action, Act(action)), Button("Back", Focus(""))),)


def walk(face: AnyFace, action: str) -> list[str]:
    """Do what is marked until the action is done; return the focuses on the way."""
    way, focus, seen = hint_path(face, SCENE, (), action), "", []
    for _ in range(10):
        seen.append(focus)
        does = next_control(way, action, face.screen(SCENE, (), focus), focus)
        if does == Act(action):
            return seen
        assert isinstance(does, Focus)
        focus = does.focus
    raise AssertionError(seen)


def test_an_action_that_is_there_at_once_takes_one_step() -> None:
    face = drawn({"": (ONE,)})
    assert hint_path(face, SCENE, (), "go") == ("",)
    assert walk(face, "go") == [""]


def test_a_way_goes_through_half_made_choices_and_menus() -> None:
    menu = Menu("Which?", (MenuItem("1", Focus("swap 1")), MenuItem("2", Focus("swap 2"))))
    face = drawn(
        {"": (ONE, *focuses("swap")), "swap": (menu,), "swap 2": done("swap 2 3"), "look": ()}
    )
    assert hint_path(face, SCENE, (), "swap 2 3") == ("", "swap", "swap 2")
    assert walk(face, "swap 2 3") == ["", "swap", "swap 2"]


def test_from_elsewhere_the_control_is_marked_that_leads_back() -> None:
    face = drawn({"": focuses("a", "b"), "a": done("a 1"), "b": done("b 1")})
    way = hint_path(face, SCENE, (), "a 1")
    assert next_control(way, "a 1", face.screen(SCENE, (), "b"), "b") == Focus("")


def test_an_action_that_no_screen_offers_has_no_way_and_the_search_ends() -> None:
    face = drawn({"": focuses("0"), **{str(n): focuses(str(n + 1)) for n in range(1000)}})
    assert hint_path(face, SCENE, (), "never") == ()
    assert len(face.laid_out) == MOST
    assert next_control((), "never", face.screen(SCENE, (), ""), "") is None


def test_display_preferences_are_no_way() -> None:
    face = drawn({"": ((Button("Sort", Focus("sort", lasting="suit")),),), "sort": done("go")})
    assert hint_path(face, SCENE, (), "go") == ()


@pytest.mark.parametrize("does", [Act("go"), Focus("look"), None])
def test_the_marked_control_alone_is_green_and_has_a_sign(does: Act | Focus | None) -> None:
    [row] = marked((ONE,), does)
    assert not isinstance(row, Menu)
    green = [button for button in row if button.style is Style.GOOD]
    assert [button.does for button in green] == ([] if does is None else [does])
    assert [button.label.startswith(SIGN) for button in row] == [button in green for button in row]


def test_a_line_of_a_menu_is_marked_where_the_menu_is_closed_too() -> None:
    menu = Menu("Discard a card", (MenuItem("7", Act("d 7")), MenuItem("8", Act("d 8"), "low")))
    other = Menu("Lay a card off", (MenuItem("9", Act("l 9")),))
    found = marked((menu, other), Act("d 8"))
    lines = (MenuItem("7", Act("d 7")), MenuItem(f"{SIGN} 8", Act("d 8"), "low"))
    assert found == (Menu(f"{SIGN} Discard a card", lines), other)
