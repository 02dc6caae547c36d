"""The files of the lessons, and every lesson step by step, with the real faces: what leads on."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Final, TypeAlias

import pytest

from bot.face.face import Act, Focus, Menu, Screen
from bot.face.hint_path import next_control
from bot.game.replay import verify
from bot.games.registry import GAMES, adviser_for, measure_for, player_for, strongest_level
from bot.kai.advice import CHANCE, Adviser
from bot.lesson import LEARNER, Course, Lesson, Position, Step, course_of, lesson_of
from tests.helpers import not_none

TAUGHT: Final = [name for name in GAMES if lesson_of(name)]
MOST_CLICKS: Final = 14

SHORT: Final = 60
LONGEST: Final = 200
"""The most characters of an instruction, and of any sentence."""


def lesson(name: str) -> Lesson:
    return not_none(lesson_of(name))


def test_every_game_of_the_house_is_taught() -> None:
    assert {*TAUGHT} >= {"kapow", "kabobo", "capit", "chowpow"}


@pytest.mark.parametrize("game", TAUGHT)
def test_its_record_is_a_record(game: str) -> None:
    found = lesson(game).record
    assert found.game == game
    assert verify(found, GAMES).index == len(found.actions)


@pytest.mark.parametrize("game", TAUGHT)
def test_its_sentences_are_short(game: str) -> None:
    found = lesson(game)
    said = [found.goal, found.ending.score, *found.ending.remember]
    for step in found.steps:
        assert 0 < len(step.say) <= SHORT
        said += [step.say, step.why, step.result, step.meanwhile, step.not_now]
        said += step.instead.values()
    assert all(len(sentence) <= LONGEST for sentence in said)
    assert all(sentence.endswith((".", "!")) for sentence in said if sentence)
    assert 2 <= len(found.ending.remember) <= 3


@pytest.mark.parametrize("game", TAUGHT)
def test_its_short_round_has_options_of_the_game(game: str) -> None:
    GAMES[game].options.model_validate(lesson(game).options)


Deed: TypeAlias = Act | Focus


def course(game: str) -> Course:
    return not_none(course_of(game))


def steps(found: Course) -> Iterator[tuple[int, Position, Step]]:
    for at, position in enumerate(found.positions):
        if position.step is not None:
            yield at, position, position.step


def screen(found: Course, at: int, focus: str = "") -> Screen:
    position = found.positions[at]
    return found.face.screen(position.scene, position.legal, focus)


def deeds(shown: Screen) -> set[Deed]:
    """What can be clicked on a screen does."""
    rows = (row.items if isinstance(row, Menu) else row for row in shown.rows)
    return {control.does for row in rows for control in row if control.does is not None}


def last_act(found: Course, at: int, step: Step) -> Act:
    """Return what the control does that is marked last at a step."""
    focus = follow(found, at, step)[-1]
    does = next_control(found.positions[at].way, step.move, screen(found, at, focus), focus)
    assert isinstance(does, Act)
    return does


def follow(found: Course, at: int, step: Step) -> list[str]:
    """Follow the marks of a step to its move; return the half-made choices passed."""
    passed, way = [""], found.positions[at].way
    while True:
        assert len(passed) <= 3
        does = next_control(way, step.move, screen(found, at, passed[-1]), passed[-1])
        if isinstance(does, Act):
            assert found.is_move(at, does.action)
            return passed
        assert does is not None
        assert found.leads_on(at, does.focus)
        passed.append(does.focus)


@pytest.mark.parametrize("game", TAUGHT)
def test_the_marks_lead_to_the_end(game: str) -> None:
    found = course(game)
    clicks = [len(follow(found, at, step)) for at, _, step in steps(found)]
    assert 7 <= sum(clicks) <= MOST_CLICKS
    assert len(clicks) == found.end
    assert found.positions[-1].step is None


@pytest.mark.parametrize("game", TAUGHT)
def test_every_other_click_is_answered_with_why_not_now(game: str) -> None:
    found, answered = course(game), 0
    for at, _, step in steps(found):
        for focus in follow(found, at, step):
            for does in deeds(screen(found, at, focus)):
                if isinstance(does, Focus):
                    words = does.focus
                    said = "" if found.leads_on(at, words) else found.not_now(at, words)
                else:
                    own = found.is_move(at, does.action)
                    said = "" if own else found.why_not(at, does.action) or "nothing"
                answered += bool(said)
                assert said != "nothing"
                assert len(said) <= LONGEST
    assert answered > found.end


@pytest.mark.parametrize("game", TAUGHT)
def test_every_legal_move_is_answered(game: str) -> None:
    found = course(game)
    for at, position, step in steps(found):
        assert step.move in map(str, position.legal) or not found.game.lists_all
        for action in map(str, position.legal):
            assert found.why_not(at, action)


@pytest.mark.parametrize("game", TAUGHT)
@pytest.mark.parametrize("action", ["", "next", "nonsense", "\N{SNOWMAN}" * 80])
def test_what_is_not_legal_has_no_answer(game: str, action: str) -> None:
    found = course(game)
    assert all(found.why_not(at, action) is None for at, _, _ in steps(found))


@pytest.mark.parametrize("game", TAUGHT)
def test_what_is_shown_is_made_of_views_alone(game: str) -> None:
    """With the hidden cards in another order each screen, picture and sentence is the same."""
    found, rules = course(game), GAMES[game]
    for at, position, _ in steps(found):
        scene = position.scene
        mixed = rules.permute_unknown(position.state, LEARNER, lambda cards: cards[::-1])
        assert mixed != position.state
        assert replace(scene, view=rules.view(mixed, LEARNER)) == scene
        assert screen(found, at).text
        legal = [str(action) for action in rules.legal(position.state, LEARNER)]
        assert legal == [*map(str, position.legal)]


@pytest.mark.parametrize("game", TAUGHT)
def test_a_lesson_asks_for_what_its_own_hints_say(game: str) -> None:
    """Each move is the best by what a hint would say there, or sound, and not clearly worse."""
    found, measure = course(game), measure_for(game)
    player = player_for(game, strongest_level(game))
    adviser = not_none(player if isinstance(player, Adviser) else adviser_for(game))
    for at, position, step in steps(found):
        asked = GAMES[game].parse(step.move)
        told = adviser.consider(position.scene.view, position.legal, (asked,))
        best, own = told[0], next(each for each in told if each.action == asked)
        where = f"step {at + 1}: {asked}, but the hint is {best.action}"
        assert measure.ahead(best.prospect, own.prospect) <= measure.sound, where
        assert CHANCE.ahead(best.prospect, own.prospect) < CHANCE.clear, where


@pytest.mark.parametrize("game", TAUGHT)
def test_the_learner_plays_every_turn_and_ends_none_that_ends_by_itself(game: str) -> None:
    found = course(game)
    actions, played, first = found.lesson.record.actions, list[tuple[int, str]](), 0
    for at, _, step in steps(found):
        then = last_act(found, at, step).then
        follows = actions[step.after + 1 :][:1] == ((LEARNER, then),)
        assert step.then == (then if follows else "")
        played.append((step.after, step.move))
        played += [(step.after + 1, step.then)] if step.then else []
        assert bool(step.meanwhile) == (step.after > first), "what others play is told"
        first = played[-1][0] + 1
    own = [(at, move) for at, (seat, move) in enumerate(actions) if seat == LEARNER]
    assert own == played


def test_a_game_without_a_lesson_has_no_course() -> None:
    assert course_of("poker") is None
    assert course_of("../kapow") is None
