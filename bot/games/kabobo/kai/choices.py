"""What a seat's action makes of a table in numbers, up to the next seat's turn."""

from bot.game.contract import Seat
from bot.games.kabobo.kai.rounds import HIDDEN, NUMBER_OF, Table, draw, put, score, season
from bot.games.kabobo.rules.actions import (
    Action,
    Call,
    Check,
    Draw,
    Keep,
    Lock,
    Peek,
    Season,
    TakeDiscard,
    Trade,
    Unlock,
)
from bot.games.kabobo.rules.view import View

__all__ = ["act"]


def act(view: View, table: Table, action: Action) -> None:
    """Let the viewer act at a table, and end its turn as a seat does in playouts.

    Looks at others' cards and powers that are not used change nothing. ``ValueError`` for a
    spectator.
    """
    seat = view.viewer
    if seat is None:
        raise ValueError("a spectator cannot act")
    if isinstance(action, Peek):
        return
    _act(view, table, seat, action)
    table.to_move = (seat + 1) % view.seats
    table.turns -= 1


def _act(view: View, table: Table, seat: Seat, action: Action) -> None:
    match action:
        case Call():
            table.caller = seat
        case TakeDiscard(place):
            put(table, seat, place, table.top)
        case Draw():
            draw(table, seat, score(table.known[seat]))
        case Keep(place) if view.drawn is not None:
            put(table, seat, place, NUMBER_OF[view.drawn])
        case Season() if view.drawn is not None:
            season(table, seat, NUMBER_OF[view.drawn])
        case Check(place):
            table.known[seat][place] = table.hands[seat][place]
        case Lock(place):
            table.locked[seat][place] = True
        case Unlock(spot):
            table.locked[spot.seat][spot.place] = False
        case Trade():
            _trade(view, table, seat, action)


def _trade(view: View, table: Table, seat: Seat, trade: Trade) -> None:
    """Trade two cards; each owner knows what it has seen of the card that it gets."""
    place, (other, at) = trade.place, trade.spot
    mine, theirs = table.hands[seat][place], table.hands[other][at]
    table.hands[seat][place], table.hands[other][at] = theirs, mine
    own, others = view.hands[seat][place], view.hands[other][at]
    table.known[seat][place] = HIDDEN if others.card is None else theirs
    seen = own.face_up or own.how(other) is not None
    table.known[other][at] = mine if seen else HIDDEN
