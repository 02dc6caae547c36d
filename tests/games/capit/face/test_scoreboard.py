"""What stands beside each seat's hand after a round."""

from bot.face.canvas import Canvas
from bot.face.palette import GOLD
from bot.face.table import Chip, Panel
from bot.game.contract import Seat
from bot.games.capit.face.picture import CapitPicture
from bot.games.capit.face.theme import THEME
from bot.games.capit.rules.options import CapitOptions
from bot.games.capit.rules.state import State
from tests.games.capit.face.scenes import at, do, scene


class Noting(CapitPicture):
    """A table that notes what each seat's row says."""

    def __init__(self, state: State) -> None:
        super().__init__(scene(state), Canvas)
        self.panels: list[Panel] = []

    def seat(self, seat: Seat, panel: Panel) -> None:
        super().seat(seat, panel)
        self.panels.append(panel)


def drawn(state: State) -> list[Panel]:
    table = Noting(state)
    table.scored()
    return table.panels


def ranks(*words: str) -> list[list[Chip]]:
    return [[Chip(each, GOLD if each == "1st" else THEME.soft)] for each in words]


def test_ranks_points_and_the_fewest_points_are_told() -> None:
    """C5.1, C6.2."""
    panels = drawn(do(at("KH\nAS 9C\n3S\n4S 4H"), "discard KH"))
    assert [[*panel.chips] for panel in panels] == ranks("1st", "4th", "2nd", "3rd")
    assert [panel.framed for panel in panels] == [True, False, False, False]
    assert panels[1].figures[0] == "round 20 · total 20"


def test_equal_scores_share_the_fewest_points() -> None:
    """C6.2: the share of a round is split between them."""
    state = at(
        "KH\nKC\nKD KS\nAS AS", "", CapitOptions(), phase="draw", draw_pile="", discard_pile=""
    )
    panels = drawn(do(state, "draw"))
    assert [[*panel.chips] for panel in panels] == ranks("1st", "1st", "3rd", "4th")
    assert [panel.framed for panel in panels] == [True, True, False, False]
