"""A season and a person, as they could be; ``python -m tests.face.league.samples FOLDER`` draws
their pictures."""

import math
import sys
from pathlib import Path

from bot.face.league.profile import profile_picture
from bot.face.league.standings import board_picture
from bot.face.league.values import (
    Achievement,
    Board,
    BoardLine,
    Fact,
    Figure,
    Form,
    GameLine,
    Medals,
    Profile,
    Rival,
)

W, M, L = Form.FIRST, Form.BETWEEN, Form.LAST

LINES = (
    BoardLine(1, "Oluwaseun", 412, 20, 11, 1874, 0, (W, M, W, W, W), Medals(2, 1, 0)),
    BoardLine(2, "Mina", 398, 20, 9, 1791, 2, (M, W, W, L, W), Medals(0, 2, 1)),
    BoardLine(2, "Theodora of the Hills", 398, 20, 8, 1803, -1, (W, L, M, W, M), Medals(12, 3, 1)),
    BoardLine(4, "Sam", 351, 19, 7, 1702, -1, (L, M, W, M, M)),
    BoardLine(5, "Ada", 322, 20, 6, None, None, (W, W), new=True),
    BoardLine(6, "Noor", 290, 17, 5, 1655, 3, (M, L, M, W, L), Medals(0, 0, 1)),
    BoardLine(7, "Li Wei", 266, 16, 4, 1612, 0, (L, L, M, M, W)),
    BoardLine(8, "Pekka", 241, 15, 4, 1580, -2, (M, M, L, L, M)),
    BoardLine(9, "Zofia", 199, 12, 3, 1544, 1, (L, W, L, M, L)),
    BoardLine(10, "Bo", 187, 11, 1, None, -12, (L,)),
)
NEAR = (
    BoardLine(23, "Grace", 96, 7, 1, 1490, 4, (M, L, M)),
    BoardLine(24, "Ines", 91, 6, 1, 1508, -1, (W, L, L, M, M), own=True),
    BoardLine(25, "Jack", 90, 1, 0, None, None, (M,), new=True),
)
BOARD = Board(
    title="Kapow!",
    season="November 2026",
    server="Card Night",
    lines=LINES,
    near=NEAR,
    note="The best 20 matches count. Ties: fewer matches first.",
    page=1,
    pages=3,
)


CURVE = tuple(
    1791 - 2.2 * ago + 60 * math.sin(ago / 7) + 25 * math.sin(ago * 1.7)
    for ago in range(127, -1, -1)
)
PROFILE = Profile(
    name="Mina",
    server="Card Night",
    season="November 2026",
    games=(
        GameLine("Kapow!", 128, 47, 1791, best=-9, place=2),
        GameLine("Kabobo!", 41, 12, 1622, best=3, place=7),
        GameLine("Chow Pow!", 9, 4, 1540, provisional=True, best=61, place=14),
        GameLine("CAP-IT", 1, 0),
    ),
    curve_title="Kapow!",
    curve=CURVE,
    form=(M, W, W, L, W),
    figures=(
        Figure("Sound choices", "81%", "74%"),
        Figure("Points a round", "9.4", "11.2"),
        Figure("Rounds won", "36%", "27%"),
        Figure("Seconds a turn", "14", "19"),
    ),
    facts=(Fact("Wins in a row", 5), Fact("KAPOW! cards played", 212), Fact("People met", 31)),
    achievements=(
        Achievement("First win", "Win a rated match.", reached=True),
        Achievement("Clean sweep", "Win all rounds of a match.", reached=False),
        Achievement("Below zero", "Finish a match with less than zero points.", reached=True),
        Achievement("Full house", "Finish a match at a table of eight.", reached=True),
        Achievement("Night owl", "Play on seven days of one week.", reached=False),
        Achievement("Comeback", "Win a match from the last place.", reached=True),
    ),
    rivals=(Rival("Oluwaseun", 11, 1, 17), Rival("Sam", 14, 0, 9), Rival("Zofia", 8, 2, 3)),
)


def main() -> None:
    """Draw the samples into the folder that is named on the command line."""
    folder = Path(sys.argv[1])
    (folder / "league-board.png").write_bytes(board_picture(BOARD))
    (folder / "league-profile.png").write_bytes(profile_picture(PROFILE))


if __name__ == "__main__":
    main()
