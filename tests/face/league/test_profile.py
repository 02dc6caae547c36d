"""A person's profile: the picture, and all of it in words."""

from dataclasses import replace

import pytest
from hypothesis import given, strategies as st
from PIL import ImageChops

from bot.face.league.profile import profile_alt, profile_picture, profile_text
from bot.face.league.profile_parts import _range
from bot.face.league.values import (
    MOST_RATINGS,
    Achievement,
    Fact,
    Figure,
    Form,
    GameLine,
    Profile,
    Rival,
)
from bot.face.league.words import ALT_LIMIT
from bot.face.markdown import ordinal
from bot.face.seating import WIDTH
from tests.face.grammar import slips
from tests.face.league.samples import PROFILE
from tests.face.screens import opened


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
        replace(PROFILE, figures=(Figure("Sound choices", "81%"), *PROFILE.figures[1:])),
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


NUMBERS = st.integers(-(10**12), 10**12)
TEXTS = st.text(max_size=80)
PROFILES = st.builds(
    Profile,
    name=TEXTS,
    server=TEXTS,
    season=TEXTS,
    games=st.lists(
        st.builds(
            *(GameLine, TEXTS, NUMBERS, NUMBERS, st.none() | NUMBERS, st.booleans()),
            *(st.none() | NUMBERS, st.none() | NUMBERS),
        ),
        max_size=8,
    ).map(tuple),
    curve_title=TEXTS,
    curve=st.lists(st.floats(-1e9, 1e9), max_size=300).map(tuple),
    form=st.lists(st.sampled_from(Form), max_size=8).map(tuple),
    figures=st.lists(st.builds(Figure, TEXTS, TEXTS, TEXTS), max_size=20).map(tuple),
    facts=st.lists(st.builds(Fact, TEXTS, NUMBERS), max_size=20).map(tuple),
    achievements=st.lists(
        st.builds(Achievement, TEXTS, st.text(max_size=300), st.booleans()), max_size=30
    ).map(tuple),
    rivals=st.lists(st.builds(Rival, TEXTS, NUMBERS, NUMBERS, NUMBERS), max_size=20).map(tuple),
    daily=TEXTS,
    puzzles=TEXTS,
    nights=TEXTS,
    elsewhere=TEXTS,
)


@given(PROFILES)
def test_texts_keep_to_their_limits(profile: Profile) -> None:
    assert profile_text(profile).count("\n- ") >= len(profile.achievements) + len(profile.rivals)
    alt = profile_alt(profile)
    assert 0 < len(alt) <= ALT_LIMIT
    assert "\n" not in alt
    assert not slips(alt)


def test_the_text_tells_every_figure() -> None:
    told = profile_text(PROFILE).replace("\\", "")
    for game in PROFILE.games:
        line = told[told.index(f"**{game.title}**") :].split("\n")
        assert (game.rating is None) == ("no rating" in line[0])
        assert game.rating is None or f"rating {game.rating}" in line[0]
        assert ("(provisional)" in line[0]) == game.provisional
        assert game.place is None or f"{ordinal(game.place)} place" in line[0]
        assert line[1].startswith(f"-# {game.matches} match")
        assert f" {game.wins} win" in line[1]
        assert ("best score" in line[1]) == (game.best is not None)
    for figure in PROFILE.figures:
        assert f"- {figure.label}: **{figure.own}** ({figure.median})" in told
    for fact in PROFILE.facts:
        assert f"- {fact.label}: **{fact.number}**" in told
    for one in PROFILE.achievements:
        assert f"- {'✓' if one.reached else '○'} **{one.title}**: {one.text}" in told
    for name, won, tied, lost in PROFILE.rivals:
        assert f"- {name}: won {won}, tied {tied}, lost {lost}" in told
    least, most = round(min(PROFILE.curve)), round(max(PROFILE.curve))
    first, last = round(PROFILE.curve[0]), round(PROFILE.curve[-1])
    curve = f"from {first}, 127 matches ago, to {last} now; lowest {least}, highest {most}"
    assert f"**Rating in Kapow!**: {curve}" in told
    assert f"Rating in Kapow!: {curve}" in profile_alt(PROFILE)
    assert "**Last matches**: between, first, first, last, first" in told
    assert "best score \N{MINUS SIGN}9" in told


def test_other_servers_come_last() -> None:
    profile = replace(PROFILE, elsewhere="On other servers: 7 rated matches, 2 wins")
    assert profile_text(profile).replace("\\", "").endswith(f"\n-# {profile.elsewhere}")
    assert profile.elsewhere in profile_alt(profile)


def test_what_was_played_beside_matches_is_told_in_lines_of_its_own() -> None:
    lines = ("2 nights", "3 deals", "4 puzzles", "5 elsewhere")
    nights, daily, puzzles, elsewhere = lines
    profile = replace(PROFILE, daily=daily, nights=nights, puzzles=puzzles, elsewhere=elsewhere)
    assert profile_text(profile).endswith("".join(f"\n-# {line}" for line in lines))
    alt = profile_alt(profile)
    assert all(line in alt for line in lines)
    assert Profile("Mina").foot == ()


def test_names_are_escaped() -> None:
    profile = replace(
        PROFILE,
        name="**x**",
        server="@everyone",
        figures=(Figure("_l_", "`o`", "*m*"),),
        rivals=(Rival("[r](http://a.b)", 1, 2, 3),),
        achievements=(Achievement("~~t~~", "||s||", reached=True),),
    )
    told = profile_text(profile)
    for name in (r"\*\*x\*\*", r"\_l\_", r"\`o\`", r"\*m\*", r"\~\~t\~\~", r"\|\|s\|\|"):
        assert name in told
    assert r"\[r\](http\:\/\/a\.b)" in told
    assert "@" not in told


def test_a_profile_without_a_match_says_so() -> None:
    assert profile_text(Profile("Mina")) == "## Mina\nNo rated match yet."
    assert profile_alt(Profile("Mina")) == "Profile of Mina: No rated match yet"
    assert "Rating**: 1500" in profile_text(Profile("Mina", curve=(1500.4,)))
