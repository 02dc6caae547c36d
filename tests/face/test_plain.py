from dataclasses import dataclass
from io import BytesIO
from typing import NamedTuple

import pytest
from PIL import Image

from bot.face.face import Act, Button, Focus, Menu, Scene, Screen, SeatSign
from bot.face.plain import PlainFace
from bot.face.seating import WIDTH
from bot.game.contract import SPECTATOR
from bot.game.deck import Chance
from bot.games.faces import face_of
from bot.games.kapow.face import FACE
from bot.games.kapow.rules.game import KAPOW
from bot.games.registry import GAMES
from tests.toy_game import TOY

SIGNS = (SeatSign("Mina"), SeatSign("*Sam*"))
PLAIN = PlainFace("Patience")


@dataclass(frozen=True)
class Number:
    """An action of a game with very many of them."""

    number: int

    def __str__(self) -> str:
        return f"choose {self.number}"


class Tuple(NamedTuple):
    """A View that is a named tuple."""

    cards_left: int


@dataclass(frozen=True)
class Fields:
    """A View that is a dataclass."""

    cards_left: int
    _private: int = 3


def offered(screen: Screen) -> list[str]:
    """Return all actions on one screen."""
    found = []
    for row in screen.rows:
        controls = row.items if isinstance(row, Menu) else row
        found += [each.does.action for each in controls if isinstance(each.does, Act)]
    return found


def test_every_game_has_a_face() -> None:
    assert face_of(KAPOW) is FACE
    assert face_of(TOY) == PlainFace(TOY.title)
    for game in GAMES.values():
        assert face_of(game) is not None


def test_a_game_without_a_face_can_be_played_by_its_plain_one() -> None:
    """The whole toy game by the controls of its screens alone."""
    face = face_of(TOY)
    state = TOY.new(TOY.options(), 2, Chance(bytes(32))).state
    while TOY.outcome(state) is None:
        for seat in sorted(TOY.to_act(state))[:1]:
            shown = Scene(TOY.view(state, seat), SIGNS)
            actions = offered(face.screen(shown, TOY.legal(state, seat)))
            assert actions == [str(action) for action in TOY.legal(state, seat)]
            state, events = TOY.apply(state, seat, TOY.parse(actions[0]))
            assert all(face.say(event, SIGNS) for event in events)
        public = Scene(TOY.view(state, SPECTATOR), SIGNS, note="1:12 left")
        image = Image.open(BytesIO(face.picture(public)))
        assert image.width == WIDTH
        assert "\\*Sam\\*" in face.text(public)
        assert TOY.title in face.alt(public)
        assert face.status(public)
        assert face.results(public)


@pytest.mark.parametrize("count", [1, 20, 21, 100, 101, 250])
def test_every_action_is_on_some_page(count: int) -> None:
    legal = [Number(number) for number in range(count)]
    shown = Scene(Tuple(3), SIGNS)
    found: list[str] = []
    seen, todo = {""}, [""]
    for focus in todo:
        screen = PLAIN.screen(shown, legal, focus)
        assert len(screen.rows) <= 5
        found += offered(screen)
        for row in screen.rows:
            assert isinstance(row, Menu) or 1 <= len(row) <= 5
            for control in () if isinstance(row, Menu) else row:
                if isinstance(control.does, Focus) and control.does.focus not in seen:
                    seen.add(control.does.focus)
                    todo.append(control.does.focus)
    assert set(found) == {str(action) for action in legal}


@pytest.mark.parametrize("focus", ["page 9", "page x", "page ²", "9", "page -1", "page"])
def test_an_unknown_page_is_the_first(focus: str) -> None:
    legal = [Number(number) for number in range(150)]
    shown = Scene(Tuple(3), SIGNS)
    assert PLAIN.screen(shown, legal, focus) == PLAIN.screen(shown, legal)


def test_only_public_fields_are_told() -> None:
    for shown in (Tuple(3), Fields(3)):
        text = PLAIN.text(Scene(shown, SIGNS))
        assert "cards left\\: 3" in text
        assert "private" not in text
    assert "7" in PLAIN.text(Scene(7, SIGNS))


def test_long_views_keep_to_the_limits() -> None:
    shown = Scene(Tuple(10**3000), SIGNS)
    assert len(PLAIN.text(shown)) <= 3_800
    assert len(PLAIN.alt(shown)) <= 1_000
    assert len(PLAIN.results(shown)) <= 2_000
    assert PLAIN.picture(shown)


def test_labels_are_short_and_never_empty() -> None:
    class Odd:
        def __init__(self, text: str) -> None:
            self.text = text

        def __str__(self) -> str:
            return self.text

    screen = PLAIN.screen(Scene(Tuple(1), SIGNS), [Odd("x" * 200), Odd("")])
    (row,) = screen.rows
    assert not isinstance(row, Menu)
    assert [len(button.label) for button in row] == [80, 1]
    assert row[0] == Button("x" * 79 + "…", Act("x" * 200))
