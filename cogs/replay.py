"""``/match replay``: a finished match again, step by step."""

import re
from collections.abc import Iterable
from dataclasses import replace
from typing import Final

from discord import app_commands

from bot.face.face import AnyFace, Style
from bot.game.contract import Stage
from bot.games.faces import face_of
from bot.tables.command import RefusedError
from bot.tables.history import MatchStep, Wanted, find_step, round_begins, step_begins
from bot.tables.sight import look
from bot.tables.state import TableState
from cogs.core.answers import answer
from cogs.core.buttons import Cost, Feature, Press, TableButton
from cogs.core.click import NUMBER, Address, Click, chosen
from cogs.core.finished import finished_table, offer_matches, record_gone
from cogs.core.page import Button, Choice, Menu, Page, Part, Row, Text, fitted
from cogs.core.work import in_thread
from cogs.play.kai import text_rows
from cogs.play.table import picture, signs_in

BUTTON: Final = "Replay"

VERB: Final = "replay"

FIRST: Final = "first"

LAST: Final = "last"

ROUND: Final = "round"
"""What the words of its controls are, or begin with, if they are not the number of a step."""

OPEN: Final = "="
"""What the words end with where all cards are shown."""

_ROWS: Final = 5
"""Rows that are kept free for what happened, so that the page is as high from step to step."""

COLOUR: Final = 0x4A6FA5

_OTHER: Final = ("Show all cards", "Hide cards")

_MOST_ROUNDS: Final = 25

LONGEST: Final = 5_000
"""Entries in the log of a match that can be replayed; the longest that Kai plays has 2,400.

Each step reads the log and plays it from the start, in a thread: 14 ms in the middle of ten rounds
of Kapow! for four, 250 ms for 5,000 entries. A cache would hold names that were deleted since.
"""

NO_SUCH_STEP: Final = "There's no such step. Please open the replay again with `/match replay`."

_WORDS: Final = f"|(?:{FIRST}|{LAST}|{NUMBER}|{ROUND}:{NUMBER}){OPEN}?"


class ReplayCommand(Feature):
    """Watching a match again."""

    def buttons(self) -> Iterable[TableButton]:
        """Yield the one that opens a replay, which also goes to another step or round."""
        yield TableButton(
            *(VERB, self.press, _WORDS, Cost.COSTLY),
            broken=NO_SUCH_STEP,
            thinking=True,
            in_place=True,
            looks_back=True,
            tells_cards=True,
        )

    @app_commands.command(extras={"group": "match", "costly": True, "slow": True})
    @app_commands.autocomplete(match=offer_matches)
    @app_commands.describe(match="Which match. Leave it out for the newest one.")
    async def replay(self, click: Click, match: str | None = None) -> None:
        """Step through a finished match, turn by turn."""
        table = await finished_table(self._services, click, match)
        await self._show(click, table, step_begins(1))

    async def press(self, press: Press) -> None:
        """Open a replay, or go to another step or round."""
        opened = press.words.endswith(OPEN)
        await self._show(press.click, press.state, _wanted(press), opened=opened)

    async def _show(
        self, click: Click, table: TableState, wanted: Wanted, *, opened: bool = False
    ) -> None:
        services = self._services
        check_replayable(table)
        entries = await services.storage.store.load(table.id)
        if not entries:
            raise record_gone(services)

        def draw() -> Page:
            step = find_step(table.id, entries, services.games, wanted)
            return replay_page(table, step, opened=opened)

        page = await in_thread(services.executor, draw)
        await answer(click, page, in_place=True)


def replay_page(now: TableState, step: MatchStep, *, opened: bool = False) -> Page:
    """Return a step of a finished match, ``opened`` with every hand; it draws: not on the loop."""
    check_replayable(now)
    table, face = step.table, face_of(now.game)
    if opened:
        table = replace(table, position=table.game.revealed(table.position))
    scene = look(table).scene
    scored = step.stage.paused or step.stage.turn == _steps(now)
    parts = (
        Text(_heading(now, step)),
        picture(face, scene, face.picture(scene)),
        _buttons(now, step.stage.turn, opened=opened),
        *_rounds(now, step.stage, opened=opened),
        Text(_happened(step, face), elastic=True),
        Text(face.results(scene) if scored else "", elastic=True),
    )
    return Page(fitted(parts), colour=COLOUR)


def _heading(now: TableState, step: MatchStep) -> str:
    stage = step.stage
    return (
        f"## {now.game.title} · replay\n"
        f"Step {stage.turn} of {_steps(now)} · round {stage.round} of {_played(now)}"
    )


def _happened(step: MatchStep, face: AnyFace) -> str:
    told = (face.say(each.event, signs_in(step.table, [each])) for each in step.news)
    said = [f"> {line}" for line in told if line]
    free = _ROWS - sum(map(text_rows, said))
    return "\n".join([*said, *["\N{ZERO WIDTH SPACE}"] * free])


def _buttons(now: TableState, at: int, *, opened: bool) -> Row:
    kept = OPEN * opened

    def button(label: str, words: str, *, there: bool, style: Style = Style.PLAIN) -> Button:
        return Button(label, str(Address(now.id, VERB, words + kept)), style, disabled=not there)

    earlier, later = at > 1, at < _steps(now)
    return (
        button("First", FIRST, there=earlier),
        button("Back", str(at - 1), there=earlier),
        button("Next", str(at + 1), there=later, style=Style.MAIN),
        button("Last", LAST, there=later),
        Button(_OTHER[opened], str(Address(now.id, VERB, f"{at}{'' if opened else OPEN}"))),
    )


def _rounds(now: TableState, at: Stage, *, opened: bool) -> tuple[Part, ...]:
    """Return the menu of rounds; of very many those around this one.

    No line is marked, and the id has the step's number: Discord sends nothing if a line is chosen
    again in the same menu (discord-api-docs, issue 4801).
    """
    last = _played(now)
    if last == 1:
        return ()
    first = max(1, min(at.round - _MOST_ROUNDS // 2, last - _MOST_ROUNDS + 1))
    shown = range(first, min(last, first + _MOST_ROUNDS - 1) + 1)
    words = f"{ROUND}:{at.turn}{OPEN * opened}"
    lines = tuple(Choice(f"Round {number}", str(number)) for number in shown)
    return (Menu(str(Address(now.id, VERB, words)), "Go to round …", lines),)


def _steps(now: TableState) -> int:
    return now.stage.turn if now.stage else 0


def _played(now: TableState) -> int:
    return now.stage.round if now.stage else 0


def check_replayable(table: TableState) -> None:
    """Raise ``RefusedError`` for a match that is not finished, or too long."""
    if table.closed is None:
        raise RefusedError("You can replay a match once it's over.")
    if table.closed.because != "finished":
        raise RefusedError("You can replay only matches that were played to the end.")
    if table.seq > LONGEST:
        raise RefusedError("This match is too long to replay. `/match record` has all of it.")


def _wanted(press: Press) -> Wanted:
    words, stage = press.words.removesuffix(OPEN), press.state.stage
    if words.startswith(ROUND):
        return round_begins(_number(chosen(press.click)))
    if words == LAST and stage is not None:
        return step_begins(stage.turn)
    return step_begins(int(words) if words.isdecimal() else 1)


def _number(text: str) -> int:
    if not re.fullmatch(NUMBER, text):
        raise RefusedError(NO_SUCH_STEP)
    return int(text)
