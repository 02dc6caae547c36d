"""Scenes of Kabobo!: positions drawn as in the tests of its rules, with names around the table."""

from typing import Final

from bot.face.face import Menu, Screen
from bot.games.kabobo.face import FACE
from bot.games.kabobo.rules.game import KABOBO
from bot.games.kabobo.rules.options import KaboboOptions
from tests.face.moments import Match, Scenes

QUIET = KaboboOptions(memory_aid=False)
SHORT = KaboboOptions(max_turns=6, max_rounds=2)

_scenes = Scenes(KABOBO, FACE, SHORT)
moments, scene, screen = _scenes.moments, _scenes.scene, _scenes.screen
painted, results = _scenes.painted, _scenes.results

HANDS: Final = [
    Match(range(2, 7), SHORT.model_copy(update={"memory_aid": aid}), 1) for aid in (True, False)
]
"""Matches whose hands are clicked through by the tests of all games."""

UNMET: Final = {"Unlock"}
"""The kinds of action that they don't meet: ``test_hand.py`` looks at it."""

LONGER: Final = [Match(range(2, 7), KaboboOptions(max_rounds=2, max_turns=12), 4)]
"""Matches that fill tables more than short ones do: the tests of all games tell and draw them."""

LINES: Final = 8
"""Lines of a hand's text at most, without the empty one that ends the block quote."""


def clicks(_action: object) -> int:
    """Return how many clicks an action may take."""
    return 2


def check_hand(shown: Screen, _focus: str) -> None:
    buttons = [button for row in shown.rows if not isinstance(row, Menu) for button in row]
    assert all(0 < len(button.label) <= 40 for button in buttons)
    if "**Recipes** score" not in shown.text:
        assert len([each for each in shown.text.splitlines() if each]) <= LINES
