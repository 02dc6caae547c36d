"""."""

import pytest

from bot.face.markdown import MINUS
from bot.face.step import aligned

UNITS = {"\N{THREE-PER-EM SPACE}": 4, "\N{FOUR-PER-EM SPACE}": 3, "\N{SIX-PER-EM SPACE}": 2}


def wide(label: str) -> int:
    """Return a label's width in twelfths of its size; digits are 7 of them, and so are signs."""
    own = {"?": 5, "!": 3, "·": 3, " ": 3, "✓": 10}
    return sum(UNITS.get(sign, own.get(sign, 7)) for sign in label)


def column(*labels: str) -> list[str]:
    return [row[0] for row in aligned([[label] for label in labels])]


@pytest.mark.parametrize(
    "labels",
    [
        ("?", "7", "12"),
        ("K!", "±2", "·"),
        (f"5{MINUS}2=3", "?", "10"),
        (f"3{MINUS}2=1", f"K!{MINUS}1", "0"),
        ("✓ 12", "✓ K!", "✓ 7"),
    ],
)
def test_the_labels_of_a_column_are_of_one_width(labels: tuple[str, ...]) -> None:
    widths = [wide(label) for label in column(*labels)]
    assert max(widths) - min(widths) <= 1
    assert [label.strip() for label in column(*labels)] == list(labels)


def test_columns_do_not_depend_on_each_other() -> None:
    assert aligned([["12", f"5{MINUS}2=3"], ["7", "?"]])[0] == ["12", f"5{MINUS}2=3"]
    assert aligned([["12", "12"], ["7", "?"]])[1][0] == column("12", "7")[1]


def test_a_card_of_one_digit_is_as_wide_as_one_of_two_from_the_start() -> None:
    assert column("7", "8", "9") == column("7", "12", "9")[:1] + column("12", "8", "9")[1:]


def test_no_column_grows_so_wide_that_a_phone_breaks_its_row() -> None:
    assert [wide(label) for label in column("12+1+1=14", "7", "?")] == [63, 35, 35]
