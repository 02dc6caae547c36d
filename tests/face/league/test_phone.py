"""Standings and profiles on a phone: every letter can be read, and the pictures are small."""

import io
import random
from dataclasses import replace
from io import BytesIO
from pathlib import Path

import pytest
from hypothesis import example, given, settings
from PIL import Image, ImageChops

from bot.face import palette
from bot.face.canvas import LARGEST
from bot.face.league import profile, standings
from bot.face.league.profile import drawn_profile, profile_picture
from bot.face.league.sheet import PICKED, THEME
from bot.face.league.standings import board_picture, drawn_board
from bot.face.league.values import Achievement, Board, Fact, Figure, Form, Medals, Profile, Rival
from bot.face.seating import WIDTH
from tests.face.league.samples import BOARD, PROFILE
from tests.face.league.test_profile import PROFILES
from tests.face.league.test_standings import BOARDS
from tests.face.letters import LetterCanvas, check_drawings

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


@settings(max_examples=settings().max_examples // 5)
@given(BOARDS)
@example(BOARD)
@example(hard_board(1))
@example(hard_board(2))
@example(hard_board(3))
def test_letters_of_standings_are_large_and_apart(shown: Board) -> None:
    for version in standings.VERSIONS:
        check_drawings(drawn_board(shown, LetterCanvas, version))


@settings(max_examples=settings().max_examples // 5)
@given(PROFILES)
@example(PROFILE)
@example(hard_profile(1))
@example(hard_profile(2))
@example(hard_profile(3))
def test_letters_of_profiles_are_large_and_apart(shown: Profile) -> None:
    for version in profile.VERSIONS:
        check_drawings(drawn_profile(shown, LetterCanvas, version))


def is_small(png: bytes) -> None:
    image = Image.open(io.BytesIO(png))
    assert (image.format, image.mode, image.width) == ("PNG", "P", WIDTH)
    assert len(png) <= LARGEST


@pytest.mark.parametrize(
    "seed", [1, 2, *(pytest.param(seed, marks=pytest.mark.thorough) for seed in range(3, 9))]
)
def test_pictures_of_which_nothing_is_alike_are_small(seed: int) -> None:
    is_small(board_picture(hard_board(seed)))
    is_small(profile_picture(hard_profile(seed)))


def test_nothing_is_left_out_of_usual_pictures() -> None:
    assert board_picture(BOARD) == drawn_board(BOARD).png()
    assert profile_picture(PROFILE) == drawn_profile(PROFILE).png()


def test_each_version_is_smaller_than_the_one_before() -> None:
    boards = [len(drawn_board(hard_board(1), version=one).png()) for one in standings.VERSIONS]
    profiles = [len(drawn_profile(hard_profile(1), version=one).png()) for one in profile.VERSIONS]
    assert boards == sorted(boards, reverse=True)
    assert profiles == sorted(profiles, reverse=True)


PALETTE, INK = THEME.palette, THEME.few_colours


def test_there_are_few_colours() -> None:
    assert len(PICKED) == len(set(PICKED)) <= 16


def test_a_picture_reads_as_the_sheet_it_was_made_from() -> None:
    sheet = PALETTE.blank((6, 3), palette.TABLE)
    placed = {
        (0, 0): palette.GOLD,
        (5, 0): palette.CREAM,
        (3, 1): palette.INK,
        (5, 2): palette.MINT,
    }
    for at, colour in placed.items():
        sheet.putpixel(at, PALETTE.index(colour))
    picture = Image.open(BytesIO(INK.png(sheet)))
    picture.load()
    assert (picture.format, picture.mode, picture.size) == ("PNG", "P", (6, 3))
    read = picture.convert("RGB")
    for x in range(6):
        for y in range(3):
            assert read.getpixel((x, y)) == placed.get((x, y), palette.TABLE)


def test_a_colour_that_is_not_kept_becomes_the_nearest() -> None:
    sheet = PALETTE.blank((2, 1), palette.BANDS[7])
    read = Image.open(BytesIO(INK.png(sheet))).convert("RGB")
    assert read.getpixel((0, 0)) == palette.BANDS[8]


PICTURES = Path(__file__).parents[3] / "docs" / "pictures"


@pytest.mark.parametrize(
    ("name", "drawn"),
    [("league-board.png", board_picture(BOARD)), ("league-profile.png", profile_picture(PROFILE))],
)
def test_the_documents_show_a_league_as_it_is_drawn_today(name: str, drawn: bytes) -> None:
    """If this fails, ``make pictures`` and look at what it draws."""
    shown, today = (
        Image.open(BytesIO(png)).convert("RGB") for png in ((PICTURES / name).read_bytes(), drawn)
    )
    assert shown.size == today.size
    assert ImageChops.difference(shown, today).getbbox() is None
