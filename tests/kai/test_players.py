"""Who plays which game, the better level, and the strongest one with other dice."""

import random
from collections.abc import Mapping
from itertools import islice, pairwise
from typing import Final

import pytest

from bot.game.contract import SPECTATOR, AnyGame
from bot.game.deck import Chance
from bot.games.chowpow.kai.normal import TimeoutChowpow
from bot.games.kapow.kai.players import NormalKapow
from bot.games.registry import (
    GAMES,
    LATE_LEVEL,
    TITLES,
    has_open_hands,
    judge_for,
    judge_name,
    judges_for,
    ladder_of,
    levels_for,
    measure_for,
    player_for,
)
from bot.kai.advice import CHANCE, POINTS, WithDice
from bot.kai.player import USUAL_LEVEL, PlainPlayer
from tests.kai.golden_plays import SHORT, positions
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
    assert has_open_hands(game.name) == (hidden == 0), f"KAI needs open_hands={hidden == 0}"


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


LADDERS: Final = {name: ladder_of(name) for name in GAMES}
STEPS: Final = [
    (GAMES[name], worse, better)
    for name, ladder in LADDERS.items()
    for worse, better in pairwise(ladder)
]

FEW: Final = 4
"""Deals of a short series, between the best and the weakest level."""

SOME: Final = 40
"""Deals of a series between levels that the arena has not measured."""

MANY: Final = 400
"""Matches that tell neighbouring levels from each other."""

BETTER: Final = 0.57
"""The share of them that the better one wins; the arena shows more than 60 % (docs/arena.md)."""

NARROWLY: Final[Mapping[tuple[str, str], float]] = {("kapow", "expert"): 0.5}
"""Games in which *hard* only has to be better, as luck leaves little more to win."""


LOW_STEPS: Final = [
    pytest.param(*step, FEW, marks=pytest.mark.thorough)
    if TITLES[step[0].name].kai.ratings
    else (*step, SOME)
    for step in STEPS
    if step[2] == USUAL_LEVEL or not TITLES[step[0].name].kai.ratings
]
"""All that were never measured; of other games the lowest, for a few deals."""


def name(case: object) -> str | None:
    return getattr(case, "name", None)


def share(game: AnyGame, better: str, worse: str, deals: int, **options: object) -> float:
    """Return the share of wins of a level that sits on every second seat, in either order."""
    seats, won = game.seats[0], 0.0
    for deal in range(deals):
        for first in (0, 1):
            levels = [better if seat % 2 == first else worse for seat in range(seats)]
            players = [player_for(game.name, level) for level in levels]
            *_, last = playing(game, players, deal, game.options(**options))
            outcome = game.outcome(last)
            assert outcome is not None
            best = [level for level, rank in zip(levels, outcome.ranks, strict=True) if rank == 1]
            won += best.count(better) / len(best)
    return won / (2 * deals)


@pytest.mark.thorough
@pytest.mark.parametrize("game", [GAMES[name] for name in LADDERS if LADDERS[name][2:]], ids=name)
def test_hard_or_else_the_strongest_is_far_better_than_the_weakest(game: AnyGame) -> None:
    weakest, *_, strongest = LADDERS[game.name]
    strong = "hard" if "hard" in LADDERS[game.name] else strongest
    assert share(game, strong, weakest, FEW, **SHORT.get(game.name, {})) >= 0.75


@pytest.mark.parametrize("game", GAMES.values(), ids=name)
def test_every_game_has_a_ladder(game: AnyGame) -> None:
    assert len(LADDERS[game.name]) == len(levels_for(game.name))
    assert len(LADDERS[game.name]) >= 3 or TITLES[game.name].kai.adviser is None


@pytest.mark.parametrize(("game", "worse", "better"), STEPS, ids=name)
def test_each_level_beats_the_one_below_it(
    game: AnyGame, worse: str, better: str, kai_matches: int
) -> None:
    if kai_matches < MANY:
        pytest.skip(f"a long series: --kai-matches {MANY}")
    wanted = NARROWLY.get((game.name, better), BETTER)
    assert share(game, better, worse, kai_matches // 2) > wanted


@pytest.mark.parametrize(("game", "worse", "better", "deals"), LOW_STEPS, ids=name)
def test_no_level_is_weaker_than_the_one_below_it(
    game: AnyGame, worse: str, better: str, deals: int
) -> None:
    won = share(game, better, worse, deals, **SHORT.get(game.name, {}))
    assert won >= 0.5, f"{better} wins only {won:.0%} of {2 * deals} matches against {worse}"


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
