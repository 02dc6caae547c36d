"""The picture of a person's profile."""

from dataclasses import replace
from io import BytesIO

import pytest
from PIL import Image, ImageChops

from bot.face.league.chart import _range
from bot.face.league.profile import profile_picture
from bot.face.league.values import MOST_RATINGS, Fact, Figure, Form, GameLine, Profile
from bot.face.seating import WIDTH
from tests.face.league.samples import PROFILE


def opened(png: bytes) -> Image.Image:
    picture = Image.open(BytesIO(png))
    picture.load()
    assert picture.format == "PNG"
    return picture.convert("RGB")


def test_a_profile_of_more_than_there_is_room_for_is_no_higher() -> None:
    more = replace(
        PROFILE,
        games=PROFILE.games * 9,
        figures=PROFILE.figures * 9,
        facts=PROFILE.facts * 9,
        achievements=PROFILE.achievements * 9,
        rivals=PROFILE.rivals * 9,
        curve=PROFILE.curve * 9,
    )
    picture = profile_picture(more)
    assert opened(picture).size == opened(profile_picture(PROFILE)).size


def test_the_same_profile_is_the_same_picture() -> None:
    assert profile_picture(PROFILE) == profile_picture(PROFILE)


def test_parts_of_which_nothing_is_known_are_left_out() -> None:
    heights = [opened(profile_picture(Profile("Mina"))).height]
    for part in ("curve", "figures", "facts", "achievements", "rivals"):
        one = replace(Profile("Mina"), **{part: getattr(PROFILE, part)})
        heights.append(opened(profile_picture(one)).height)
    assert heights[0] < 200
    assert all(heights[0] + 80 < height < heights[0] + 280 for height in heights[1:])


@pytest.mark.parametrize("name", ["", "W" * 200, "\u202eevil", "שלום עולם", "王小明", "\U0001f389"])
def test_a_name_stays_left_of_the_last_matches(name: str) -> None:
    one, other = (opened(profile_picture(replace(PROFILE, name=n))) for n in ("A", f"{name}B"))
    box = ImageChops.difference(one, other).getbbox()
    assert box is not None
    assert box[2] < 380
    assert box[3] < 60


@pytest.mark.parametrize("count", [1, 2, 3, MOST_RATINGS])
@pytest.mark.parametrize("factor", [0.0, 0.01, 1.0, 1e6])
def test_any_ratings_can_be_drawn(count: int, factor: float) -> None:
    curve = tuple(1500 + factor * (-1) ** n * n for n in range(count))
    picture = opened(profile_picture(Profile("Mina", curve=curve)))
    assert picture.width == WIDTH


def test_only_the_latest_ratings_are_drawn() -> None:
    long = tuple(float(n) for n in range(3 * MOST_RATINGS))
    one, other = (Profile("Mina", curve=curve) for curve in (long, long[-MOST_RATINGS:]))
    assert profile_picture(one) == profile_picture(other)


@pytest.mark.parametrize(
    ("least", "most", "axis"),
    [
        (1487.2, 1801.9, (1400, 2000, 200)),
        (1500.0, 1500.0, (1490, 1510, 10)),
        (-3.0, 48.0, (-10, 50, 10)),
        (0.0, 5000.0, (0, 6000, 2000)),
    ],
)
def test_an_axis_has_round_values_around_the_ratings(
    least: float, most: float, axis: tuple[int, int, int]
) -> None:
    low, high, step = _range(least, most)
    assert low <= least <= most <= high
    assert (high - low) // step < 5
    assert low % step == high % step == 0
    if (least, most) != (-3.0, 48.0):
        assert (low, high, step) == axis


@pytest.mark.parametrize(
    "other",
    [
        replace(PROFILE, form=(Form.FIRST,) * 5),
        replace(PROFILE, curve=(*PROFILE.curve[:-1], 1600.0)),
        replace(PROFILE, figures=(Figure("Sound choices", "81 %"), *PROFILE.figures[1:])),
        replace(PROFILE, facts=(Fact("Wins in a row", -(10**30)), *PROFILE.facts[1:])),
        replace(PROFILE, achievements=PROFILE.achievements[1:]),
        replace(PROFILE, rivals=PROFILE.rivals[::-1]),
        replace(PROFILE, elsewhere="On other servers: 7 rated matches, 2 wins"),
        replace(PROFILE, daily="12 daily deals: 5 won, longest streak 7 days"),
        replace(PROFILE, puzzles="8 of 12 daily puzzles solved"),
        replace(PROFILE, nights="3 league nights: 1 won"),
        replace(PROFILE, curve_title="Kabobo!"),
        replace(PROFILE, games=(GameLine("Kapow!", 128, 47, 1791, best=-9, place=200),)),
        replace(PROFILE, games=(GameLine("Kapow!", 128, 47, 1791, provisional=True),)),
    ],
)
def test_everything_that_is_told_is_seen(other: Profile) -> None:
    """In grey as well: no colour is needed."""
    grey = [opened(profile_picture(one)).convert("L").tobytes() for one in (PROFILE, other)]
    assert grey[0] != grey[1]
