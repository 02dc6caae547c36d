"""``/puzzle``: a position a day, then the server's own and older ones, in one private message."""

import re
from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Final

from discord import app_commands

from bot.daily.days import streak
from bot.face.markdown import counted, strong
from bot.games.faces import face_of
from bot.puzzle.puzzle import ID_DIGITS, Puzzle, position_of, why
from bot.review import face as words
from bot.review.review import EvaluatedChoice
from cogs.core.answers import answer
from cogs.core.buttons import Cost, Feature, PageButton, Queue
from cogs.core.click import Click, guild_of, too_old
from cogs.core.page import Button, Line, Page, Part, Row, Text, fitted
from cogs.core.work import in_thread
from cogs.daily_page import date_words, ends_words
from cogs.play.kai import FIGURES
from cogs.play.table import picture
from cogs.privacy import LET_PUZZLES, agreed_text
from cogs.review_page import Question, answer_lines, choice_rows, verdict

ANSWERED: Final = "You've already answered: your first answer counts."
OFFER: Final = "-# Puzzles can come from this server's own matches, if everyone who played agrees."
FROM_HERE: Final = "From this server's matches"
YOURS: Final = "your choice"
COLOUR: Final = 0x6A4FA3

PAGE: Final = "puzzle"
"""What the custom ids begin with; the day follows, and the place of a choice."""

MORE: Final = "more"
"""Comes after the place of a choice that was made: shows the figures."""

AGREE: Final = "agree"
"""Comes in place of the day: lets puzzles be made from the person's matches."""

OURS: Final = "ours"
"""Comes in place of the day in the custom ids of a server's own puzzle; its id follows."""

_CHOICE: Final = f"(?::([0-5])(:{MORE})?)?"
_DAY: Final = f"([1-9][0-9]{{0,5}}){_CHOICE}"
_OURS: Final = f"{OURS}:([0-9a-f]{{{ID_DIGITS}}}){_CHOICE}"
"""What the custom id of a button says: the puzzle, the place of a choice, whether with figures."""


@dataclass(frozen=True, slots=True)
class Asked:
    """A puzzle that is shown to someone, with what they may know of it."""

    puzzle: Puzzle
    day: int = 0
    """0 for one of the server's own."""
    today: int = 0
    counts: Mapping[str, int] = field(default_factory=dict)
    """How many people made which choice; nothing while that is not told."""
    results: Sequence[tuple[int, bool]] = ()
    """The days on which the person has answered in time, and whether best."""
    lost: Collection[int] = ()
    """The days that break no streak, because nobody could play for a while."""
    next: str = ""
    """The custom id of a puzzle of the server that the person has not answered; empty: none."""
    offer: bool = False

    @property
    def is_todays(self) -> bool:
        """Whether it is the one of the day that it is."""
        return self.day == self.today > 0

    @property
    def question(self) -> Question:
        """The choices, and how they are told."""
        puzzle = self.puzzle
        return Question(puzzle.choices, puzzle.measure, position_of(puzzle).words)

    def control(self, *more: object) -> str:
        """Return the custom id of a button that shows it, or its answer."""
        own = [OURS, self.puzzle.id] if not self.day else [self.day]
        return ":".join(map(str, [PAGE, *own, *more]))

    def share(self, choice: EvaluatedChoice) -> str:
        """Return what share of those who answered made a choice; ``ValueError`` without any."""
        return words.percent(self.counts.get(choice.action, 0) / sum(self.counts.values()))


