"""The review of a match: opening it, looking at another player, and its puzzles."""

import asyncio
import re
from collections.abc import Mapping
from functools import partial
from typing import Final

from bot.face.review import words as sentences
from bot.game.contract import Seat
from bot.game.record import Record
from bot.review.values import Slip
from bot.tables.core.errors import RefusedError
from bot.tables.core.record import record_of
from bot.tables.core.state import TableState
from bot.tables.hosting.table import Table
from cogs import sending
from cogs.address import NUMBER
from cogs.answers import in_time
from cogs.buttons.handler import Handler
from cogs.clicked import chosen, on_private
from cogs.layouts.page import Page
from cogs.layouts.puzzle import Puzzle, puzzle_page, view_of
from cogs.services import Click

__all__ = ["HANDLERS"]

_NUMBERS: Final = re.compile(f"{NUMBER}(:{NUMBER}){{0,2}}")


async def _review(click: Click, table: Table, words: str) -> None:
    await _show(click, table.state, words)


async def _player(click: Click, table: Table, _words: str) -> None:
    await _show(click, table.state, chosen(click))


async def _show(click: Click, table: TableState, words: str) -> None:
    """Show the review, of the seat named or of the usual one."""
    seat = _numbers(words, 1)[0] if words else None
    if seat is not None and seat >= len(table.seats):
        raise RefusedError(sentences.NO_SUCH_PUZZLE)
    if not on_private(click):
        # What is announced without this would be a change of the public message.
        await click.client.deferrals.put_off(click, private=True, thinking=True)
    await click.client.surface.reviews.show(click, table, seat)


async def _puzzle(click: Click, table: Table, words: str) -> None:
    seat, number = _numbers(words, 2)
    page = await in_time(click, _page(click, table.state, seat, number), private=True)
    await sending.private(click, page)


async def _solve(click: Click, table: Table, words: str) -> None:
    seat, number, choice = _numbers(words, 3)
    page = await in_time(click, _page(click, table.state, seat, number, choice), private=True)
    await sending.private(click, page)


async def _page(
    click: Click, table: TableState, seat: Seat, number: int, choice: int | None = None
) -> Page:
    services = click.client.services
    review = await services.reviewing.find(table)
    slips = review.slips[seat] if review and seat < review.seats else ()
    if number >= len(slips) or (choice or 0) >= len(slips[number].choices):
        raise RefusedError(sentences.NO_SUCH_PUZZLE)
    slip = slips[number]
    record = record_of(table, await services.store.load(table.id))
    draw = partial(_draw, click, table, record, slip)
    return await asyncio.get_running_loop().run_in_executor(
        services.executor, partial(draw, number, choice)
    )


def _draw(  # noqa: PLR0913, PLR0917 - what a puzzle is made of
    click: Click, table: TableState, record: Record, slip: Slip, number: int, choice: int | None
) -> Page:
    view = view_of(record, click.client.services.games, slip)
    return puzzle_page(Puzzle(table, slip, number, view), choice)


def _numbers(words: str, count: int) -> list[int]:
    """Read the numbers of a button; ``RefusedError`` unless there are as many as wanted."""
    found = [int(word) for word in words.split(":")] if _NUMBERS.fullmatch(words) else []
    if len(found) != count:
        raise RefusedError(sentences.NO_SUCH_PUZZLE)
    return found


HANDLERS: Final[Mapping[str, Handler]] = {
    "review": _review,
    "player": _player,
    "puzzle": _puzzle,
    "solve": _solve,
}
