"""Playing by clicks: opening the private hand, acting in it, coming back, going on."""

from collections.abc import Awaitable, Mapping
from typing import Final

from bot.face.screen import with_lasting
from bot.game.contract import GameError, Seat
from bot.tables.core import match
from bot.tables.core.command import must_be_playing
from bot.tables.core.errors import NotYoursError, OutdatedError, RefusedError
from bot.tables.core.sight import look
from bot.tables.core.state import TableState
from bot.tables.hosting.table import Table
from cogs.address import HandAddress, read_hand_address
from cogs.answers import in_time, sentence
from cogs.buttons.handler import Handler
from cogs.clicked import chosen, is_choice
from cogs.services import Click

__all__ = ["HANDLERS", "own_seat"]


def own_seat(table: TableState, click: Click) -> Seat:
    """Return the seat of whoever clicked; ``RefusedError`` for a stranger or without a match."""
    must_be_playing(table)
    seat = table.seat_of(click.user.id)
    if seat is None:
        raise NotYoursError(
            "You have no seat at this table. “As text” tells you all that is on it."
        )
    return seat


async def _my_hand(click: Click, table: Table, _words: str) -> None:
    seat = own_seat(table.state, click)
    await click.client.surface.hands.show(click, table, seat)


async def _press_hand(click: Click, table: Table, words: str) -> None:
    """Act, or look one step deeper; in any case the answer is the hand as it is then."""
    pressed = read_hand_address(words, chosen(click) if is_choice(click) else None)
    if table.state.seat_of(click.user.id) != pressed.seat:
        raise NotYoursError("These buttons belong to another player's hand.")
    hands = click.client.surface.hands
    hands.take(table.id, click.user.id)
    focus, notice = pressed.focus, ""
    if pressed.revision != table.state.since[pressed.seat]:
        focus, notice = with_lasting(pressed.lasting, ""), str(OutdatedError())
    elif pressed.kind == "a":
        notice = await _act(click, table, pressed)
    await hands.show(click, table, pressed.seat, focus, notice)


async def _act(click: Click, table: Table, pressed: HandAddress) -> str:
    command = match.act(click.user.id, pressed.seat, pressed.revision, pressed.words)
    return await _refusal(in_time(click, table.do(command)))


async def _back(click: Click, table: Table, _words: str) -> None:
    seat = own_seat(table.state, click)
    hands = click.client.surface.hands
    hands.take(table.id, click.user.id)
    notice = await _refusal(in_time(click, table.do(match.back(click.user.id))))
    await hands.show(click, table, seat, notice=notice or "Welcome back: your seat is yours again.")


async def _next_round(click: Click, table: Table, _words: str) -> None:
    """Go on to the next round, and open the hand for it."""
    state = table.state
    seat = own_seat(state, click)
    sight = look(state, seat)
    notice = "The next round has already begun."
    if sight.stage.paused:
        notice = ""
        if sight.legal:
            action = str(sight.legal[0])
            command = match.act(click.user.id, seat, sight.revision, action)
            notice = await _refusal(in_time(click, table.do(command)))
    hands = click.client.surface.hands
    hands.take(table.id, click.user.id)
    await hands.show(click, table, seat, notice=notice)


async def _refusal(work: Awaitable[object]) -> str:
    """Wait for a command; return why it was refused, to be said above the hand, or nothing."""
    try:
        await work
    except (RefusedError, GameError) as error:
        return sentence(error) or ""
    return ""


HANDLERS: Final[Mapping[str, Handler]] = {
    "hand": _my_hand,
    "h": _press_hand,
    "back": _back,
    "next": _next_round,
}
