"""Names and numbers in texts."""

import re
import unicodedata
from fractions import Fraction

import pytest
from hypothesis import given, strategies as st

from bot.face.markdown import (
    MINUS,
    NAME_LIMIT,
    bare,
    escape,
    one_line,
    percent,
    plain,
    shorten,
    strong,
    tenths,
)

NASTY = st.text(
    st.one_of(
        st.characters(),
        st.sampled_from("*_~`|>#[]()<@&:/.\\-\n\u202e\u2066\u200b\u200f\ufeff\u0301\u3164everyone"),
    ),
    max_size=80,
)


@given(NASTY)
def test_an_escaped_name_has_no_live_markdown_mention_or_link(name: str) -> None:
    written = escape(name)
    assert "@" not in written
    assert "://" not in written
    unescaped = re.sub(r"\\[^0-9A-Za-z\s]", "", written)
    assert not set(unescaped) & set("\\*_~`|>#<[]:/.-&")


@given(NASTY)
def test_a_name_is_one_visible_line(name: str) -> None:
    shown = plain(name)
    assert shown == " ".join(shown.split())
    assert 0 < len(shown) <= NAME_LIMIT
    categories = {unicodedata.category(character) for character in shown}
    assert not categories & {"Cc", "Cf", "Cn", "Co", "Cs", "Zl", "Zp"}
    assert not unicodedata.combining(shown[0])


@given(NASTY, st.integers(1, 60))
def test_a_name_keeps_to_its_limit(name: str, limit: int) -> None:
    assert len(plain(name, limit)) <= max(limit, len("Nobody"))
    assert len(escape(name, limit)) <= 2 * max(limit, len("Nobody"))


@given(NASTY)
def test_reading_an_escaped_name_gives_the_plain_one(name: str) -> None:
    read = re.sub(r"\\([^0-9A-Za-z\s])", r"\1", escape(name))
    assert read == plain(name).replace("@", "\N{FULLWIDTH COMMERCIAL AT}")


@pytest.mark.parametrize(
    ("name", "written"),
    [
        ("Mina", "Mina"),
        ("  Mina\n  the\tgreat ", "Mina the great"),
        ("@everyone", "\N{FULLWIDTH COMMERCIAL AT}everyone"),
        ("<@123>", "\\<\N{FULLWIDTH COMMERCIAL AT}123\\>"),
        ("**bold** _it_", "\\*\\*bold\\*\\* \\_it\\_"),
        ("[x](https://a.b)", "\\[x\\](https\\:\\/\\/a\\.b)"),
        ("\u202eevil\u200b", "evil"),
        ("\u3164", "Nobody"),
        ("", "Nobody"),
        ("\u0301\u0301", "Nobody"),
        ("José", "José"),
        ("a" * 40, "a" * 31 + "…"),
    ],
)
def test_names_that_people_try(name: str, written: str) -> None:
    assert escape(name) == written


def test_a_line_may_turn_out_empty() -> None:
    assert one_line("\u200b\x1e", 10) == ""
    assert one_line(" 1:12  left", 10) == "1:12 left"


def test_shortening_leaves_no_space_before_the_ellipsis() -> None:
    assert shorten("ab cd", 4) == "ab…"
    assert shorten("abcd", 4) == "abcd"


@given(NASTY)
def test_a_line_with_a_name_is_bold_as_a_whole_or_plain_text(name: str) -> None:
    line = f"Attack **{escape(name)}** with Veg 2"
    assert strong(line) == f"**Attack {escape(name)} with Veg 2**"
    shown = plain(name).replace("@", "\N{FULLWIDTH COMMERCIAL AT}")
    assert bare(line) == f"Attack {shown} with Veg 2"


@pytest.mark.parametrize(
    ("share", "told"),
    [
        (Fraction(1, 8), "13%"),
        (Fraction(3, 8), "38%"),
        (0.125, "13%"),
        (0.285, "29%"),  # In binary it is less than that.
        (0.5, "50%"),
        (0, "0%"),
        (1, "100%"),
    ],
)
def test_a_half_percent_is_rounded_up(share: Fraction | float, told: str) -> None:
    assert percent(share) == told


@pytest.mark.parametrize(
    ("value", "told"),
    [
        (Fraction(1, 4), "0.3"),
        (Fraction(9, 20), "0.5"),
        (0.05, "0.1"),
        (66.65, "66.7"),
        (-1.26, f"{MINUS}1.3"),
        (100, "100.0"),
    ],
)
def test_half_a_tenth_is_rounded_up(value: Fraction | float, told: str) -> None:
    assert tenths(value) == told
