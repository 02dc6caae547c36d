"""Who plays which game."""

import random

import pytest

from bot.game.contract import SPECTATOR, AnyGame
from bot.game.deck import Chance
from bot.games.chowpow.kai.normal import TimeoutChowpow
from bot.games.kapow.kai import NormalKapow
from bot.games.players import LATE_LEVEL, has_open_hands, levels_for, measure_for, player_for
from bot.games.registry import GAMES
from bot.kai.advice import CHANCE, POINTS
from bot.kai.player import USUAL_LEVEL, PlainPlayer
from tests.kai.matches import playing
from tests.toy_game import TOY


@pytest.mark.parametrize("game", [*GAMES, TOY.name, "no such game", "player", "plain"])
def test_every_game_has_a_player_at_the_usual_level(game: str) -> None:
    assert USUAL_LEVEL in levels_for(game)
    assert player_for(game, USUAL_LEVEL) is player_for(game, "a level that is gone")


def test_a_game_with_players_of_its_own_is_played_by_them() -> None:
    assert isinstance(player_for("kapow", USUAL_LEVEL), NormalKapow)
    assert isinstance(player_for(TOY.name, USUAL_LEVEL), PlainPlayer)


def test_a_late_turn_is_kais_usual_one_but_where_a_game_has_another_for_it() -> None:
    assert isinstance(player_for("chowpow", LATE_LEVEL), TimeoutChowpow)
    assert isinstance(player_for("kapow", LATE_LEVEL), NormalKapow)
    assert isinstance(player_for(TOY.name, LATE_LEVEL), PlainPlayer)
    assert LATE_LEVEL not in levels_for("chowpow")


@pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: str(game.name))
def test_who_has_open_hands_hides_nothing_when_a_turn_begins(game: AnyGame) -> None:
    """Everyone is told what Kai's choices were worth there."""
    hidden, turn, shuffle = 0, 0, random.Random(5)
    for state in playing(game, [PlainPlayer()] * game.seats[0], 3):
        stage = game.stage(state)
        if stage.turn == turn or stage.paused:
            continue
        turn = stage.turn
        other = game.permute_unknown(state, SPECTATOR, lambda c: shuffle.sample(c, len(c)))
        for seat in range(game.seats[0]):
            hidden += game.view(other, seat) != game.view(state, seat)
    assert has_open_hands(game.name) == (hidden == 0)


def test_a_game_without_a_title_has_hidden_hands_and_counts_points() -> None:
    assert not has_open_hands(TOY.name)
    assert measure_for(TOY.name) is POINTS
    assert measure_for("kabobo") is CHANCE
    assert measure_for("capit") is POINTS


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
