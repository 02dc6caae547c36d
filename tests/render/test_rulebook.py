import re
from pathlib import Path

import pytest

from bot.games.registry import GAMES
from bot.render.rulebook import TEXT_LIMIT, Topic, rulebook
from tests.numbered import RULES, Rules

BRIEF = ("goal", "examples", "glossary")
"""Topics that do not say which of their rules are the house's: others tell the same at length."""

TOPICS = [(RULES[game], topic) for game in GAMES for topic in rulebook(game)]
NAMES = [f"{game}-{topic.key}" for game in GAMES for topic in rulebook(game)]


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


@pytest.mark.parametrize("game", GAMES)
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
    assert "equal numbers share a place" in ending.text


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
    with pytest.raises(ValueError, match="not among its rules"):
        rulebook("toy", _write(tmp_path, "x", house='["T2"]'))


def test_two_topics_of_one_key_are_refused(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="same key"):
        rulebook("toy", _write(_write(tmp_path, "x"), "y"))
