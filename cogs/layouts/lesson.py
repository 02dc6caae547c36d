"""A lesson, step by step: what has happened, what to do now and why, and the learner's hand."""

from functools import cache
from typing import Final

from bot.face.screen import Style
from bot.face.way import marked, step_on
from bot.lesson.course import Course, course_of
from bot.lesson.lesson import LEARNER, Step
from cogs.layouts.address import HandAddress
from cogs.layouts.controls import controls
from cogs.layouts.lesson_buttons import AGAIN, CHOICE, PLAY, STEP, learn_control
from cogs.layouts.page import Button, Line, Page, Part, Row, Text, fitted
from cogs.layouts.showcase import game_control
from cogs.layouts.table import picture

__all__ = ["NOT_NOW", "lesson_page"]

NOT_NOW: Final = "\N{RAISED HAND}"
"""Before the sentence about a choice that does not help now."""

COLOUR: Final = 0x2E8B6F


def lesson_page(course: Course, at: int, focus: str = "", notice: str = "") -> Page:
    """Return the lesson at a position; it draws, so not on the loop.

    ``focus`` is the half-made choice of the hand, ``notice`` a sentence about the last click.
    """
    step = course.positions[at].step
    body = _end(course) if step is None else _step(course, at, step, focus, notice)
    return Page(fitted((*body, _ways(course, at))), colour=COLOUR)


def _step(course: Course, at: int, step: Step, focus: str, notice: str) -> tuple[Part, ...]:
    position, game = course.positions[at], course.game
    screen = course.face.screen(position.scene, position.legal, focus)
    half_made = focus.rpartition("|")[2]
    does = step_on(position.way, step.move, screen, half_made)

    def written(words: HandAddress) -> str:
        return learn_control(game.name, CHOICE, str(words))

    rows = marked(screen.rows, does)
    return (
        Text(f"## Learn {game.title}\n-# Step {at + 1} of {course.end}"),
        Text(course.lesson.goal if at == 0 else ""),
        Text(_happened(step)),
        *_picture(course, at, shown=step.picture and not half_made),
        Text(f"{NOT_NOW} {notice}" if notice else ""),
        Text(f"**{step.say}**"),
        Line(),
        Text(screen.text, elastic=True),
        *controls(rows, screen.lasting, written, LEARNER, at),
        Text(f"-# {screen.footer}" if screen.footer else ""),
    )


def _happened(step: Step) -> str:
    return "\n".join(f"> {line}" for line in (step.result, step.meanwhile) if line)


def _end(course: Course) -> tuple[Part, ...]:
    game, ending = course.game, course.lesson.ending
    keep = "\n".join(f"- {line}" for line in ending.remember)
    play = learn_control(game.name, PLAY)
    return (
        Text(f"## \N{PARTY POPPER} You can play {game.title}\n{ending.score}"),
        *_picture(course, course.end, shown=True),
        Text(f"**Remember**\n{keep}"),
        (
            Button("Play a round with Kai", play, Style.GOOD),
            Button("Read the rules", game_control("rules", game.name)),
        ),
    )


def _picture(course: Course, at: int, *, shown: bool) -> tuple[Part, ...]:
    if not shown:
        return ()
    return (picture(course.face, course.positions[at].public, _drawn(course.game.name, at)),)


@cache
def _drawn(game: str, at: int) -> bytes:
    """Return the picture of a position; there are a few in each lesson, always the same."""
    course = course_of(game)
    if course is None:
        raise ValueError(f"{game} has no lesson")
    return course.face.picture(course.positions[at].public)


def _ways(course: Course, at: int) -> Row:
    """Return the ways to other steps."""
    back = learn_control(course.game.name, STEP, str(max(at - 1, 0)))
    again = learn_control(course.game.name, AGAIN)
    return (
        Button("One step back", back, disabled=not at),
        Button("Start over", again, disabled=not at),
    )
