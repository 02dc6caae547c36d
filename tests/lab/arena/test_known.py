"""Programs by name."""

from pathlib import Path

import pytest

from bot.game.deck import Chance
from bot.games.players import USUAL_LEVEL, levels_for
from bot.games.registry import GAMES
from bot.lab.arena.errors import UnusableError
from bot.lab.arena.kapow import CONTESTANTS
from bot.lab.arena.known import RANDOM, YARDSTICKS, RandomPlayer, contestant, known
from tests.lab.arena.programs import HERE
from tests.toy_game import TOY
from tests.toy_game.game import Play


@pytest.mark.parametrize("game", [*GAMES, TOY.name])
def test_every_game_has_kais_levels_and_chance(game: str) -> None:
    names = list(known(game))
    assert names[0] == USUAL_LEVEL
    assert {*levels_for(game), RANDOM} <= set(names)
    for name in names:
        assert contestant(game, name)


def test_a_games_own_programs_are_found_where_its_folder_is() -> None:
    assert list(known("kapow")) == [*levels_for("kapow"), *CONTESTANTS, RANDOM]
    for name, program in CONTESTANTS.items():
        assert contestant("kapow", name) is program
    assert not CONTESTANTS.keys() & known(TOY.name).keys()


@pytest.mark.parametrize("game", GAMES)
def test_no_program_of_a_game_is_mistaken_for_kai(game: str) -> None:
    levels = levels_for(game)
    assert not {*levels, RANDOM} & YARDSTICKS.get(game, {}).keys()


@pytest.mark.parametrize("name", ["HIGHEST", "Highest", "PEEKING"])
def test_a_player_of_ones_own_is_named_by_its_module(name: str) -> None:
    hand = (Play(3), Play(8))
    state = TOY.new(TOY.options(), 2, Chance(bytes(32))).state
    choose = contestant(TOY.name, f"{HERE}:{name}").sit_down(bytes(32))
    assert choose(TOY, state, 0, hand).action in hand


@pytest.mark.parametrize(
    ("name", "sentence"),
    [
        ("nobody", "no program “nobody” for toy: there are normal, random, and a player of yours"),
        (
            "no.such.module:PLAYER",
            "“no.such.module:PLAYER” cannot be imported: ModuleNotFoundError",
        ),
        (f"{HERE}:Nobody", "cannot be imported: AttributeError: .*Nobody"),
        (f"{HERE}:", "cannot be imported: AttributeError"),
        (":HIGHEST", "cannot be imported: ValueError"),
        (f"{HERE}:NOTHING", "has no choose, and does not make what has one"),
        (f"{HERE}:card", "makes no player: TypeError"),
        ("builtins:dict", "makes a dict, which has no choose"),
    ],
)
def test_what_is_no_program_is_told_in_a_sentence(name: str, sentence: str) -> None:
    with pytest.raises(UnusableError, match=sentence):
        contestant(TOY.name, name)


def test_a_module_that_cannot_be_imported_is_told_with_its_fault(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "halfway.py").write_text("1 / 0\n", "utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    with pytest.raises(UnusableError, match="“halfway:PLAYER” cannot be imported: ZeroDivisionErr"):
        contestant(TOY.name, "halfway:PLAYER")


def test_chance_finds_every_action_as_likely() -> None:
    player = RandomPlayer(bytes(32))
    drawn = [player.choose(None, "abcd").action for _ in range(4000)]
    assert all(900 < drawn.count(action) < 1100 for action in "abcd")
