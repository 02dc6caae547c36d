import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import pytest

from bot.face.rulebook import TAGLINE_LIMIT, TEXT_LIMIT, Topic, rulebook, tagline
from bot.games.registry import GAMES
from tests.games.own import having


@dataclass(frozen=True)
class Rules:
    """The numbered rules of a game."""

    letter: str
    sections: Mapping[int, int]
    """How many rules each section has."""
    rulings: frozenset[str]
    """The rules that hold a ruling of this house."""
    untold: frozenset[str] = frozenset()
    """The rules for implementers, which players do not need."""

    @property
    def numbers(self) -> set[str]:
        every = ((section, rule) for section, last in self.sections.items() for rule in range(last))
        return {f"{self.letter}{section}.{rule + 1}" for section, rule in every} - self.untold


def _numbers(game: str) -> Rules:
    told = tomllib.loads((TESTS / game / FILE).read_text("utf-8"))["numbers"]
    return Rules(
        told["letter"],
        {int(section): last for section, last in told["sections"].items()},
        frozenset(told["rulings"]),
        frozenset(told.get("untold", ())),
    )


TESTS: Final = Path(__file__).parents[1] / "games"
FILE: Final = "rules/players_rules.toml"
RULES: Final = {game: _numbers(game) for game in having(FILE)}
"""Of the games whose rules are compared with what the rulebook tells."""

BRIEF = ("goal", "examples", "glossary")
"""Topics that do not say which of their rules are the house's: others tell the same at length."""

TOPICS = [(RULES[game], topic) for game in RULES for topic in rulebook(game)]
NAMES = [f"{game}-{topic.key}" for game in RULES for topic in rulebook(game)]


@pytest.mark.parametrize(("rules", "topic"), TOPICS, ids=NAMES)
def test_a_topic_cites_rules_that_exist_and_flags_every_ruling(rules: Rules, topic: Topic) -> None:
    assert set(topic.rules) <= rules.numbers
    assert set(topic.house) == set(topic.rules) & rules.rulings
    assert len(set(topic.rules)) == len(topic.rules)
    assert list(topic.rules) == sorted(topic.rules, key=_order)


def _order(number: str) -> list[int]:
    return [int(part) for part in number[1:].split(".")]


@pytest.mark.parametrize(("_rules", "topic"), TOPICS, ids=NAMES)
def test_a_topic_with_rulings_says_so_in_its_text(_rules: Rules, topic: Topic) -> None:
    assert 0 < len(topic.text) <= TEXT_LIMIT
    assert 0 < len(topic.title) <= 60
    assert re.fullmatch("[a-z-]{2,20}", topic.key)
    if topic.house and topic.key not in BRIEF:
        assert re.search(r"house|option", topic.text, re.IGNORECASE)


@pytest.mark.parametrize("game", RULES)
def test_every_rule_is_told_somewhere(game: str) -> None:
    told = {number for topic in rulebook(game) for number in topic.rules}
    assert told == RULES[game].numbers


@pytest.mark.parametrize("game", GAMES)
def test_every_topic_that_a_text_points_to_exists(game: str) -> None:
    keys = {topic.key for topic in rulebook(game)}
    for topic in rulebook(game):
        for line in topic.text.splitlines():
            if line.startswith(("Read on:", "More under", "Each is told")):
                assert set(re.findall(r"\*([a-z-]+)\*", line)) <= keys


def test_players_are_told_how_those_who_lose_a_draw_rank_p4_2() -> None:
    (ending,) = [topic for topic in rulebook("chowpow") if topic.key == "ending"]
    assert "**lose a draw**" in ending.text
    assert "order of the numbers they drew" in ending.text
    assert "Equal numbers share a place" in ending.text


def test_every_game_that_is_played_has_a_rulebook() -> None:
    for name in GAMES:
        assert rulebook(name)


def test_a_game_without_a_text_has_no_topics() -> None:
    assert rulebook("toy") == ()


def _write(folder: Path, text: str, *, key: str = "one", house: str = "[]") -> Path:
    (folder / "toy").mkdir(exist_ok=True)
    topic = f'[[topic]]\nkey = "{key}"\ntitle = "One"\nrules = ["T1"]\nhouse = {house}\n'
    with (folder / "toy" / "rules.toml").open("a") as file:
        file.write(f'{topic}text = """\n{text}\n"""\n')
    return folder


def test_another_folder_can_be_named(tmp_path: Path) -> None:
    seeds = _write(tmp_path, "Play a card.", house='["T1"]')
    assert rulebook("toy", seeds) == (Topic("one", "One", "Play a card.", ("T1",), ("T1",)),)


def test_a_text_that_is_too_long_is_refused(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="topic one: the text has 1501 characters"):
        rulebook("toy", _write(tmp_path, "x" * 1501))


def test_a_ruling_that_is_no_rule_of_the_topic_is_refused(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="isn't among its rules"):
        rulebook("toy", _write(tmp_path, "x", house='["T2"]'))


def test_two_topics_of_one_key_are_refused(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="same key"):
        rulebook("toy", _write(_write(tmp_path, "x"), "y"))


@pytest.mark.parametrize("game", GAMES)
def test_every_game_says_in_a_line_what_it_is(game: str) -> None:
    assert 0 < len(tagline(game)) <= TAGLINE_LIMIT
    assert tagline(game).endswith(".")


def test_a_game_without_a_rulebook_has_no_tagline() -> None:
    assert tagline("toy") == ""


@pytest.mark.parametrize("text", ["x" * (TAGLINE_LIMIT + 1), "two\nlines"])
def test_a_tagline_that_is_no_short_line_is_refused(tmp_path: Path, text: str) -> None:
    (tmp_path / "toy").mkdir()
    (tmp_path / "toy" / "rules.toml").write_text(f'tagline = """{text}"""')
    with pytest.raises(ValueError, match="the tagline of toy"):
        tagline("toy", tmp_path)
