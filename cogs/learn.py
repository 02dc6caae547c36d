"""``/learn``: a guided hand in one private message, of which nothing is stored."""

import re
from collections.abc import Callable, Iterable
from functools import cache, partial
from typing import Final

from discord import app_commands

from bot.face.face import Style
from bot.face.hint_path import marked, next_control
from bot.game.contract import AnyGame
from bot.game.moves import AND
from bot.games.faces import Drawer
from bot.lesson import LEARNER, Course, Step, course_of
from bot.tables.command import RefusedError
from cogs.core.answers import answer
from cogs.core.buttons import Cost, Feature, PageButton, Queue
from cogs.core.click import NUMBER, Click, HandAddress, chosen, controls, read_hand_address
from cogs.core.commands import GAME_HELP, game_choices, named_game, pick_game
from cogs.core.page import Button, Page, Part, Picture, Row, Text, fitted
from cogs.core.work import in_thread
from cogs.play.hand import painted
from cogs.play.opening import open_new
from cogs.services import Services
from cogs.showcase import AGAIN, CHOICE, LEARN, PLAY, STEP, game_control, learn_control

NOT_NOW: Final = "\N{RAISED HAND}"

COLOUR: Final = 0x2E8B6F

CHANGED: Final = "This lesson has changed. Please start it again with `/learn`."

_GAME: Final = "([^:]*)"

_STEP: Final = re.compile(f"{STEP}:{NUMBER}")


class Learn(Feature):
    """Learning a game by playing it."""

    def __init__(self, services: Services) -> None:
        super().__init__(services)
        taught = {name: game for name, game in services.games.items() if course_of(name)}
        app_commands.choices(game=game_choices(taught))(self.learn)

    def buttons(self) -> Iterable[PageButton]:
        """Yield the controls of the lessons; a person's clicks are handled one at a time."""
        costly, free, queue = Cost.COSTLY, Cost.FREE, Queue.PERSON
        yield PageButton(LEARN, f"{_GAME}:?", self.begin, free, queue)
        yield PageButton(LEARN, f"{_GAME}:{PLAY}", self.play, costly, queue, thinking=True)
        yield PageButton(LEARN, f"{_GAME}:{CHOICE}(?::(.*))?", self.choose, free, queue)
        yield PageButton(LEARN, f"{_GAME}:(.*)", self.turn, free, queue)

    @app_commands.command()
    @app_commands.describe(game=GAME_HELP)
    async def learn(self, click: Click, game: str | None = None) -> None:
        """Learn a game in two minutes, in a guided hand."""
        course = _course(await pick_game(self._services, click, game))
        await self._show(click, partial(lesson_page, course, 0))

    async def begin(self, click: Click, found: re.Match[str]) -> None:
        """Begin the lesson that a button offers."""
        await self._show(click, partial(lesson_page, self._course(found), 0))

    async def play(self, click: Click, found: re.Match[str]) -> None:
        """Open a table for a short round, with Kai in all the seats that it needs."""
        course = self._course(found)
        game, options = course.game, course.lesson.options
        kai = game.seats.start - 1
        await open_new(self._services, click, game, kai, options)

    async def choose(self, click: Click, found: re.Match[str]) -> None:
        """Show the lesson after a choice in the hand."""
        course, menu = self._course(found), "values" in (click.data or {})
        pressed = _choice_of(course, found[2] or "", chosen(click) if menu else None)
        await self._show(click, partial(_after, course, pressed), in_place=True)

    async def turn(self, click: Click, found: re.Match[str]) -> None:
        """Show another step; ``RefusedError`` if the lesson has none of that name."""
        course = self._course(found)
        at = 0 if found[2] == AGAIN else _step_of(course, found[2])
        await self._show(click, partial(lesson_page, course, at), in_place=True)

    def _course(self, found: re.Match[str]) -> Course:
        return _course(named_game(self._services.games, found[1]))

    async def _show(
        self, click: Click, make: Callable[..., Page], *, in_place: bool = False
    ) -> None:
        words = await self._services.surface.hands.as_text(click.user.id)
        page = await in_thread(self._services.executor, partial(make, words=words))
        await answer(click, page, in_place=in_place)


