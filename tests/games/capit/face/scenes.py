"""Scenes of CAP-IT: positions with names around the table, and what screens offer."""

from typing import Any, Final

from bot.face.face import Act, Button, Focus, Menu, MenuItem, Screen
from bot.games.capit.face import FACE
from bot.games.capit.rules.game import CAPIT
from bot.games.capit.rules.options import CapitOptions
from bot.games.capit.rules.state import State
from tests.face.moments import Match, Scenes
from tests.games.capit.rules import at as rules

_scenes = Scenes(CAPIT, FACE, CapitOptions(rounds=2, stall_circuits=1))
scene, screen = _scenes.scene, _scenes.screen
painted, results = _scenes.painted, _scenes.results

HANDS: Final = [Match(range(4, 7), CapitOptions(rounds=2, stall_circuits=1), 11)]
"""Matches whose hands are clicked through by the tests of all games."""

UNMET: Final = {"LayOffs"}
"""The kinds of action that are never listed."""

WORDS: Final = ("meld", "swap")
"""How half-made choices begin that no control of the first screens leads to."""

LINES: Final = 9
"""Lines of a hand's text at most, without empty ones and those of pushed cards."""


def check_hand(shown: Screen, focus: str) -> None:
    assert all(len(button.label) <= 40 for button in buttons(shown).values())
    assert len(shown.rows) <= 4
    if not focus:
        lines = [line for line in shown.text.splitlines() if line and "pushed you" not in line]
        assert len(lines) <= LINES


def at(
    hands: str,
    melds: str = "",
    options: CapitOptions | None = None,
    seats: int = 4,
    **fields: Any,  # noqa: ANN401
) -> State:
    """Return a position as in the tests of the rules, with other cards where none are given."""
    rows = hands.strip().splitlines()
    rows += ["KC QD"] * (seats - len(rows))
    usual: dict[str, Any] = {"draw_pile": "5D8H9H", "discard_pile": "6H", "turn": 2}
    return rules.at("\n".join(rows), melds, options, **usual | fields)


HAND = "7H 7S 7D 2D 2S 3S 4S X 5H 6H 9C 9D AS AS KH"
TABLE = """
    0 run 5S6S7S
    1 set AHADX
    2 run XTDJD
    1 run 4H5H2C
    """


def items(shown: Screen, placeholder: str) -> list[MenuItem]:
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
