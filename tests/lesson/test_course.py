"""Every lesson, step by step, with the real faces: what leads on, and what does not."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Final, TypeAlias

import pytest

from bot.face.screen import Act, Focus, Menu, Screen
from bot.face.way import step_on
from bot.games.registry import GAMES
from bot.lesson.course import Course, Position, course_of
from bot.lesson.lesson import LEARNER, LONGEST, Step

TAUGHT: Final = [name for name in GAMES if course_of(name)]
MOST_CLICKS: Final = 14

Deed: TypeAlias = Act | Focus


def course(game: str) -> Course:
    found = course_of(game)
    assert found is not None
    return found


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


def follow(found: Course, at: int, step: Step) -> list[str]:
    """Follow the marks of a step to its move; return the half-made choices passed."""
    passed, way = [""], found.positions[at].way
    while True:
        assert len(passed) <= 3
        does = step_on(way, step.move, screen(found, at, passed[-1]), passed[-1])
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
    assert 8 <= sum(clicks) <= MOST_CLICKS
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
        for viewer, scene in ((LEARNER, position.scene), (None, position.public)):
            mixed = rules.permute_unknown(position.state, viewer, lambda cards: cards[::-1])
            assert mixed != position.state
            assert replace(scene, view=rules.view(mixed, viewer)) == scene
        assert screen(found, at).text
        legal = [str(action) for action in rules.legal(position.state, LEARNER)]
        assert legal == [*map(str, position.legal)]


@pytest.mark.parametrize("game", TAUGHT)
def test_the_table_is_shown_at_the_start_and_more_than_once(game: str) -> None:
    shown = [step.picture for _, _, step in steps(course(game))]
    assert shown[0]
    assert sum(shown) >= 2


def test_a_game_without_a_lesson_has_no_course() -> None:
    assert course_of("poker") is None
    assert course_of("../kapow") is None
