"""Who plays which game."""

import pytest

from bot.game.deck import Chance
from bot.games.chowpow.kai import LateChowpow
from bot.games.kapow.kai import NormalKapow
from bot.games.players import LATE_LEVEL, USUAL_LEVEL, levels_for, player_for
from bot.games.registry import GAMES
from bot.kai.plain import PlainPlayer
from tests.toy_game import TOY


@pytest.mark.parametrize("game", [*GAMES, TOY.name, "no such game", "player", "plain"])
def test_every_game_has_a_player_at_the_usual_level(game: str) -> None:
    assert USUAL_LEVEL in levels_for(game)
    assert player_for(game, USUAL_LEVEL) is player_for(game, "a level that is gone")


def test_a_game_with_players_of_its_own_is_played_by_them() -> None:
    assert isinstance(player_for("kapow", USUAL_LEVEL), NormalKapow)
    assert isinstance(player_for(TOY.name, USUAL_LEVEL), PlainPlayer)


def test_a_late_turn_is_kais_usual_one_but_where_a_game_has_another_for_it() -> None:
    assert isinstance(player_for("chowpow", LATE_LEVEL), LateChowpow)
    assert isinstance(player_for("kapow", LATE_LEVEL), NormalKapow)
    assert isinstance(player_for(TOY.name, LATE_LEVEL), PlainPlayer)
    assert LATE_LEVEL not in levels_for("chowpow")


def plain_match() -> list[str]:
    state = TOY.new(TOY.options(), 3, Chance(bytes(32))).state
    chosen = []
    while to_act := TOY.to_act(state):
        for seat in sorted(to_act):
            legal = TOY.legal(state, seat)
            choice = PlainPlayer().choose(TOY.view(state, seat), legal)
            assert choice.action in legal
            chosen.append(str(choice.action))
            state = TOY.apply(state, seat, choice.action).state
    return chosen


def test_the_plain_player_plays_any_game_legally_and_always_alike() -> None:
    chosen = plain_match()
    assert len(set(chosen)) > 1
    assert chosen == plain_match()
