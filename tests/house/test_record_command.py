import re
from io import BytesIO
from pathlib import Path

import pytest
from PIL import Image, ImageChops

from bot.__main__ import main
from bot.games.registry import GAMES
from tests.helpers import Capsys
from tests.house.files import ROOT
from tests.review.matches import match

PICTURES = ROOT / "docs/pictures"
TABLE = PICTURES / "kapow-table.txt"
SHOWN = [game for game in GAMES if (PICTURES / f"{game}-table.txt").is_file()]
MADE = PICTURES / "kapow-review.json"
REVIEW = ("record", "review", str(PICTURES / "kapow-review.txt"), "--made", str(MADE))
SHORTER = ROOT / "tests/games/kapow/playthroughs/2-seats.record"


@pytest.mark.parametrize("game", SHOWN)
def test_the_readme_shows_the_table_as_it_is_drawn_today(tmp_path: Path, game: str) -> None:
    """If this fails, ``make pictures`` and look at what it draws."""
    record, picture = PICTURES / f"{game}-table.txt", f"docs/pictures/{game}-table.png"
    drawn = tmp_path / "table.png"
    assert main(["record", "show", str(record), "--picture", str(drawn)]) == 0
    shown = Image.open(BytesIO((ROOT / picture).read_bytes())).convert("RGB")
    difference = ImageChops.difference(shown, Image.open(drawn).convert("RGB"))
    assert difference.getbbox() is None
    assert f"]({picture})" in (ROOT / "README.md").read_text("utf-8")


def test_the_readme_shows_the_review_as_it_is_drawn_today(tmp_path: Path) -> None:
    """If this fails, ``make pictures`` and look at what it draws."""
    drawn, shown = tmp_path / "review.png", "docs/pictures/kapow-review.png"
    assert main([*REVIEW, "--picture", str(drawn)]) == 0
    assert drawn.read_bytes() == (ROOT / shown).read_bytes()
    assert f"]({shown})" in (ROOT / "README.md").read_text("utf-8")


def test_a_review_is_told_as_text(capsys: Capsys) -> None:
    assert main([*REVIEW]) == 0
    told = capsys.readouterr().out
    assert "over 10 rounds" in told
    assert re.search(r"Kai: from \d+% to 100%, between .*\.", told)


def test_a_review_is_told_of_a_record_without_a_result(tmp_path: Path, capsys: Capsys) -> None:
    file = tmp_path / "match.txt"
    text = (PICTURES / "kapow-review.txt").read_text("utf-8")
    file.write_text(text[: text.index("result:")], "utf-8")
    assert main(["record", "review", str(file), "--made", str(MADE)]) == 0
    assert "over 10 rounds" in capsys.readouterr().out


@pytest.mark.thorough
def test_a_review_is_made_where_there_is_none(tmp_path: Path, capsys: Capsys) -> None:
    file = tmp_path / "match.txt"
    file.write_text(str(match(2, 1)), "utf-8")
    assert main(["record", "review", str(file)]) == 0
    assert "Seat 1: " in capsys.readouterr().out


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        ([str(TABLE)], "n't finished"),
        ([str(TABLE), "--made", str(TABLE)], "isn't a review"),
        ([str(SHORTER), "--made", str(MADE)], "of another match"),
        ([str(TABLE), "--made", str(MADE)], "of another match"),
    ],
)
def test_what_cannot_be_reviewed_is_said(capsys: Capsys, words: list[str], sentence: str) -> None:
    assert main(["record", "review", *words]) == 1
    told = capsys.readouterr().err
    assert sentence in told
    assert told.count("\n") == 1


def test_a_position_is_shown_as_text(capsys: Capsys) -> None:
    assert main(["record", "show", str(TABLE), "--at", "0"]) == 0
    dealt = capsys.readouterr().out
    assert main(["record", "show", str(TABLE)]) == 0
    now = capsys.readouterr().out
    assert "round 1 of 3" in dealt
    assert "round 2 of 3" in now


HELD = {
    "kapow": ("has drawn the KAPOW! card", 2),
    "capit": ("\n- in hand: 6♧ 5♧ 4♧ 3♧\n", 9),
    "kabobo": ("- 1: face down, 2 of clubs (seen by **Wins the handle**)", 9),
    "chowpow": ("1 card in hand (Wild 3), ", 9),
}
"""What the text of a special match tells seat 0 alone, and after how many actions."""


