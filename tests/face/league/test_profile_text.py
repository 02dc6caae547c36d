"""A person's profile in words."""

from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st

from bot.face.league.profile_text import profile_alt, profile_text
from bot.face.league.values import Achievement, Fact, Figure, Form, GameLine, Profile, Rival
from bot.face.league.words import ALT_LIMIT
from bot.face.numbers import ordinal
from tests.face.league.samples import PROFILE

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
