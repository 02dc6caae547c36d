"""The review of a match: opening it, looking at another player, and its puzzles."""

import asyncio
import re
from collections.abc import Mapping
from typing import Final, NamedTuple

from bot.face.review import words as sentences
from bot.game.contract import Seat
from bot.review.values import Review, Slip
from bot.tables.core.errors import RefusedError
from bot.tables.core.record import record_of
from bot.tables.core.state import TableState
from cogs.answers import sending
from cogs.answers.click import chosen
from cogs.buttons.verb import Press, Verb
from cogs.layouts.address import NUMBER
from cogs.layouts.page import Page
from cogs.layouts.puzzle import Puzzle, name_of, puzzle_page, view_of

__all__ = ["VERBS"]

_NUMBERS: Final = re.compile(f"{NUMBER}(:{NUMBER}){{0,3}}")


class _Asked(NamedTuple):
    """A seat's puzzle; with a choice, its answer."""

    seat: Seat
    number: int
    choice: int | None = None
    name: int | None = None
    """Which puzzle it was when the choices were shown."""


async def _review(press: Press) -> None:
    await _show(press, press.words)


async def _player(press: Press) -> None:
    await _show(press, chosen(press.click))


async def _show(press: Press, words: str) -> None:
    """Show the review, of the seat named or of the usual one."""
    seat = _numbers(words, 1)[0] if words else None
    if seat is not None and seat >= len(press.state.seats):
        raise RefusedError(sentences.NO_SUCH_PUZZLE)
    await press.services.reviews.show(press.click, press.state, seat)


async def _puzzle(press: Press) -> None:
    seat, number = _numbers(press.words, 2)
    await _open(press, _Asked(seat, number))


async def _solve(press: Press) -> None:
    named = press.words.count(":") == _Asked._fields.index("name")
    await _open(press, _Asked(*_numbers(press.words, 4 if named else 3)))


async def _open(press: Press, asked: _Asked) -> None:
    """Show a puzzle; where an older version made the review, have another made and say so."""
    services, table = press.services, press.state
    review = await services.reviewing.find(table)
    if review is None:
        if asked.seat >= len(table.seats):
            raise RefusedError(sentences.NO_SUCH_PUZZLE)
        await services.reviews.show(press.click, table, asked.seat, sentences.OLD)
        return
    await sending.private(press.click, await _page(press, review, asked))


def _found(table: TableState, review: Review, asked: _Asked) -> Slip:
    """Return what is asked for; ``RefusedError`` if there is no such puzzle, or another one now.

    Buttons from before puzzles had names may be about any: they say so.
    """
    slips = review.slips[asked.seat] if asked.seat < review.seats else ()
    slip = slips[asked.number] if asked.number < len(slips) else None
    is_there = slip is not None and (asked.choice or 0) < len(slip.choices)
    if slip is not None and is_there and asked.choice is None:
        return slip
    if slip is not None and is_there and asked.name == name_of(table, slip):
        return slip
    is_old = is_there or asked.name is not None
    raise RefusedError(sentences.MADE_AGAIN if is_old else sentences.NO_SUCH_PUZZLE)


async def _page(press: Press, review: Review, asked: _Asked) -> Page:
    services, table = press.services, press.state
    slip = _found(table, review, asked)
    record = record_of(table, await services.store.load(table.id))

    def draw() -> Page:
        view = view_of(record, services.games, slip)
        return puzzle_page(Puzzle(table, slip, asked.number, view), asked.choice)

    return await asyncio.get_running_loop().run_in_executor(services.executor, draw)


def _numbers(words: str, count: int) -> list[int]:
    """Read the numbers of a button; ``RefusedError`` unless there are as many as wanted."""
    found = [int(word) for word in words.split(":")] if _NUMBERS.fullmatch(words) else []
    if len(found) != count:
        raise RefusedError(sentences.NO_SUCH_PUZZLE)
    return found


VERBS: Final[Mapping[str, Verb]] = {
    "review": Verb(
        _review, costly=True, thinking=True, in_place=True, looks_back=True, tells_cards=True
    ),
    "player": Verb(
        _player, costly=True, thinking=True, in_place=True, looks_back=True, tells_cards=True
    ),
    "puzzle": Verb(_puzzle, costly=True, looks_back=True, tells_cards=True),
    "solve": Verb(_solve, costly=True, looks_back=True, tells_cards=True),
}