@pytest.mark.parametrize("game", HELD)
def test_a_seat_alone_is_shown_its_hand(game: str, tmp_path: Path, capsys: Capsys) -> None:
    told, at = HELD[game]
    record = ROOT / f"tests/games/{game}/playthroughs/special.record"
    shown, drawn = [], []
    for seat in ([], ["--seat", "0"], ["--seat", "1"]):
        words = ["record", "show", str(record), "--at", str(at), *seat]
        assert main(words) == 0
        shown.append(capsys.readouterr().out)
        assert main([*words, "--picture", str(tmp_path / "seen.png")]) == 0
        capsys.readouterr()
        drawn.append((tmp_path / "seen.png").read_bytes())
    assert [told in text for text in shown] == [False, True, False]
    assert drawn[1] not in (drawn[0], drawn[2])


@pytest.mark.parametrize("file", [*PICTURES.glob("*.txt")], ids=lambda file: file.stem)
def test_each_record_of_the_documents_passes(file: Path, capsys: Capsys) -> None:
    assert main(["record", "check", str(file)]) == 0
    assert "Every shuffle and draw follows from the secret" in capsys.readouterr().out


def test_a_sound_record_passes(capsys: Capsys) -> None:
    assert main(["record", "check", str(TABLE)]) == 0
    assert "all 234 actions are legal" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("old", "new", "sentence"),
    [
        ("secret: ", "secret: 00", "Line 5: A secret is 64 hexadecimal digits"),
        ("\n0 ", "\n3 ", "isn't possible"),
        ("game: kapow", "game: whist", "no game “whist”"),
    ],
)
def test_a_record_that_was_changed_fails_with_a_sentence(
    tmp_path: Path, capsys: Capsys, old: str, new: str, sentence: str
) -> None:
    changed = tmp_path / "changed.txt"
    changed.write_text(TABLE.read_text("utf-8").replace(old, new, 1), "utf-8")
    assert main(["record", "check", str(changed)]) == 1
    told = capsys.readouterr()
    assert told.out == ""
    assert sentence in told.err
    assert told.err.count("\n") == 1


@pytest.mark.parametrize("added", [b"\xff", "é".encode("latin-1"), b"\xed\xa0\x80"])
@pytest.mark.parametrize("start", [b"seat 1: ", b"# "])
def test_bytes_that_are_no_text_are_named_with_their_line(
    tmp_path: Path, capsys: Capsys, added: bytes, start: bytes
) -> None:
    changed = tmp_path / "changed.txt"
    content = TABLE.read_bytes() + b"# A remark.\n"
    before, _, after = content.partition(b"\n" + start)
    changed.write_bytes(before + b"\n" + start + added + after)
    assert main(["record", "check", str(changed)]) == 1
    number = before.count(b"\n") + 2
    assert capsys.readouterr().err == f"Line {number}: This isn't UTF-8 text.\n"


def test_a_file_of_windows_passes(tmp_path: Path, capsys: Capsys) -> None:
    changed = tmp_path / "changed.txt"
    changed.write_bytes(b"\xef\xbb\xbf" + TABLE.read_bytes().replace(b"\n", b"\r\n"))
    assert main(["record", "check", str(changed)]) == 0
    assert "all 234 actions are legal" in capsys.readouterr().out


@pytest.mark.parametrize("words", [("--at", "999"), ("--seat", "4"), ("--picture", "none/x.png")])
def test_what_cannot_be_shown_is_said(capsys: Capsys, words: list[str]) -> None:
    assert main(["record", "show", str(TABLE), *words]) == 1
    assert capsys.readouterr().err.count("\n") == 1


@pytest.mark.parametrize("number", ["1_0", "٣", "+1", "01", "9" * 5000, "x"])
@pytest.mark.parametrize("option", ["--at", "--seat"])
def test_a_number_has_one_spelling(option: str, number: str, capsys: Capsys) -> None:
    with pytest.raises(SystemExit):
        main(["record", "show", str(TABLE), option, number])
    assert f"argument {option}: “{number}” isn't a whole number" in capsys.readouterr().err


def test_a_file_that_is_not_there_is_said(capsys: Capsys) -> None:
    assert main(["record", "check", "nowhere.txt"]) == 1
    assert capsys.readouterr().err == "nowhere.txt can't be used.\n"
