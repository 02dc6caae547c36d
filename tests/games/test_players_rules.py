"""Every sentence of the players' rules, word for word, beside a test of what the rules do."""

from typing import Final

import pytest

from bot.games.kapow.face.hand import take
from bot.games.kapow.rules.game import KAPOW
from tests.game.playing import scored
from tests.games.kapow.rules.at import at, do
from tests.games.own import having
from tests.games.sentences import astray, carry_out, table

TOLD: Final = having("rules/players_rules.toml")
CHECKS: Final = [(game, name) for game in TOLD for name in table(game, "checked")]


@pytest.mark.parametrize("game", TOLD)
def test_every_sentence_is_shown_by_a_test_or_left_for_a_reason(game: str) -> None:
    assert astray(game) == set()


def test_a_table_can_do_without_a_part() -> None:
    assert table("kapow", "neither checked nor left") == {}


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
    assert "If you draw, all hands count." in hint
    after = do(state, "take draw")
    assert scored(after).points[1] == 2 + 4 + 0 + 3 + 1 + 1