def lesson_page(
    course: Course, at: int, focus: str = "", notice: str = "", *, words: bool = False
) -> Page:
    """Return the lesson at a position, with the hand's half-made ``focus``; not on the loop."""
    step = course.positions[at].step
    shown = () if words else (_drawn(course.game.name, at),)
    if step is None:
        body = _end(course, shown)
    else:
        said = Text(f"{NOT_NOW} {notice}" if notice else "")
        todo = _todo(course, at, step, focus, words=words)
        body = (*_head(course, at, step), *shown, said, *todo)
    return Page(fitted((*body, _ways(course, at))), colour=COLOUR)


def _head(course: Course, at: int, step: Step) -> tuple[Part, ...]:
    happened = "\n".join(f"> {line}" for line in (step.result, step.meanwhile) if line)
    return (
        Text(f"### Learn {course.game.title} · step {at + 1} of {course.end}"),
        Text(course.lesson.goal if at == 0 else ""),
        Text(happened),
    )


def _todo(course: Course, at: int, step: Step, focus: str, *, words: bool) -> tuple[Part, ...]:
    position = course.positions[at]
    screen = course.face.screen(position.scene, position.legal, focus)
    does = next_control(position.way, step.move, screen, focus.rpartition("|")[2])

    def written(words: HandAddress) -> str:
        return learn_control(course.game.name, CHOICE, str(words))

    lead = screen.lead.partition("**")[2].partition("**")[2].strip() if focus else ""
    return (
        Text(f"**{step.say}**\n{step.why}"),
        Text(screen.text if words else lead.replace("**", ""), elastic=True),
        *controls(marked(screen.rows, does), screen.lasting, written, LEARNER, at),
        Text(f"-# {screen.footer}" if words and screen.footer else ""),
    )


def _end(course: Course, shown: tuple[Part, ...]) -> tuple[Part, ...]:
    game, ending = course.game, course.lesson.ending
    keep = "\n".join(f"- {line}" for line in ending.remember)
    play = learn_control(game.name, PLAY)
    return (
        Text(f"### \N{PARTY POPPER} You can play {game.title}\n{ending.score}"),
        *shown,
        Text(f"**Remember**\n{keep}"),
        (
            Button("Play a round with Kai", play, Style.GOOD),
            Button("Rules", game_control("rules", game.name)),
        ),
    )


@cache
def _drawn(game: str, at: int) -> Picture:
    course = course_of(game)
    if course is None:
        raise ValueError(f"{game} has no lesson")
    return painted(Drawer(), course.game, course.positions[at].scene, soon=True)


def _ways(course: Course, at: int) -> Row:
    back = learn_control(course.game.name, STEP, str(max(at - 1, 0)))
    again = learn_control(course.game.name, AGAIN)
    return (
        Button("One step back", back, disabled=not at),
        Button("Start over", again, disabled=not at),
    )


def _course(game: AnyGame) -> Course:
    course = course_of(game.name)
    if course is None:
        raise RefusedError(f"There's no lesson for {game.title} yet. `/rules` explains the game.")
    return course


def _step_of(course: Course, words: str) -> int:
    found = _STEP.fullmatch(words)
    if found is None or int(found[1]) > course.end:
        raise RefusedError(CHANGED)
    return int(found[1])


def _choice_of(course: Course, words: str, value: str | None) -> HandAddress:
    try:
        pressed = read_hand_address(words, value)
    except RefusedError:
        raise RefusedError(CHANGED) from None
    if pressed.seat != LEARNER or pressed.revision >= course.end or pressed.kind == "n":
        raise RefusedError(CHANGED)
    return pressed


def _after(course: Course, pressed: HandAddress, *, words: bool) -> Page:
    at, choice = pressed.revision, pressed.words.partition(AND)[0]
    focus, notice = pressed.focus, ""
    if pressed.kind == "a" and course.is_move(at, choice):
        at += 1
    elif pressed.kind == "a":
        why_not = course.why_not(at, choice)
        if why_not is None:
            raise RefusedError(CHANGED)
        notice = why_not
    elif not course.leads_on(at, choice):
        focus, notice = pressed._replace(words="").focus, course.not_now(at, choice)
    return lesson_page(course, at, focus, notice, words=words)
