"""Learning from Kai: why it made its last move, and what it would do in one's own place.

Kai thinks in the executor, from Views alone: its own as it was before the move, or that of the
person who asks.
"""

import asyncio
import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final, TypeVar

from bot.games.game import AnyGame
from bot.kai.explaining import Explained, advise, explain
from bot.kai.players import player_for, strongest_level
from bot.render.faces import face_of
from bot.tables.entries import Entry
from bot.tables.errors import NotYoursError, RefusedError
from bot.tables.sight import Sight, look
from bot.tables.state import TableState
from bot.tables.table import Table
from bot.tables.thinking import level_of
from bot.tables.turns import Decision, KaiTurn, kai_turn, must_be_over
from cogs import sending
from cogs.answers import in_time
from cogs.buttons.handler import Handler
from cogs.buttons.play import own_seat
from cogs.layouts.kai import hint_page, turn_page
from cogs.layouts.page import Page
from cogs.services import Click

__all__ = ["HANDLERS"]

T = TypeVar("T")

_HINT: Final = re.compile(r"(\d{1,2}):(\d{1,6})")

_MOVED_ON: Final = (
    "The table has moved on since that hint was offered. Open your hand again with “My hand”."
)


async def _why(click: Click, table: Table, words: str) -> None:
    """Explain the turn of Kai's that the button was shown for, to whoever asks."""
    state, host = table.state, click.client.services.host
    if not state.seats:
        raise RefusedError("The match has not started yet.")
    ply = int(words) if re.fullmatch(r"\d{1,6}", words) else 0

    async def page() -> Page:
        entries = await host.log(table.id)
        return await _think(click, lambda: _explained_turn(state, entries, host.games, ply))

    await sending.private(click, await in_time(click, page(), private=True))


async def _hint(click: Click, table: Table, words: str) -> None:
    """Say what Kai would do in a person's place, as things stand, and to nobody else."""
    asked, state = _HINT.fullmatch(words), table.state
    seat = own_seat(state, click)
    if asked is None or int(asked[1]) != seat:
        raise NotYoursError("These buttons belong to another player's hand.")
    if not state.setup.gives_hints:
        raise RefusedError("There are no hints at this table.")
    sight = look(state, seat)
    if int(asked[2]) != sight.revision or not sight.legal:
        raise RefusedError(_MOVED_ON)
    page = await in_time(click, _think(click, lambda: _advice(state, sight)), private=True)
    if table.state.since[seat] != sight.revision:
        raise RefusedError(_MOVED_ON)
    await sending.answer(click, page)


async def _think(click: Click, work: Callable[[], T]) -> T:
    """Do some work off the event loop."""
    loop = asyncio.get_running_loop()
    return await loop.run_in_executor(click.client.services.executor, work)


def _explained_turn(
    now: TableState, entries: Sequence[Entry], games: Mapping[str, AnyGame], ply: int
) -> Page:
    turn = kai_turn(now.id, entries, games, ply)
    must_be_over(now, turn.turn)
    said = tuple((decision, _explained(decision)) for decision in _worth_a_word(turn))
    return turn_page(now, turn, said)


def _worth_a_word(turn: KaiTurn) -> Sequence[Decision]:
    """Return the decisions where there was something to decide; the last one if there was none."""
    found = [each for each in turn.decisions if len(_legal(each)) > 1]
    return found or turn.decisions[-1:]


def _legal(decision: Decision) -> Sequence[Any]:
    before = decision.before
    found: Sequence[Any] = before.game.legal(before.position, decision.seat)
    return found


def _explained(decision: Decision) -> Explained:
    before, seat = decision.before, decision.seat
    game = before.game
    player = player_for(game.name, level_of(before, seat))
    view = game.view(before.position, seat)
    return explain(game.name, player, view, _legal(decision), decision.action)


def _advice(state: TableState, sight: Sight) -> Page:
    game = state.game
    player = player_for(game.name, strongest_level(game.name))
    explained = advise(game.name, player, sight.scene.view, sight.legal)
    return hint_page(face_of(game), sight.scene, explained)


HANDLERS: Final[Mapping[str, Handler]] = {"why": _why, "hint": _hint}