class DailyPuzzle(Feature):
    """The puzzle of the day, those of days before, and those of the server."""

    def buttons(self) -> Iterable[PageButton]:
        """Yield the controls of puzzles; a person's clicks are handled one at a time."""
        for said, do in ((AGREE, self.agree), (_DAY, self.choose), (_OURS, self.choose_ours)):
            yield PageButton(PAGE, said, do, Cost.COSTLY, Queue.PERSON)

    @app_commands.command(extras={"costly": True})
    async def puzzle(self, click: Click) -> None:
        """Solve today's puzzle: find the best choice."""
        await answer(click, await self._page(click, self._services.puzzles.today))

    async def agree(self, click: Click, _: re.Match[str]) -> None:
        """Let puzzles be made from the person's matches, and say so above today's puzzle."""
        services, user = self._services, click.user.id
        await services.server_puzzles.store.agree(user, services.time.now())
        visibility = await services.storage.people.visibility([user])
        told = agreed_text(visibility[user])
        page = await self._page(click, services.puzzles.today, told=told)
        await answer(click, page, in_place=True)

    async def choose(self, click: Click, found: re.Match[str]) -> None:
        """Show the puzzle of a day, or its answer."""
        figures = found[3] is not None
        page = await self._page(click, int(found[1]), found[2], figures=figures)
        await answer(click, page, in_place=True)

    async def choose_ours(self, click: Click, found: re.Match[str]) -> None:
        """Show a puzzle of the server, or its answer."""
        services, guild, user = self._services, guild_of(click), click.user.id
        puzzles, threads = services.server_puzzles, services.executor
        puzzle = await puzzles.puzzle(guild, found[1])
        notice, own = "", await puzzles.given(user, puzzle)
        if found[2] is not None:
            choice = _choice(puzzle, found[2])
            own = await puzzles.answer(user, puzzle, choice)
            notice = "" if own == choice else ANSWERED
        if own is None:
            page = await in_thread(threads, question_page, Asked(puzzle))
        else:
            with services.limits.reading(click):
                counts = await puzzles.counts(guild, puzzle)
                following = await self._next(click)
            today = services.puzzles.today
            if not following and today > 1:
                following = Asked(puzzle, today - 1).control()
            asked, figures = Asked(puzzle, counts=counts, next=following), found[3] is not None
            page = await in_thread(threads, answer_page, asked, own, notice, figures=figures)
        await answer(click, page, in_place=True)

    async def _page(
        self,
        click: Click,
        day: int,
        at: str | None = None,
        *,
        figures: bool = False,
        told: str = "",
    ) -> Page:
        services, threads = self._services, self._services.executor
        puzzle = await services.puzzles.due(day)
        own, notice = await self._answered(click.user.id, day, puzzle, at)
        asked = await self._asked(click, day, puzzle)
        if own is None:
            before = None
            if asked.is_todays and day > 1:
                puzzle = await services.puzzles.due(day - 1)
                before = await self._asked(click, day - 1, puzzle)
            return await in_thread(threads, question_page, asked, before, told)
        if asked.is_todays:
            with services.limits.reading(click):
                following = await self._next(click)
            agreed = figures or await services.server_puzzles.store.agreed(click.user.id)
            asked = replace(asked, next=following, offer=not agreed)
        return await in_thread(threads, answer_page, asked, own, notice or told, figures=figures)

    async def _answered(
        self, user: int, day: int, puzzle: Puzzle, at: str | None
    ) -> tuple[EvaluatedChoice | None, str]:
        own, puzzles = await self._given(day, user, puzzle), self._services.puzzles
        if at is None:
            return own, ""
        chosen = _choice(puzzle, at)
        is_todays = own is None and day == puzzles.today
        if is_todays and not await puzzles.answer(day, user, puzzle, chosen):
            own = await self._given(day, user, puzzle)  # Another click was quicker.
        own = own or chosen
        return own, "" if own == chosen else ANSWERED

    async def _given(self, day: int, user: int, puzzle: Puzzle) -> EvaluatedChoice | None:
        puzzles = self._services.puzzles
        given = await puzzles.answers.own(day, user) if day == puzzles.today else None
        if given is None or given.puzzle != puzzle.id:
            return None
        return next((one for one in puzzle.choices if one.action == given.choice), None)

    async def _asked(self, click: Click, day: int, puzzle: Puzzle) -> Asked:
        services, puzzles, guild = self._services, self._services.puzzles, guild_of(click)
        with services.limits.reading(click):
            if day == puzzles.today:
                results = await puzzles.answers.results(click.user.id)
                lost = await services.daily.lost()
                return Asked(puzzle, day, day, results=results, lost=lost)
            counts = await puzzles.answers.counts(day, puzzle.id, guild)
        return Asked(puzzle, day, puzzles.today, counts)

    async def _next(self, click: Click) -> str:
        puzzle = await self._services.server_puzzles.next(guild_of(click), click.user.id)
        return "" if puzzle is None else f"{PAGE}:{OURS}:{puzzle}"


