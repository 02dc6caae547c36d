"""Standings and profiles on a phone: every letter can be read, and the pictures are small."""

import io
import random
from dataclasses import replace

import pytest
from hypothesis import given, settings
from PIL import Image

from bot.face.league import board, profile
from bot.face.league.board import board_picture, drawn_board
from bot.face.league.profile import drawn_profile, profile_picture
from bot.face.league.values import Achievement, Board, Fact, Figure, Form, Medals, Profile, Rival
from bot.face.seating import WIDTH
from bot.face.small import LARGEST
from tests.face.league.samples import BOARD, PROFILE
from tests.face.league.test_board_text import BOARDS
from tests.face.league.test_profile_text import PROFILES
from tests.face.letters import LetterCanvas, check_drawings, check_letters

SIGNS = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ &@%0123456789ÄÖÜäöüßЖШЮжшю"
NEVER_ALIKE = 13
"""Different names, so that none can be compressed by another."""


def names(seed: int) -> list[str]:
    wheel = random.Random(seed)
    return ["".join(wheel.choices(SIGNS, k=32)) for _ in range(NEVER_ALIKE)]


def hard_board(seed: int) -> Board:
    """A page on which nothing is alike, so that there is much to tell in few bytes."""
    wheel, named = random.Random(seed), names(seed)
    lines = [
        replace(
            line,
            name=name,
            place=wheel.randrange(1, 9999),
            points=wheel.randrange(10**6, 10**7),
            matches=wheel.randrange(1000, 9999),
            wins=wheel.randrange(1000, 9999),
            rating=wheel.randrange(1000, 3000),
            movement=wheel.randrange(-999, 999),
            form=tuple(wheel.choices(list(Form), k=5)),
            medals=Medals(*wheel.choices(range(99), k=3)),
        )
        for line, name in zip((*BOARD.lines, *BOARD.near), named, strict=True)
    ]
    note = " ".join(names(-seed))
    return replace(BOARD, lines=tuple(lines[:10]), near=tuple(lines[10:]), note=note, title=note)


def hard_profile(seed: int) -> Profile:
    """A profile on which nothing is alike."""
    wheel, named = random.Random(seed), names(seed)

    def count() -> int:
        return wheel.randrange(-9999, 9999)

    return replace(
        PROFILE,
        name=named[0],
        server=named[1],
        games=tuple(
            replace(
                game,
                title=name,
                matches=abs(count()),
                wins=abs(count()),
                rating=abs(count()),
                best=count(),
                place=abs(count()),
            )
            for game, name in zip(PROFILE.games, named, strict=False)
        ),
        curve=tuple(wheel.gauss(1500, 200) for _ in range(200)),
        figures=tuple(Figure(name, str(count()), str(count())) for name in named),
        facts=tuple(Fact(name, count()) for name in named),
        achievements=tuple(Achievement(name, "", reached=True) for name in named),
        rivals=tuple(Rival(name, count(), count(), count()) for name in named),
        daily=f"{abs(count())} daily deals: {abs(count())} won, streak 398, longest 399",
        puzzles=f"{abs(count())} of {abs(count())} daily puzzles solved",
        nights=f"{abs(count())} league nights: best place 97th",
        elsewhere=named[2],
    )


def check_board(shown: Board) -> None:
    for version in board.VERSIONS:
        canvas = drawn_board(shown, LetterCanvas, version)
        assert isinstance(canvas, LetterCanvas)
        check_letters(canvas)
        check_drawings(canvas)


def check_profile(shown: Profile) -> None:
    for version in profile.VERSIONS:
        canvas = drawn_profile(shown, LetterCanvas, version)
        assert isinstance(canvas, LetterCanvas)
        check_letters(canvas)
        check_drawings(canvas)


@pytest.mark.parametrize("shown", [BOARD, *map(hard_board, range(1, 4))])
def test_letters_of_standings_are_large_and_apart(shown: Board) -> None:
    check_board(shown)


@pytest.mark.parametrize("shown", [PROFILE, *map(hard_profile, range(1, 4))])
def test_letters_of_profiles_are_large_and_apart(shown: Profile) -> None:
    check_profile(shown)


@settings(max_examples=settings().max_examples // 4)
@given(BOARDS)
def test_letters_of_any_standings_are_large_and_apart(shown: Board) -> None:
    check_board(shown)


@settings(max_examples=settings().max_examples // 4)
@given(PROFILES)
def test_letters_of_any_profile_are_large_and_apart(shown: Profile) -> None:
    check_profile(shown)


def is_small(png: bytes) -> None:
    image = Image.open(io.BytesIO(png))
    assert (image.format, image.mode, image.width) == ("PNG", "P", WIDTH)
    assert len(png) <= LARGEST


@pytest.mark.parametrize("seed", range(1, 9))
def test_pictures_of_which_nothing_is_alike_are_small(seed: int) -> None:
    is_small(board_picture(hard_board(seed)))
    is_small(profile_picture(hard_profile(seed)))


def test_nothing_is_left_out_of_usual_pictures() -> None:
    assert board_picture(BOARD) == drawn_board(BOARD).png()
    assert profile_picture(PROFILE) == drawn_profile(PROFILE).png()


def test_each_version_is_smaller_than_the_one_before() -> None:
    boards = [len(drawn_board(hard_board(1), version=one).png()) for one in board.VERSIONS]
    profiles = [len(drawn_profile(hard_profile(1), version=one).png()) for one in profile.VERSIONS]
    assert boards == sorted(boards, reverse=True)
    assert profiles == sorted(profiles, reverse=True)
