"""Every sentence of the players' rules, word for word, beside a test of what the rules really do.

A sentence that has changed is looked at again: its game's table doesn't have it.
"""

from collections.abc import Callable, Mapping
from typing import Final

import pytest

from bot.face.rulebook import rulebook
from bot.games.kabobo.rules import cards as kabobo
from bot.games.kabobo.rules.options import KaboboOptions
from bot.games.kabobo.rules.scoring import score
from bot.games.kapow.face.steps import take
from bot.games.kapow.rules.game import KAPOW
from tests.games.kapow.rules.at import at, do, scored
from tests.games.sentences import astray, carry_out, table


def worth(cards: str) -> int:
    """Return what a kabob scores; cards are separated by spaces."""
    return score([kabobo.card(card) for card in cards.split()]).points


TABLE: Mapping[str, Mapping[str, Callable[[], bool]]] = {
    "kabobo": {
        "**Ace** 1, **2 to 10** as printed, **jack** 11, **queen** 12, **king** 13.": lambda: (
            len(kabobo.DECK) == 54
            and sorted({card.value for card in kabobo.DECK if not card.is_joker}) == [*range(1, 14)]
        ),
        "is always worth 15 on its own.": lambda: kabobo.JOKER_POINTS == 15,
        "after 40 turns of each player": lambda: KaboboOptions().max_turns == 40,
        "After 30 rounds without a winner": lambda: KaboboOptions().max_rounds == 30,
        "- 3 3 Q 3: three of a kind 9, and 12 + 3 is fifteen: **24**.": lambda: (
            worth("3D 3C QH 3H") == 24
        ),
        "- 6 9 joker 3: 6 + 9 is fifteen, and the joker is 15: **30**.": lambda: (
            worth("6D 9C X 3H") == 30
        ),
        "- 4 5 6 7, all clubs: run 22, flush 22, and 4 + 5 + 6 is fifteen: **59**.": lambda: (
            worth("4C 5C 6C 7C") == 59
        ),
        "- 4 4 9 9: only the nines count: **18**.": lambda: worth("4D 4C 9H 9S") == 18,
        "- 5 5 5 A: three of a kind 15, and 5 + 5 + 5 is fifteen: **30**.": lambda: (
            worth("5D 5C 5H AS") == 30
        ),
        "- A 2 3 K: run 6, and 13 + 2 is fifteen: **21**.": lambda: worth("AD 2C 3H KS") == 21,
        "- Q K A 2: not a run, but 12 + 2 + 1 is fifteen: **15**.": lambda: (
            worth("QD KC AH 2S") == 15
        ),
        "- 3 3 4 5: pair 6, run 12, and all four are fifteen: **33**.": lambda: (
            worth("3D 3C 4H 5S") == 33
        ),
        "- K K K K: **52**.": lambda: worth("KD KC KH KS") == 52,
        "- 2 4 8 Q of mixed suits: **0**.": lambda: worth("2D 4C 8H QS") == 0,
        "two jokers are 30 and not a pair, and a kabob with a joker has no flush": lambda: (
            worth("X X 2D 4D") == 30 and worth("2D 4D 8D X") == 15
        ),
    },
}

LINES = [(game, sentence) for game, lines in TABLE.items() for sentence in lines]


@pytest.mark.parametrize(("game", "sentence"), LINES)
def test_a_sentence_is_in_the_rules_and_true(game: str, sentence: str) -> None:
    assert any(sentence in topic.text for topic in rulebook(game))
    assert TABLE[game][sentence]()


WHOLE: Final = ("capit", "chowpow", "kapow")
"""The games of which every sentence has its place in a table."""

CHECKS: Final = [(game, name) for game in WHOLE for name in table(game, "checked")]


@pytest.mark.parametrize("game", WHOLE)
def test_every_sentence_is_shown_by_a_test_or_left_for_a_reason(game: str) -> None:
    assert astray(game) == set()


@pytest.mark.parametrize(("game", "name"), CHECKS)
def test_what_a_sentence_says_is_what_the_rules_do(game: str, name: str) -> None:
    assert carry_out(game, name) > 0


def test_the_hint_at_the_draw_pile_says_what_ending_the_round_does_k9_7() -> None:
    picture = """
        to move 1
        phase take
        reshuffles 10
        draw

        ?1 2 3
        ?1 2 3
        ?1 2 3

        ?5 2 3
        ?6 4 1
        ?7 0 1
        """
    state = at(picture)
    view = KAPOW.view(state, 1)
    assert view.drawing_ends_round
    hint = take(view, KAPOW.legal(state, 1)).text
    assert "All cards are turned up, complete triads go, and the hands are scored." in hint
    after = do(state, "take draw")
    assert scored(after).points[1] == 2 + 4 + 0 + 3 + 1 + 1
