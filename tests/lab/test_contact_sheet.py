"""Contact sheets: all games, seats and phases at the width of a phone."""

from pathlib import Path

from PIL import Image

from bot.games.kabobo.rules.game import KABOBO
from lab.__main__ import main
from lab.contact_sheet import moments
from tests.helpers import Capsys


def test_a_sheet_has_a_row_for_each_number_of_seats(tmp_path: Path, capsys: Capsys) -> None:
    assert main(["contact-sheet", "kabobo", "--out", str(tmp_path)]) == 0
    with Image.open(tmp_path / "kabobo.png") as sheet:
        wide, high = sheet.size
    phases = [len([*moments(KABOBO, seats)]) for seats in KABOBO.seats]
    assert wide == 12 + max(phases) * (265 + 12)
    assert high > len(phases) * 100
    assert "kabobo.png" in capsys.readouterr().out