def _choice(puzzle: Puzzle, at: str) -> EvaluatedChoice:
    if int(at) >= len(puzzle.shuffled):
        raise too_old("puzzle")
    return puzzle.shuffled[int(at)]


def question_page(asked: Asked, before: Asked | None = None, notice: str = "") -> Page:
    """Return a puzzle, below what others chose the day ``before``; it draws: not on the loop."""
    game, scene, legal = position_of(asked.puzzle)
    face = face_of(game)
    screen = face.screen(scene, legal)
    parts: tuple[Part, ...] = (
        Text(_heading(asked)),
        Text(notice),
        Text(_yesterday(before) if before else ""),
        picture(face, scene, face.picture(scene)),
        Text(screen.lead or screen.text),
        *choice_rows(asked.question, asked.puzzle.shuffled, asked.control),
        Text(_note(asked)),
    )
    return Page(fitted(parts), colour=COLOUR)


def answer_page(
    asked: Asked, own: EvaluatedChoice, notice: str = "", *, figures: bool = False
) -> Page:
    """Return a puzzle's answer, or with ``figures`` what choices are worth; not on the loop."""
    if figures:
        body: Sequence[Part] = Line(), Text(_figures(asked, own), elastic=True)
    else:
        game, scene, _ = position_of(asked.puzzle)
        face = face_of(game)
        body = picture(face, scene, face.picture(scene)), Text(_chosen(asked))
    at = asked.puzzle.shuffled.index(own)
    switch = asked.control(at) if figures else asked.control(at, MORE)
    offer = Text(OFFER), (Button(LET_PUZZLES, f"{PAGE}:{AGREE}"),)
    parts: tuple[Part, ...] = (
        Text(_heading(asked)),
        Text(notice),
        Text(f"{verdict(asked.question, own)}\n{why(asked.puzzle)}"),
        *body,
        Text(_so_far(asked)),
        (Button("Less" if figures else FIGURES, switch), *_another(asked)),
        Text("" if asked.counts else _note(asked)),
        *(offer if asked.offer else ()),
    )
    return Page(fitted(parts), colour=COLOUR)


def _figures(asked: Asked, own: EvaluatedChoice) -> str:
    marks, people = defaultdict[str, list[str]](list), sum(asked.counts.values())
    marks[own.action].append(YOURS)
    for choice in asked.puzzle.choices:
        if choice.action in asked.counts:
            marks[choice.action].append(f"{asked.share(choice)} of {people}")
    return answer_lines(asked.question, marks)


def _chosen(asked: Asked) -> str:
    if not asked.counts:
        return ""
    order = sorted(asked.puzzle.choices, key=lambda one: -asked.counts.get(one.action, 0))
    lines = [f"{asked.share(each)} {asked.question.tell(each)}" for each in order]
    people = counted(sum(asked.counts.values()), "player")
    return "\n".join((f"**What {people} chose**", *lines))


def _heading(asked: Asked) -> str:
    title = position_of(asked.puzzle).game.title
    if not asked.day:
        return f"## Puzzle · {title}\n-# {FROM_HERE}"
    date = "" if asked.is_todays else f"\n-# {date_words(asked.day)}"
    return f"## Puzzle {asked.day} · {title}{date}"


def _yesterday(before: Asked) -> str:
    if not before.counts:
        return ""
    best, people = before.puzzle.best, counted(sum(before.counts.values()), "player")
    told = strong(before.question.tell(best))
    return f"Yesterday, {before.share(best)} of {people} found the best choice: {told}."


def _note(asked: Asked) -> str:
    if not asked.day:
        return ""
    if asked.is_todays:
        return f"-# You'll see others' choices {ends_words(asked.day)}."
    return "-# Another day's puzzle: your answer isn't kept."


def _so_far(asked: Asked) -> str:
    if not asked.is_todays or not asked.results:
        return ""
    days = [day for day, _ in asked.results]
    solved = sum(best for _, best in asked.results)
    length = streak(days, asked.today, asked.lost)
    return (
        f"Solved {solved} of {counted(len(days), 'daily puzzle')}. "
        f"Streak: {counted(length, 'day')}. You can miss one day a week."
    )


def _another(asked: Asked) -> Row:
    address = asked.next
    if not address and asked.day > 1:
        address = replace(asked, day=asked.day - 1).control()
    return (Button("Another puzzle", address),) if address else ()
