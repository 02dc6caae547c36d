"""What a server is told by itself, in words, and the picture of a league night's result."""

import io
import random

import pytest
from hypothesis import given, strategies as st
from PIL import Image

from bot.face.canvas import LARGEST
from bot.face.league.evening import (
    MOST_SHOWN,
    Evening,
    EveningLine,
    drawn_evening,
    evening_alt,
    evening_picture,
)
from bot.face.league.recap import (
    HIDDEN,
    Champion,
    GameChampions,
    Hall,
    PastSeason,
    Recap,
    SeasonChampions,
    champions_text,
    hall_text,
    podium,
    recap_text,
)
from bot.face.league.values import Medals
from bot.face.league.words import ALT_LIMIT, TEXT_LIMIT
from bot.face.seating import WIDTH
from tests.face.grammar import slips
from tests.face.league.test_phone import SIGNS
from tests.face.letters import LetterCanvas, check_drawings

NUMBERS = st.integers(0, 10**9)
NAMES = st.text(max_size=80)
CHAMPIONS = st.lists(
    st.builds(Champion, st.integers(1, 3), st.none() | NAMES, NUMBERS), min_size=1, max_size=12
)
GAMES = st.lists(st.builds(GameChampions, NAMES, CHAMPIONS, NUMBERS, NUMBERS), max_size=6)
RECAPS = st.builds(
    Recap,
    week=st.just("26 January to 1 February"),
    played=st.lists(st.tuples(NAMES, NUMBERS), min_size=1, max_size=7),
    leaders=GAMES,
    climbed=st.none() | st.tuples(NAMES, NUMBERS, NAMES),
    best=st.none() | st.tuples(NAMES, st.integers(-99, 99), NAMES),
    rivals=st.none() | st.tuples(NAMES, NAMES, NUMBERS, NUMBERS, NUMBERS),
)


@given(RECAPS)
def test_a_recap_has_ten_lines_at_most_and_mentions_nobody(recap: Recap) -> None:
    text = recap_text(recap)
    assert len(text) <= TEXT_LIMIT
    assert 2 <= len(text.splitlines()) <= 10
    assert "@" not in text.replace("\N{FULLWIDTH COMMERCIAL AT}", "")


@given(st.builds(SeasonChampions, NAMES, GAMES), st.lists(CHAMPIONS, min_size=1, max_size=12))
def test_champions_fit_a_message(season: SeasonChampions, seasons: list[list[Champion]]) -> None:
    past = [PastSeason("November 2026", people) for people in seasons]
    medals = [("x" * 80, Medals(9, 9, 9))] * 5
    for text in (champions_text(season), hall_text(Hall("K" * 90, past, medals, 2, 3))):
        assert len(text) <= TEXT_LIMIT


def test_names_are_escaped_and_the_hidden_have_none() -> None:
    people = [Champion(1, "**Ann** <@7>", 9), Champion(1, None, 9), Champion(3, None, 2)]
    text = podium(people)
    assert "**" not in text
    assert "<@7>" not in text
    assert text.endswith(f" and {HIDDEN} 9 · \N{THIRD PLACE MEDAL} {HIDDEN} 2")
    recap = Recap("w", [("Kapow!", 1)], [GameChampions("Kapow!", [people[2]])])
    assert "A hidden player leads with 2 points" in recap_text(recap)


def test_of_many_who_share_a_place_some_are_named() -> None:
    text = podium(Champion(1, f"N{number}", 5) for number in range(7))
    assert text == "\N{FIRST PLACE MEDAL} N0, N1, N2, N3, N4 and others 5"


def test_of_many_games_the_most_played_are_named() -> None:
    played = [(f"Game {number}", 9 - number) for number in range(6)]
    first, second = recap_text(Recap("w", played)).splitlines()
    assert first == "## The week of w"
    assert second == (
        "39 matches were finished: 9 of Game 0, 8 of Game 1, 7 of Game 2, 6 of Game 3, 9 of others."
    )


ABOUT = "League night · 10 rounds · 128 players"


def evening(people: int, rounds: int, seed: int = 1) -> Evening:
    """A result on which nothing is alike."""
    wheel = random.Random(seed)
    lines = (
        EveningLine(
            place,
            "".join(wheel.choices(SIGNS, k=32)),
            f"{wheel.randrange(1000)}%",
            tuple(wheel.choices(["100", "67", "-"], k=rounds)),
        )
        for place in range(1, people + 1)
    )
    return Evening("Kapow!", ABOUT, tuple(lines))


@pytest.mark.parametrize(("people", "rounds"), [(0, 0), (1, 1), (4, 10), (128, 40)])
def test_it_is_a_small_picture_that_can_be_read_on_a_phone(people: int, rounds: int) -> None:
    shown = evening(people, rounds)
    check_drawings(drawn_evening(shown, LetterCanvas))
    painted = evening_picture(shown)
    image = Image.open(io.BytesIO(painted))
    assert (image.format, image.mode, image.width) == ("PNG", "P", WIDTH)
    assert len(painted) <= LARGEST


@given(st.text())
def test_any_name_can_be_drawn_and_told(name: str) -> None:
    shown = Evening("Kapow!", ABOUT, (EveningLine(1, name, "100%", ("100",)),))
    assert evening_picture(shown)
    assert len(evening_alt(shown)) <= ALT_LIMIT
    assert "\n" not in evening_alt(shown)


def test_everybody_who_is_drawn_is_told() -> None:
    told = evening_alt(evening(12, 2))
    assert not slips(told)
    assert told.startswith(f"Result of Kapow!, {ABOUT}: 1. ")
    assert f"{MOST_SHOWN}. " in told
    assert f"{MOST_SHOWN + 1}. " not in told
