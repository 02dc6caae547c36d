"""Matches, what is found in them, and which puzzles are chosen: by a fast adviser."""

from collections import Counter
from collections.abc import Sequence
from functools import cache
from typing import Any, Final

import pytest

from bot.game.replay import verify
from bot.games.kapow.rules.game import KAPOW
from bot.games.registry import GAMES, player_for
from bot.kai.advice import EvaluatedAction, Prospect
from bot.kai.player import USUAL_LEVEL
from bot.puzzle.making import YOU, Fault
from bot.puzzle.puzzle import Puzzle, read_puzzles
from lab.puzzles.__main__ import main
from lab.puzzles.choosing import MOST_OF_A_MATCH, disagreements, puzzle_lines, summary_lines, varied
from lab.puzzles.finding import Bench, Find, Scouted, finds, match_of
from tests.puzzle.sample import DRAW, puzzle
from tests.review.quick import QUICK
from tests.toy_game import TOY

MATCHES: Final = range(3, 5)
"""Of 9 cards, which are short."""

BENCH: Final = Bench(QUICK, [QUICK.with_dice(number) for number in range(3)])


@cache
def found() -> Sequence[Find]:
    return tuple(finds(KAPOW, MATCHES, 5, BENCH))


def puzzles() -> Sequence[Puzzle]:
    return [each.result for each in found() if isinstance(each.result, Puzzle)]


@pytest.mark.thorough
@pytest.mark.parametrize("game", GAMES)
def test_a_match_is_played_to_its_end(game: str) -> None:
    record = match_of(GAMES[game], 1, 0)
    assert GAMES[game].outcome(verify(record, GAMES).state) is not None


def test_a_game_without_a_level_hard_is_played_by_the_strongest_there_is() -> None:
    assert {*match_of(TOY, 1, 0).seats} == {USUAL_LEVEL}


@pytest.mark.thorough
def test_costly_decisions_become_puzzles_or_have_a_fault() -> None:
    results = [each.result for each in found()]
    assert puzzles()
    assert any(isinstance(result, Fault) for result in results)
    assert {each.match for each in found()} <= {*MATCHES}
    for made in puzzles():
        assert made.record.seats[made.seat] == YOU
        assert read_puzzles("kapow", made.model_dump_json()) == (made,)


@pytest.mark.thorough
def test_the_same_search_finds_the_same() -> None:
    number = found()[0].match
    again = tuple(finds(KAPOW, range(number, number + 1), 5, BENCH))
    assert again == tuple(each for each in found() if each.match == number)


@pytest.mark.thorough
def test_those_that_differ_are_chosen() -> None:
    chosen = varied(found(), 100)
    places = {each.result.id: each.match for each in found() if isinstance(each.result, Puzzle)}
    assert max(Counter(places[each.id] for each in chosen).values()) <= MOST_OF_A_MATCH
    assert varied(found(), 1) == chosen[:1]
    assert chosen[0] not in varied(found(), 100, chosen[:1])


@pytest.mark.thorough
def test_a_puzzle_that_others_judge_otherwise_is_reported() -> None:
    assert list(disagreements(puzzles()[:2], BENCH.judges)) == []
    [told] = disagreements([puzzle()], [Contrary()])
    assert told == f"{puzzle().id}: take discard is better than take draw"
    [told] = disagreements([puzzle()], [Contrary(), Contrary(DRAW.action)])
    assert told == f"{puzzle().id}: {Fault.DIVIDED.value}"


class Contrary:
    """Finds one of the choices far better than all others."""

    def __init__(self, best: str = "take discard") -> None:
        self._best = best

    def consider(
        self, _: object, legal: Sequence[Any], _also: Sequence[Any] = ()
    ) -> Sequence[EvaluatedAction[Any]]:
        best = [each for each in legal if str(each) == self._best]
        worse = [each for each in legal if str(each) != self._best]
        return [
            *(EvaluatedAction(each, Prospect(0, 9, 0.8)) for each in best),
            *(EvaluatedAction(each, Prospect(8, 9, 0.2)) for each in worse),
        ]


def test_what_the_scout_would_do_is_not_looked_into() -> None:
    state, _ = KAPOW.new(KAPOW.options(), 2, puzzle().record.chance)
    view, legal = KAPOW.view(state, 0), KAPOW.legal(state, 0)
    scout = player_for("kapow", "normal")
    choice = scout.choose(view, legal).action
    other = next(action for action in legal if action != choice)
    scouted = Scouted(Contrary(), scout)
    assert [each.action for each in scouted.consider(view, legal, (choice,))] == [choice]
    assert len(scouted.consider(view, legal, (other,))) == len(legal)


@pytest.mark.thorough
def test_a_puzzle_and_a_search_are_told() -> None:
    told = "\n".join(puzzle_lines(puzzle()))
    assert "1. Draw a card: 4.0 points, others 9.0, 60.0%" in told
    assert "Why: " in told
    lines = list(summary_lines(found(), 1))
    assert lines[0] == f"{len(found())} costly decisions"
    assert lines[-1] == f"{len(puzzles())} clear, 1 chosen"


def test_the_command_prints_lines_and_what_was_rejected(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--game", "kapow", "--matches", "0"]) == 0
    assert capsys.readouterr() == ("", "0 costly decisions\n0 clear, 0 chosen\n")
    with pytest.raises(SystemExit):
        main(["--matches", "1"])
