"""Playing by clicks: opening the private hand, acting in it, coming back, going on."""

from collections.abc import Mapping
from typing import Final

from bot.face.screen import with_lasting
from bot.game.contract import GameError, Seat
from bot.tables.core import match
from bot.tables.core.command import Command
from bot.tables.core.errors import NotYoursError, OutdatedError, RefusedError
from bot.tables.core.sight import look
from bot.tables.core.state import TableState
from cogs.answers.answers import sentence
from cogs.answers.click import chosen
from cogs.arguments.people import person
from cogs.buttons.verb import Press, Verb
from cogs.layouts.address import HandAddress, read_hand_address
from cogs.layouts.taught import Hint

__all__ = ["VERBS", "own_seat"]


def own_seat(table: TableState, user: int) -> Seat:
    """Return a person's seat; ``RefusedError`` for a stranger or without a match."""
    match.must_be_playing(table)
    seat = table.seat_of(user)
    if seat is None:
        raise NotYoursError(
            "You don't have a seat at this table. **As text** tells you everything on it."
        )
    return seat


async def _my_hand(press: Press) -> None:
    await _show(press, own_seat(press.state, press.user))


async def _press_hand(press: Press) -> None:
    """Act, or look one step deeper; in any case the answer is the hand as it is then."""
    line = chosen(press.click) if "values" in (press.click.data or {}) else None
    pressed = read_hand_address(press.words, line)
    after = None
    notice, outdated = "", False
    try:
        if pressed.kind == "a":
            after = await _act(press, pressed)
        else:
            match.check_hand(press.state, press.user, pressed.seat, pressed.revision)
    except NotYoursError:
        raise
    except (RefusedError, GameError) as error:
        notice, outdated = sentence(error) or "", isinstance(error, OutdatedError)
    focus = with_lasting(pressed.lasting, "") if outdated else pressed.focus
    stays = pressed.hinted and pressed.kind != "a" and not notice
    hint = await _hint(press, pressed.seat) if stays else None
    await press.services.surface.show_hand(
        press.click, press.table, pressed.seat, focus, notice=notice, hint=hint
    )
    if after is not None:
        press.services.surface.lessons.look(press.table, after, press.user)


async def _act(press: Press, pressed: HandAddress) -> TableState:
    """Do an action of the game; return the table after it."""
    action = match.act(press.user, pressed.seat, pressed.revision, pressed.words)
    after = await press.table.do(action)
    press.services.surface.lessons.forget(press.table.id, press.user)
    return after


async def _hint(press: Press, seat: Seat) -> Hint | None:
    """Return the hint that a hand shows while its choice is being made; None where there is none.

    To think of it again, which it takes after a restart, counts as asking for it.
    """
    state, hints = press.state, press.services.surface.hints
    if not state.setup.gives_hints or not look(state, seat).legal:
        return None
    if hints.known(state, seat) is None:
        try:
            press.services.limits.take(press.click)
        except RefusedError:
            return None
    return await hints.ask(state, seat)


async def _back(press: Press) -> None:
    seat = own_seat(press.state, press.user)
    me = person(press.click)
    elsewhere = press.services.nights.elsewhere
    await elsewhere.must_be_free([me], press.user, press.state)
    later = await elsewhere.later(press.user, press.state)
    notice = await _do(press, match.back(press.user))
    welcome = " ".join(filter(None, ("Welcome back! Your seat is yours again.", later)))
    await _show(press, seat, notice=notice or welcome)


async def _next_round(press: Press) -> None:
    """Go on to the next round, and open the hand for it."""
    seat = own_seat(press.state, press.user)
    sight = look(press.state, seat)
    notice = "The next round has already started."
    if sight.stage.paused:
        notice = ""
        if sight.legal:
            action = str(sight.legal[0])
            notice = await _do(press, match.act(press.user, seat, sight.revision, action))
    await _show(press, seat, notice=notice)


async def _do(press: Press, command: Command) -> str:
    """Carry out a command; return why it was refused, to be said above the hand, or nothing."""
    try:
        await press.table.do(command)
    except (RefusedError, GameError) as error:
        return sentence(error) or ""
    return ""


async def _show(press: Press, seat: Seat, focus: str = "", notice: str = "") -> None:
    await press.services.surface.show_hand(press.click, press.table, seat, focus, notice=notice)


VERBS: Final[Mapping[str, Verb]] = {
    "hand": Verb(_my_hand),
    "h": Verb(_press_hand),
    "back": Verb(_back),
    "next": Verb(_next_round),
}
