"""Kai's words: every reason has its sentence, every sentence its use, and no fact is lost."""

import ast
import re
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from string import Formatter

import pytest

from bot.games.registry import GAMES
from bot.kai.words import SEEDS, Fact, MissingWordError, Reason, Words, because, words_of
from tests.house.files import ROOT

KAI = ROOT / "bot" / "kai"
GAMES_FOLDER = ROOT / "bot" / "games"
EVERYWHERE = "no game of its own"
"""Of which there are but the words for all games."""

Use = tuple[str, frozenset[str]]
"""The name of a sentence, and the names of its facts."""


def uses(folder: Path) -> Iterator[Use]:
    """Yield what the code of a folder gives as reasons; by a condition it may give two."""
    for path in folder.glob("*.py"):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "because":
                facts = frozenset(str(each.arg) for each in node.keywords)
                for name in ast.walk(node.args[0]):
                    if isinstance(name, ast.Constant) and isinstance(name.value, str):
                        yield name.value, facts


def templates(words: Words) -> Iterator[Use]:
    texts = {name: each["text"] for name, each in words.sentences.items()}
    for name, text in [*texts.items(), *words.besides.items()]:
        yield name, frozenset(field for _, field, _, _ in Formatter().parse(text) if field)


@pytest.mark.parametrize("game", [*GAMES, EVERYWHERE])
def test_every_reason_has_its_template_with_its_facts_and_every_template_is_used(game: str) -> None:
    common = set(templates(words_of(EVERYWHERE)))
    if game == EVERYWHERE:
        assert {*uses(KAI), *uses(GAMES_FOLDER)} == common
    else:
        used = set(uses(GAMES_FOLDER / game / "kai")) - common
        told = set(templates(words_of(game))) - common
        assert used == told, (
            f"seeds/{game}/kai.toml has {sorted(name for name, _ in told - used)}, but kai/ has no "
            "because() with that name, spelled out, and the same facts; the other way round: "
            f"{sorted(name for name, _ in used - told)}"
        )


@pytest.mark.parametrize("game", [*GAMES, EVERYWHERE])
def test_every_sentence_follows_a_tip_and_every_tip_is_followed(game: str) -> None:
    words = words_of(game)
    followed = {each["tip"] for each in words.sentences.values()}
    assert followed == set(words.tips)
    for tip in words.tips.values():
        assert re.fullmatch(r"[A-Z].*\.", tip)


@pytest.mark.parametrize("game", [*GAMES, EVERYWHERE])
def test_sentences_begin_with_a_capital_letter_and_leave_the_full_stop_to_us(game: str) -> None:
    words = words_of(game)
    for each in words.sentences.values():
        assert re.fullmatch(r"[A-Z].*[^.]", each["text"])
        assert set(each) == {"text", "tip"}
    for text in words.besides.values():
        assert re.fullmatch(r"[a-z].*[^.]", text)


def words(text: str, besides: str = "") -> Words:
    return Words(
        {"said": {"text": text, "tip": "try"}},
        {"more": besides},
        {"try": "Try again."},
        {"K": "KAPOW! card", "9": "9", "8": "8", "or": "or", "und": "und"},
    )


@pytest.mark.parametrize(
    ("text", "facts", "said"),
    [
        ("{n:# card is|# cards are} left", {"n": 1}, "1 card is left."),
        ("{n:# card is|# cards are} left", {"n": 0}, "0 cards are left."),
        ("{n:# card is|# cards are} left", {"n": 12}, "12 cards are left."),
        ("Worth {n:# point|# points}", {"n": -1}, "Worth \N{MINUS SIGN}1 point."),
        ("Worth {n}", {"n": -4}, "Worth \N{MINUS SIGN}4."),
        ("The {card}", {"card": "K"}, "The KAPOW! card."),
        ("By {cards:or}", {"cards": ("9",)}, "By 9."),
        ("By {cards:or}", {"cards": ("9", "K")}, "By 9 or KAPOW! card."),
        ("Mit {cards:und}", {"cards": ("8", "9", "K")}, "Mit 8, 9 und KAPOW! card."),
    ],
)
def test_facts_are_put_into_words(text: str, facts: dict[str, Fact], said: str) -> None:
    reason = because("said", **facts)
    assert words(text).sentence(reason) == said
    assert words(text).tip(reason) == "Try again."


def test_what_matters_as_well_becomes_part_of_the_sentence() -> None:
    reason = because("said").and_also(because("more", n=2))
    assert words("So", "{n:# way|# ways}").sentence(reason) == "So; 2 ways."


@pytest.mark.parametrize(
    ("reason", "says"),
    [
        (because("said"), "Kai's “said” at golf doesn't fit its facts: 'card'. See"),
        (because("said", card="K", other=1), "its facts: 'no place for other'. See"),
        (because("said", card="no card"), "Kai has no [term] “no card” for golf: see"),
        (because("unsaid", card="K"), "Kai has no [sentence] “unsaid” for golf: see"),
        (because("said", card="K").and_also(because("unsaid")), "no [besides] “unsaid” for golf"),
    ],
)
def test_what_is_missing_is_named_with_its_game_and_file(reason: Reason, says: str) -> None:
    with pytest.raises(MissingWordError) as missing:
        replace(words("The {card}"), game="golf").sentence(reason)
    assert says in str(missing.value)
    assert str(missing.value).endswith(" seeds/golf/kai.toml.")


def test_a_file_with_an_unknown_table_is_refused(tmp_path: Path) -> None:
    (tmp_path / "kai.toml").write_text('[sentences]\n[sentence.said]\ntext = "So"\n')
    with pytest.raises(ValueError, match="sentences"):
        words_of("kapow", tmp_path)


def test_a_game_without_words_of_its_own_has_those_for_all_games() -> None:
    assert words_of("highcard") == words_of(EVERYWHERE)
    assert (SEEDS / "kai.toml").is_file()
