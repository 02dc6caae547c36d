"""A season and a person, as they could be; ``python -m tests.face.league.samples FOLDER`` draws
their pictures."""

import sys
from pathlib import Path

from bot.face.league.board import board_picture
from bot.face.league.values import Board, BoardLine, Form, Medals

W, M, L = Form.FIRST, Form.BETWEEN, Form.LAST

LINES = (
    BoardLine(1, "Oluwaseun", 412, 20, 11, 1874, 0, (W, M, W, W, W), Medals(2, 1, 0)),
    BoardLine(2, "Mina", 398, 20, 9, 1791, 2, (M, W, W, L, W), Medals(0, 2, 1)),
    BoardLine(
        2, "Theodora of the Long Name", 398, 20, 8, 1803, -1, (W, L, M, W, M), Medals(12, 3, 1)
    ),
    BoardLine(4, "Sam", 351, 19, 7, 1702, -1, (L, M, W, M, M)),
    BoardLine(5, "Ada", 322, 20, 6, None, None, (W, W)),
    BoardLine(6, "Noor", 290, 17, 5, 1655, 3, (M, L, M, W, L), Medals(0, 0, 1)),
    BoardLine(7, "Li Wei", 266, 16, 4, 1612, 0, (L, L, M, M, W)),
    BoardLine(8, "Pekka", 241, 15, 4, 1580, -2, (M, M, L, L, M)),
    BoardLine(9, "Zofia", 199, 12, 3, 1544, 1, (L, W, L, M, L)),
    BoardLine(10, "Bo", 187, 11, 1, None, -12, (L,)),
)
NEAR = (
    BoardLine(23, "Grace", 96, 7, 1, 1490, 4, (M, L, M)),
    BoardLine(24, "Ines", 91, 6, 1, 1508, -1, (W, L, L, M, M), own=True),
    BoardLine(25, "Jack", 90, 1, 0, None, None, (M,)),
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


def main() -> None:
    """Draw the samples into the folder that is named on the command line."""
    folder = Path(sys.argv[1])
    (folder / "league-board.png").write_bytes(board_picture(BOARD))


if __name__ == "__main__":
    main()
