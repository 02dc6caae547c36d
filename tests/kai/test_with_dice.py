"""The strongest players think again with other dice: the same thoughts, other figures."""

from itertools import islice

import pytest

from bot.games.players import judge_for, judge_name, judges_for
from bot.games.registry import GAMES
from bot.kai.advice import WithDice
from tests.kai.golden_plays import positions

LOOKED_AT = 4


@pytest.mark.parametrize("game", [game for game in GAMES if judge_for(game)])
def test_other_dice_give_other_figures_and_the_same_ones_the_same(game: str) -> None:
    judge = judge_for(game)
    assert isinstance(judge, WithDice)
    usual, other = judge.with_dice(0), judge.with_dice(1)
    differ = 0
    for position in islice(positions(GAMES[game]), LOOKED_AT):
        found = judge.consider(position.view, position.legal)
        assert usual.consider(position.view, position.legal) == found
        again = other.consider(position.view, position.legal)
        assert judge.with_dice(1).consider(position.view, position.legal) == again
        differ += {each.prospect for each in again} != {each.prospect for each in found}
    assert differ


def test_a_game_has_as_many_judges_as_dice_are_named() -> None:
    assert len(judges_for("kapow", range(3))) == 3
    assert judges_for("poker", range(3)) == ()


def test_a_judge_has_the_name_of_its_play() -> None:
    assert judge_name("kapow").startswith("Kapow! expert ")
    assert judge_name("chowpow").startswith("Chow Pow! expert ")
