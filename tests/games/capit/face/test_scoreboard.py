"""What stands on the edge of each seat's row after a round."""

from bot.face import palette
from bot.face.table import Chip
from bot.game.contract import Seat
from bot.games.capit.face.picture import CapitPicture
from bot.games.capit.rules.options import CapitOptions
from bot.games.capit.rules.state import State
from tests.games.capit.face.scenes import at, do, scene

FIRST, FEWEST = ("1st", palette.GOLD), ("fewest points", palette.BANDS[3])
DEALT = ("dealt", palette.BACK_MARK)


class Noting(CapitPicture):
    """A table that notes what each seat's row says."""

    def __init__(self, state: State) -> None:
        super().__init__(scene(state))
        self.chips: list[list[Chip]] = []
        self.figures: list[str] = []

    def seat(self, seat: Seat, figures: str, chips: list[Chip], *, framed: bool) -> None:
        super().seat(seat, figures, chips, framed=framed)
        self.chips.append(chips)
        self.figures.append(figures)


def drawn(state: State) -> Noting:
    table = Noting(state)
    table.scored()
    return table


def place(words: str) -> Chip:
    return words, palette.MINT


def test_places_the_fewest_points_and_the_dealer_are_told() -> None:
    """C5.1, C6.2."""
    table = drawn(do(at("KH\nAS 9C\n3S\n4S 4H"), "discard KH"))
    assert table.chips == [[FIRST, FEWEST], [place("4th")], [place("2nd")], [place("3rd"), DEALT]]
    assert table.figures[1] == "round 20 · 20 in all"


def test_equal_scores_share_the_fewest_points() -> None:
    """C6.2: the share of a round is split between them."""
    state = at(
        "KH\nKC\nKD KS\nAS AS", "", CapitOptions(), phase="draw", draw_pile="", discard_pile=""
    )
    table = drawn(do(state, "draw"))
    assert table.chips == [[FIRST, FEWEST], [FIRST, FEWEST], [place("3rd")], [place("4th"), DEALT]]
