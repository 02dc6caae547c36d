"""Who is who: names that stand together differ, and nobody looks like Kai or the house."""

import unicodedata
from collections.abc import Sequence

import pytest
from hypothesis import given, strategies as st

from bot.face.face import SeatSign
from bot.face.markdown import IN_ALT, LIMITS, called, escape, plain, skeleton, told_apart
from bot.face.paint import fit, width
from bot.face.phrases import briefly

KAI: Sequence[str] = (
    *("Kai", "Kai 2", "KAI", "K\u0430i", "\u041a\u0410\u0406", "\u039a\u0391\u0399", "K a i"),
    *("kai", "Kai, for Mina", "Kai (hard)", "(Kai)", "Kai\u200b", "\uff2b\uff41\uff49"),
    *("Ka\u0301i", "Ka\u0131", "\u039a\u0391\u0399", "\U0001d542\U0001d552\U0001d55a"),
    *("\u1d0b\u1d00\u026a", "\U0001f17a\U0001f170\U0001f178", "\ua4d7\ua4ee\ua4f2", "Kai\n\n2"),
    *("Kai_2", "The Kai", "K\U000e0100ai"),
)
HOUSE: Sequence[str] = (
    *("You", "YOU", "Nobody", "", "\u3164", "Former player", "former  player 2", "Hidden player"),
    *("Hidden", "a moderator", "Moderator", "(host)", "The host", "Seat 2", "The board"),
    *("M\u043eder\u0430t\u043er", "Everyone", "Person"),
)

LONG = ("Bartholomew the First of Anywhere", "Bartholomew the Second of Nowhere at all")

NAMES = st.one_of(
    st.sampled_from(
        ("Sam", "sam", "SAM", "S\u0430m", "Sam\u200b", "Sam (2)", "Sam [2]", "Sam 2", "S\u0301am")
    ),
    st.sampled_from(
        (*KAI, *HOUSE, *LONG, "x" * 15, "x" * 16, "x" * 40, "(person)", "Kai (person)")
    ),
    st.text(
        st.one_of(st.characters(), st.sampled_from("SaAm \u0430(2)[]\u200b\u0301Il1")), max_size=40
    ),
    st.builds("{} ({})".format, st.sampled_from(("Sam", "Kai", LONG[0])), st.integers(1, 12)),
)


def folded(name: str) -> str:
    """Return what names are compared by: equal here is equal to the eye."""
    return unicodedata.normalize("NFKC", name).casefold()


def all_differ(shown: Sequence[str]) -> bool:
    return len({folded(name) for name in shown}) == len(shown)


@given(st.lists(NAMES, min_size=2, max_size=4))
def test_names_that_stand_together_differ_in_every_limit(names: Sequence[str]) -> None:
    house = ("Kai 1", "Kai 2")
    shown = told_apart((*names, *house), (len(names), len(names) + 1))
    assert shown[-2:] == house
    for limit in LIMITS:
        assert all_differ([plain(name, limit) for name in shown])
        assert all_differ([escape(name, limit) for name in shown])
        assert max(len(plain(name, limit)) for name in shown) <= limit


@given(st.lists(NAMES, min_size=2, max_size=5))
def test_nobody_is_called_otherwise_because_another_comes(names: Sequence[str]) -> None:
    assert told_apart(names)[:-1] == told_apart(names[:-1])


@given(NAMES, NAMES)
def test_nobody_has_a_name_that_the_house_could_give(name: str, other: str) -> None:
    words = {skeleton(word) for word in (*KAI, *HOUSE) if word}
    for shown in told_apart((name, other)):
        assert skeleton(shown) not in words
        said = shown.partition("(")[2]
        assert not said or said.rstrip(")").split()[-1].isdecimal() or said == "person)"


@pytest.mark.parametrize("name", KAI)
def test_someone_who_looks_like_kai_is_a_person(name: str) -> None:
    assert called(name).endswith(" (person)")
    assert plain(called(name), IN_ALT).endswith(" (person)")


@pytest.mark.parametrize("name", HOUSE)
def test_someone_who_is_called_like_a_word_of_the_house_is_a_person(name: str) -> None:
    assert called(name).endswith(" (person)")


@pytest.mark.parametrize("name", ["Kaitlyn", "Mina Kai", "Yousef", "Hosting", "Boardman", "Samira"])
def test_other_names_stay_as_they_are(name: str) -> None:
    assert called(name) == name


def test_the_second_of_a_name_has_a_number() -> None:
    assert told_apart(("Sam", "Mina", "Sam", "sam")) == ("Sam", "Mina", "Sam (2)", "sam (3)")
    assert told_apart(("Kai", "Kai", "Kai"), (0,)) == ("Kai", "Kai (person)", "Kai (person 2)")
    assert told_apart(("Kai", "Sam", "Kai"), (0, 2)) == ("Kai 1", "Sam", "Kai 2")


def test_what_stands_in_round_brackets_is_said_by_the_house() -> None:
    assert called("Sam (host)") == "Sam [host]"
    assert called("Sam \uff082\uff09") == "Sam [2]"
    assert told_apart(("Sam", "Sam", "Sam (2)"))[1:] == ("Sam (2)", "Sam [2] (2)")


def test_a_number_stays_when_a_name_is_cut() -> None:
    first, second = told_apart(LONG)
    assert (plain(first, IN_ALT), plain(second, IN_ALT)) == ("Bartholomew the…", "Bartholomew… (2)")
    room = width("Bartho… (2)", 26, bold=True)
    assert fit(second, 26, room, bold=True) == "Bartho… (2)"


@given(st.lists(NAMES, min_size=2, max_size=6), st.integers(8, 12))
def test_names_on_small_buttons_differ(names: Sequence[str], limit: int) -> None:
    seats = [SeatSign(name) for name in told_apart(names)]
    assert all_differ([briefly(seats, seat, limit) for seat in range(len(seats))])
