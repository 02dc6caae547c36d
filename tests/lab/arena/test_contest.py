"""Matches of the arena: runs, rotations, who may play, and programs that fail."""

from pathlib import Path

import pytest

from bot.game.deck import Chance
from bot.games.kapow.rules.game import KAPOW
from bot.games.registry import GAMES, levels_for
from bot.kai.player import USUAL_LEVEL
from lab.arena.command import contest_of
from lab.arena.contest import Contest, Played, play, rotations, run, secret
from lab.arena.contestant import FailedError, UnusableError
from lab.arena.kapow.yardsticks import CONTESTANTS
from lab.arena.known import RANDOM, YARDSTICKS, RandomPlayer, contestant, known
from tests.lab.arena.programs import HERE
from tests.toy_game import TOY
from tests.toy_game.game import Play

TOYS = {TOY.name: TOY}


def toys(*programs: str, seed: int = 1) -> Contest:
    names = ",".join(name if name == "random" else f"{HERE}:{name}" for name in programs)
    return contest_of(TOYS, TOY.name, names, (), seed)


@pytest.mark.parametrize(
    ("seats", "times"), [("ab", 2), ("abbb", 4), ("abab", 2), ("aa", 1), ("abc", 3), ("aab", 3)]
)
def test_a_deal_is_played_as_often_as_the_seats_differ(seats: str, times: int) -> None:
    assert rotations(seats) == times


def test_each_program_has_each_seats_cards() -> None:
    """At the toy game the highest card scores, so the scores tell the cards."""
    rows = play(toys("HIGHEST", "LOWEST", "LOWEST"), range(1, 9)).rows
    assert [(row.deal, row.rotation) for row in rows] == [
        (d, r) for d in range(1, 9) for r in range(3)
    ]
    for row in rows:
        assert [name.rpartition(":")[2] for name in row.seats].index("HIGHEST") == row.rotation
        state = TOY.new(TOY.options(), 3, Chance(secret(1, row.deal))).state
        cards = [(max if seat == row.rotation else min)(state.hands[seat]) for seat in range(3)]
        assert row.rounds[0] == tuple(int(each == max(cards)) for each in cards)
        assert row.totals == tuple(map(sum, zip(*row.rounds, strict=True)))


def test_deals_differ_by_their_number_and_the_seed() -> None:
    assert len({secret(seed, deal) for seed in range(9) for deal in range(9)}) == 81
    assert len(secret(1, 1)) == 32
    # Written down, so that a run of today can be repeated tomorrow.
    assert secret(1, 1).hex().startswith("3a05282e")


def test_chance_plays_alike_on_the_same_deal_and_otherwise_on_another() -> None:
    first, second = (play(toys("random", "random"), range(1, 30)).rows for _ in range(2))
    assert first == second
    assert play(toys("random", "random", seed=2), range(1, 30)).rows != first
    assert play(toys("random", "random"), range(20, 30)).rows == first[19:]
    assert len({row.totals for row in first}) > 3


def test_what_remembers_is_made_anew_for_each_match() -> None:
    contest = toys("Stubborn", "Stubborn")
    together = play(contest, [1, 2]).rows
    assert together == (*play(contest, [1]).rows, *play(contest, [2]).rows)
    highs = play(toys("HIGHEST", "HIGHEST"), [1, 2]).rows
    assert [row.rounds[0] for row in together] == [row.rounds[0] for row in highs]


def test_only_real_choices_are_timed() -> None:
    contest = toys("HIGHEST", "LOWEST")
    played = play(contest, range(1, 6))
    # Three rounds in each of ten matches; to go on to the next round is no choice.
    assert [len(times) for times in played.thinking.values()] == [30, 30]


@pytest.mark.parametrize(
    ("name", "sentence"),
    [
        (
            "Failing",
            r"“tests\.lab\.arena\.programs:Failing” failed: ZeroDivisionError: among 2 \(.*py, li",
        ),
        ("Foul", r":Foul” chose Play\(card=\d+\), which is not legal: You cannot do that now"),
        ("Clumsy", r":Clumsy” failed: AttributeError: 'Play' object has no attribute 'action'"),
    ],
)
@pytest.mark.parametrize("processes", [1, 2])
def test_a_program_that_fails_is_named(name: str, sentence: str, processes: int) -> None:
    with pytest.raises(FailedError, match=sentence):
        run(toys("HIGHEST", name), 20, processes, print)


@pytest.mark.thorough
def test_what_comes_of_a_run_does_not_depend_on_the_processes() -> None:
    contest = contest_of(GAMES, KAPOW.name, "normal,random", ["rounds=1", "cards=9"], 4)
    told: list[int] = []
    alone, shared = run(contest, 5, 1, told.append), run(contest, 5, 2, told.append)
    assert alone.rows == shared.rows
    assert told == [1, 2, 3, 4, 5] * 2
    assert counts(alone) == counts(shared)


def counts(played: Played) -> dict[str, int]:
    return {name: len(times) for name, times in played.thinking.items()}


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


@pytest.mark.parametrize("name", ["HIGHEST", "Highest"])
def test_a_player_of_ones_own_is_named_by_its_module(name: str) -> None:
    hand = (Play(3), Play(8))
    player = contestant(TOY.name, f"{HERE}:{name}").make(bytes(32))
    assert player.choose(None, hand).action == Play(8)


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
